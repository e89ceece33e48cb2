// A form made of a schema: fields with their help, and the controls of values that have parts.
import { el, isObject, newId, same, write } from "./dom.js";
import { leaf } from "./controls.js";
import { fits, kindOf, limits, memberLabel, resolve, typeWord, wrong } from "./schema.js";

const PARTS = { object, map, list, tuple, union };
const DEEPEST = 12;
let depth = 0; // of the field that is being made: schemas may hold themselves

/** Make the form of a command's input; `changed` is called when a value is. */
export function makeForm(schema, changed) {
  const control = object(schema, schema, true);
  const element = el("div", { class: "fields" }, control.element);
  element.addEventListener("input", changed);
  element.addEventListener("change", changed);
  element.addEventListener("focusout", ({ target }) => afterClick(() => target.closest(".field")?.check?.()));
  return {
    element,
    get: () => control.get() ?? {},
    set: (value) => { control.set(value); changed(); },
    clearProblems: () => element.querySelectorAll(".field").forEach((field) => field.tell?.("")),
    /** Show a problem at the field that a server names, such as `lines[0].price`; return whether there is one. */
    tell(place, message) {
      const field = fieldAt(control, steps(place));
      field?.tell(message);
      return field;
    },
  };
}

let pressed = false;
addEventListener("pointerdown", () => { pressed = true; }, true);
addEventListener("pointerup", () => { pressed = false; }, true);
addEventListener("pointercancel", () => { pressed = false; }, true);

/** Do it now, or when the button of the mouse is up: what moves under it in between is not clicked. */
function afterClick(act) {
  if (pressed) addEventListener("pointerup", () => setTimeout(act), { once: true });
  else act();
}

function steps(place) {
  return place.replace(/\[(\d+)\]/g, ".$1").split(".").filter(Boolean);
}

function fieldAt(control, path) {
  let found = null;
  for (const step of path) {
    const inner = control.find(step);
    if (!inner) continue; // a step may name the member of a union
    found = inner.field ?? found;
    control = inner;
  }
  return found;
}

function make(schema, root, required) {
  const part = PARTS[kindOf(schema)];
  if (!part) return leaf(schema, required);
  if (depth > DEEPEST) return leaf({}, required);
  const absent = kindOf(schema) === "object" && !required && !isObject(schema.default);
  return absent ? optional(schema, root) : part(schema, root, required);
}

/** Make a field: the control of a value under its name. */
function field(name, given, root, required, remove = null) {
  const schema = resolve(given, root);
  const nullSwitch = schema.nullable && (required || (schema.default !== undefined && schema.default !== null));
  depth += 1;
  const control = nullSwitch ? nullable(schema, root, name) : make(schema, root, required);
  const problem = el("p", { class: "problem", id: newId(), hidden: true });
  const help = el("p", { class: "hint", id: newId() }, hints(schema, control));
  const star = required ? el("span", { class: "star", title: "required" }, "*", el("span", { class: "unseen" }, " (required)")) : null;
  const title = [el("span", { class: "name" }, name), star, el("span", { class: "type" }, typeWord(schema))];
  const kind = kindOf(schema);
  const single = control.input !== undefined;
  const element = single
    ? el("div", { class: `field ${control.input.type === "checkbox" ? "ticked" : ""}` },
      el("div", { class: "label" }, el("label", { for: control.input.id }, title), remove), control.element, help, problem)
    : el("fieldset", { class: `field part ${kind}` }, el("legend", {}, title, remove), help, problem, control.element);
  const told = control.input ?? element;
  told.setAttribute("aria-describedby", `${help.id} ${problem.id}`);
  if (required && single) control.input.setAttribute("aria-required", "true");
  element.tell = (message) => {
    problem.textContent = message;
    problem.hidden = !message;
    told.toggleAttribute("aria-invalid", Boolean(message));
    if (message) told.setAttribute("aria-invalid", "true");
  };
  element.check = () => {
    const value = single ? control.get() : undefined;
    element.tell(value === undefined || value === null ? "" : wrong(schema, value));
  };
  element.focusInside = () => control.focus();
  const get = () => {
    const value = control.get();
    return !required && schema.default !== undefined && same(value, schema.default) ? undefined : value;
  };
  const set = (value) => control.set(value === undefined ? schema.default : value);
  set(undefined);
  depth -= 1;
  return { element, get, set, focus: () => control.focus(), find: (step) => control.find(step), field: element, schema };
}

