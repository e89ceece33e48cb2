// Controls of single values: each has an element, gives its value (undefined for none), and takes one.
import { el, exactNumber, newId, parse, same, write } from "./dom.js";
import { kindOf } from "./schema.js";

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const LARGEST = 8 * 1024 * 1024;

/** Make the control of a resolved schema that has no parts. */
export function leaf(schema, required) {
  const make = {
    const: constant, enum: choice, boolean: switched, integer: number, number, secret, bytes, any: json,
    date: (own) => picked(own, "date"), time: (own) => picked(own, "time"), moment: (own) => picked(own, "datetime-local"),
  }[kindOf(schema)] ?? text;
  return make(schema, required);
}

function plain(input, get, set) {
  input.id = newId();
  return { element: input, input, get, set, focus: () => input.focus(), find: () => null };
}

function textOf(value) {
  return typeof value === "string" ? value : write(value);
}

function area(attributes = {}) {
  return el("textarea", { rows: "1", autocapitalize: "off", spellcheck: "false", ...attributes });
}

function text(schema) {
  const input = area();
  const get = () => (input.value === "" && (schema.format || !schema.default) ? undefined : input.value);
  return plain(input, get, (value) => { input.value = value === undefined || value === null ? "" : textOf(value); });
}

function number(schema) {
  const input = el("input", { type: "text", inputmode: schema.type === "integer" ? "numeric" : "decimal", autocomplete: "off" });
  const get = () => {
    const given = input.value.trim();
    if (given === "") return undefined;
    return NUMBER.test(given) ? exactNumber(given.replace("+", "")) : given;
  };
  return plain(input, get, (value) => { input.value = value === undefined || value === null ? "" : textOf(value); });
}

function picked(schema, type) {
  const input = el("input", { type, step: type === "date" ? undefined : "1", autocomplete: "off" });
  const get = () => (input.value === "" ? undefined : input.value);
  const set = (value) => {
    const given = value === undefined || value === null ? "" : textOf(value);
    input.type = type;
    input.value = given;
    if (given && !input.value) { // a browser's picker takes nothing else, such as a time zone
      input.type = "text";
      input.value = given;
    }
  };
  return plain(input, get, set);
}

function secret() {
  const input = el("input", { type: "password", autocomplete: "off", spellcheck: "false" });
  const set = (value) => { input.value = value === undefined || /^<.*>$/s.test(value) ? input.value : value; };
  return plain(input, () => input.value || undefined, set);
}

function select(values, first) {
  const options = values.map((value, at) => el("option", { value: String(at) }, textOf(value)));
  const input = el("select", {}, first === null ? null : el("option", { value: "" }, first), options);
  const known = [...values];
  const get = () => (input.value === "" ? undefined : known[Number(input.value)]);
  const set = (value) => {
    let at = value === undefined ? -1 : known.findIndex((one) => same(one, value));
    if (value !== undefined && value !== null && at < 0) { // what somebody gave shall be seen, right or wrong
      at = known.push(value) - 1;
      input.append(el("option", { value: String(at) }, textOf(value)));
    }
    input.value = at < 0 ? "" : String(at);
  };
  return plain(input, get, set);
}

function choice(schema, required) {
  const chosen = schema.default !== undefined && schema.enum.some((one) => same(one, schema.default));
  return select(schema.enum, chosen ? null : required ? "Choose…" : "—");
}

function switched(schema, required) {
  if (typeof schema.default !== "boolean") {
    const control = select([true, false], required ? "Choose…" : "—");
    [...control.input.options].forEach((option) => { option.text = { true: "Yes", false: "No" }[option.text] ?? option.text; });
    return control;
  }
  const input = el("input", { type: "checkbox", class: "switch" });
  const set = (value) => { input.checked = value === undefined ? schema.default : value === true; };
  return plain(input, () => input.checked, set);
}

function constant(schema, required) {
  return choice({ ...schema, enum: [schema.const] }, required);
}

function json() {
  const input = area({ class: "code", placeholder: "Text, or JSON" });
  const get = () => {
    if (input.value.trim() === "") return undefined;
    try {
      return parse(input.value);
    } catch {
      return input.value;
    }
  };
  const set = (value) => {
    const isText = typeof value === "string" && !/^\s*([[{"\d-]|true|false|null)/.test(value);
    input.value = value === undefined ? "" : isText ? value : write(value, 2);
  };
  return plain(input, get, set);
}

function bytes(schema) {
  const control = text(schema);
  control.input.classList.add("code");
  control.input.placeholder = "base64";
  const note = el("span", { class: "hint", role: "status" });
  const file = el("input", { type: "file", class: "unseen", id: newId(), tabindex: "-1", "aria-hidden": "true" });
  const open = el("button", { type: "button", class: "small", onclick: () => file.click() }, "Choose a file…");
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > LARGEST) {
      note.textContent = `${chosen.name} has ${chosen.size.toLocaleString()} bytes, which is too much.`;
      return;
    }
    control.set(base64(new Uint8Array(await chosen.arrayBuffer())));
    note.textContent = `${chosen.name}, ${chosen.size.toLocaleString()} bytes`;
    file.value = "";
    control.input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return { ...control, element: el("div", { class: "bytes" }, control.input, el("div", { class: "buttons" }, open, file, note)) };
}

function base64(data) {
  let binary = "";
  for (let at = 0; at < data.length; at += 8192) binary += String.fromCharCode(...data.subarray(at, at + 8192));
  return btoa(binary);
}
