import "./app.css";
import { mount } from "svelte";
import { api, messageOf } from "./api/client";
import { takeToken } from "./api/token";
import Page from "./App.svelte";
import Failure from "./ui/Failure.svelte";
import { App } from "./state/app.svelte";
import { Settings } from "./state/settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");

// Once visited, the page opens without a network. Browsers allow that on this machine and over HTTPS.
async function keepForLater(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/worker.js");
    const { active } = await navigator.serviceWorker.ready;
    const here = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(({ origin }) => origin === location.origin);
    const paths = here.map(({ pathname }) => pathname).filter((path) => !path.startsWith("/api/") || path === "/api/games");
    active?.postMessage(["/", ...new Set(paths)]);
  } catch {
    // It works all the same, with a network.
  }
}

takeToken();
addEventListener("hashchange", () => takeToken() && location.reload());
try {
  const app = new App(await api.games(), new Settings());
  mount(Page, { target, props: { app } });
  await app.start();
  void keepForLater();
} catch (error) {
  mount(Failure, { target, props: { message: messageOf(error) } });
}
