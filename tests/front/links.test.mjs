// Links, files and QR codes: what the board copies, opens and saves, with a stand-in for the host.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import board, { newPanel, playPage, promptOf } from "../../grandslam/board/board.js";
import { document, Model, put, text } from "./model.mjs";
import * as R from "./replies.mjs";

const LINK = "#1.eNqrVsrNL0stVrJSKk4tKktV0gHSqSlKViZGtQCACQi7";
const PLAY = "http://localhost/book/play.html";

afterEach(() => clipboard(undefined));
/** @param {any} fake */
const clipboard = (fake) => Object.defineProperty(globalThis.navigator, "clipboard", { value: fake, configurable: true });
const settled = () => new Promise((done) => setTimeout(done, 5));

/** @param {any} reply @param {any} more @returns {any} */
const mount = (reply, more = {}) => {
  const model = new Model({ setup: reply.drill ? R.drillSetup : R.setup, reply: { link: LINK, ...reply }, pages: { play: PLAY }, ...more });
  if (more.isSite === false) model.isSite = false;
  const el = put(board, model);
  const $ = (/** @type {string} */ s) => /** @type {HTMLElement} */ (el.querySelector(s));
  return {
    model, el, $,
    /** @type {any[]} */ kept: model.kept,
    prompt: () => text($(".gs-prompt p")),
    said: () => text($('[role="status"]')),
    tool: (/** @type {string} */ name) => $(`.gs-tool[data-do="${name}"]`)?.click(),
    panel: (/** @type {string} */ name) => { $('.gs-tool[data-do="more"]').click(); $(`[data-panel="${name}"]`).click(); },
    open: async (/** @type {string} */ content) => {
      $('.gs-tool[data-do="more"]').click();
      const input = /** @type {HTMLInputElement} */ (/** @type {unknown} */ ($('input[type="file"]')));
      Object.defineProperty(input, "files", { value: [{ size: content.length, text: async () => content }] });
      input.dispatchEvent(new Event("change", { bubbles: true }));
      await settled();
    },
  };
};
const ERROR = { error: { text: "This link is damaged; copy it whole, or ask for it again.", where: "link" } };

test("the Play page's address is whole and bare", () => {
  assert.equal(playPage("play.html", "https://a.org/gs/book/serving.html?x=1#y"), "https://a.org/gs/book/play.html");
  assert.equal(playPage("https://a.org/play.html", undefined), "https://a.org/play.html");
  assert.equal(playPage("play.html", undefined), null, "a notebook's own address means nothing to others");
  assert.equal(playPage(undefined, "https://a.org/"), null);
});

test("copy link copies the Play page's address with the match, and says so", async () => {
  /** @type {string[]} */ const copied = [];
  clipboard({ writeText: async (/** @type {string} */ line) => copied.push(line) });
  const b = mount(R.green);
  b.tool("copy link");
  await settled();
  assert.deepEqual(copied, [PLAY + LINK]);
  assert.equal(b.said(), "Link copied. It opens this match as it stands now.");
  assert.equal(b.prompt(), b.said());
  b.$('[data-card="7"]').click();
  assert.match(b.prompt(), /^Card 7 returns/, "the next press takes the note away");
  assert.equal(b.model.sent.length, 0, "no Python is needed");
});

test("a drill's link opens its position", async () => {
  clipboard({ writeText: async () => {} });
  for (const reply of [R.sectionDrill, R.cardsDrill, R.playDrill]) {
    const b = mount(reply);
    b.tool("copy link");
    await settled();
    assert.equal(b.prompt(), "Link copied. It opens this position on the Play page.");
  }
});

test("where copying is not allowed, the link lies in a field, chosen and ready", async () => {
  for (const fake of [undefined, { writeText: async () => { throw new Error("NotAllowedError"); } }]) {
    clipboard(fake);
    const b = mount(R.green);
    b.tool("copy link");
    await settled();
    const field = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (b.$("dialog input")));
    assert.equal(field.value, PLAY + LINK);
    assert.ok(field.readOnly);
    assert.equal(document.activeElement, /** @type {any} */ (field));
    assert.equal(field.selectionEnd, field.value.length);
    assert.match(text(b.$(`label[for="${field.id}"]`)), /copy/);
    assert.equal(b.$("dialog").getAttribute("aria-labelledby"), b.$("dialog h3").id);
  }
});

test("a match too long for a link is offered as a file", () => {
  const b = mount(R.green, { reply: { ...R.green, link: null } });
  b.tool("copy link");
  assert.match(text(b.$("dialog")), /Too long for a link/);
  assert.ok(b.$('[data-panel="save"]'));
  b.tool("more");
  assert.equal(b.$('[data-panel="qr"]'), null, "nor has it a code");
});

