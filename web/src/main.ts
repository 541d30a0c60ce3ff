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

takeToken();
addEventListener("hashchange", () => takeToken() && location.reload());
try {
  const app = new App(await api.games(), new Settings());
  mount(Page, { target, props: { app } });
  await app.start();
} catch (error) {
  mount(Failure, { target, props: { message: messageOf(error) } });
}
