// node ask.mjs RUNTIME REQUESTS: asks the Python that the site sends to its readers, and prints the SHA-256 of its
// replies, one line of JSON each.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, requests] = process.argv.slice(2).map((path) => resolve(path));
const ASK = `
import json, sys
sys.path[:0] = ["/grandslam.zip", "/more.zip"]
import grandslam
grandslam.__path__.append("/more.zip/grandslam")
from grandslam.table import answer

def ask(text):
    return "".join(json.dumps(answer(request), sort_keys=True) + "\\n" for request in json.loads(text))

ask
`;

const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: `${runtime}/`,
  packageBaseUrl: `${runtime}/`,
  stdLibURL: join(runtime, "python_stdlib.zip"),
});
for (const zip of ["grandslam.zip", "more.zip"]) python.FS.writeFile(`/${zip}`, readFileSync(join(runtime, zip)));
const replies = python.runPython(ASK)(readFileSync(requests, "utf8"));
console.log(createHash("sha256").update(replies).digest("hex"));
process.exit(0);
