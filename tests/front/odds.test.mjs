// The odds panel on a board: shown and hidden, kept up to date, narrowed to the chosen cards, spoken.
import assert from "node:assert/strict";
import { test } from "node:test";

import board from "../../grandslam/board/board.js";
import { asked, oddsPart, oddsSaid } from "../../grandslam/board/odds.js";
import { document, Model, put, text } from "./model.mjs";
import * as R from "./replies.mjs";

/** @param {any} reply @param {any} more */
const mount = (reply, more = {}) => {
  const model = new Model({ setup: reply.drill ? R.drillSetup : R.setup, reply, ...more });
  if (more.isSite === false) model.isSite = false;
  const el = put(board, model);
  const $ = (/** @type {string} */ s) => /** @type {HTMLElement} */ (el.querySelector(s));
  return {
    model, el, $,
    panel: () => text($(".gs-odds")),
    toggle: () => $('.gs-tool[data-do="odds"]'),
    said: () => text(el.querySelector('[aria-live="polite"]')),
    odds: () => model.sent.filter((m) => m.request.do === "odds").map((m) => m.request),
    answer: async (/** @type {any} */ reply) => { model.answer(reply); await null; await null; },
    labels: () => [...el.querySelectorAll(".gs-odds-what")].map(text),
  };
};
const none = { begun: [], made: [] };

test("the panel is off until it is asked for, and asks Python once a position", async () => {
  const b = mount(R.green);
  assert.equal(b.$(".gs-odds"), null);
  assert.equal(b.toggle().getAttribute("aria-pressed"), "false");
  b.toggle().click();
  assert.equal(b.toggle().getAttribute("aria-pressed"), "true");
  assert.equal(b.panel(), "Counting…");
  assert.deepEqual(b.odds(), [{ do: "odds", record: R.green.record, seat: 0, players: { 1: "rookie" }, open_hands: false }]);
  await b.answer(R.odds);
  assert.deepEqual(b.labels(), ["To Rosa’s 1: 7", "To Rosa’s 3: 17", "To Rosa’s 1: 7+19 or 7+23"]);
  assert.match(b.panel(), /equally likely/);
  assert.equal(b.said(), R.odds.said);
  b.toggle().click();
  assert.equal(b.$(".gs-odds"), null);
  assert.equal(b.said(), "");
  b.toggle().click();
  assert.equal(b.labels().length, 3, "what has been counted is not asked again");
  assert.equal(b.odds().length, 1);
});

test("what came counted with the board is shown without Python, the rest is asked for", async () => {
  const b = mount(R.green, { odds: true, counted: R.odds });
  assert.equal(b.labels().length, 3);
  assert.deepEqual(b.odds(), []);
  const later = { ...R.green, record: { ...R.green.record, moves: [...R.green.record.moves, "7"] } };
  const kept = mount(later, { odds: true, counted: R.odds, opening: R.green });
  assert.equal(kept.panel(), "Counting…", "a match that was kept has moved on");
  assert.equal(kept.odds().length, 1);
});

test("what is chosen is asked about alone, open, and spoken with its fraction", async () => {
  const b = mount(R.green, { odds: true });
  await b.answer(R.odds);
  b.$('[data-card="7"]').click();
  assert.deepEqual(b.labels(), ["To Rosa’s 1: 7", "To Rosa’s 1: 7+19 or 7+23"], "and what may follow");
  const open = () => [...b.el.querySelectorAll(".gs-odds li > details")].map((d) => d.hasAttribute("open"));
  assert.deepEqual(open(), [true, false]);
  assert.match(b.said(), /4183\/4807, about 87.0 %\.$/);
  b.$('[data-card="19"]').click();
  assert.deepEqual([b.labels(), open()], [["To Rosa’s 1: 7+19 or 7+23"], [true]]);
  b.$('[data-do="clear"]').click();
  assert.equal(b.labels().length, 3);
  assert.deepEqual(open(), [false, false, false]);
});

test("what a reader has unfolded stays so when the board is drawn again", async () => {
  const b = mount(R.green, { odds: true });
  await b.answer(R.odds);
  const first = b.$(".gs-odds details");
  first.setAttribute("open", "");
  b.model.set("engine", "ready");
  assert.equal(b.$(".gs-odds details"), first);
  assert.ok(first.hasAttribute("open"));
});

test("after a move the new position is asked about", async () => {
  const b = mount(R.green, { odds: true });
  await b.answer(R.odds);
  b.$('[data-card="7"]').click();
  b.$(".gs-btn-main").click();
  await b.answer(R.smash);
  assert.deepEqual(b.odds().map((q) => q.record), [R.green.record, R.smash.record]);
  assert.equal(b.panel(), "Counting…");
  await b.answer({ questions: [], assumes: "", none: "No ball is in play: there is nothing to count.", said: "No ball is in play." });
  assert.equal(b.panel(), "No ball is in play: there is nothing to count.");
});

