import "./app.css";
import { mount } from "svelte";
import { api, messageOf } from "./api/client";
import { engines } from "./api/engines.svelte";
import { storeToken } from "./api/token";
import Page from "./App.svelte";
import { noRoot } from "./words/errors";
import Failure from "./ui/Failure.svelte";
import { App } from "./state/app.svelte";
import { Settings } from "./state/settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error(noRoot);

// Keeps the page for offline use. Browsers allow service workers on localhost and over HTTPS only.
function keepForOffline(): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.register("worker.js").catch(() => undefined); // the page still works online
}

storeToken();
addEventListener("hashchange", () => storeToken() && location.reload());
// Not at the top level: the engine's script imports from this one, which must not wait for it.
async function start(target: HTMLElement): Promise<void> {
  try {
    const settings = new Settings();
    engines.choice = settings.engine;
    const loading = engines.server === "none" ? engines.load() : null; // nothing works without it
    const app = new App(await api.games(), settings);
    mount(Page, { target, props: { app } });
    await app.start();
    await (loading ?? engines.load());
    keepForOffline();
  } catch (error) {
    mount(Failure, { target, props: { message: messageOf(error) } });
  }
}
void start(target);
