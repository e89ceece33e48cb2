// Elements and data: what every other part of the page is made with.

/** Make an element: attributes, listeners (`onclick`), and children, which may be text. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

let made = 0;

/** Return an id that no other element has. */
export function newId() {
  made += 1;
  return `e${made}`;
}

/** Tell those who cannot see the page what has happened. */
export function say(text) {
  const place = document.getElementById("said");
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}

const WHOLE = /^-?\d+$/;

/** Whether a value is an object with names in it. */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRaw(value);
}

/** Whether a value is a number that JavaScript would round. */
export function isRaw(value) {
  return JSON.isRawJSON?.(value) ?? false;
}

/** Return the number that a text is, with all its digits. */
export function exactNumber(text, value = Number(text)) {
  const rounded = WHOLE.test(text) && !Number.isSafeInteger(value);
  return rounded && JSON.rawJSON ? JSON.rawJSON(text) : value;
}

/** Read JSON. */
export function parse(text) {
  return JSON.parse(text, (_, value, context) =>
    typeof value === "number" && context ? exactNumber(context.source, value) : value);
}

/** Write JSON. */
export function write(value, indent) {
  return JSON.stringify(value, null, indent);
}

/** Whether two values are the same data; the order of names does not count. */
export function same(left, right) {
  return write(ordered(left)) === write(ordered(right));
}

function ordered(value) {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, ordered(value[name])]));
}

/** Make a button that copies a text. */
export function copyButton(text, what, label = "Copy") {
  const button = el("button", { type: "button", class: "small", "aria-label": `Copy ${what}` }, label);
  button.addEventListener("click", async () => {
    button.textContent = (await copied(text())) ? "Copied" : "Not copied";
    say(`${what}: ${button.textContent}`);
    setTimeout(() => { button.textContent = label; }, 1500);
  });
  return button;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { // a browser has no clipboard for a page that came over plain HTTP from another machine
    const area = el("textarea", { class: "unseen", value: text });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Make tabs; what is in one is made when it is first looked at. */
export function tabs(label, pages) {
  const list = el("div", { role: "tablist", "aria-label": label, class: "tabs" });
  const panel = el("div", { role: "tabpanel", id: newId(), tabindex: "0", class: "panel" });
  const buttons = pages.map(({ title }, at) => el("button", {
    type: "button", role: "tab", id: newId(), "aria-controls": panel.id, onclick: () => choose(at),
  }, title));
  const kept = [];
  function choose(at, focus = false) {
    buttons.forEach((button, each) => {
      button.setAttribute("aria-selected", String(each === at));
      button.tabIndex = each === at ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", buttons[at].id);
    kept[at] ??= pages[at].make();
    panel.replaceChildren(kept[at]);
    if (focus) buttons[at].focus();
  }
  list.addEventListener("keydown", (event) => {
    const now = buttons.findIndex((button) => button.tabIndex === 0);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose((next + buttons.length) % buttons.length, true);
  });
  list.append(...buttons);
  choose(0);
  return el("div", { class: "tabbed" }, list, panel);
}