test("an answer that comes late belongs to its own position", async () => {
  const b = mount(R.green, { odds: true });
  const late = b.model.sent[0];
  b.$('[data-card="7"]').click();
  b.$(".gs-btn-main").click();
  await b.answer(R.smash);
  b.model.sent.push(late);
  await b.answer(R.odds);
  assert.equal(b.panel(), "Counting…");
  b.model.set("reply", R.green);
  assert.equal(b.labels().length, 3, "and is there when the board comes back to it");
});

test("a replay asks as the board looks, and plays nothing on", async () => {
  const b = mount(R.green, { odds: true });
  await b.answer(R.odds);
  b.$('[data-do="replay"]').click();
  await b.answer({ ...R.green, record: { ...R.green.record, moves: ["serve", "16"] }, moves: [] });
  const last = b.odds().at(-1);
  assert.deepEqual([last.record.moves, last.players, last.seat], [["serve", "16"], {}, 0]);
});

test("while the hand lies face down nothing is asked or told", () => {
  const b = mount(R.smash, { odds: true, setup: { ...R.setup, seat: null, players: {} } });
  assert.match(text(b.$(".gs-prompt")), /decides now/);
  assert.deepEqual(b.odds(), []);
  assert.equal(b.panel(), "Show the cards first.");
  b.$(".gs-btn-main").click();
  assert.equal(b.odds().length, 1);
});

test("while Python starts the panel says so; after a failure one press tries again", async () => {
  const b = mount(R.green, { odds: true, engine: "starting" });
  assert.match(b.panel(), /^Python is starting…/);
  b.model.set("engine", "failed");
  assert.match(b.panel(), /did not start/);
  b.$('.gs-odds [data-do="retry"]').click();
  assert.equal(b.model.retries, 1);
  b.model.set("engine", "ready");
  await b.answer(R.odds);
  assert.equal(b.labels().length, 3);
});

test("without a kernel the panel says what to do, and asks again when it is shown again", async () => {
  const b = mount(R.green, { isSite: false, odds: true });
  await null; await null;
  assert.match(b.panel(), /run its cell first/);
  b.model.values.layout = { comm_live: true };
  b.toggle().click();
  b.toggle().click();
  assert.equal(b.odds().length, 1);
});

test("the kernel's board and the reader's switch follow each other", () => {
  const b = mount(R.green);
  b.toggle().click();
  assert.equal(b.model.get("odds"), true);
  b.model.set("odds", false);
  assert.equal(b.$(".gs-odds"), null);
  const key = new KeyboardEvent("keydown", { key: "o", bubbles: true, cancelable: true });
  b.$("[data-card]").dispatchEvent(key);
  assert.equal(b.model.get("odds"), true);
});

test("drills have odds where cards are played, and only there", () => {
  assert.ok(mount(R.playDrill).toggle());
  for (const reply of [R.sectionDrill, R.cardsDrill]) {
    const b = mount(reply, { odds: true });
    assert.equal(b.toggle(), null);
    assert.equal(b.$(".gs-odds"), null);
    assert.deepEqual(b.odds(), []);
  }
});

test("the counting shows every card and marks the good ones in words, too", () => {
  const place = document.createElement("div");
  place.innerHTML = oddsPart(R.odds, none, "");
  const cards = [...place.querySelectorAll(".gs-odds-cards li")].slice(0, 2);
  assert.deepEqual(cards.map(text), ["9 yes", "12"]);
  assert.deepEqual(cards.map((c) => c.className), ["is-good", ""]);
  assert.equal(place.querySelectorAll("[style]").length, 0, "the site's policy allows no inline style");
});

test("text of a reply is never markup", () => {
  const bad = { ...R.odds, questions: [{ question: "<b>1</b>", cases: [{ ...R.odds.questions[0].cases[0], label: '"><img>', told: "<i>" }] }], assumes: "<u>" };
  const place = document.createElement("div");
  place.innerHTML = oddsPart(bad, none, "");
  assert.equal(place.querySelectorAll("img, i, u, .gs-odds-ask b").length, 0);
});

test("cards that nothing is asked about leave all questions", () => {
  const lying = { begun: ["lay 3"], made: ["lay 3"] };
  assert.equal(asked(R.odds, lying), R.odds.questions);
  assert.equal(oddsSaid(R.odds, lying), R.odds.said);
});