test("without a page address nothing offers a link", () => {
  const b = mount(R.green, { isSite: false, layout: { comm_live: true }, pages: { play: "play.html" } });
  assert.equal(b.$('.gs-tool[data-do="copy link"]'), null);
  b.tool("more");
  assert.equal(b.$('[data-panel="qr"]'), null);
  assert.ok(b.$('[data-panel="file"]'), "files work in a notebook too");
  assert.ok(mount(R.green, { isSite: false, layout: { comm_live: true } }).$('.gs-tool[data-do="copy link"]'), "a whole address is one");
});

test("a link that comes is opened, with its players, and not kept before it is played on", () => {
  const b = mount(R.green, { engine: "starting" });
  b.model.set("link", LINK);
  assert.deepEqual(b.model.sent[0].request, { do: "open", link: LINK });
  assert.equal(b.prompt(), "The link is being opened… Python is starting; the match comes by itself.");
  b.model.set("engine", "ready");
  b.model.answer({ ...R.smash, link: LINK, seat: 0, players: { 1: "regular" } });
  assert.match(b.said(), /^The link is open\. A smash on your 1\./);
  assert.match(text(b.$(".gs-them .gs-seat-name")), /Rosa, regular$/);
  assert.equal(b.kept.length, 0);
  b.$('[data-card="1"]').click();
  b.$('[data-card="2"]').click();
  b.$(".gs-btn-main").click();
  assert.deepEqual(b.model.sent[1].request.players, { 1: "regular" });
  b.model.answer(R.over);
  assert.equal(b.kept.length, 1, "now a reload shows the newer match");
  b.tool("restart");
  assert.deepEqual(b.model.sent[2].request.record, { ...R.smash.record, moves: [] }, "back to the start of the link's match");
});

test("a link's fault is one sentence, and the page's own match can be played", () => {
  const b = mount(R.green);
  b.model.set("link", "#1.x");
  b.model.answer(ERROR);
  assert.equal(b.prompt(), `The link could not be opened. ${ERROR.error.text}`);
  assert.equal(b.said(), b.prompt());
  b.$('[data-card="7"]').click();
  b.$(".gs-btn-main").click();
  assert.deepEqual(b.model.sent[1].request.record, R.green.record);
});

test("a newer link takes the place of one that is awaited", () => {
  const b = mount(R.green);
  b.model.set("link", "#1.old");
  const { id } = b.model.sent[0];
  b.model.set("link", "#1.new");
  b.model.answer({ ...R.smash, seat: 0, players: { 1: "rookie" } });
  b.model.sent[1].id = id;
  b.model.answer(R.over);
  assert.match(b.prompt(), /^A smash on your 1/);
});

test("while Python cannot start, the link waits and the board says so", () => {
  const b = mount(R.green, { engine: "starting" });
  b.model.set("link", LINK);
  b.model.values.fault = "This browser blocks WebAssembly.";
  b.model.set("engine", "failed");
  assert.equal(b.prompt(), "This browser blocks WebAssembly. The link is not open yet.");
  b.$('[data-do="retry"]').click();
  b.model.set("engine", "ready");
  b.model.answer({ ...R.smash, seat: 0, players: {} });
  assert.match(b.prompt(), /^A smash on your 1/);
});

test("two people's match comes face down", () => {
  const b = mount(R.green);
  b.model.set("link", LINK);
  b.model.answer({ ...R.smash, seat: null, players: {} });
  assert.equal(b.$("[data-card]"), null);
  assert.match(b.$(".gs-btn-main").textContent ?? "", /^Show/);
});

test("a record in a file is opened and kept", async () => {
  const b = mount(R.green);
  await b.open(JSON.stringify(R.smash.record));
  assert.deepEqual(b.model.sent[0].request, { do: "open", record: R.smash.record, seat: 0, players: { 1: "rookie" }, open_hands: false });
  b.model.answer(R.smash);
  assert.match(b.said(), /^The file is open\./);
  assert.equal(b.kept.length, 1);
});

test("a file that holds no match is told in one sentence and changes nothing", async () => {
  const b = mount(R.green);
  await b.open("{");
  assert.equal(b.prompt(), "The file could not be opened. It holds no match: a match is saved as JSON.");
  await b.open('{"moves": 3}');
  b.model.answer({ error: { text: "record.version is missing.", where: "record" } });
  assert.equal(b.prompt(), "The file could not be opened. record.version is missing.");
  assert.equal(b.kept.length, 0);
  await b.open(" ".repeat(1_000_001));
  assert.match(b.prompt(), /larger/);
  assert.equal(b.model.sent.length, 1);
});

