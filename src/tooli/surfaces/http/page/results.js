// The answer to a call: its state, its result in several views, its error with the repair, and what can follow.
import { copyButton, el, isObject, isRaw, newId, tabs, write } from "./dom.js";
import { isMedia, isTable, jsonView, mediaView, pairsView, tableView } from "./values.js";

const KEPT = 5000;
const TRUST = {
  machine_applicable: "This is certainly what was meant.",
  maybe_incorrect: "Look at it before you run it.",
  has_placeholders: "Some values are for you to fill in.",
};

/** Make the place where answers are shown; `acts` says what its buttons do. */
export function makeResults(acts) {
  const heading = el("h2", { tabindex: "-1" }, "Result");
  const facts = el("p", { class: "facts" });
  const body = el("div", {});
  const element = el("section", { class: "result card", "aria-label": "Result", hidden: true }, el("div", { class: "head" }, heading, facts), body);
  function show(kind, title, said, ...parts) {
    element.hidden = false;
    element.dataset.state = kind;
    heading.textContent = title;
    facts.replaceChildren(...said);
    body.replaceChildren(...parts.filter(Boolean));
  }
  return {
    element,
    hide: () => { element.hidden = true; },
    isHidden: () => element.hidden,
    running: () => liveView(show),
    answer: (envelope, pages) => showAnswer(show, envelope, pages, acts),
    cancelled: (parts) => show("cancelled", "Cancelled", [], el("p", {}, "The server was told to stop."), parts),
    look: () => element.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" }),
  };
}

function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Show what comes before the end: progress, log lines, items. */
function liveView(show) {
  const bar = el("progress", { "aria-label": "Progress", hidden: true });
  const note = el("p", { class: "hint" });
  const log = el("pre", { class: "log", hidden: true });
  const count = el("span", {}, "");
  const place = el("div", {});
  const items = [];
  let total = 0;
  let view = null;
  let due = false;
  show("running", "Running…", [count], bar, note, log, place);
  function draw() {
    due = false;
    if (!items.length) return;
    count.textContent = total > items.length ? `the last ${items.length} of ${total} items` : `${total} item${total === 1 ? "" : "s"}`;
    const gone = total > items.length;
    if (view && !gone) view.refresh(items);
    else place.replaceChildren((view = tableView(gone ? [...items] : items)));
  }
  return {
    items,
    total: () => total,
    on: {
      item(value) {
        items.push(value);
        total += 1;
        if (items.length > KEPT) items.splice(0, items.length - KEPT);
        if (!due) requestAnimationFrame(draw);
        due = true;
      },
      progress({ done, total: all, message }) {
        bar.hidden = false;
        if (all) Object.assign(bar, { max: all, value: done });
        else bar.removeAttribute("value");
        note.textContent = message ?? "";
      },
      log({ level, data }) {
        log.hidden = false;
        log.append(`${level}: ${typeof data === "string" ? data : write(data)}\n`);
      },
    },
  };
}

function showAnswer(show, envelope, pages, acts) {
  const { ok, error, meta = {} } = envelope;
  const parts = [];
  const said = factsOf(meta, pages).map((text) => el("span", {}, text));
  if (error) parts.push(errorView(error, acts));
  if (meta.warnings?.length) {
    parts.push(el("ul", { class: "warnings", "aria-label": "Warnings" }, meta.warnings.map((text) => el("li", {}, text))));
  }
  if (ok || envelope.result?.length) parts.push(resultView(envelope));
  else parts.push(el("details", {}, el("summary", {}, "The whole answer"), jsonView(envelope)));
  const more = moreView(meta, pages, acts);
  if (more) parts.push(more);
  show(ok ? "done" : "failed", ok ? (meta.dry_run ? "What would be done" : "Result") : "It did not work", said, ...parts);
}

