// The board on a page: presses, keys, focus, spoken words and waiting, with a stand-in for the host.
import assert from "node:assert/strict";
import { test } from "node:test";

import board from "../../grandslam/board/board.js";
import { document, leave, Model, put, text } from "./model.mjs";
import * as R from "./replies.mjs";

/** @param {any} reply @param {any} more @returns {any} */
const mount = (reply, more = {}) => {
  const model = new Model({ setup: reply.drill ? R.drillSetup : R.setup, reply, pages: { receiving: "receiving.html" }, ...more });
  if (more.isSite === false) model.isSite = false;
  const el = put(board, model);
  const $ = (/** @type {string} */ s) => /** @type {HTMLElement} */ (el.querySelector(s));
  return {
    model, el, $,
    card: (/** @type {number} */ n) => $(`[data-card="${n}"]`).click(),
    main: () => $(".gs-btn-main"),
    prompt: () => text($(".gs-prompt p")),
    said: () => text($('[role="status"]')),
    key: (/** @type {string} */ key, /** @type {Element} */ on = $('[data-card], .gs-btn-main')) => on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
    tool: (/** @type {string} */ name) => $(`.gs-tool[data-do="${name}"]`).click(),
  };
};

test("module: a default export with render, and no function named render", async () => {
  const all = await import("../../grandslam/board/board.js");
  assert.equal(typeof all.default.render, "function");
  assert.ok(!("render" in all), "anywidget would take it for the old form");
});

test("choosing cards and pressing the main button sends one request", () => {
  const b = mount(R.green);
  b.card(7);
  b.card(19);
  assert.equal(text(b.main()), "Smash to Rosa’s 1: play 7, then 19P");
  b.main().click();
  assert.equal(b.model.sent.length, 1);
  const { request } = b.model.sent[0];
  assert.deepEqual(request, { do: "play", record: R.green.record, seat: 0, players: { 1: "rookie" }, open_hands: false, move: "7+19" });
});

test("a second press while waiting does nothing, the choice may change, the answer is played", () => {
  const b = mount(R.green, { engine: "starting" });
  b.card(7);
  b.main().click();
  b.main().click();
  b.key("p");
  assert.equal(b.model.sent.length, 1);
  assert.match(b.prompt(), /^Python is starting…/);
  assert.match(b.said(), /^Python is starting…/);
  b.card(17);
  assert.equal(b.$('[data-card="17"]').getAttribute("aria-pressed"), "true");
  b.model.answer(R.over);
  assert.match(b.prompt(), /^Ace!/);
  assert.equal(b.said(), R.over.said, "one message, as the reply says it");
});

test("an answer to something else is not taken", () => {
  const b = mount(R.green);
  b.card(7);
  b.main().click();
  b.model.sent[0].id = "other";
  b.model.answer(R.over);
  assert.match(b.prompt(), /^Card 7 returns/);
});

test("first answers come without asking Python", () => {
  const b = mount(R.green, { first: { "serve 16 12 7": R.over }, engine: "failed", fault: "Blocked." });
  b.card(7);
  b.main().click();
  assert.equal(b.model.sent.length, 0);
  assert.match(b.said(), /^Ace!/);
});

test("when Python fails the board says so, keeps the choice and plays on after trying again", () => {
  const b = mount(R.green, { engine: "starting" });
  b.card(7);
  b.main().click();
  b.model.values.fault = "This browser blocks WebAssembly.";
  b.model.set("engine", "failed");
  assert.match(b.prompt(), /This browser blocks WebAssembly\./);
  assert.equal(b.$('[data-card="7"]').getAttribute("aria-pressed"), "true");
  b.$('[data-do="retry"]').click();
  assert.equal(b.model.retries, 1);
  b.model.set("engine", "ready");
  b.model.answer(R.over);
  assert.match(b.prompt(), /^Ace!/);
});

