// The deck editor: what is typed, checked, told, kept and shared, with a stand-in for the host.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import cards, { deckPart, rowsPart, toCsv, toRows, usesPart } from "../../grandslam/board/cards.js";
import { document, leave, Model, put, text } from "./model.mjs";
import * as R from "./replies.mjs";

const SOME = R.cards(1, 2, 13);
/** @param {any} more @returns {any} */
const reply = (more = {}) => ({
  cards: SOME, court: true, csv: "card,receives,lands\n1,1,1\n2,1,6\n13,1 2,2\n", standard: true, differs: "This is the standard deck.", oddities: [],
  coverage: [{ section: 1, receive: [1, 2, 13], land: [1], beside: ["as many", "as many"] }], record: { version: 1, seed: 5, moves: [] }, link: "#1.abc", ...more,
});
const own = (more = {}) => reply({ standard: false, differs: "3 cards, 21 fewer than the standard deck.", ...more });
const FAULT = { fault: { text: "Line 3: receives must be whole numbers.", line: 3, column: "receives" } };

afterEach(() => clipboard(undefined));
/** @param {any} fake */
const clipboard = (fake) => Object.defineProperty(globalThis.navigator, "clipboard", { value: fake, configurable: true });
const settled = (ms = 5) => new Promise((done) => setTimeout(done, ms));

/** @param {any} values @returns {any} */
const mount = (values = {}) => {
  const model = new Model({ setup: { standard: SOME }, reply: reply(), pages: { play: "book/play.html" }, ...values });
  const el = put(cards, model);
  const $ = (/** @type {string} */ s) => /** @type {any} */ (el.querySelector(s));
  const asked = () => { const { seed, ...rest } = model.sent.at(-1).request; assert.ok(Number.isSafeInteger(seed) && seed < 2 ** 48); return rest; };
  return {
    model, el, $, asked,
    type: async (/** @type {number} */ row, /** @type {string} */ column, /** @type {string} */ value) => {
      const field = $(`[data-row="${row}"] [data-column="${column}"]`);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await settled(300);
    },
    answer: async (/** @type {any} */ given) => { model.answer(given); await settled(); },
    press: (/** @type {string} */ name) => $(`[data-do="${name}"]`).click(),
    values: () => [...el.querySelectorAll("[data-row]")].map((row) => [...row.querySelectorAll("input")].map((field) => field.value)),
    said: () => text($('[role="status"]')),
    part: (/** @type {string} */ name) => text($(`[data-part="${name}"]`)),
  };
};

test("lines become a deck file, whatever is typed in them", () => {
  assert.equal(toCsv(toRows(SOME)), reply().csv);
  assert.equal(toCsv([["1", "1,2", '"']]), 'card,receives,lands\n1,"1,2",""""\n');
});

test("the deck is shown before Python is asked", () => {
  const w = mount();
  assert.equal(w.model.sent.length, 0);
  assert.equal(w.el.querySelectorAll(".gs-cards-faces svg").length, 3);
  assert.deepEqual(w.values(), [["1", "1", "1"], ["2", "1", "6"], ["13", "1 2", "2"]]);
  assert.match(w.part("uses"), /^Change a card/);
});

test("a change is checked after a pause, with a fresh seed, and what differs is said", async () => {
  const w = mount();
  await w.type(1, "receives", "2");
  assert.deepEqual(w.asked(), { do: "deck", csv: "card,receives,lands\n1,1,1\n2,2,6\n13,1 2,2\n" });
  await w.answer(own({ oddities: ["Cards 1 and 2 have the same face."] }));
  assert.equal(w.said(), "3 cards, 21 fewer than the standard deck. Cards 1 and 2 have the same face.");
  assert.equal(w.$('[data-key="play"]').getAttribute("href"), "http://localhost/book/play.html#1.abc");
  assert.deepEqual(w.model.kept.at(-1).rows[1], ["2", "2", "6"], "a reload brings it back");
});

test("a fault is told at its line and field; nothing typed is lost", async () => {
  const w = mount();
  await w.type(1, "receives", "2 x");
  await w.answer(FAULT);
  assert.equal(text(w.$('[data-row="1"] .gs-field-no')), FAULT.fault.text);
  assert.equal(w.$('[data-row="1"] [data-column="receives"]').getAttribute("aria-invalid"), "true");
  assert.equal(w.el.querySelectorAll("[aria-invalid]").length, 1);
  assert.equal(w.values()[1][1], "2 x");
  assert.equal(w.said(), FAULT.fault.text);
  assert.match(w.part("deck"), /^Still the deck as it was before the fault\./);
  assert.match(w.part("uses"), /^Mend the line first/);
  await w.type(1, "receives", "2");
  await w.answer(own());
  assert.equal(w.el.querySelectorAll("[aria-invalid]").length, 0);
  assert.equal(text(w.$('[data-row="1"] .gs-field-no')), "");
});

test("cards are added and removed, and the focus knows where to go", async () => {
  const w = mount();
  w.press("add");
  assert.equal(w.values().length, 4);
  assert.equal(document.activeElement, w.$('[data-row="3"] input'));
  w.$('[data-row="0"] [data-do="remove"]').click();
  assert.deepEqual(w.values(), [["2", "1", "6"], ["13", "1 2", "2"], ["", "", ""]]);
  assert.equal(document.activeElement, w.$('[data-row="0"] button'));
});

