// A module worker with one Python in it: requests in, replies out. It knows no rule of the game.
import { loadPyodide } from "./pyodide.mjs";

/** @typedef {{ id: string, request: any }} Question */

const here = new URL("./", import.meta.url).href;

const BRIDGE = `
import json, sys
sys.path.insert(0, "/grandslam.zip")
import grandslam
from grandslam.table import answer

def reply(text):
    return json.dumps(answer(json.loads(text)), ensure_ascii=False)

reply
`;

/** The smallest WebAssembly module there is; making it fails at once where a policy forbids WebAssembly. */
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/**
 * A failure in a reader's words.
 * @param {unknown} error
 */
function sentence(error) {
  const text = error instanceof Error ? String(error) : String(/** @type {any} */ (error)?.message ?? error);
  if (/memory|RangeError/i.test(text)) return "There is not enough memory free to start Python.";
  if (/fetch|load|HTTP|ExitStatus|terminated with exit|zipimport|JSON/i.test(text))
    return "A file that Python needs did not arrive: it is missing, or the connection broke.";
  return `Python stopped: ${text.trim().split("\n").at(-1)?.slice(0, 160)}.`;
}

/** @param {unknown} error */
const fail = (error) => postMessage({ fatal: sentence(error) });

// Pyodide reports some failures nowhere else; without this the page would learn of them only by waiting.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  fail(event.reason);
});

// Pyodide waits for ever when its WebAssembly does not arrive or start. So say what happened; and where a server sends
// the file as the wrong type, do without compiling while it loads.
const streaming = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (source, imports) => {
  try {
    const response = await source;
    if (!response.ok) throw new Error(`HTTP status ${response.status}: ${response.url}`);
    if (response.headers.get("Content-Type") === "application/wasm") return await streaming(response, imports);
    return await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  } catch (error) {
    fail(error);
    throw error;
  }
};

/** @param {string} name */
async function bytes(name) {
  const response = await fetch(here + name);
  if (!response.ok) throw new Error(`HTTP status ${response.status}: ${name}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What requests need besides the first two zips, by what they do, and what it is for. Boards need nothing. */
const EXTRAS = /** @type {Record<string, [zips: string[], what: string]>} */ ({
  open: [[], ""], play: [[], ""], why_not: [[], ""], next: [[], ""],
  qr: [["more.zip", "qr.zip"], "QR codes"],
  chart: [["more.zip", "charts.zip"], "charts"],
});
/** What all others need. @type {[zips: string[], what: string]} */
const MORE = [["more.zip"], "this"];
/** Puts a zip where Python finds it. @type {(zip: string) => Promise<void>} */
let bring;
/** The zips that are there or on their way. @type {Map<string, Promise<void>>} */
const brought = new Map();

/** @returns {Promise<(request: string) => string>} */
async function start() {
  const engine = bytes("grandslam.zip");
  engine.catch(() => {}); // it is awaited below
  const python = await loadPyodide({
    indexURL: here,
    packageBaseUrl: here,
    stdLibURL: `${here}python_stdlib.zip`,
  });
  python.FS.writeFile("/grandslam.zip", await engine);
  const reply = python.runPython(BRIDGE);
  bring = async (zip) => {
    python.FS.writeFile(`/${zip}`, await bytes(zip));
    python.runPython(`sys.path.append("/${zip}"); grandslam.__path__.append("/${zip}/grandslam")`);
  };
  postMessage({ ready: true, version: python.version });
  return reply;
}

/** @type {Promise<((request: string) => string) | null>} */
const ready = (async () => {
  try {
    new WebAssembly.Module(EMPTY);
  } catch {
    postMessage({ fatal: "WebAssembly is switched off here, by the browser or by the site’s policy; Python needs it." });
    return null;
  }
  try {
    return await start();
  } catch (error) {
    fail(error);
    return null;
  }
})();

addEventListener("message", async ({ data }) => {
  const { id, request } = /** @type {Question} */ (data);
  const reply = await ready;
  if (!reply) return;
  const [zips, what] = EXTRAS[request?.do] ?? MORE;
  for (const zip of zips) {
    try {
      if (!brought.has(zip)) brought.set(zip, bring(zip));
      await brought.get(zip);
    } catch {
      brought.delete(zip);
      postMessage({ id, reply: { error: { text: `A file for ${what} did not arrive; please try again.`, where: request.do } } });
      return;
    }
  }
  try {
    postMessage({ id, reply: JSON.parse(reply(JSON.stringify(request))) });
  } catch (error) {
    fail(error);
  }
});