test("an error is one sentence and nothing is lost", () => {
  const b = mount(R.green);
  b.card(7);
  b.main().click();
  b.model.answer({ error: { text: "The record has a move that is not legal.", where: "record.moves" } });
  assert.match(b.prompt(), /The record has a move that is not legal\./);
  assert.equal(b.$('[data-card="7"]').getAttribute("aria-pressed"), "true");
  b.main().click();
  assert.equal(b.model.sent.length, 2, "it may be tried again");
});

test("a refused play shows its reason and keeps the position", () => {
  const b = mount(R.green);
  b.card(7);
  b.main().click();
  b.model.answer({ ...R.green, reason: { rule: "smashing", lead: "Not now.", text: "Because.", cards: [7], area: null } });
  assert.match(b.prompt(), /^Not now\. Because\. Rule: smashing/);
});

test("a refused card is told with its rule, linked where there is a page, and focus stays", () => {
  const b = mount(R.green);
  const card = b.$('[data-card="5"]');
  card.focus();
  card.click();
  assert.match(b.prompt(), /^Card 5 cannot play\. It receives your 3; the ball is on your 4\. Rule: receiving$/);
  assert.equal(b.$(".gs-prompt a").getAttribute("href"), "receiving.html");
  assert.equal(document.activeElement, card, "the very same button");
  assert.equal(b.said(), "Card 5 cannot play. It receives your 3; the ball is on your 4. Rule: receiving.");
  assert.ok(b.$('rect[fill*="hatch"]'));
});

test("after a move focus goes to the first card that can play, or to the main button", () => {
  const b = mount(R.green);
  b.card(7);
  b.main().focus();
  b.main().click();
  b.model.answer(R.smash);
  assert.equal(/** @type {HTMLElement} */ (document.activeElement).dataset.card, "1");
  b.card(1);
  b.card(2);
  b.main().focus();
  b.main().click();
  b.model.answer(R.over);
  assert.equal(document.activeElement, b.main());
});

test("focus is not taken when the reader is elsewhere", () => {
  const b = mount(R.green);
  const other = document.createElement("button");
  document.body.append(other);
  b.card(7);
  b.main().click();
  other.focus();
  b.model.answer(R.smash);
  assert.equal(document.activeElement, other);
});

test("focus never falls to the page, whatever is pressed", () => {
  for (const reply of [R.serve, R.green, R.smash, R.dive, R.over, R.won, R.sectionDrill, R.cardsDrill, R.playDrill, R.lists, R.openHands, R.master, R.lay, R.doubles, R.overMaster]) {
    const b = mount(reply);
    const keys = [...b.el.querySelectorAll(".gs-board button")].map((x) => x.getAttribute("data-key"));
    for (const key of keys) {
      const target = b.$(`[data-key="${key}"]`);
      if (!target || ["more", "new match", "new"].includes(target.dataset.do ?? "")) continue;
      target.focus();
      target.click();
      if (b.model.sent.length) b.model.answer(reply);
      assert.ok(b.el.contains(document.activeElement), `${reply.prompt.lead} ${key}`);
    }
  }
});

test("the hand is one tab stop; arrows, Home and End go along it", () => {
  const b = mount(R.green);
  const stops = () => [...b.el.querySelectorAll('.gs-hand [tabindex="0"]')].map((x) => /** @type {HTMLElement} */ (x).dataset.card);
  assert.deepEqual(stops(), ["5"]);
  const first = b.$('[data-card="5"]');
  first.focus();
  b.key("ArrowRight", first);
  assert.equal(/** @type {HTMLElement} */ (document.activeElement).dataset.card, "7");
  b.key("End", /** @type {Element} */ (document.activeElement));
  assert.equal(/** @type {HTMLElement} */ (document.activeElement).dataset.card, "23");
  b.key("ArrowRight", /** @type {Element} */ (document.activeElement));
  assert.deepEqual(stops(), ["5"], "round to the first again");
});

test("no card is ever disabled", () => {
  const b = mount(R.green);
  for (const card of b.el.querySelectorAll("[data-card]")) assert.ok(!card.hasAttribute("aria-disabled") && !card.hasAttribute("disabled"));
});

