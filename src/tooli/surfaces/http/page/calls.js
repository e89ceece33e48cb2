// Requests to the server: its documents, and calls whose items are given as they arrive.
import { headersOf } from "./lines.js";
import { parse } from "./dom.js";

let token = ""; // in this variable and nowhere else

/** Use a bearer token from now on; an empty one for none. */
export function useToken(text) {
  token = text.trim();
}

/** Whether there is a token. */
export function hasToken() {
  return token !== "";
}

/** Return the address of a command. */
export function addressOf(command) {
  const path = command.name.split(" ").map(encodeURIComponent).join("/");
  return new URL(`commands/${path}`, document.baseURI.split("#")[0]).href;
}

function headers(more = {}) {
  const all = { ...more };
  if (token) all.Authorization = `Bearer ${token}`;
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, inBytes(value)]));
}

/** Spell a header's text so that the bytes of its UTF-8 are sent. */
function inBytes(text) {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** Fetch the text of a document; an error has the envelope's error in `error`. */
export async function fetchDocument(name) {
  const answer = await fetch(name, { headers: headers(), cache: "no-store" });
  const text = await answer.text();
  if (answer.ok) return text;
  const { error } = parse(text);
  throw Object.assign(new Error(error?.message ?? answer.statusText), { error, status: answer.status });
}

/** Fetch the description of all commands. */
export async function fetchManifest() {
  return parse(await fetchDocument("manifest"));
}

/** Run a command and return its envelope; `on.item`, `on.progress` and `on.log` hear what comes before the end. */
export async function call(command, given, options, on, signal) {
  const streams = Boolean(command.output?.["x-stream"]);
  const sent = headers({
    "Content-Type": "application/json",
    Accept: streams ? "text/event-stream" : "application/json",
    ...headersOf(options),
  });
  try {
    const answer = await fetch(addressOf(command), { method: "POST", headers: sent, body: JSON.stringify(given), signal, cache: "no-store" });
    const kind = answer.headers.get("content-type") ?? "";
    if (kind.startsWith("text/event-stream")) return await readEvents(answer.body, on);
    return parse(await answer.text());
  } catch (error) {
    if (signal.aborted) return { ok: false, cancelled: true, meta: {} };
    const message = error instanceof SyntaxError ? "The server's answer is not JSON." : "The server cannot be reached.";
    return { ok: false, error: { message, suggestion: { fix: "See whether it still runs, then try again." } }, meta: {} };
  }
}

async function readEvents(body, on) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let outcome = null;
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? "";
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const { name, data } = readEvent(event);
      if (name === "outcome") outcome = parse(data);
      else if (name && on[name]) on[name](parse(data));
    }
    if (done) break;
  }
  return outcome ?? { ok: false, error: { message: "The stream ended before its time." }, meta: {} };
}

function readEvent(text) {
  const lines = text.split("\n");
  const after = (word) => lines.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length).trimStart());
  return { name: after("event:")[0], data: after("data:").join("\n") };
}