function factsOf(meta, pages) {
  return [
    meta.duration_ms === undefined ? "" : `${meta.duration_ms.toLocaleString()} ms`,
    meta.total === undefined ? "" : `${meta.total.toLocaleString()} in all`,
    pages.number > 1 ? `page ${pages.number}` : "",
    meta.truncated ? "cut short" : "",
    meta.idempotent_replay ? "as answered before" : "",
    meta.dry_run ? "nothing was done" : "",
  ].filter(Boolean);
}

function resultView(envelope) {
  const { result } = envelope;
  const views = [];
  if (isTable(result)) views.push({ title: "Table", make: () => tableView(result) });
  else if (isMedia(result)) views.push({ title: "Content", make: () => mediaView(result) });
  else if (Array.isArray(result) && result.length && result.every(isMedia)) views.push({ title: "Content", make: () => el("div", {}, result.map(mediaView)) });
  else if (Array.isArray(result) && result.length && result.every((one) => !isObject(one) && !Array.isArray(one))) views.push({ title: "Table", make: () => tableView(result) });
  else if (isObject(result) && Object.keys(result).length) views.push({ title: "Table", make: () => pairsView(result) });
  else if (result === null || result === undefined) views.push({ title: "Text", make: () => el("p", { class: "hint empty" }, "The command gave nothing back.") });
  else if (Array.isArray(result) && !result.length) views.push({ title: "Text", make: () => el("p", { class: "hint empty" }, "The list is empty.") });
  else if (typeof result !== "object" || isRaw(result)) views.push({ title: "Text", make: () => el("pre", { class: "text" }, isRaw(result) ? result.rawJSON : String(result)) });
  views.push({ title: "JSON", make: () => withCopy(result ?? null, "the result") });
  views.push({ title: "Whole answer", make: () => withCopy(envelope, "the whole answer") });
  return tabs("Views of the result", views);
}

function withCopy(value, what) {
  return el("div", { class: "copied" }, jsonView(value), copyButton(() => write(value, 2), what));
}

function errorView(error, acts) {
  const { suggestion = {}, details = {} } = error;
  const others = (details.errors ?? []).slice(1).map((one) => el("li", {}, one.message));
  const repair = acts.repairOf(error);
  const id = newId();
  const parts = [
    el("p", { class: "message", id }, error.code ? el("code", {}, error.code) : null, error.code ? " " : null, error.message),
    others.length ? el("ul", {}, others) : null,
  ];
  if (suggestion.fix) parts.push(el("p", { class: "fix" }, el("strong", {}, "Fix: "), suggestion.fix));
  if (repair) {
    const runs = !repair.holes.length && suggestion.action !== "ask_human";
    const nothing = repair.holes.length && repair.changed === null;
    parts.push(el("div", { class: "buttons" },
      el("button", { type: "button", class: "first", "data-act": "apply", "aria-describedby": id, onclick: () => acts.apply(repair, false) }, nothing ? "Show me where" : "Apply the fix"),
      runs ? el("button", { type: "button", "data-act": "apply-run", onclick: () => acts.apply(repair, true) }, "Apply and run") : null,
      el("span", { class: "hint" }, TRUST[suggestion.applicability] ?? "")));
  }
  if (details.request) parts.push(el("p", {}, "The request: ", el("code", { class: "long" }, details.request), " ", copyButton(() => details.request, "the request")));
  if (error.code === "E2901") parts.push(el("div", { class: "buttons" }, el("button", { type: "button", class: "first", onclick: acts.askToken }, "Give a token…")));
  return el("div", { class: "error", role: "alert" }, parts);
}

function moreView(meta, pages, acts) {
  const parts = [];
  if (pages.number > 1) parts.push(el("button", { type: "button", onclick: acts.previous }, "Previous page"));
  if (meta.next_cursor) parts.push(el("button", { type: "button", "data-act": "next", onclick: () => acts.next(meta.next_cursor) }, "Next page"));
  for (const step of meta.next ?? []) {
    const name = step.command.replaceAll(".", " ");
    parts.push(el("a", { href: acts.linkTo(name, step.arguments), class: "button", title: step.when }, `Go on with ${name}`));
  }
  return parts.length ? el("div", { class: "buttons more" }, parts) : null;
}