function hints(schema) {
  const said = limits(schema);
  const shown = schema.default;
  const kind = kindOf(schema);
  const visible = ["enum", "boolean", "list", "map", "object"].includes(kind);
  if (shown !== undefined && shown !== null && shown !== "" && !visible) {
    said.push(`default ${typeof shown === "string" ? shown : write(shown)}`);
  }
  if (schema.deprecated) said.push("deprecated");
  const words = schema.description ?? "";
  return [words, words && said.length ? " " : "", said.length ? el("span", { class: "limits" }, said.join(" · ")) : null];
}

function focusFirst(controls, fallback) {
  return () => (controls()[0] ?? { focus: () => fallback?.focus() }).focus();
}

function object(schema, root) {
  const wanted = new Set(schema.required ?? []);
  const fields = new Map(Object.entries(schema.properties).map(([name, inner]) => [name, field(name, inner, root, wanted.has(name))]));
  const fixed = (name, one) => kindOf(one.schema) === "const" && (wanted.has(name) || (schema.tagged && one.schema.default !== undefined));
  const seen = [...fields].filter(([name, one]) => !fixed(name, one)).map(([, one]) => one);
  const more = isObject(schema.additionalProperties) || schema.additionalProperties === true
    ? map({ additionalProperties: schema.additionalProperties }, root) : null;
  const get = () => {
    const given = [...fields].map(([name, one]) => [name, fixed(name, one) ? one.schema.const : one.get()]);
    return { ...Object.fromEntries(given.filter(([, value]) => value !== undefined)), ...(more?.get() ?? {}) };
  };
  const set = (value) => {
    const parts = isObject(value) ? value : {};
    fields.forEach((one, name) => one.set(parts[name]));
    more?.set(Object.fromEntries(Object.entries(parts).filter(([name]) => !fields.has(name))));
  };
  const element = el("div", { class: "inside" }, seen.map((one) => one.element), more?.element);
  return { element, get, set, focus: focusFirst(() => seen), find: (step) => fields.get(step) ?? null };
}

/** Wrap what may be absent, so that nothing is shown of it until it is wanted. */
function optional(schema, root) {
  let inner = null;
  const place = el("div", {});
  const add = el("button", { type: "button", class: "small", onclick: () => { show(); inner.focus(); tellChange(place); } }, "Add");
  const remove = el("button", { type: "button", class: "small", onclick: () => { hide(); add.focus(); tellChange(place); } }, "Leave out");
  function show() {
    inner ??= PARTS[kindOf(schema)](schema, root);
    place.replaceChildren(inner.element, remove);
  }
  function hide() {
    inner = null;
    place.replaceChildren(add);
  }
  const set = (value) => {
    if (value === undefined || value === null) return hide();
    show();
    return inner.set(value);
  };
  hide();
  return { element: place, get: () => inner?.get(), set, focus: () => (inner ?? add).focus(), find: (step) => inner?.find(step) ?? null };
}

/** Wrap what may be null, where leaving it out means something else. */
function nullable(schema, root, name) {
  const inner = make({ ...schema, nullable: false }, root, true);
  inner.input?.setAttribute("aria-label", name);
  const box = el("input", { type: "checkbox", id: newId() });
  const show = () => { inner.element.hidden = box.checked; };
  box.addEventListener("change", show);
  const set = (value) => {
    box.checked = value === null;
    if (value !== null) inner.set(value);
    show();
  };
  const element = el("div", { class: "nullable" }, inner.element, el("label", { for: box.id, class: "null" }, box, " null: none at all"));
  return { element, get: () => (box.checked ? null : inner.get()), set, focus: () => inner.focus(), find: (step) => inner.find(step) };
}

