// The same call in other words: for a shell, for Python, for curl.
import { isObject, isRaw, write } from "./dom.js";
import { kindOf, resolve } from "./schema.js";

const SAFE = /^[\w@%+=:,./-]+$/;
const SWITCHES = ["yes", "dry_run"];

/** Quote a word for the shell, where it needs it. */
export function quote(word) {
  return SAFE.test(word) ? word : `'${word.replaceAll("'", "'\"'\"'")}'`;
}

/** Return the line for a shell. */
export function shellLine(command, given, options) {
  const { call, params } = command.command_line;
  const words = [];
  const unsaid = []; // a command line has no null
  const last = Object.entries(params).filter(([, spelt]) => spelt.positional).at(-1)?.[0];
  let inOrder = true;
  for (const [name, spelt] of Object.entries(params)) {
    const value = given[name];
    if (value === undefined || value === null) {
      if (value === null) unsaid.push(name);
      if (spelt.positional) inOrder = false;
      continue;
    }
    const texts = wordsOf(value, resolve(command.input.properties[name] ?? {}, command.input));
    const bare = spelt.positional && inOrder && (!Array.isArray(value) || spelt.wide || name === last);
    if (bare && !texts.some((text) => text.startsWith("-"))) {
      words.push(...texts);
    } else {
      words.push(...named(spelt, value, texts));
      if (spelt.positional) inOrder = false;
    }
  }
  const taken = new Set(Object.values(params).flatMap(({ name, off }) => [name, off]));
  for (const [name, value] of Object.entries(options)) {
    const flag = name.replaceAll("_", "-");
    const spelling = taken.has(`--${flag}`) ? `--tooli-${flag}` : `--${flag}`;
    words.push(...(SWITCHES.includes(name) ? [spelling] : [spelling, String(value)]));
  }
  const note = unsaid.length ? `  # without ${unsaid.join(", ")}: there is no null here` : "";
  return [call, ...words.map(quote)].join(" ") + note;
}

function named(spelt, value, texts) {
  if (spelt.count) return new Array(Number(value) || 0).fill(spelt.name);
  if (spelt.flag && value === true) return [spelt.name];
  if (spelt.flag && value === false) return spelt.off ? [spelt.off] : [];
  if (spelt.wide) return [spelt.name, ...texts];
  return texts.flatMap((text) => (text.startsWith("-") ? [`${spelt.name}=${text}`] : [spelt.name, text]));
}

function wordsOf(value, schema) {
  if (schema.writeOnly) return ["FILE"];
  return Array.isArray(value) && ["list", "tuple"].includes(kindOf(schema)) ? value.map(wordOf) : [wordOf(value)];
}

function wordOf(value) {
  return typeof value === "string" ? value : write(value);
}

/** Return the call from Python. */
export function pythonCall(command, given, options) {
  const words = Object.entries(given).map(([name, value]) => `${name}=${pythonArgument(value, command.input.properties[name])}`);
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${python(value)}`);
  const imports = [];
  if (chosen.length) {
    words.push(`options=CallOptions(${chosen.join(", ")})`);
    imports.push("from tooli import CallOptions\n");
  }
  if (words.some((word) => word.includes("b64decode("))) imports.unshift("from base64 import b64decode\n");
  const all = [python(command.name), ...words];
  const line = all.join(", ");
  const spread = line.length > 76 ? `\n    ${all.join(",\n    ")},\n` : line;
  const text = command.output?.["x-stream"] ? `for item in app.stream(${spread}):\n    print(item)` : `app.call(${spread})`;
  return imports.length ? `${imports.join("")}\n${text}` : text;
}

function pythonArgument(value, schema) {
  if (schema?.writeOnly) return 'open("FILE").read()';
  return schema?.contentEncoding === "base64" && typeof value === "string" ? `b64decode(${python(value)})` : python(value);
}

function python(value) {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (isRaw(value)) return value.rawJSON;
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (isObject(value)) return `{${Object.entries(value).map(([name, inner]) => `${write(name)}: ${python(inner)}`).join(", ")}}`;
  return write(value);
}

/** Return the line for curl. */
export function curlLine(command, given, options, url, hasToken) {
  const shown = Object.fromEntries(Object.entries(given).map(([name, value]) =>
    [name, command.input.properties[name]?.writeOnly ? `<${name}>` : value]));
  const parts = [`curl ${command.output?.["x-stream"] ? "-N " : ""}${quote(url)}`];
  if (hasToken) parts.push('-H "Authorization: Bearer $TOKEN"');
  parts.push("-H 'Content-Type: application/json'");
  if (command.output?.["x-stream"]) parts.push("-H 'Accept: application/x-ndjson'");
  Object.entries(headersOf(options)).forEach(([name, value]) => parts.push(`-H ${quote(`${name}: ${value}`)}`));
  parts.push(`-d ${quote(write(shown))}`);
  return parts.join(" \\\n  ");
}

/** Return the headers that say the framework's options. */
export function headersOf(options) {
  const spelt = (name) => (name === "idempotency_key" ? "Idempotency-Key"
    : `X-Tooli-${name.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join("-")}`);
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [spelt(name), String(value).replace(/\s+/g, " ")]));
}