test("P plays, Esc clears, U undoes, and only inside the board", () => {
  const b = mount(R.green);
  b.card(7);
  b.key("Escape");
  assert.equal(b.$('[aria-pressed="true"][data-card]'), null);
  b.card(7);
  b.key("p", document.body);
  assert.equal(b.model.sent.length, 0);
  b.key("p");
  assert.equal(b.model.sent[0].request.move, "7");
  b.model.answer(R.smash);
  b.key("u");
  assert.deepEqual(b.model.sent[1].request.record.moves, ["serve", "18"], "cut to reply.undo");
});

test("letters typed into a field of the panel do nothing to the board", () => {
  const b = mount(R.green);
  b.card(7);
  b.tool("new match");
  b.key("p", b.$("[name=seed]"));
  assert.equal(b.model.sent.length, 0);
});

test("undo of something already seen needs no Python; with nothing to undo it says so", () => {
  const b = mount({ ...R.green, undo: null });
  b.tool("undo");
  assert.equal(b.said(), "There is nothing to undo.");
  b.card(7);
  b.main().click();
  b.model.answer({ ...R.over, undo: 3 });
  b.tool("undo");
  assert.equal(b.model.sent.length, 1);
  assert.match(b.prompt(), /^Your turn\./);
  assert.match(b.said(), /^Undone\. Your turn\./);
});

test("restart goes back to the first deal of the same seed", () => {
  const b = mount({ ...R.serve });
  b.main().click();
  b.model.answer(R.green);
  b.tool("restart");
  assert.match(b.prompt(), /^You serve\./);
  const far = mount(R.green);
  far.tool("restart");
  assert.deepEqual(far.model.sent[0].request.record.moves, [], "asks when the first deal was never seen");
});

test("stepping looks back without playing on, and comes back", () => {
  const b = mount(R.green);
  b.card(7);
  b.tool("replay");
  const { request, look } = b.model.sent[0];
  assert.deepEqual([request.do, request.record.moves, request.players, request.seat, look], ["open", ["serve", "16"], {}, 0, true]);
  b.model.answer({ ...R.green, record: request.record, moves: [], events: R.green.events.slice(0, 2) });
  assert.equal(b.prompt(), "Step 2 of 3. You return with 16 to Rosa’s 6 and draw 1 card.");
  b.$('[data-do="on"]').click();
  assert.match(b.prompt(), /^Step 3 of 3\./);
  b.$('[data-do="back"]').click();
  assert.equal(b.model.sent.length, 1, "a step already seen is not asked again");
  b.main().click();
  assert.match(b.prompt(), /^Your turn\./);
  assert.ok(b.el.contains(document.activeElement));
});

test("a new match starts with the chosen rules and a seed that can be read", () => {
  const b = mount(R.green);
  b.tool("new match");
  const form = /** @type {HTMLFormElement} */ (/** @type {unknown} */ (b.$("dialog form")));
  const seed = /** @type {HTMLInputElement} */ (form.querySelector("[name=seed]"));
  assert.match(seed.value, /^\d+$/);
  /** @type {HTMLSelectElement} */ (form.querySelector('[name="seat-1"]')).value = "friend";
  /** @type {HTMLInputElement} */ (form.querySelector('[value="zh"]')).click();
  /** @type {HTMLInputElement} */ (form.querySelector('[value="deuce"]')).click();
  /** @type {HTMLInputElement} */ (form.querySelector('[name="server"][value="1"]')).click();
  seed.value = "seven";
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  assert.equal(b.model.sent.length, 0);
  assert.match(text(b.$(".gs-field-no")), /whole number/);
  seed.value = "7";
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  const { request } = b.model.sent[0];
  assert.equal(request.do, "open");
  assert.equal(request.seat, null);
  assert.deepEqual(request.players, {});
  assert.deepEqual(request.record, { version: 1, rules: { players: 2, style: "original", scoring: "deuce", edition: "zh", rulings: {} }, deck: "standard", server: 1, seed: 7, moves: [] });
  b.model.answer(R.serve);
  b.main().click();
  assert.equal(b.model.sent[1].request.seat, null, "the new match's seats are kept");
});