function tellChange(element) {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function removeButton(what, gone) {
  return el("button", { type: "button", class: "small remove", "aria-label": `Remove ${what}`, onclick: gone }, "Remove");
}

function list(schema, root, required) {
  const items = schema.items ?? {};
  let rows = [];
  const place = el("div", { class: "rows" });
  const add = el("button", { type: "button", class: "small add", onclick: () => { append(undefined).focus(); tellChange(place); } }, "Add an item");
  function append(value) {
    const row = field(`${rows.length + 1}`, items, root, true, removeButton("this item", () => {
      rows = rows.filter((one) => one !== row);
      row.element.remove();
      renumber();
      add.focus();
      tellChange(place);
    }));
    rows.push(row);
    place.append(row.element);
    if (value !== undefined) row.set(value);
    return row;
  }
  function renumber() {
    rows.forEach((row, at) => { row.element.querySelector(".name").textContent = `${at + 1}`; });
  }
  const given = () => rows.filter((row) => row.get() !== undefined);
  const get = () => {
    const values = given().map((row) => row.get());
    return values.length || required || Array.isArray(schema.default) ? values : undefined;
  };
  const set = (value) => {
    rows = [];
    place.replaceChildren();
    const first = required && depth < 3 ? Math.max(schema.minItems ?? 0, 1) : 0;
    const values = Array.isArray(value) ? value : new Array(first).fill(undefined);
    values.forEach((one) => append(one));
  };
  return { element: el("div", {}, place, add), get, set, focus: focusFirst(() => rows, add), find: (step) => given()[Number(step)] ?? null };
}

function tuple(schema, root) {
  const parts = schema.prefixItems.map((inner, at) => field(inner.title ?? `${at + 1}`, inner, root, true));
  const get = () => {
    const values = parts.map((part) => part.get());
    return values.every((value) => value === undefined) ? undefined : values.map((value) => value ?? null);
  };
  const set = (value) => parts.forEach((part, at) => part.set(Array.isArray(value) ? value[at] : undefined));
  const element = el("div", { class: "inside row" }, parts.map((part) => part.element));
  return { element, get, set, focus: focusFirst(() => parts), find: (step) => parts[Number(step)] ?? null };
}

function map(schema, root, required) {
  const values = isObject(schema.additionalProperties) ? schema.additionalProperties : {};
  let rows = [];
  const place = el("div", { class: "rows" });
  const add = el("button", { type: "button", class: "small add", onclick: () => { append("").focus(); tellChange(place); } }, "Add a pair");
  function append(key, value) {
    const input = el("input", { type: "text", value: key, id: newId(), autocomplete: "off" });
    const inner = field("value", values, root, true);
    const row = { input, inner, focus: () => input.focus() };
    const gone = removeButton("this pair", () => {
      rows = rows.filter((one) => one !== row);
      element.remove();
      add.focus();
      tellChange(place);
    });
    const name = el("div", { class: "field" }, el("div", { class: "label" }, el("label", { for: input.id }, el("span", { class: "name" }, "name")), gone), input);
    const element = el("div", { class: "pair" }, name, inner.element);
    rows.push(row);
    place.append(element);
    if (value !== undefined) inner.set(value);
    return row;
  }
  const get = () => {
    const named = rows.filter((row) => row.input.value !== "");
    const pairs = named.map(({ input, inner }) => [input.value, inner.get() ?? (inner.schema.type === "string" ? "" : null)]);
    return pairs.length || required || isObject(schema.default) ? Object.fromEntries(pairs) : undefined;
  };
  const set = (value) => {
    rows = [];
    place.replaceChildren();
    Object.entries(isObject(value) ? value : {}).forEach(([key, inner]) => append(key, inner));
  };
  const find = (step) => rows.find(({ input }) => input.value === step)?.inner ?? null;
  return { element: el("div", {}, place, add), get, set, focus: focusFirst(() => rows, add), find };
}

function union(schema, root, required) {
  const first = required || schema.default !== undefined ? null : el("option", { value: "" }, "—");
  const options = schema.members.map((member, at) => el("option", { value: String(at) }, memberLabel(member, root)));
  const choice = el("select", { "aria-label": "Which kind", class: "which" }, first, options);
  const place = el("div", {});
  let inner = null;
  function choose() {
    inner = choice.value === "" ? null : field("value", { ...schema.members[Number(choice.value)], description: undefined, tagged: true }, root, true);
    inner?.element.classList.add("member");
    place.replaceChildren(...(inner ? [inner.element] : []));
  }
  choice.addEventListener("change", choose);
  const set = (value) => {
    const at = schema.members.findIndex((member) => fits(member, value, root));
    const none = value === undefined || value === null;
    choice.value = none ? (first ? "" : "0") : String(Math.max(at, 0));
    choose();
    if (!none) inner.set(value);
  };
  set(undefined);
  return { element: el("div", { class: "union" }, choice, place), get: () => inner?.get(), set, focus: () => choice.focus(), find: (step) => inner?.find(step) ?? null };
}
