// node replay.mjs RUNTIME RECORDS: replays records with the Python that the site sends to its readers, and prints the
// SHA-256 of their final positions, one line of JSON each.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, records] = process.argv.slice(2).map((path) => resolve(path));
const CHUNK = 100;
const REPLAY = `
import json, sys
sys.path.insert(0, "/grandslam.zip")
from grandslam import Match

def replay(text):
    finals = (Match.from_record(record).position.to_json() for record in json.loads(text))
    return "".join(json.dumps(final, sort_keys=True) + "\\n" for final in finals)

replay
`;

const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: `${runtime}/`,
  packageBaseUrl: `${runtime}/`,
  stdLibURL: join(runtime, "python_stdlib.zip"),
});
python.FS.writeFile("/grandslam.zip", readFileSync(join(runtime, "grandslam.zip")));
const replay = python.runPython(REPLAY);

/** @type {unknown[]} */
const all = JSON.parse(readFileSync(records, "utf8"));
const digest = createHash("sha256");
for (let at = 0; at < all.length; at += CHUNK) digest.update(replay(JSON.stringify(all.slice(at, at + CHUNK))));
console.log(digest.digest("hex"));
