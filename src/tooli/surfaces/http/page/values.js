// Values for people: tables, lists of names and values, coloured JSON, pictures, sounds and files.
import { el, isObject, isRaw, write } from "./dom.js";

const ROWS = 500;
const SHORT = 24;
const COLOURED = 200_000;
const DEEPEST = 3;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** Show JSON in colours. */
export function jsonView(value) {
  const text = write(value, 2) ?? "";
  const view = el("pre", { class: "json" });
  if (text.length > COLOURED) {
    view.textContent = text;
    return view;
  }
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, words, colon, word] = match;
    const kind = colon ? "key" : words ? "string" : word ? "word" : "number";
    view.append(text.slice(at, match.index), el("span", { class: kind }, colon ? words : whole), colon ?? "");
    at = match.index + whole.length;
  }
  view.append(text.slice(at));
  return view;
}

/** Whether a value is a file's content. */
export function isMedia(value) {
  return isObject(value) && typeof value.media_type === "string" && (typeof value.data === "string" || typeof value.text === "string");
}

/** Show a picture, a sound, a film or a text, and let it be saved. */
export function mediaView(file) {
  const blob = new Blob([file.data === undefined ? file.text : fromBase64(file.data)], { type: file.media_type });
  const url = URL.createObjectURL(blob);
  const name = file.name ?? `result.${file.media_type.split("/")[1].split(/[+;]/)[0]}`;
  const kind = file.media_type.split("/")[0];
  const shown = kind === "image" ? el("img", { src: url, alt: name })
    : kind === "audio" || kind === "video" ? el(kind, { src: url, controls: true, "aria-label": name })
      : file.text === undefined ? null : el("pre", { class: "text" }, file.text);
  const save = el("a", { href: url, download: name, class: "button" }, `Save ${name}`);
  const about = el("span", { class: "hint" }, `${file.media_type}, ${blob.size.toLocaleString()} bytes`);
  return el("figure", { class: "media" }, shown, el("figcaption", {}, save, about));
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Show one value inside a table. */
function cell(value, depth) {
  if (value === null || value === undefined) return el("span", { class: "none" }, "—");
  if (isMedia(value)) return mediaView(value);
  if (isRaw(value)) return value.rawJSON;
  if (typeof value !== "object") return String(value);
  if (depth < DEEPEST && isTable(value)) return tableView(value, depth + 1);
  if (depth < DEEPEST && isObject(value) && Object.keys(value).length) return pairsView(value, depth + 1);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.map(String).join(", ") || "[]";
  return el("code", {}, write(value));
}

/** Whether a value is a list of objects. */
export function isTable(value) {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) && !value.some(isMedia);
}

/** Show an object as names and values. */
export function pairsView(value, depth = 0) {
  const rows = Object.entries(value).map(([name, inner]) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: typeof inner === "string" ? "long" : undefined }, cell(inner, depth))));
  return el("div", { class: "scroll", tabindex: depth ? undefined : "0", role: depth ? undefined : "region", "aria-label": depth ? undefined : "Table of the result" },
    el("table", { class: "pairs" }, el("tbody", {}, rows)));
}

/** Return the names in any of the rows, in the order in which they come. */
export function columnsOf(rows) {
  return [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : ["value"])))];
}

function cellClass(value) {
  if (typeof value === "number" || isRaw(value)) return "number";
  return typeof value === "string" && value.length < SHORT ? "short" : undefined;
}

function row(item, columns, depth) {
  const values = isObject(item) ? columns.map((name) => item[name]) : [item];
  return el("tr", {}, values.map((value) =>
    el("td", { class: cellClass(value) }, cell(value, depth))));
}

/** Show a list as a table; `add` puts more rows into it. */
export function tableView(items, depth = 0) {
  let columns = columnsOf(items);
  let shown = 0;
  const head = el("tr");
  const body = el("tbody");
  const more = el("button", { type: "button", class: "small", hidden: true });
  const table = el("table", { class: "rows" }, el("thead", {}, head), body);
  const view = el("div", { class: "table" },
    el("div", { class: "scroll", tabindex: depth ? undefined : "0", role: depth ? undefined : "region", "aria-label": depth ? undefined : "Table of the result" }, table), more);
  function start() {
    const numeric = (name) => items.some((item) => typeof item[name] === "number");
    head.replaceChildren(...columns.map((name) => el("th", { scope: "col", class: numeric(name) ? "number" : undefined }, name)));
    body.replaceChildren();
    shown = 0;
  }
  function fill(to) {
    const until = Math.min(to, items.length);
    body.append(...items.slice(shown, until).map((item) => row(item, columns, depth)));
    shown = Math.max(shown, until);
    more.hidden = shown >= items.length;
    more.textContent = `Show ${Math.min(ROWS, items.length - shown).toLocaleString()} more of ${items.length.toLocaleString()}`;
  }
  more.addEventListener("click", () => fill(shown + ROWS));
  start();
  fill(ROWS);
  view.refresh = (all) => {
    const was = shown;
    items = all;
    const now = columnsOf(items);
    if (now.join("\n") !== columns.join("\n")) {
      columns = now;
      start();
    }
    fill(Math.max(was, ROWS));
  };
  return view;
}
