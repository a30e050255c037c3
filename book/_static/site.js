// Mounts a page's boards and other widgets: the modules that JupyterLab uses, with a stand-in for their model, and Python
// in a worker.
import board from "./board.js";

/** @typedef {Record<string, any>} Json  whatever the engine speaks: `grandslam.table` says what is in it */
/** @typedef {"asleep" | "starting" | "ready" | "failed"} State */

const here = new URL("./", import.meta.url);
const version = here.pathname.split("/").at(-2) ?? "";

/** The fragment of an address that holds a match. */
const LINK = /^#\d{1,6}\./;

/** Seconds that Python may take to start; a page's address may say otherwise: `?start-limit=5`. */
const LIMIT = Number(new URLSearchParams(location.search).get("start-limit")) || 30;

/** One Python for all boards and widgets of the page. */
class Engine {
  /** @type {State} */
  state = "asleep";
  /** Why it failed, in one sentence. */
  fault = "";
  /** @type {Set<() => void>} */
  watchers = new Set();
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<string, { request: Json, done: (reply: Json) => void }>} */
  #open = new Map();
  #count = 0;
  #clock = 0;

  wake() {
    if (this.state === "asleep") this.#start();
  }

  retry() {
    if (this.state === "failed") this.#start();
  }

  /**
   * Asks Python; while it starts, or after it failed, the request waits for the next start.
   * @param {Json} request
   * @returns {Promise<Json>}
   */
  ask(request) {
    return new Promise((done) => {
      const id = String(++this.#count);
      this.#open.set(id, { request, done });
      if (this.state === "asleep") this.#start();
      else this.#worker?.postMessage({ id, request });
    });
  }

  #start() {
    this.#stop();
    this.#say("starting");
    try {
      this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    } catch {
      this.#fail("This browser cannot start Python: it does not know module workers.");
      return;
    }
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(
        "Python’s files did not arrive as they should: one is missing or sent as the wrong type, or this browser is too old.",
      );
    };
    this.#clock = window.setTimeout(() => this.#fail(`Python did not start within ${LIMIT} seconds.`), LIMIT * 1000);
    for (const [id, { request }] of this.#open) this.#worker.postMessage({ id, request });
  }

  /** @param {{ ready?: true, fatal?: string, id?: string, reply?: Json }} message */
  #hear({ ready, fatal, id, reply }) {
    if (ready) {
      clearTimeout(this.#clock);
      performance.mark("grandslam-ready");
      this.#say("ready");
    } else if (fatal) {
      this.#fail(fatal);
    } else if (id && reply) {
      this.#open.get(id)?.done(reply);
      this.#open.delete(id);
    }
  }

  #stop() {
    clearTimeout(this.#clock);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {string} fault */
  #fail(fault) {
    this.#stop();
    this.fault = fault;
    this.#say("failed");
  }

  /** @param {State} state */
  #say(state) {
    this.state = state;
    if (state !== "failed") this.fault = "";
    for (const watcher of this.watchers) watcher();
  }
}

/** What a board or a widget asks of an anywidget model, answered on this page. */
class Model {
  /** Tells the board that Python is within reach, though there is no kernel. */
  isSite = true;
  /** @type {Json} */
  #values;
  /** @type {Map<string, Set<(value: any) => void>>} */
  #listeners = new Map();
  #engine;
  #kept;

  /**
   * @param {Json} values
   * @param {Engine} engine
   * @param {Kept} kept
   */
  constructor(values, engine, kept) {
    this.#values = values;
    this.#engine = engine;
    this.#kept = kept;
    engine.watchers.add(() => this.#follow());
    this.#follow();
  }

  /** @param {string} name */
  get(name) {
    if (name === "engine") return this.#engine.state;
    if (name === "fault") return this.#engine.fault || undefined;
    return this.#values[name];
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    this.#values[name] = value;
    this.#tell(`change:${name}`, value);
  }

  save_changes() {}

  /**
   * @param {string} event
   * @param {(value: any) => void} listener
   */
  on(event, listener) {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all.add(listener));
  }

  /**
   * @param {string} event
   * @param {(value: any) => void} [listener]
   */
  off(event, listener) {
    if (listener) this.#listeners.get(event)?.delete(listener);
    else this.#listeners.delete(event);
  }

  /** @param {{ id: string, request: Json }} message */
  async send({ id, request }) {
    const reply = await this.#engine.ask(request);
    this.#tell("msg:custom", { id, reply });
  }

  wake() {
    this.#engine.wake();
  }

  retry() {
    this.#engine.retry();
  }

