// One command: what it does, its form, its options, the same call elsewhere, and the answer.
import { addressOf, call, hasToken } from "./calls.js";
import { badges, linkTo, needsYes } from "./commands.js";
import { copyButton, el, newId, parse, say, tabs, write } from "./dom.js";
import { makeForm } from "./form.js";
import { curlLine, pythonCall, shellLine } from "./lines.js";
import { makeOptions } from "./options.js";
import { readRepair, withoutField } from "./repair.js";
import { makeResults } from "./results.js";

/** Show a command; `given` are values to begin with. */
export function makeCommand(command, given, acts) {
  const lines = makeLines(command);
  const options = makeOptions(command, () => lines.refresh());
  const form = makeForm(command.input, () => lines.refresh());
  const share = copyButton(() => new URL(linkTo(command.name, shareable()), location.href).href, "link to this form", "Copy link");
  share.classList.add("quiet");
  const editor = makeEditor(form, share, () => lines.refresh());
  const results = makeResults({
    repairOf: (error) => readRepair(error, editor.get() ?? {}, command.input), apply, askToken: acts.askToken, linkTo,
    next: (cursor) => turn([...pages, cursor]), previous: () => turn(pages.slice(0, -1)),
  });
  const state = el("span", { class: "state", "aria-hidden": "true" });
  const go = el("button", { type: "submit", class: `first ${needsYes(command) ? "danger" : ""}`, "aria-keyshortcuts": "Control+Enter" }, "Run");
  const stop = el("button", { type: "button", hidden: true, onclick: () => controller?.abort() }, "Cancel");
  const reset = el("button", { type: "button", class: "quiet", onclick: clear }, "Reset");
  let controller = null;
  let pages = []; // the cursors of the pages before this one, and its own

  function shareable() {
    const values = editor.get() ?? {};
    return Object.fromEntries(Object.entries(values).filter(([name]) => !command.input.properties[name]?.writeOnly));
  }
  lines.watch(() => [editor.get() ?? {}, options.get()]);

  async function run() {
    const values = editor.get();
    if (values === undefined || controller) return;
    form.clearProblems();
    controller = new AbortController();
    const began = performance.now();
    const clock = setInterval(() => { state.textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`; }, 100);
    busy(true);
    const live = results.running();
    results.look();
    const cursor = pages.at(-1);
    const chosen = { ...options.get(), ...(cursor ? { cursor } : {}) };
    const answer = await call(command, values, chosen, live.on, controller.signal);
    clearInterval(clock);
    controller = null;
    busy(false);
    finish(answer, live);
  }

  function busy(is) {
    element.setAttribute("aria-busy", String(is));
    go.disabled = is;
    stop.hidden = !is;
    state.textContent = "";
    if (is) say(`${command.name} is running`);
    else if (document.activeElement === document.body || document.activeElement === stop) go.focus({ preventScroll: true });
  }

  function finish(answer, live) {
    const streamed = live.total() ? { ...answer, result: live.items } : answer;
    if (answer.cancelled) {
      results.cancelled(live.total() ? el("p", { class: "hint" }, `${live.total()} items had come.`) : null);
      say("Cancelled");
    } else {
      const whole = command.output?.["x-stream"] && answer.ok ? { ok: true, result: live.items, meta: answer.meta } : streamed;
      results.answer(whole, { number: pages.length + 1 });
      if (answer.ok) say(`${command.name} is done`);
      else problems(answer.error);
    }
    results.look();
  }

  function problems(error) {
    for (const one of error.details?.errors ?? [error]) {
      if (one.field) form.tell(one.field, withoutField(one));
    }
  }

  function apply(repair, andRun) {
    options.set(repair.options);
    form.clearProblems();
    editor.set(repair.values);
    const fields = repair.holes.map(({ place, words }) => form.tell(place, words)).filter(Boolean);
    const field = first(fields) ?? (repair.changed === null ? null : form.tell(repair.changed, ""));
    field?.scrollIntoView({ block: "center" });
    field?.focusInside();
    say(repair.holes.length ? "Some values are for you to fill in" : "The fix is in the form");
    pages = [];
    if (andRun) run();
  }

  function turn(to) {
    pages = to;
    run();
  }

  function clear() {
    form.clearProblems();
    editor.set({});
    options.clear();
    results.hide();
    pages = [];
    say("The form is empty again");
  }

  const title = el("h1", { tabindex: "-1" }, command.title ?? command.name);
  const element = el("form", { class: "command", novalidate: true, "aria-label": command.name, autocomplete: "off" },
    heading(command, title),
    el("section", { class: "card", "aria-label": "Arguments" }, editor.element),
    options.element,
    el("div", { class: "run" }, go, stop, reset, options.yes, state),
    lines.element, results.element);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    pages = [];
    run();
  });
  element.addEventListener("keydown", (event) => {
    const plain = event.target.matches?.("textarea:not(.code)") && !event.shiftKey && !event.isComposing;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || plain)) {
      event.preventDefault();
      element.requestSubmit();
    }
  });
  if (given) editor.set(given);
  lines.refresh();
  return { name: command.name, element, focus: () => title.focus({ preventScroll: true }), leave: () => controller?.abort() };
}

/** Return the element that comes before the others on the page. */
function first(elements) {
  return elements.reduce((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? other : one), elements[0]);
}

function heading(command, title) {
  const [summary, ...rest] = (command.description ?? "").split("\n\n");
  const about = [
    ["Use it", command.when_to_use], ["Deprecated", typeof command.deprecated === "string" ? command.deprecated : ""],
    ["Needs", (command.auth ?? []).join(", ")], ["May", (command.capabilities ?? []).join(", ")],
    ["Rules", (command.constraints ?? []).join("; ")], ["Version", command.version],
    ["Errors", Object.entries(command.error_codes ?? {}).map(([code, text]) => `${code} ${text}`).join("; ")],
    ["Examples", (command.examples ?? []).map(({ args, description }) =>
      el("div", {}, el("code", {}, [command.command_line.call, Array.isArray(args) ? args.join(" ") : args].join(" ")), description ? ` ${description}` : ""))],
  ].filter(([, text]) => text && text.length);
  return el("header", { class: "about" },
    el("a", { href: "#/", class: "back" }, "← Commands"),
    el("div", { class: "title" }, title, badges(command)),
    command.title ? el("p", { class: "path" }, command.name) : null,
    summary ? el("p", { class: "lead" }, summary) : null,
    rest.map((text) => el("p", { class: "words" }, text)),
    about.length ? el("dl", { class: "details" }, about.map(([name, text]) => el("div", {}, el("dt", {}, name), el("dd", {}, text)))) : null);
}

/** The form, or the same values as JSON. */
function makeEditor(form, share, changed) {
  const area = el("textarea", { class: "code whole", id: newId(), rows: "8", spellcheck: "false", "aria-label": "The arguments as JSON", oninput: changed });
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const flip = el("button", { type: "button", class: "small quiet", "aria-pressed": "false", onclick: () => turn(!raw) }, "JSON");
  const place = el("div", {});
  let raw = false;
  function read() {
    try {
      const values = area.value.trim() ? parse(area.value) : {};
      problem.hidden = true;
      return values;
    } catch (error) {
      problem.textContent = `This is not JSON: ${error.message}`;
      problem.hidden = false;
      return undefined;
    }
  }
  function turn(to) {
    const values = raw ? read() : form.get();
    if (values === undefined) return;
    raw = to;
    flip.setAttribute("aria-pressed", String(raw));
    if (raw) area.value = write(values, 2);
    else form.set(values);
    place.replaceChildren(...(raw ? [area, problem] : [form.element]));
    changed();
  }
  const empty = form.element.querySelector(".field") === null;
  place.append(form.element);
  return {
    element: empty ? el("p", { class: "hint" }, "This command takes no arguments.")
      : el("div", {}, el("div", { class: "head" }, el("h2", {}, "Arguments"), el("span", { class: "space" }), share, flip), place),
    get: () => (raw ? read() : form.get()),
    set(values) {
      if (raw) area.value = write(values, 2);
      else form.set(values);
      changed();
    },
  };
}

/** The same call in other words. */
function makeLines(command) {
  let values = () => [{}, {}];
  const forms = [
    ["Command line", (given, chosen) => shellLine(command, given, chosen)],
    ["Python", (given, chosen) => pythonCall(command, given, chosen)],
    ["curl", (given, chosen) => curlLine(command, given, chosen, addressOf(command), hasToken())],
  ];
  const blocks = forms.map(([title, make]) => ({ title, make, text: el("code") }));
  const element = el("section", { class: "lines card", "aria-label": "The same call elsewhere" },
    tabs("The same call", blocks.map(({ title, text }) => ({
      title, make: () => el("div", { class: "copied" }, el("pre", { class: "line", "data-line": title }, text), copyButton(() => text.textContent, `the ${title} call`)),
    }))));
  return {
    element,
    watch: (source) => { values = source; },
    refresh: () => blocks.forEach(({ make, text }) => { text.textContent = make(...values()); }),
  };
}
