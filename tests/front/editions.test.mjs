// Rulings as switches: what is asked, what is shown and said, with a stand-in for the host.
import assert from "node:assert/strict";
import { test } from "node:test";

import editions, { resultPart, switchesPart, withRuling } from "../../grandslam/board/editions.js";
import { document, leave, Model, put, text } from "./model.mjs";
import * as R from "./replies.mjs";

const ruling = (/** @type {string} */ name, /** @type {any[]} */ ...values) => ({
  name, title: `Title of ${name}`, question: `Question of ${name}?`, rule: "off-balance", values: values.map((value) => ({ value, words: `${name} is ${value}` })),
});
/** @type {any} */
const setup = {
  rulings: [ruling("choice", "to_smash", "never", "always"), ruling("smash", true, false), ruling("rows", false, true)],
  editions: [
    { name: "en", title: "English", ruled: { choice: "to_smash", smash: true, rows: false } },
    { name: "zh", title: "Chinese", ruled: { choice: "always", smash: false, rows: true } },
  ],
  examples: [{ slug: "one", ruling: "choice", title: "First" }, { slug: "two", ruling: "rows", title: "Second" }, { slug: "more", ruling: null, title: "Third" }],
};
const move = (/** @type {string} */ text) => ({ text, label: `Label of ${text}` });
const rules = (/** @type {string} */ edition, rulings = {}) => ({ edition, rulings, ruled: { ...setup.editions.find((/** @type {any} */ e) => e.name === edition).ruled, ...rulings } });
/** @param {any} more @returns {any} */
const reply = (more = {}) => ({
  example: "one", ruling: "choice", title: "First", about: "Three cards receive.", one: rules("en"), other: rules("en", { choice: "never" }),
  changes: [{ name: "choice", title: "Title of choice", before: "only to smash", now: "no" }], idle: { rows: "Only under the Master Rules." },
  view: R.green.view, events: [], counts: [3, 2], gained: [], lost: [move("2+8")], kept: [move("1"), move("2")], elsewhere: [],
  short: "1 move lost.", said: "1 move lost: Label of 2+8.", link: "#1.abc", ...more,
});

/** @param {any} values @returns {any} */
const mount = (values = {}) => {
  const model = new Model({ setup, reply: reply(), pages: { play: "play.html" }, ...values });
  const el = put(editions, model);
  const $ = (/** @type {string} */ s) => /** @type {any} */ (el.querySelector(s));
  return {
    model, el, $,
    set: (/** @type {string} */ name, /** @type {string} */ value) => { const field = $(name); field.value = value; field.dispatchEvent(new Event("change", { bubbles: true })); },
    said: () => text($('[role="status"]')),
    asked: () => model.sent.at(-1).request,
    answer: async (/** @type {any} */ given) => { model.answer(given); await settled(); },
  };
};
const settled = () => new Promise((done) => setTimeout(done, 0));

test("the first comparison is shown before Python is asked, and nothing is said", () => {
  const w = mount();
  assert.equal(w.model.sent.length, 0);
  assert.equal(w.said(), "");
  assert.equal(text(w.$(".is-lost li")), "−Label of 2+8 2+8");
  assert.equal(w.el.querySelectorAll(".is-kept li").length, 2);
  assert.equal(text(w.$(".gs-ed-short")), "1 move lost.");
  assert.equal(w.$(".gs-court").getAttribute("aria-label"), R.green.view.picture);
  assert.equal(w.$("a.gs-btn-main").getAttribute("href"), "play.html#1.abc");
});

test("a switch asks for the rules before it and after it, and the answer is said", async () => {
  const w = mount();
  w.set('[data-ruling="smash"]', "1");
  assert.deepEqual(w.asked(), { do: "compare", example: "one", one: { edition: "en", rulings: { choice: "never" } }, other: { edition: "en", rulings: { choice: "never", smash: false } } });
  await w.answer(reply({ one: rules("en", { choice: "never" }), other: rules("en", { choice: "never", smash: false }), changes: [{ name: "smash", title: "Smash", before: "yes", now: "no" }], lost: [], gained: [move("9")], said: "1 move gained: Label of 9." }));
  assert.equal(w.said(), "Smash: no. 1 move gained: Label of 9.");
  assert.equal(text(w.$(".is-gained li")), "+Label of 9 9");
  assert.equal(text(w.$(".gs-ed-now")), "English edition with 2 rulings changed");
});

