// A stand-in for the host's model: keeps what was sent, answers when told to.
import { Window } from "happy-dom";

const window = new Window({ url: "http://localhost/" });
/** @type {any} */
const globals = globalThis;
for (const name of ["document", "Element", "HTMLElement", "Event", "MouseEvent", "KeyboardEvent", "FocusEvent", "FormData"]) {
  globals[name] = /** @type {any} */ (window)[name];
}
export const document = /** @type {Document} */ (globals.document);

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
