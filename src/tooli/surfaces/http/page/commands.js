// The list of commands: groups, badges, search.
import { el } from "./dom.js";

/** Return what running a command means, as badges. */
export function badgesOf(command) {
  const hints = command.annotations ?? {};
  const found = [];
  if (needsYes(command)) found.push(["destructive", "destructive"]);
  else if (hints.readOnlyHint) found.push(["reads", "read-only"]);
  if (command.requires_approval) found.push(["approval", "approval"]);
  if (command.output?.["x-stream"]) found.push(["stream", "stream"]);
  if (command.deprecated) found.push(["old", "deprecated"]);
  return found;
}

/** Whether a command runs only after a yes. */
export function needsYes(command) {
  return Boolean(command.annotations?.destructiveHint) || ["high", "critical"].includes(command.danger_level);
}

/** Make the badges of a command. */
export function badges(command) {
  return badgesOf(command).map(([kind, text]) => el("span", { class: `badge ${kind}` }, text));
}

/** Return what a command does, in one line. */
export function summaryOf(command) {
  return (command.description ?? command.title ?? "").split("\n")[0];
}

/** Return the address of a command on this page. */
export function linkTo(name, given) {
  const path = name.split(" ").map(encodeURIComponent).join("/");
  const values = given && Object.keys(given).length ? `?${encodeURIComponent(JSON.stringify(given))}` : "";
  return `#/commands/${path}${values}`;
}

/** Return the commands that words are found in, the best first. */
export function search(commands, text) {
  const words = text.toLowerCase().split(/[\s_.-]+/).filter(Boolean);
  if (!words.length) return commands;
  const scored = commands.map((command, at) => ({ command, at, score: score(command, words) }));
  return scored.filter((one) => one.score > 0).sort((a, b) => b.score - a.score || a.at - b.at).map((one) => one.command);
}

function score(command, words) {
  const name = command.name.toLowerCase();
  const parts = name.split(/[\s_-]+/);
  const other = [command.title, command.description, command.when_to_use, ...(command.aliases ?? [])].join(" ").toLowerCase();
  const params = Object.keys(command.input.properties ?? {}).join(" ").toLowerCase();
  let sum = 0;
  for (const word of words) {
    const found = parts.includes(word) ? 10 : parts.some((part) => part.startsWith(word)) ? 8 : name.includes(word) ? 5
      : other.includes(word) ? 3 : params.includes(word) ? 2 : 0;
    if (!found) return 0;
    sum += found;
  }
  return sum;
}

/** Return the commands by group, each group before those inside it. */
export function grouped(commands) {
  const groups = new Map([["", []]]);
  for (const command of commands) {
    const path = command.name.split(" ").slice(0, -1);
    path.forEach((_, depth) => {
      const name = path.slice(0, depth + 1).join(" ");
      if (!groups.has(name)) groups.set(name, []);
    });
    groups.get(path.join(" ")).push(command);
  }
  return [...groups].filter(([, inside]) => inside.length);
}

/** Make the list; `groups` says what each is for. */
export function makeList(place, found, commands, groups) {
  let shown = [];
  function item(command, searched) {
    const name = searched ? command.name : command.name.split(" ").at(-1);
    const marks = badgesOf(command).map(([kind, text]) => el("span", { class: `dot ${kind}`, title: text }, el("span", { class: "unseen" }, `, ${text}`)));
    return el("a", { href: linkTo(command.name), "data-name": command.name },
      el("span", { class: "line" }, el("span", { class: "name" }, name), marks), el("span", { class: "summary" }, summaryOf(command)));
  }
  function section(group, inside) {
    const list = el("ul", {}, inside.map((command) => el("li", {}, item(command, false))));
    return group ? el("section", {}, el("h2", { title: groups[group] }, group), list) : list;
  }
  function draw(text) {
    shown = search(commands, text);
    place.replaceChildren(...(text.trim() ? [el("ul", {}, shown.map((command) => el("li", {}, item(command, true))))] : grouped(shown).map(([group, inside]) => section(group, inside))));
    found.textContent = shown.length ? `${shown.length} command${shown.length === 1 ? "" : "s"}` : "No command has these words.";
    mark(current);
  }
  let current = null;
  function mark(name) {
    current = name;
    place.querySelectorAll("a").forEach((link) => {
      if (link.dataset.name === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    });
    place.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }
  place.addEventListener("keydown", (event) => {
    const links = [...place.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    if (next < 0) document.getElementById("search").focus();
    else links[Math.min(next, links.length - 1)].focus();
  });
  return { draw, mark, first: () => place.querySelector("a") };
}