test("a new match of four: each other seat has its player, and any seat may serve", () => {
  const b = mount(R.green);
  b.tool("new match");
  const pick = (/** @type {string} */ name, /** @type {string} */ value) => {
    const box = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (b.$(`dialog [name="${name}"][value="${value}"]`)));
    box.click();
    box.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const who = (/** @type {number} */ seat, /** @type {string} */ value) => { /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (b.$(`dialog [name="seat-${seat}"]`))).value = value; };
  who(1, "regular");
  pick("players", "4");
  pick("style", "master");
  assert.equal(/** @type {HTMLSelectElement} */ (/** @type {unknown} */ (b.$('dialog [name="seat-1"]'))).value, "regular", "what was chosen stays");
  who(2, "friend");
  pick("server", "3");
  b.$("dialog form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  const { request } = b.model.sent[0];
  assert.deepEqual(request.players, { 1: "regular", 3: "rookie" });
  assert.equal(request.seat, null, "two people: whoever decides looks on");
  assert.deepEqual([request.record.rules.players, request.record.rules.style, request.record.server], [4, "master", 3]);
});

test("after a pass to the next deal the row is laid, and undo goes back to the point’s end", () => {
  const b = mount(R.overMaster);
  b.main().click();
  assert.deepEqual([b.model.sent[0].request.do, b.model.sent[0].request.move], ["next", undefined]);
  b.model.answer({ ...R.lay, record: R.overMaster.record, undo: 5 });
  assert.equal(text(b.main()), "Lay 2,5P");
  assert.match(b.said(), /^Lay your row: choose 1 to 4 cards\. Cards 2 and 5 face up/);
  b.card(9);
  assert.match(b.prompt(), /^Card 9 cannot play\. It does not fit the cards chosen; put one back first\./);
  b.card(5);
  b.card(9);
  assert.equal(text(b.main()), "Lay 2,9P");
  b.tool("undo");
  assert.match(b.prompt(), /^Ace!/);
});

test("a new match that cannot start leaves the old one as it was", () => {
  const b = mount(R.green);
  b.tool("new match");
  /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (b.$('dialog [name="seat-1"]'))).value = "friend";
  b.$("dialog form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  b.model.answer({ error: { text: "No.", where: "record" } });
  b.card(7);
  b.main().click();
  assert.deepEqual(b.model.sent[1].request.players, { 1: "rookie" });
});

test("two people at one screen: the other hand comes face down until it is asked for", () => {
  const friends = { ...R.setup, seat: null, players: {} };
  const b = mount(R.serve, { setup: friends });
  assert.ok(b.$("[data-card]"), "the first player's cards are open");
  b.main().focus();
  b.main().click();
  b.model.answer({ ...R.smash, view: { ...R.smash.view, seat: 1, curtain_name: "Ines" }, said: "Secret." });
  assert.equal(b.$("[data-card]"), null);
  assert.match(b.prompt(), /^Ines decides now\./);
  assert.ok(!b.said().includes("Secret"), "what the hand allows is not spoken yet");
  assert.equal(document.activeElement, b.main());
  b.main().click();
  assert.ok(b.$('[data-card="22"]'));
  assert.ok(b.el.contains(document.activeElement));
});

test("a match of two people that is taken up again starts face down", () => {
  const b = mount(R.green, { setup: { ...R.setup, seat: null, players: {} } });
  assert.equal(b.$("[data-card]"), null);
  b.main().click();
  assert.ok(b.$('[data-card="7"]'));
});

test("show the other hand asks for it", () => {
  const b = mount(R.green);
  b.tool("more");
  const box = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (b.$("dialog [name=open]")));
  box.checked = true;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  assert.equal(b.model.sent[0].request.open_hands, true);
  b.model.answer(R.openHands);
  assert.equal(b.el.querySelectorAll(".gs-open li").length, 6);
});