test("the standard deck comes back, and so does what it pushed aside", async () => {
  const w = mount();
  await w.type(0, "lands", "6");
  await w.answer(own());
  w.press("again");
  assert.equal(w.values()[0][2], "1");
  await w.answer(reply());
  assert.equal(text(w.$('[data-do="again"]')), "My deck again");
  w.press("again");
  assert.equal(w.values()[0][2], "6");
});

test("pasted lines are taken when they are a deck, and else stay where they are", async () => {
  const w = mount();
  w.$("textarea").value = "card,receives,lands\n7,x,1\n";
  w.press("take");
  assert.equal(w.asked().csv, w.$("textarea").value);
  await w.answer({ fault: { text: "Line 2: receives must be whole numbers.", line: 2, column: "receives" } });
  assert.equal(w.part("pasted"), "Line 2: receives must be whole numbers.");
  assert.equal(w.said(), "Line 2: receives must be whole numbers.");
  assert.equal(w.$("textarea").value, "card,receives,lands\n7,x,1\n");
  assert.equal(w.values().length, 3, "the lines are as they were");
  w.press("take");
  await w.answer(own({ cards: R.cards(7, 8) }));
  assert.deepEqual(w.values(), [["7", "4", "1"], ["8", "4", "6"]]);
  assert.equal(w.part("pasted"), "");
});

test("lines that were typed are checked, even where a faulty paste came in between", async () => {
  const w = mount();
  const field = w.$('[data-row="0"] [data-column="lands"]');
  field.value = "2";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  w.$("textarea").value = "nonsense";
  w.press("take");
  await w.answer({ fault: { text: "Line 1: the first line must be another.", line: 1, column: null } });
  assert.match(w.asked().csv, /\n1,1,2\n/);
  await w.answer(own());
  assert.match(w.part("short"), /^3 cards, 21 fewer/);
  assert.match(w.said(), /^Line 1: the first line must be another\. 3 cards/);
});

test("a file is opened like pasted lines; one that is too large is refused", async () => {
  const w = mount();
  const give = async (/** @type {any} */ file) => {
    Object.defineProperty(w.$('input[type="file"]'), "files", { value: [file], configurable: true });
    w.$('input[type="file"]').dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
  };
  await give({ size: 9e6, text: async () => "" });
  assert.equal(w.part("pasted"), "This file is larger than any deck.");
  assert.equal(w.model.sent.length, 0);
  await give({ size: 30, text: async () => "card,receives,lands\n7,4,1\n" });
  assert.equal(w.asked().csv, "card,receives,lands\n7,4,1\n");
});

test("the link is copied, and where that is forbidden it is shown", async () => {
  const w = mount({ reply: own() });
  /** @type {string[]} */ const copied = [];
  clipboard({ writeText: async (/** @type {string} */ line) => copied.push(line) });
  w.press("copy");
  await settled();
  assert.deepEqual(copied, ["http://localhost/book/play.html#1.abc"]);
  assert.match(w.said(), /^Link copied/);
  clipboard(undefined);
  w.press("copy");
  await settled();
  assert.equal(w.$('[data-part="shared"] input').value, copied[0]);
});

test("the QR code holds the same link", async () => {
  const w = mount({ reply: own() });
  w.press("qr");
  assert.deepEqual(w.model.sent.at(-1).request, { do: "qr", text: "http://localhost/book/play.html#1.abc" });
  await w.answer({ svg: "<svg/>" });
  assert.match(w.$('[data-part="shared"] img').alt, /QR code/);
});

test("a deck too long for a link can be saved as a match", () => {
  const state = /** @type {any} */ ({ rows: [], reply: own({ link: null }), fault: null, error: "" });
  assert.match(usesPart(state, "play.html"), /4,096 characters.*data-do="save match"/);
  assert.match(usesPart({ ...state, reply: own() }, null), /data-do="save match"/, "in a notebook there is no page to link to");
});

test("decks of other sections are lists, and a difference stands out", () => {
  const box = document.createElement("div");
  box.innerHTML = deckPart(/** @type {any} */ ({ rows: [], reply: own({ court: false, coverage: [{ section: 9, receive: [], land: [1], beside: ["6 fewer", "as many"] }] }), fault: null, error: "" }));
  assert.equal(box.querySelector("svg"), null);
  assert.equal(box.querySelectorAll(".gs-face-list").length, 3);
  assert.equal(text(box.querySelector(".is-other")), "6 fewer");
});

test("what was kept is there again, and checked", () => {
  const w = mount({ kept: { rows: [["5", "y", "1"]] } });
  assert.deepEqual(w.values(), [["5", "y", "1"]]);
  assert.equal(w.asked().csv, "card,receives,lands\n5,y,1\n");
});

test("nothing typed becomes markup; leaving takes everything away", () => {
  const box = document.createElement("div");
  box.innerHTML = rowsPart([['"><img src=x>', "<b>", "&"]], "t");
  assert.equal(box.querySelector("img, b"), null);
  assert.equal(box.querySelector("input")?.value, '"><img src=x>');
  const w = mount();
  leave();
  assert.equal(w.model.listeners, 0);
  assert.equal(w.el.children.length, 0);
});