test("a value of the edition's own is no departure from it", () => {
  assert.deepEqual(withRuling(setup, { edition: "zh", rulings: { smash: true } }, "smash", false), { edition: "zh", rulings: {} });
  assert.deepEqual(withRuling(setup, { edition: "zh", rulings: {} }, "choice", "never"), { edition: "zh", rulings: { choice: "never" } });
});

test("an edition sets all rulings at once and is marked while it stands", async () => {
  const w = mount();
  assert.equal(w.$('[data-edition="en"]').getAttribute("aria-pressed"), "false", "one ruling departs from it");
  w.$('[data-edition="zh"]').click();
  assert.deepEqual(w.asked().other, { edition: "zh", rulings: {} });
  await w.answer(reply({ other: rules("zh") }));
  assert.equal(w.$('[data-edition="zh"]').getAttribute("aria-pressed"), "true");
  assert.equal(w.$('[data-ruling="choice"] [selected]').value, "2");
});

test("rulings without effect are told with the reason, not offered", () => {
  const box = document.createElement("div");
  box.innerHTML = switchesPart(setup, reply());
  assert.equal(box.querySelector('[data-ruling="rows"]'), null);
  assert.match(text(box.querySelector("details")), /^1 ruling has no effect here.*Title of rows: rows is false\. Only under the Master Rules\.$/);
});

test("another position is asked for by name; its own two values are compared", async () => {
  const w = mount();
  w.set('[data-part="example"]', "two");
  assert.deepEqual(w.asked(), { do: "compare", example: "two" });
  await w.answer(reply({ example: "two", about: "A row lies there." }));
  assert.match(text(w.$(".gs-ed-position")), /^A row lies there\./);
});

test("a link of the page's table opens its example here and takes the focus along", async () => {
  const w = mount();
  const link = document.createElement("a");
  link.setAttribute("href", "#example-two");
  document.body.append(link);
  w.el.querySelector("section").scrollIntoView = () => {};
  link.click();
  assert.deepEqual(w.asked(), { do: "compare", example: "two" });
  assert.equal(document.activeElement, w.$('[data-part="example"]'));
});

test("of two quick presses only the last answer is shown", async () => {
  const w = mount();
  w.$('[data-edition="en"]').click();
  const first = w.model.sent.at(-1);
  w.$('[data-edition="zh"]').click();
  await w.answer(reply({ other: rules("zh"), short: "Second." }));
  w.model.sent.push(first);
  await w.answer(reply({ other: rules("en"), short: "First." }));
  assert.equal(text(w.$(".gs-ed-short")), "Second.");
});

test("a refusal is told and the switches go back", async () => {
  const w = mount();
  w.set('[data-ruling="choice"]', "2");
  await w.answer({ error: { text: "other: these do not go together.", where: "other" } });
  assert.equal(text(w.$(".gs-ed-short")), "other: these do not go together.");
  assert.equal(w.said(), "other: these do not go together.");
  assert.equal(w.$('[data-ruling="choice"] [selected]').value, "1");
});

test("the focus stays on the switch that was changed", async () => {
  const w = mount();
  w.$('[data-ruling="smash"]').focus();
  w.set('[data-ruling="smash"]', "1");
  await w.answer(reply());
  assert.equal(document.activeElement?.getAttribute("data-ruling"), "smash");
});