test("drills: pointing, picking, hints and starting again need no Python", () => {
  const point = mount(R.sectionDrill);
  point.$('[data-spot="far 2"]').click();
  assert.match(point.prompt(), /^Not there\. Card 14 does not land on Rosa’s 2\./);
  assert.equal(point.$('[data-spot="far 2"]').getAttribute("aria-pressed"), "true");
  point.$('[data-spot="far 4"]').click();
  assert.match(point.said(), /^Right\./);
  assert.match(text(point.$(".gs-drill-badge")), /right/);
  point.main().click();
  assert.match(point.prompt(), /^You serve card 14\./);
  point.tool("hint");
  assert.match(text(point.$(".gs-hint")), /^Hint 1 of 2\./);

  const pick = mount(R.cardsDrill);
  for (const n of [7, 17, 22]) pick.card(n);
  pick.main().click();
  assert.match(pick.prompt(), /^Right\. 7, 17 and 22 receive your 4\./);
  assert.equal(point.model.sent.length + pick.model.sent.length, 0);
});

test("arrows go over the court's sections as they lie", () => {
  const b = mount(R.sectionDrill);
  const first = b.$('.gs-section[tabindex="0"]');
  assert.equal(first.dataset.spot, "far 6");
  b.key("ArrowDown", first);
  assert.equal(/** @type {HTMLElement} */ (document.activeElement).dataset.spot, "far 3");
  b.key("ArrowRight", /** @type {Element} */ (document.activeElement));
  assert.equal(/** @type {HTMLElement} */ (document.activeElement).dataset.spot, "far 2");
});

test("a play drill shows the verdict with its consequence and starts again", () => {
  const b = mount(R.playDrill);
  b.card(17);
  b.main().click();
  assert.equal(b.model.sent[0].request.drill, "serving-1");
  b.model.answer({ ...R.over, moves: [], turn: null, record: { ...R.playDrill.record, moves: ["17"] }, prompt: { glyph: "no", lead: "Not yet.", text: "17 is a plain return." }, drill: { ...R.playDrill.drill, status: "wrong", text: "17 is a plain return." } });
  assert.match(b.prompt(), /^Not yet\. 17 is a plain return\./);
  assert.equal(text(b.main()), "Start this drill againP");
  b.main().click();
  assert.match(b.prompt(), /^Your turn\./);
});

test("without a kernel the notebook's board asks for the cell to be run", () => {
  const dead = mount(R.green, { isSite: false });
  assert.match(dead.prompt(), /^Run this cell to play\./);
  dead.card(7);
  assert.match(dead.prompt(), /^Card 7 returns/);
  dead.main().click();
  assert.equal(dead.model.sent.length, 0);
  assert.match(dead.prompt(), /^Run this cell to play\./);
  const live = mount(R.green, { isSite: false, layout: { comm_live: true } });
  assert.match(live.prompt(), /^Your turn\./);
});

test("when the kernel goes while an answer is awaited, the board can be pressed again", () => {
  const layout = { comm_live: true };
  const b = mount(R.green, { isSite: false, layout });
  b.card(7);
  b.main().click();
  layout.comm_live = false;
  b.main().click();
  assert.match(b.prompt(), /^Run this cell to play\./);
  layout.comm_live = true;
  b.main().click();
  assert.equal(b.model.sent.length, 2);
});

test("the kernel may set a new record from outside", () => {
  const b = mount(R.green, { isSite: false, layout: { comm_live: true } });
  b.model.set("reply", R.smash);
  assert.match(b.prompt(), /^A smash on your 1\./);
  assert.equal(b.said(), "", "nothing is spoken unasked");
});

test("boards of the same name on one page can be told apart", () => {
  const one = mount(R.green), two = mount(R.green);
  assert.notEqual(one.$(".gs").getAttribute("aria-label"), two.$(".gs").getAttribute("aria-label"));
});

test("leaving takes everything away", () => {
  const b = mount(R.green);
  assert.ok(b.model.listeners > 0);
  leave();
  assert.equal(b.model.listeners, 0);
  assert.equal(b.el.childNodes.length, 0);
});
