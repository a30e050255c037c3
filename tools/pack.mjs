// node tools/pack.mjs FOLDER SEGNO PYGAL: puts Pyodide, its trimmed standard library, the engine, and what QR codes and
// charts need of segno and pygal (whose packages lie in SEGNO and PYGAL) into FOLDER.
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = fileURLToPath(new URL("../", import.meta.url));
const stock = join(root, "node_modules/pyodide/");
const [target, segno, pygal] = process.argv.slice(2);
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

/**
 * The files of a package, as `run` takes them.
 * @param {string} folder
 * @param {string} there
 */
const files = (folder, there) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [there + relative(folder, path).replaceAll("\\", "/"), path]),
  );

const source = files(join(root, "grandslam"), "/src/grandslam/");
await run(source, "pack_engine", "grandslam.zip");
const engine = { "/out/grandslam.zip": join(target, "grandslam.zip") };
const library = { "/stock/python_stdlib.zip": join(stock, "python_stdlib.zip") };
await run({ ...engine, ...library }, "pack_library", "python_stdlib.zip");
const first = { ...library, "/out/python_stdlib.zip": join(target, "python_stdlib.zip") };
await run({ ...source, ...first }, "pack_more", "more.zip");
const all = { ...engine, ...first, "/out/more.zip": join(target, "more.zip") };
await run({ ...all, ...files(segno, "/site/segno/") }, "pack_qr", "qr.zip");
await run({ ...all, ...files(pygal, "/site/pygal/") }, "pack_charts", "charts.zip");

for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  copyFileSync(join(stock, name), join(target, name));
}
// Pyodide asks for its list of packages; the engine needs none of them.
const { info } = JSON.parse(readFileSync(join(stock, "pyodide-lock.json"), "utf8"));
writeFileSync(join(target, "pyodide-lock.json"), JSON.stringify({ info, packages: {} }));
process.exit(0);
