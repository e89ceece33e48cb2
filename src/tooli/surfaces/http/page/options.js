// The framework's options: what holds for any command, beside its arguments.
import { el, newId } from "./dom.js";
import { needsYes } from "./commands.js";

const FIELDS = [
  ["limit", "Limit", "At most so many items; more come by pages", "numeric", "20"],
  ["fields", "Fields", "Only these, separated by commas", "text", "name,address.city"],
  ["filter", "Filter", "Only items for which this holds", "text", "status == 'open'"],
  ["timeout", "Timeout", "Seconds after which it is given up", "decimal", "30"],
  ["max_tokens", "Token budget", "Cut the answer to so many tokens", "numeric", "2000"],
  ["idempotency_key", "Idempotency key", "The same key does the same thing once", "text", "order-7"],
  ["approval", "Approval", "The token that a person granted", "text", ""],
];

/** Make the options of a command. */
export function makeOptions(command, changed) {
  const reads = command.annotations?.readOnlyHint;
  const inputs = {};
  const shown = FIELDS.filter(([name]) => !(name === "idempotency_key" && reads) && !(name === "approval" && !command.requires_approval));
  const rows = shown.map(([name, label, help, mode, sample]) => {
    const id = newId();
    inputs[name] = el("input", { type: "text", id, inputmode: mode, placeholder: sample, autocomplete: "off", spellcheck: "false", "aria-describedby": `${id}h` });
    return el("div", { class: "field" }, el("div", { class: "label" }, el("label", { for: id }, label)), inputs[name], el("p", { class: "hint", id: `${id}h` }, help));
  });
  const box = (name, label) => {
    inputs[name] = el("input", { type: "checkbox", id: newId() });
    return el("label", { class: "tick", for: inputs[name].id }, inputs[name], label);
  };
  const dry = box("dry_run", "Dry run: say what would be done, and do nothing");
  const yes = needsYes(command) ? box("yes", "Yes, do it") : null;
  yes?.classList.add("yes");
  const count = el("span", { class: "count" });
  const panel = el("details", { class: "options card" }, el("summary", {}, el("h2", {}, "Options"), count),
    command.dry_run || reads ? dry : el("p", { class: "hint" }, "This command has no dry run."), el("div", { class: "grid" }, rows));
  const isBox = (input) => input.type === "checkbox";
  const get = () => Object.fromEntries(Object.entries(inputs)
    .map(([name, input]) => [name, isBox(input) ? input.checked : input.value.trim()]).filter(([, value]) => value));
  function refresh() {
    const set = Object.keys(get()).filter((name) => name !== "yes").length;
    count.textContent = set ? `${set} set` : "";
    changed();
  }
  Object.values(inputs).forEach((input) => input.addEventListener("input", refresh));
  return {
    element: panel,
    yes,
    get,
    has: (name) => name in inputs,
    set(values) {
      for (const [name, value] of Object.entries(values)) {
        if (!inputs[name]) continue;
        if (isBox(inputs[name])) inputs[name].checked = value === true;
        else inputs[name].value = value;
        if (panel.contains(inputs[name])) panel.open = true;
      }
      refresh();
    },
    clear() {
      Object.values(inputs).forEach((input) => { input.checked = false; input.value = isBox(input) ? "on" : ""; });
      refresh();
    },
  };
}
