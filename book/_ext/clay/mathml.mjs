// One formula in ("D …" to stand alone, "I …" in a line of text), its MathML out. Needs temml (npm).
import { readFileSync } from "node:fs";
import temml from "temml";

/** The page's policy forbids inline styles, so clay.css has a class for each that temml writes. @type {Record<string, string>} */
const CLASSES = {
  "display:block math": "", // clay.css: .tml-display
  "math-depth:0": "", // clay.css: every accent
  "math-depth:2": "tml-deep",
  "padding-left:0em": "tml-l0",
  "padding-left:1em": "tml-l1",
  "padding-left:5.9776pt": "tml-l2",
  "padding-right:0em": "tml-r0",
  "padding-right:5.9776pt": "tml-r2",
};

/** @param {string} declaration */
function named(declaration) {
  const name = CLASSES[declaration];
  if (name === undefined) throw new Error(`clay/mathml.mjs and clay.css have no class for the style ${declaration}`);
  return name;
}

/**
 * The tag with classes for its inline style.
 * @param {string} tag
 */
function plain(tag) {
  const style = tag.match(/ style="([^"]*)"/);
  if (!style) return tag;
  const names = (style[1] ?? "").split(";").filter(Boolean).map(named).filter(Boolean).join(" ");
  const bare = tag.replace(style[0], "");
  if (!names) return bare;
  return bare.includes(' class="') ? bare.replace(' class="', `$&${names} `) : bare.replace(/^<\w+/, `$& class="${names}"`);
}

const key = readFileSync(0, "utf8");
try {
  const made = temml.renderToString(key.slice(2), { displayMode: key[0] === "D", throwOnError: true, strict: true });
  process.stdout.write(made.replace(/<[^<>]+>/g, plain));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
