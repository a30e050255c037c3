// A page without a browser, and a stand-in for the host's model: keeps what was sent, answers when told to.
import { afterEach } from "node:test";
import { Window } from "happy-dom";

const window = new Window({ url: "http://localhost/" });
/** @type {any} */
const globals = globalThis;
for (const name of ["document", "Element", "HTMLElement", "Event", "MouseEvent", "KeyboardEvent", "FocusEvent", "FormData"]) {
  globals[name] = /** @type {any} */ (window)[name];
}
export const document = /** @type {Document} */ (globals.document);

/** @type {(() => void)[]} */
let mounted = [];
/** Puts a widget on the page, until the test ends. @param {{render(host: any): () => void}} widget @param {Model} model */
export const put = (widget, model) => {
  const el = document.createElement("div");
  document.body.append(el);
  mounted.push(widget.render({ model, el }));
  return el;
};
/** Takes all widgets away, as leaving the page does. */
export const leave = () => {
  for (const gone of mounted) gone();
  mounted = [];
};
afterEach(() => {
  leave();
  document.body.replaceChildren();
});

/** What a reader reads of an element. @param {Element|null|undefined} node */
export const text = (node) => (node?.textContent ?? "").replaceAll("\u00a0", " ").replace(/\s+/g, " ").trim();

export class Model {
  isSite = true;
  /** @type {any[]} */ sent = [];
  /** @type {any[]} */ kept = [];
  /** @type {Record<string, any>} */ values;
  /** @type {Map<string, Set<(arg?: any) => void>>} */ #ears = new Map();
  retries = 0;

  /** @param {Record<string, any>} values */
  constructor(values) {
    this.values = { engine: "ready", ...values };
  }

  /** @param {string} name */
  get(name) {
    return this.values[name];
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.values[name] = value;
    this.#tell(`change:${name}`, value);
  }

  /** @param {string} event @param {(arg?: any) => void} ear */
  on(event, ear) {
    this.#ears.set(event, (this.#ears.get(event) ?? new Set()).add(ear));
  }

  /** @param {string} event @param {(arg?: any) => void} [ear] */
  off(event, ear) {
    if (ear) this.#ears.get(event)?.delete(ear);
  }

  /** @param {any} message */
  send(message) {
    this.sent.push(message);
  }

  /** @param {any} reply */
  keep(reply) {
    this.kept.push(reply);
  }

  retry() {
    this.retries += 1;
  }

  get listeners() {
    return [...this.#ears.values()].reduce((n, set) => n + set.size, 0);
  }

  /** Answers the last request. @param {any} reply */
  answer(reply) {
    this.#tell("msg:custom", { id: this.sent.at(-1).id, reply });
  }

  /** @param {string} event @param {any} arg */
  #tell(event, arg) {
    for (const ear of this.#ears.get(event) ?? []) ear(arg);
  }
}