test("the QR code holds the same link and has words for those who cannot see it", () => {
  const b = mount(R.green);
  b.panel("qr");
  assert.deepEqual(b.model.sent[0].request, { do: "qr", text: PLAY + LINK });
  assert.equal(b.model.sent[0].look, true);
  assert.match(text(b.$(".gs-qr")), /being made/);
  b.model.answer({ svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  const image = /** @type {HTMLImageElement} */ (/** @type {unknown} */ (b.$(".gs-qr img")));
  assert.equal(image.alt, "QR code: the link to this match");
  assert.match(image.src, /^data:image\/svg\+xml,%3Csvg/);
  assert.match(b.prompt(), /^Your turn/, "the board is as it was");
});

test("a code that cannot be made says why, and the board plays on", () => {
  const b = mount(R.green);
  b.panel("qr");
  b.model.answer({ error: { text: "QR codes need segno; install it with: pip install 'grandslam[qr]'.", where: "text" } });
  assert.match(text(b.$(".gs-qr")), /^QR codes need segno/);
  b.$('[data-card="7"]').click();
  b.$(".gs-btn-main").click();
  assert.equal(b.model.sent.length, 2);
});

test("in a replay the arrows step and Escape comes back", () => {
  const b = mount(R.green);
  b.tool("replay");
  b.model.answer({ ...R.green, record: b.model.sent[0].request.record, moves: [] });
  const key = (/** @type {string} */ name) => b.$(".gs-btn-main").dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  key("ArrowRight");
  assert.match(b.prompt(), /^Step 3 of 3\./);
  key("ArrowLeft");
  assert.match(b.prompt(), /^Step 2 of 3\./);
  key("Escape");
  assert.match(b.prompt(), /^Your turn\./);
});

test("the form for a new match tells the opponents apart and chooses the present one", () => {
  /** @param {any} setup */
  const form = (setup) => newPanel(/** @type {any} */ ({ setup, reply: R.green, id: "t" }), 1);
  const now = (/** @type {any} */ setup) => form(setup).match(/name="seat-1".*?value="(\w+)" selected/s)?.[1];
  assert.equal(now(R.setup), "rookie");
  assert.equal(now({ ...R.setup, players: { 1: "regular" } }), "regular");
  assert.equal(now({ ...R.setup, seat: null, players: {} }), "friend");
  assert.match(form(R.setup), /Rookie.*any shot.*Regular.*plays to win.*A person/s);

  const b = mount(R.green);
  b.tool("new match");
  /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (b.$('dialog [name="seat-1"]'))).value = "regular";
  b.$("dialog form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  assert.deepEqual(b.model.sent[0].request.players, { 1: "regular" });
});

test("a note stands before everything but waiting", () => {
  const note = { glyph: "right", lead: "Link copied.", text: "" };
  const state = /** @type {any} */ ({ setup: R.setup, reply: R.green, selection: [7], note, engine: "ready", live: true, picks: [] });
  assert.equal(promptOf(state), note);
  assert.notEqual(promptOf({ ...state, waiting: true, engine: "starting" }), note);
});

test("a match with a deck of its own says so, and a new match may go back to the standard one", () => {
  const deck = R.cards(1, 2, 3, 4, 5, 6, 7);
  const b = mount(R.green);
  b.model.set("link", LINK);
  b.model.answer({ ...R.green, record: { ...R.green.record, deck }, seat: 0, players: {} });
  assert.equal(b.prompt(), "The link is open, with a deck of its own. This match is not played with the standard deck.");
  assert.equal(b.said(), b.prompt());
  b.$('[data-card="7"]').click();
  assert.match(b.prompt(), /^Card 7 returns/);
  b.tool("more");
  assert.match(text(b.$("dialog")), /a deck of its own, of 7 cards; it is not the standard deck/);
  b.tool("new match");
  const start = () => { b.$("dialog form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })); return b.model.sent.at(-1).request.record.deck; };
  assert.deepEqual(start(), deck);
  b.model.answer({ ...R.green, record: { ...R.green.record, deck } });
  b.tool("new match");
  /** @type {HTMLInputElement} */ (/** @type {unknown} */ (b.$('[name="deck"][value="standard"]'))).checked = true;
  assert.equal(start(), "standard");

  const usual = mount(R.green);
  usual.tool("new match");
  assert.equal(usual.$('[name="deck"]'), null);
});
