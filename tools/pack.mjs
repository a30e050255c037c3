// node tools/pack.mjs FOLDER: puts Pyodide, its trimmed standard library and the engine into FOLDER.
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = fileURLToPath(new URL("../", import.meta.url));
const stock = join(root, "node_modules/pyodide/");
const target = process.argv[2];

const python = await loadPyodide({ indexURL: stock });
const { FS } = python;

/** @param {string} folder */
const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

for (const entry of files(join(root, "grandslam"))) {
  const from = join(entry.parentPath, entry.name);
  const to = "/src/" + relative(root, from).replaceAll("\\", "/");
  FS.mkdirTree(to.slice(0, to.lastIndexOf("/")));
  FS.writeFile(to, readFileSync(from));
}
FS.writeFile("/python_stdlib.zip", readFileSync(join(stock, "python_stdlib.zip")));
FS.mkdirTree("/out");
try {
  python.runPython("1 / 0"); // so that what reports an error is loaded too
} catch {
  // as it should
}
python.runPython(readFileSync(new URL("pack.py", import.meta.url), "utf8"));

for (const name of ["python_stdlib.zip", "grandslam.zip"]) writeFileSync(join(target, name), FS.readFile(`/out/${name}`));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) copyFileSync(join(stock, name), join(target, name));
// Pyodide asks for its list of packages; the engine needs none of them.
const { info } = JSON.parse(readFileSync(join(stock, "pyodide-lock.json"), "utf8"));
writeFileSync(join(target, "pyodide-lock.json"), JSON.stringify({ info, packages: {} }));
process.exit(0);