  /**
   * What the reader has played on to, so that a reload of the page shows it again; a link in the address has done its
   * work then.
   * @param {Json} reply
   * @param {Json} setup
   */
  keep(reply, setup) {
    if (setup.kind !== "match") return;
    this.#kept.set({ reply, setup });
    if (LINK.test(location.hash)) {
      history.replaceState(history.state, "", location.pathname + location.search);
    }
  }

  #follow() {
    this.#tell("change:engine", this.#engine.state);
    this.#tell("change:fault", this.#engine.fault);
  }

  /**
   * @param {string} event
   * @param {any} value
   */
  #tell(event, value) {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }
}

/** A match, or what a widget keeps, survives a reload of its page: it is kept until the tab is closed. */
class Kept {
  #key;

  /** @param {string} id */
  constructor(id) {
    this.#key = `${version} ${location.pathname} ${id}`;
  }

  /** @returns {Json | null} */
  get() {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "null");
    } catch {
      return null; // storage is switched off
    }
  }

  /** @param {Json} shown */
  set(shown) {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(shown));
    } catch {
      // then a reload starts anew
    }
  }
}

/** The pages of the rules, by their names in the contents. */
function pages() {
  /** @type {Record<string, string>} */
  const found = {};
  for (const link of document.querySelectorAll('nav[aria-label="Contents"] a[href]')) {
    // The page that is open has no name in its own contents.
    const given = link.getAttribute("href") ?? "";
    const href = given === "#" ? (location.pathname.split("/").at(-1) ?? "") : given;
    const name = href.match(/([\w-]+)\.html$/)?.[1];
    if (name) found[name] = href;
  }
  return found;
}

/** @param {HTMLElement} place  @returns {boolean} whether matches are played there */
const forMatches = (place) => JSON.parse(place.dataset.board ?? "{}").setup.kind === "match";

/**
 * @param {HTMLElement} place
 * @param {Engine} engine
 * @param {Record<string, string>} links
 * @param {boolean} opens  whether this board opens the matches that addresses bring
 * @returns {() => void} fetches the board's first answers and wakes Python
 */
function mount(place, engine, links, opens) {
  const given = JSON.parse(place.dataset.board ?? "{}");
  const kept = new Kept(given.setup.id);
  const before = kept.get();
  const model = new Model({ ...given, ...before, opening: given.reply, first: null, pages: links }, engine, kept);

  const live = document.createElement("div");
  live.className = "gs-live";
  place.append(live);
  board.render({ model, el: live });
  place.classList.add("is-live");
  const follow = () => {
    if (!LINK.test(location.hash)) return;
    place.scrollIntoView();
    model.set("link", location.hash);
  };
  if (opens) {
    follow();
    addEventListener("hashchange", follow);
  }

  let fetched = before !== null; // first answers are for the match that the page came with
  const attend = () => {
    if (!fetched) {
      fetched = true;
      fetch(new URL(`./answers/${given.setup.id}.json`, import.meta.url))
        .then((response) => (response.ok ? response.json() : null))
        .then((first) => first && model.set("first", first))
        .catch(() => {}); // then Python answers them
    }
    engine.wake();
  };
  for (const event of ["pointerenter", "focusin"]) place.addEventListener(event, attend, { once: true });
  return attend;
}

/**
 * Mounts a widget that is no board: its module and its style sheet bear its name.
 * @param {HTMLElement} place
 * @param {number} number  which of the page's widgets it is
 * @param {Engine} engine
 * @param {Record<string, string>} links
 */
async function mountWidget(place, number, engine, links) {
  const { default: widget } = await import(`./${place.dataset.widget}.js`);
  const given = JSON.parse(place.dataset.state ?? "{}");
  const kept = new Kept(`${number} ${JSON.stringify(given.setup)}`);
  const model = new Model({ ...given, kept: kept.get(), pages: links }, engine, kept);
  model.keep = (shown) => kept.set(shown);
  const live = document.createElement("div");
  live.className = "gs-live";
  place.append(live);
  widget.render({ model, el: live });
  place.classList.add("is-live");
}

const places = [...document.querySelectorAll(".gs-board-mount[data-board]")];
const widgets = [...document.querySelectorAll(".gs-widget[data-widget]")];
if (places.length || widgets.length) {
  const engine = new Engine();
  const links = pages();
  widgets.forEach((place, i) => mountWidget(/** @type {HTMLElement} */ (place), i, engine, links));
  const opener = places.find((place) => forMatches(/** @type {HTMLElement} */ (place)));
  const attend = places.map((place) => mount(/** @type {HTMLElement} */ (place), engine, links, place === opener));
  if (widgets.length) attend.push(() => engine.wake());
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 200));
  idle(() => attend.forEach((now) => now()));
}