test("what ends differently stands once, before and now", () => {
  const box = document.createElement("div");
  box.innerHTML = resultPart(reply({ lost: [], elsewhere: [{ moves: [move("2")], one: "You hold 4.", other: "You hold 5." }] }), {});
  assert.match(text(box), /Ends differently: 1≠Label of 2 2BeforeYou hold 4\.NowYou hold 5\.Still there: 1Label of 1 1$/);
  box.innerHTML = resultPart(reply({ counts: null, lost: [], kept: [], elsewhere: [{ moves: [], one: "You serve.", other: "Rosa serves." }] }), {});
  assert.match(text(box), /”\.BeforeYou serve\.NowRosa serves\.$/, "the next point has no list of moves");
});

test("where nothing can go on there is no link; where the page is unknown, neither", () => {
  assert.match(resultPart(reply({ link: null }), { play: "play.html" }), /Nothing can be played on here/);
  assert.doesNotMatch(resultPart(reply(), {}), /href/);
});

test("nothing of a reply becomes markup", () => {
  const evil = '<img src=x onerror="1">';
  const box = document.createElement("div");
  box.innerHTML = resultPart(reply({ short: evil, changes: [{ name: evil, title: evil, before: evil, now: evil }], lost: [{ text: evil, label: evil }], link: `#"${evil}` }), { play: evil }, () => true);
  assert.equal(box.querySelector("img"), null);
});

test("without a kernel it says so, and leaving takes everything away", async () => {
  const w = mount({ layout: { comm_live: false } });
  w.model.isSite = false;
  w.$('[data-edition="zh"]').click();
  await settled();
  assert.match(text(w.$(".gs-ed-short")), /^No Python is running/);
  leave();
  assert.equal(w.model.listeners, 0);
  assert.equal(w.el.children.length, 0);
});

test("what is pressed while Python starts adds up", async () => {
  const w = mount({ engine: "starting" });
  w.$('[data-edition="zh"]').click();
  w.set('[data-ruling="smash"]', "0");
  assert.deepEqual(w.asked().other, { edition: "zh", rulings: { smash: true } });
  w.set('[data-part="example"]', "two");
  assert.equal(w.$(".gs-ed-switches").inert, true, "the rules of another position come with it");
  await w.answer(reply({ example: "two" }));
  assert.equal(w.$(".gs-ed-switches").inert, false);
  w.set('[data-ruling="smash"]', "1");
  assert.equal(w.asked().example, "two");
});

test("after a refusal the next press starts from what is shown", async () => {
  const w = mount();
  w.$('[data-edition="zh"]').click();
  await w.answer({ error: { text: "No.", where: "other" } });
  w.set('[data-ruling="smash"]', "1");
  assert.deepEqual(w.asked().other, { edition: "en", rulings: { choice: "never", smash: false } });
});

test("what is shown is kept, and shown again at once", async () => {
  const w = mount();
  w.$('[data-edition="zh"]').click();
  const answer = reply({ other: rules("zh"), short: "Kept." });
  await w.answer(answer);
  const again = mount({ kept: w.model.kept.at(-1) });
  assert.equal(text(again.$(".gs-ed-short")), "Kept.");
  assert.equal(again.$('[data-edition="zh"]').getAttribute("aria-pressed"), "true");
  assert.equal(again.model.sent.length, 0);
});

test("an address that names an example opens it, also later; an unknown name opens none", async () => {
  const view = /** @type {any} */ (document.defaultView);
  try {
    view.location.hash = "#example-two";
    const w = mount();
    assert.deepEqual(w.asked(), { do: "compare", example: "two" });
    await w.answer(reply({ example: "two" }));
    w.$('[data-edition="zh"]').click();
    assert.equal(view.location.hash, "", "it has done its work");
    const sent = w.model.sent.length;
    for (const hash of ["#example-none", "#%"]) {
      view.location.hash = hash;
      view.dispatchEvent(new view.Event("hashchange"));
    }
    assert.equal(w.model.sent.length, sent);
    view.location.hash = "#example-more";
    view.dispatchEvent(new view.Event("hashchange"));
    assert.deepEqual(w.asked(), { do: "compare", example: "more" });
  } finally {
    view.location.hash = "";
  }
});
