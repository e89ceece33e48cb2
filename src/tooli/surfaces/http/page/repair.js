// Repairs: the arguments that an error suggests, laid over those in the form.
import { isObject, same } from "./dom.js";

const OPTIONS = ["yes", "dry_run"];
const PLACEHOLDER = /^<([^<>]*)>$/s;

/** Return what an error says to change, or null: values, options, and places where only a person knows the value. */
export function readRepair(error, before, schema) {
  const { suggestion = {}, details = {}, field } = error;
  if (suggestion.arguments === undefined) {
    return details.corrected === undefined ? null : { options: { [field]: details.corrected }, values: before, holes: [], changed: null };
  }
  const options = {};
  const holes = [];
  const given = { ...suggestion.arguments };
  for (const name of OPTIONS) {
    if (name in given && !(name in schema.properties)) {
      options[name] = given[name];
      delete given[name];
    }
  }
  const values = laidOver(given, before, "", holes);
  const told = new Map((details.errors ?? [error]).map((one) => [one.field, withoutField(one)]));
  holes.forEach((hole) => { hole.words = told.get(hole.place) ?? `To be filled in: ${hole.words.replace(/^[^:]*: /, "")}`; });
  const changed = Object.keys({ ...before, ...values }).find((name) => !same(values[name], before[name])) ?? null;
  return { options, values, holes, changed };
}

/** Return what is wrong with a field, without its name. */
export function withoutField({ field, message }) {
  return field && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
}

/** Return the repaired data; where it has a placeholder, what stood there stays. */
function laidOver(repaired, before, place, holes) {
  const words = typeof repaired === "string" ? PLACEHOLDER.exec(repaired)?.[1] : undefined;
  if (words !== undefined) {
    if (words !== place) holes.push({ place, words }); // a secret's placeholder has only its name
    return before;
  }
  if (Array.isArray(repaired)) return repaired.map((one, at) => laidOver(one, before?.[at], `${place}[${at}]`, holes));
  if (!isObject(repaired)) return repaired;
  const pairs = Object.entries(repaired).map(([name, inner]) =>
    [name, laidOver(inner, isObject(before) ? before[name] : undefined, place ? `${place}.${name}` : name, holes)]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}
