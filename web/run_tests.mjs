// The tests of the page's functions, in node.
//
//   node run_tests.mjs FOLDER_OF_NODE_MODULES FOLDER_FOR_BUNDLES

import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [modules, out] = process.argv.slice(2);
if (!out) throw new Error("node run_tests.mjs FOLDER_OF_NODE_MODULES FOLDER_FOR_BUNDLES");

const esbuild = createRequire(join(modules, "x.js"))("esbuild");
const names = (await readdir(join(here, "test"))).filter((name) => name.endsWith("_test.ts"));
await esbuild.build({
  entryPoints: names.map((name) => join(here, "test", name)),
  absWorkingDir: here,
  nodePaths: [modules],
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: out,
  outExtension: { ".js": ".mjs" },
  jsx: "automatic",
  jsxImportSource: "preact",
});
const made = names.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
process.exit(spawnSync(process.execPath, ["--test", ...made], { stdio: "inherit", timeout: 120_000 }).status ?? 1);
