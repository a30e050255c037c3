// node tools/pack.mjs FOLDER SEGNO: puts Pyodide, its trimmed standard library, the engine and the part of segno (whose
// package lies in SEGNO) that makes QR codes into FOLDER.
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = fileURLToPath(new URL("../", import.meta.url));
const stock = join(root, "node_modules/pyodide/");
const [target, segno] = process.argv.slice(2);
const script = readFileSync(new URL("pack.py", import.meta.url), "utf8");

/**
 * Runs one function of pack.py in a Python of its own.
 * @param {Record<string, string>} files  what it needs: path there → path here
 * @param {string} step
 * @param {string} made  the zip that it makes
 */
async function run(files, step, made) {
  const { FS, runPython } = await loadPyodide({ indexURL: stock });
  FS.mkdirTree("/out");
  for (const [there, here] of Object.entries(files)) {
    FS.mkdirTree(there.slice(0, there.lastIndexOf("/")));
    FS.writeFile(there, readFileSync(here));
  }
  try {
    runPython("1 / 0"); // so that what reports an error is loaded too
  } catch {
    // as it should
  }
  runPython(`${script}\n${step}()`);
  writeFileSync(join(target, made), FS.readFile(`/out/${made}`));
}

const sources = readdirSync(join(root, "grandslam"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((path) => ["/src/" + relative(root, path).replaceAll("\\", "/"), path]);

await run(Object.fromEntries(sources), "pack_engine", "grandslam.zip");
const engine = { "/out/grandslam.zip": join(target, "grandslam.zip") };
const library = { "/stock/python_stdlib.zip": join(stock, "python_stdlib.zip") };
await run({ ...engine, ...library }, "pack_library", "python_stdlib.zip");
const packed = { "/out/python_stdlib.zip": join(target, "python_stdlib.zip") };
const codes = readdirSync(segno).filter((name) => name.endsWith(".py")).map((name) => [`/site/segno/${name}`, join(segno, name)]);
await run({ ...engine, ...library, ...packed, ...Object.fromEntries(codes) }, "pack_qr", "qr.zip");

for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  copyFileSync(join(stock, name), join(target, name));
}
// Pyodide asks for its list of packages; the engine needs none of them.
const { info } = JSON.parse(readFileSync(join(stock, "pyodide-lock.json"), "utf8"));
writeFileSync(join(target, "pyodide-lock.json"), JSON.stringify({ info, packages: {} }));
process.exit(0);
