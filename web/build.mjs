// Makes the page: one HTML file with its script and style inside.
//
//   node build.mjs FOLDER_OF_NODE_MODULES OUT.html
//
// {{nonce}} and {{data}} stay in it for whoever gives it out; see src/view.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [modules, out] = process.argv.slice(2);
if (!out) throw new Error("node build.mjs FOLDER_OF_NODE_MODULES OUT.html");

const esbuild = createRequire(join(modules, "x.js"))("esbuild");

async function bundle(entry) {
  const result = await esbuild.build({
    entryPoints: [join(here, entry)],
    absWorkingDir: here,
    nodePaths: [modules],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "iife",
    target: ["chrome111", "firefox115", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
  });
  return { text: result.outputFiles[0].text, inputs: Object.keys(result.metafile.inputs) };
}

// What others wrote is passed on with their licence.
async function licences(inputs) {
  const names = new Set();
  for (const input of inputs) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (name) names.add(name);
  }
  const texts = [...names].sort().map(async (name) => {
    const { version } = JSON.parse(await readFile(join(modules, name, "package.json"), "utf8"));
    return `${name} ${version}\n\n${(await readFile(join(modules, name, "LICENSE"), "utf8")).trim()}\n`;
  });
  return (await Promise.all(texts)).join("\n");
}

// A word that would end the element it stands in, or be taken for a placeholder, must not be in it.
function safe(text, ...words) {
  for (const word of words) {
    if (text.toLowerCase().includes(word)) throw new Error(`The page would contain ${word}`);
  }
  return text;
}

const script = await bundle("src/main.tsx");
const style = await bundle("src/style/page.css");
const others = await licences(script.inputs);
const template = await readFile(join(here, "template.html"), "utf8");
const page = template
  .replace("@@style@@", () => safe(style.text, "</style", "{{nonce}}", "{{data}}"))
  .replace("@@script@@", () => safe(script.text, "</script", "<!--", "{{nonce}}", "{{data}}"))
  .replace("@@licences@@", () => safe(others, "--", "{{nonce}}", "{{data}}"));
await mkdir(dirname(out), { recursive: true });
await writeFile(out, page);
