// The page: the list beside the chosen command, the token, the theme, and the address that leads to a command.
import { fetchDocument, fetchManifest, hasToken, useToken } from "./calls.js";
import { badges, grouped, linkTo, makeList, summaryOf } from "./commands.js";
import { makeCommand } from "./command.js";
import { el, isObject, parse, say } from "./dom.js";

const at = (id) => document.getElementById(id);
const THEMES = ["auto", "light", "dark"];
let manifest = null;
let list = null;
let shown = null;

function chosen() {
  const [, path, values] = /^#\/commands\/([^?]*)(?:\?(.*))?$/.exec(location.hash) ?? [];
  if (!path) return null;
  try {
    const given = values ? parse(decodeURIComponent(values)) : null;
    return { name: path.split("/").map(decodeURIComponent).join(" "), given: isObject(given) ? given : null };
  } catch { // an address that somebody cut
    return { name: path, given: null };
  }
}

function route(focus = true) {
  const wanted = chosen();
  const command = manifest.commands.find(({ name, aliases = [] }) => wanted && (name === wanted.name || aliases.includes(wanted.name)));
  shown?.leave();
  document.body.dataset.view = wanted ? "command" : "list";
  shown = command ? makeCommand(command, wanted.given, { askToken }) : wanted ? missing(wanted.name) : overview();
  document.title = wanted ? `${wanted.name} · ${manifest.name}` : manifest.name;
  at("main").replaceChildren(shown.element);
  list.mark(command?.name ?? null);
  scrollTo(0, 0);
  if (focus) shown.focus();
}

function missing(name) {
  const title = el("h1", { tabindex: "-1" }, "There is no such command");
  return {
    element: el("div", { class: "card" }, el("a", { href: "#/", class: "back" }, "← Commands"), title, el("p", {}, `Nothing here is called ${name}. Choose one from the list.`)),
    focus: () => title.focus(),
    leave: () => {},
  };
}

function overview() {
  const title = el("h1", { tabindex: "-1" }, manifest.name);
  const tile = (command) => el("li", {}, el("a", { href: linkTo(command.name), class: "tile" },
    el("span", { class: "line" }, el("span", { class: "name" }, command.name), badges(command)), el("span", { class: "summary" }, summaryOf(command))));
  const sections = grouped(manifest.commands).map(([group, inside]) =>
    el("section", {}, group ? el("h2", {}, group, manifest.groups?.[group] ? el("span", { class: "hint" }, manifest.groups[group]) : null) : null,
      el("ul", { class: "tiles" }, inside.map(tile))));
  const documents = el("p", { class: "hint" }, "For programs: ", documentLink("openapi.json", "OpenAPI"), ", ", documentLink("manifest", "manifest"));
  return {
    element: el("div", { class: "overview" }, title, manifest.description ? el("p", { class: "lead" }, manifest.description) : null, sections, documents),
    focus: () => title.focus({ preventScroll: true }),
    leave: () => {},
  };
}

/** Return a link to a document of the server; a browser that follows it sends no token, so where there is one it is fetched and saved. */
function documentLink(name, label) {
  const save = async (event) => {
    if (!hasToken()) return;
    event.preventDefault();
    try {
      const url = URL.createObjectURL(new Blob([await fetchDocument(name)], { type: "application/json" }));
      el("a", { href: url, download: `${manifest.name}-${name.replace(".json", "")}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      say(`${label} is saved`);
    } catch (error) {
      refused(error);
    }
  };
  return el("a", { href: name, onclick: save }, label);
}

async function load() {
  try {
    manifest = await fetchManifest();
  } catch (error) {
    refused(error);
    return false;
  }
  at("app-name").textContent = manifest.name;
  at("app-version").textContent = manifest.version ?? "";
  list = makeList(at("list"), at("found"), manifest.commands, manifest.groups ?? {});
  list.draw(at("search").value);
  if (shown?.name && shown.name === chosen()?.name) list.mark(shown.name); // what is in its form is not lost
  else route(false);
  return true;
}

function refused(error) {
  const needsToken = error.status === 401;
  document.body.dataset.view = "command";
  const act = needsToken ? el("button", { type: "button", class: "first", onclick: askToken }, "Give a token…")
    : el("button", { type: "button", class: "first", onclick: () => load() }, "Try again");
  at("main").replaceChildren(el("div", { class: "card" }, el("h1", {}, needsToken ? "Who are you?" : "The commands cannot be loaded"),
    el("p", {}, needsToken ? "This server wants a bearer token." : error.error?.message ?? "The server cannot be reached."), act));
  if (needsToken && !hasToken()) askToken();
  if (needsToken && hasToken()) tokenProblem(error.error?.message ?? "The token is not known.");
}

function askToken() {
  tokenProblem("");
  at("token-dialog").showModal();
  at("token").focus();
}

function tokenProblem(text) {
  at("token-problem").textContent = text;
  at("token-problem").hidden = !text;
}

async function takeToken(text) {
  useToken(text);
  at("token-button").textContent = hasToken() ? "Token ✓" : "Token";
  if (await load()) {
    at("token").value = "";
    at("token-dialog").close();
    say(hasToken() ? "The token is used from now on" : "The token is forgotten");
  }
}

function theme(next) {
  const stored = (value) => {
    try {
      if (value) localStorage.setItem("theme", value);
      return localStorage.getItem("theme");
    } catch { // a browser may forbid it
      return value;
    }
  };
  const now = stored(next) ?? next ?? "auto";
  document.documentElement.dataset.theme = now;
  at("theme-button").textContent = { auto: "Theme: auto", light: "Theme: light", dark: "Theme: dark" }[now];
}

function nextTheme() {
  const now = document.documentElement.dataset.theme;
  theme(THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
}

function listen() {
  at("theme-button").addEventListener("click", nextTheme);
  at("token-button").addEventListener("click", askToken);
  at("token-close").addEventListener("click", () => at("token-dialog").close());
  at("token-forget").addEventListener("click", () => takeToken(""));
  at("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    takeToken(at("token").value);
  });
  at("skip").addEventListener("click", (event) => {
    event.preventDefault();
    at("main").focus();
  });
  const search = at("search");
  search.addEventListener("input", () => list?.draw(search.value));
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") list?.first()?.focus();
    else if (event.key === "Enter") list?.first()?.click();
    else return;
    event.preventDefault();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    search.focus();
    search.select();
  });
  addEventListener("hashchange", () => manifest && route());
}

theme();
listen();
load();
