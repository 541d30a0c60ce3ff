// npm run types: generates engine/src/types.ts from api.schema.json. With --check, fails if the file is out of date.
import { readFileSync, writeFileSync } from "node:fs";

const url = (path) => new URL(path, import.meta.url);
const schema = JSON.parse(readFileSync(url("../api.schema.json"), "utf8"));
const target = url("../engine/src/types.ts");

const literal = (value) => JSON.stringify(value);
const primitives = { string: "string", number: "number", integer: "number", boolean: "boolean", null: "null" };
// Keywords that have no equivalent in TypeScript.
const checked = [
  "pattern", "minLength", "minimum", "maximum", "maxItems", "not", "dependentRequired", "unevaluatedProperties", "description",
];
const translated = ["$ref", "allOf", "anyOf", "const", "enum", "type", "properties", "required", "items", "additionalProperties"];

const union = (types) => [...new Set(types)].join(" | ");
function comment({ description }, indent) {
  if (!description) return "";
  const lines = [""];
  for (const word of description.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (`${indent}//${longer}`.length > 120) lines.push(` ${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => `${indent}//${line}\n`).join("");
}

function typeOf(part, indent = "") {
  for (const keyword of Object.keys(part)) {
    if (!checked.includes(keyword) && !translated.includes(keyword)) throw new Error(`no type for the keyword ${keyword}`);
  }
  const whole = [...(part.allOf ?? []).map((one) => typeOf(one, indent))];
  if (part.$ref) whole.push(part.$ref.replace("#/$defs/", ""));
  if (part.properties) whole.push(objectOf(part, indent));
  const choices = [];
  if (part.anyOf) choices.push(...part.anyOf.map((one) => typeOf(one, indent)));
  else if ("const" in part) choices.push(literal(part.const));
  else if (part.enum) choices.push(...part.enum.map(literal));
  else if (whole.length === 0) choices.push(...[part.type].flat().map((type) => plainType(type, part, indent)));
  if (whole.length === 0) return union(choices);
  return [...whole, ...(choices.length > 0 ? [`(${union(choices)})`] : [])].join(" & ");
}

function plainType(type, part, indent) {
  if (type === "array") return part.items.anyOf || part.items.allOf ? `(${typeOf(part.items, indent)})[]` : `${typeOf(part.items, indent)}[]`;
  if (type === "object") return `Record<string, ${typeOf(part.additionalProperties, indent)}>`;
  if (!primitives[type]) throw new Error(`no type for ${literal(part)}`);
  return primitives[type];
}

function objectOf({ properties, required = [] }, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, part]) => {
    const key = /^\w+$/.test(name) ? name : literal(name);
    return `${comment(part, inner)}${inner}${key}${required.includes(name) ? "" : "?"}: ${typeOf(part, inner)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

const types = Object.entries(schema.$defs).map(([name, part]) => `${comment(part, "")}export type ${name} = ${typeOf(part)};\n`);
const text = `// Generated from api.schema.json by npm run types. Do not edit.\n\n${types.join("\n")}`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("engine/src/types.ts is out of date with api.schema.json; run npm run types");
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
