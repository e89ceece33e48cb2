// JSON Schemas, read for people: what kind of value is wanted, in words, and whether a value fits.
import { isObject, same, write } from "./dom.js";

/** Return a schema without references, and without what only says that null is allowed too. */
export function resolve(schema, root) {
  let found = schema === true ? {} : schema;
  for (let depth = 0; found.$ref && depth < 20; depth += 1) {
    const { $ref, ...own } = found;
    const target = $ref.replace(/^#\//, "").split("/").reduce((at, step) => at?.[decodeURIComponent(step)], root);
    found = { ...target, ...own };
  }
  if (found.allOf?.length === 1) {
    const { allOf, ...own } = found;
    return resolve({ ...allOf[0], ...own }, root);
  }
  if (Array.isArray(found.type)) {
    const { type, ...own } = found;
    return type.length === 1 ? { ...own, type: type[0] } : withoutNull({ ...own, anyOf: type.map((one) => narrowed(own, one)) }, root);
  }
  return found.anyOf || found.oneOf ? withoutNull(found, root) : found;
}

function narrowed({ title, description, default: _, ...own }, type) {
  return { ...own, type };
}

function withoutNull(schema, root) {
  const { anyOf, oneOf, ...own } = schema;
  const members = (anyOf ?? oneOf).map((member) => resolve(member, root));
  if (!members.every(isObject) || members.every((member) => member.required && !member.type)) return own;
  const others = members.filter((member) => member.type !== "null");
  const nullable = others.length < members.length || others.some((member) => member.nullable);
  if (others.length === 1) return { ...others[0], ...own, nullable };
  if (others.length === 2 && others[0].type === "number" && others[1].format === "decimal") {
    return { ...others[0], ...others[1], ...own, nullable };
  }
  return { ...own, members: others, nullable };
}

/** Say which control a resolved schema wants. */
export function kindOf(schema) {
  if (schema.const !== undefined) return "const";
  if (schema.enum) return "enum";
  if (schema.members) return "union";
  if (schema.type === "array") return schema.prefixItems ? "tuple" : "list";
  if (schema.type === "object" || schema.properties) return schema.properties ? "object" : "map";
  if (schema.type === "string") return textKind(schema);
  return ["integer", "number", "boolean"].includes(schema.type) ? schema.type : "any";
}

function textKind(schema) {
  if (schema.writeOnly || schema.format === "password") return "secret";
  if (schema.contentEncoding === "base64") return "bytes";
  return { date: "date", time: "time", "date-time": "moment" }[schema.format] ?? "text";
}

const WORDS = {
  boolean: "yes or no", integer: "whole number", number: "number", date: "date", time: "time", moment: "date and time",
  secret: "secret", bytes: "file or base64", map: "names and values", list: "list", tuple: "list", any: "any value", text: "text",
};
const FORMATS = { decimal: "decimal number", duration: "duration", uuid: "UUID", path: "path", uri: "address", email: "e-mail" };

/** Say in a word or two what a value is. */
export function typeWord(schema) {
  const kind = kindOf(schema);
  if (kind === "text" || (kind === "number" && schema.format)) return FORMATS[schema.format] ?? schema.format ?? "text";
  if (kind === "enum") return "choice";
  if (kind === "const") return write(schema.const);
  if (kind === "union") return "one of several";
  if (kind === "object") return schema.title ?? "object";
  return WORDS[kind];
}

/** Return what tells one member of a union from the others. */
export function memberLabel(schema, root) {
  if (schema.title) return schema.title;
  if (schema.const !== undefined) return String(schema.const);
  const fixed = Object.values(schema.properties ?? {}).map((inner) => resolve(inner, root)).find((inner) => inner.const !== undefined);
  if (fixed) return String(fixed.const);
  if (schema.properties) return Object.keys(schema.properties).slice(0, 3).join(", ");
  if (schema.enum) return schema.enum.slice(0, 3).join(", ");
  if (kindOf(schema) === "list" && schema.items) return `list: ${typeWord(resolve(schema.items, root))}`;
  return typeWord(schema);
}

/** Return the limits of a value, in words. */
export function limits(schema) {
  const said = [];
  const between = (low, high, unit) => {
    if (low !== undefined && high !== undefined) said.push(low === high ? `${low}${unit}` : `${low} to ${high}${unit}`);
    else if (low !== undefined) said.push(`at least ${low}${unit}`);
    else if (high !== undefined) said.push(`at most ${high}${unit}`);
  };
  between(schema.minimum, schema.maximum, "");
  if (schema.exclusiveMinimum !== undefined) said.push(`above ${schema.exclusiveMinimum}`);
  if (schema.exclusiveMaximum !== undefined) said.push(`below ${schema.exclusiveMaximum}`);
  if (schema.multipleOf !== undefined) said.push(`a multiple of ${schema.multipleOf}`);
  between(schema.minLength, schema.maxLength, " characters");
  if (schema.type === "array" && !schema.prefixItems) between(schema.minItems, schema.maxItems, " items");
  if (schema.uniqueItems) said.push("no item twice");
  if (schema.pattern && schema.type === "string") said.push(`like ${schema.pattern}`);
  if (schema.examples?.length) said.push(`e.g. ${schema.examples.map((one) => (typeof one === "string" ? one : write(one))).join(", ")}`);
  return said;
}

/** Say what is wrong with a value at first sight; the server has the last word. */
export function wrong(schema, value) {
  const kind = kindOf(schema);
  if (kind === "integer" || (kind === "number" && !schema.format)) {
    const number = Number(value?.rawJSON ?? value);
    if (typeof value === "string" || Number.isNaN(number)) return "This is not a number.";
    if (kind === "integer" && !Number.isInteger(number)) return "This is not a whole number.";
    const inside = number >= (schema.minimum ?? -Infinity) && number <= (schema.maximum ?? Infinity)
      && number > (schema.exclusiveMinimum ?? -Infinity) && number < (schema.exclusiveMaximum ?? Infinity);
    return inside ? "" : `This has to be ${limits(schema)[0]}.`;
  }
  if (kind !== "text" || typeof value !== "string") return "";
  const length = [...value].length;
  if (length < (schema.minLength ?? 0)) return `This has to have at least ${schema.minLength} characters.`;
  if (length > (schema.maxLength ?? Infinity)) return `This may have ${schema.maxLength} characters.`;
  return matches(schema.pattern, value) ? "" : `This has to look like ${schema.pattern}`;
}

function matches(pattern, value) {
  try {
    return !pattern || new RegExp(pattern, "u").test(value);
  } catch { // patterns of other languages
    return true;
  }
}

/** Whether a value looks like one of a schema: enough to find the member of a union it belongs to. */
export function fits(schema, value, root) {
  switch (kindOf(schema)) {
    case "const": return same(schema.const, value);
    case "enum": return schema.enum.some((choice) => same(choice, value));
    case "union": return schema.members.some((member) => fits(member, value, root));
    case "list": case "tuple": return Array.isArray(value);
    case "map": return isObject(value);
    case "object": return isObject(value)
      && (schema.required ?? []).every((name) => name in value)
      && Object.entries(schema.properties).every(([name, inner]) => !(name in value) || likely(resolve(inner, root), value[name], root));
    case "integer": return Number.isInteger(value) || Boolean(value?.rawJSON);
    case "number": return typeof value === "number" || Boolean(value?.rawJSON);
    case "boolean": return typeof value === "boolean";
    case "any": return true;
    default: return typeof value === "string";
  }
}

function likely(schema, value, root) {
  return ["const", "enum"].includes(kindOf(schema)) ? fits(schema, value, root) : true;
}
