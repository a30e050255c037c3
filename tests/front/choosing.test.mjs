// Choosing cards, buttons and the prompt: pure functions over a reply, no page needed.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  aimOf, boardMarkup, buttons, cardState, choose, drillStatus, firstAnswer, lyingNow, newPanel, picksRight, promptOf, readSeed, stepTo, swapped,
} from "../../grandslam/board/board.js";
import { cell, court } from "../../grandslam/board/court.js";
import { esc, words } from "../../grandslam/board/kit.js";
import * as R from "./replies.mjs";

/** A board's state. @param {any} reply @param {any} more @returns {any} */
const state = (reply, more = {}) => ({
  setup: reply.drill ? R.drillSetup : R.setup, reply, selection: [], refusal: null, error: null, waiting: false, slow: false, engine: "ready", fault: undefined,
  stuck: false, live: true, tried: false, step: null, shut: false, hints: 0, spot: null, picks: [], checked: false, full: 6, pages: {}, id: "t", label: "", ...more,
});
/** @param {any} s */
const labels = (s) => buttons(s).map((b) => `${b.main ? "*" : ""}${b.label}${b.off ? " (off)" : ""}`);

test("a card that begins a move is chosen, pressed again it is put back", () => {
  const once = choose(R.green, [], 7);
  assert.deepEqual(once, { selection: [7], refusal: null });
  assert.deepEqual(choose(R.green, once.selection, 7).selection, []);
});

test("a card that follows is added; one that only begins a move starts anew", () => {
  assert.deepEqual(choose(R.green, [7], 19).selection, [7, 19]);
  assert.deepEqual(choose(R.green, [7, 19], 23).selection, [7, 23], "takes the last card's place");
  assert.deepEqual(choose(R.green, [7, 19], 17).selection, [17]);
});

test("taking back the first of two cards leaves only what still begins a move", () => {
  assert.deepEqual(choose(R.green, [7, 19], 7).selection, []);
  assert.deepEqual(choose(R.smash, [1, 2], 1).selection, [2]);
});

test("a card that cannot play is refused with its reason and the selection stays", () => {
  const alone = choose(R.green, [], 5);
  assert.deepEqual(alone.selection, []);
  assert.equal(alone.refusal?.text, R.green.refusals[5].text);
  const second = choose(R.green, [7], 5);
  assert.deepEqual(second.selection, [7]);
  assert.equal(second.refusal?.rule, "smashing", "the reason for the pair, not for the single card");
});

test("cards show what they may do", () => {
  const word = (/** @type {number[]} */ chosen, /** @type {number} */ card) => cardState(R.green, chosen, null, card);
  assert.deepEqual(word([], 7), { state: "can", mark: "can", word: "can play" });
  assert.deepEqual(word([], 19), { state: "not", mark: "", word: "" });
  assert.deepEqual(word([7], 7), { state: "chosen", mark: "1", word: "returns" });
  assert.deepEqual(word([7], 19), { state: "follow", mark: "follow", word: "may follow" });
  assert.deepEqual(word([7], 17), { state: "can", mark: "can", word: "instead" });
  assert.deepEqual(word([7, 19], 19), { state: "chosen", mark: "2", word: "smashes" });
  assert.equal(cardState(R.green, [], R.green.refusals[5], 5).state, "refused");
  assert.deepEqual(cardState(R.dive, [], null, 1), { state: "can", mark: "discard", word: "discard?" });
  assert.deepEqual(cardState(R.dive, [13], null, 13), { state: "chosen", mark: "discard", word: "discard" });
  assert.equal(cardState(R.serve, [], null, 7).state, "idle", "nothing to decide about cards");
});

test("the roles of two receiving cards come from the main move", () => {
  assert.equal(cardState(R.smash, [2, 22], null, 2).word, "receives");
  assert.equal(cardState(R.smash, [2, 22], null, 22).word, "sends");
});

test("the main button says the move", () => {
  assert.deepEqual(labels(state(R.green)), ["*Choose a card (off)", "Clear (off)"]);
  assert.deepEqual(labels(state(R.green, { selection: [7] })), ["*Return to Rosa’s 1: play 7", "Clear"]);
  assert.deepEqual(labels(state(R.smash, { selection: [1] })), ["*Choose one more card (off)", "Clear"]);
  assert.deepEqual(labels(state(R.serve)), ["*Serve"]);
  assert.deepEqual(labels(state(R.dive)), ["*Choose a card (off)", "Let it go", "Clear (off)"]);
  assert.deepEqual(labels(state(R.over)), ["*Next point: Rosa serves", "Step back through it"]);
  assert.deepEqual(labels(state(R.won)), ["*New match", "Step back through it"]);
});

test("a second move with the same cards and the exchanged order have their buttons", () => {
  assert.deepEqual(labels(state(R.smash, { selection: [2, 22] })), [
    "*Return to Rosa’s 6: play 2, then 22", "Smash off balance to Rosa’s 6: play 2, then 22", "Swap: 22, then 2", "Clear",
  ]);
  assert.deepEqual(swapped(R.smash, [1, 2]), [2, 1]);
  assert.equal(swapped(R.green, [7, 19]), null);
});

test("where the order does not count, a selection is compared as a set", () => {
  assert.deepEqual(choose(R.master, [22, 2], 1).selection, [22, 2, 1]);
  assert.deepEqual(labels(state(R.master, { selection: [22, 2, 1] })), ["*Play 1>2+22", "Clear"]);
  assert.equal(promptOf(state(R.master, { selection: [22, 2, 1] })).lead, "1 receives, 2 and 22 send.", "prompts are keyed by rising cards");
  assert.deepEqual(choose(R.master, [22, 2, 1], 22).selection, [2, 1], "a card is put back, whichever it was");
  assert.equal(swapped(R.master, [2, 1]), null);
});

test("one set of cards may make two moves: two buttons, and no word or aim that only one of them has", () => {
  assert.deepEqual(labels(state(R.master, { selection: [2, 1] })), ["*Play 1>2", "Play 2>1", "Clear"]);
  assert.equal(cardState(R.master, [2, 1], null, 1).word, "chosen");
  assert.equal(aimOf(R.master, [2, 1]), null);
  assert.deepEqual(aimOf(R.master, [1, 2, 22]), { half: "far", section: 6 });
  assert.equal(cardState(R.master, [1, 5], null, 5).word, "sends");
  assert.equal(cardState(R.master, [5, 17], null, 5).word, "sends", "already known before the choice is complete");
});

test("a card that does not fit takes another’s place, else it is refused by the pair", () => {
  assert.deepEqual(choose(R.master, [22, 1], 17).selection, [22, 17]);
  assert.deepEqual(choose(R.master, [1, 22], 17).selection, [22, 17]);
  assert.equal(cardState(R.master, [22, 1], null, 17).word, "instead");
  const no = choose({ ...R.master, moves: R.master.moves.filter((/** @type {any} */ m) => !m.cards.includes(9)) }, [17], 9);
  assert.equal(no.refusal?.text, "It does not receive your 1.");
});

test("the button says how many cards are missing", () => {
  const smashes = { ...R.master, moves: R.master.moves.filter((/** @type {any} */ m) => m.cards.length === 3) };
  assert.deepEqual(labels(state(smashes, { selection: [1] }))[0], "*Choose 2 more cards (off)");
  assert.deepEqual(labels(state(smashes, { selection: [1, 2] }))[0], "*Choose one more card (off)");
});

test("laying starts from the row that lies there; cards are face up or in hand and push none out", () => {
  assert.deepEqual(lyingNow(R.lay), [2, 5]);
  assert.deepEqual(lyingNow(R.master), []);
  assert.deepEqual(cardState(R.lay, [2, 5], null, 2), { state: "chosen", mark: "up", word: "face up" });
  assert.deepEqual(cardState(R.lay, [2, 5], null, 1), { state: "can", mark: "can", word: "in hand" });
  assert.deepEqual(choose(R.lay, [1, 2, 5], 9).selection, [1, 2, 5]);
  assert.deepEqual(labels(state(R.lay, { selection: [5, 2] })), ["*Lay 2,5", "Clear"]);
});

test("what lies face up comes first and says so; rows of others are drawn", () => {
  const markup = boardMarkup(state(R.master));
  assert.deepEqual([...markup.matchAll(/data-card="(\d+)"/g)].map((m) => Number(m[1])), [2, 5, 9, 22, 1, 17]);
  assert.equal((markup.match(/is-up"/g) ?? []).length, 4);
  assert.equal((markup.match(/>face up</g) ?? []).length, 4);
  assert.equal((markup.match(/>in hand</g) ?? []).length, 2);
  assert.match(markup, /Rosa’s row/);
  assert.ok(!markup.includes("Your row"), "it lies with the hand");
  const shut = boardMarkup(state(R.master, { shut: true }));
  assert.equal((shut.match(/Card\u00a0\d+: receives/g) ?? []).length, 8, "rows are open to all, the hand is not");
});

test("in doubles the order of play is told, with its direction", () => {
  const markup = boardMarkup(state(R.doubles)).replaceAll("\u00a0", " ");
  assert.match(markup, /Order of play, turned by a pass: You, then Theo, then Ines, then Rosa\./);
  assert.match(markup, /<b class="gs-now">.*?You<\/b>/);
  const usual = { ...R.doubles, view: { ...R.doubles.view, position: { ...R.doubles.view.position, order: 1 } } };
  assert.match(boardMarkup(state(usual)), /Order of play: You, then Rosa, then Ines, then Theo\./);
  assert.match(markup, /hand 5, limit 4, deck 18, discard 1/);
  assert.deepEqual(labels(state(R.doubles, { selection: [7] })), ["*Pass to Ines: discard 7", "Clear"]);
  assert.ok(!boardMarkup(state(R.green)).includes("gs-round"));
});

test("from deuce on there are places for five tokens", () => {
  const at = (/** @type {number} */ own, /** @type {number} */ far, scoring = "deuce") => (court({ ...R.green.view, score: { ...R.green.view.score, own, far }, position: { rules: { scoring } } }).match(/stroke-dasharray="2.5 3"/g) ?? []).length;
  assert.equal(at(3, 3), 4);
  assert.equal(at(5, 3), 2);
  assert.equal(at(3, 2), 3);
  assert.equal(at(3, 3, "first_to_four"), 2);
});

test("the next point is dealt before a row is laid", () => {
  const [main] = buttons(state(R.overMaster));
  assert.deepEqual(main, { do: "next", label: "Next point: Rosa serves", main: true });
});

test("a hand that lies face down offers nothing but to show it, and its sentence is not told", () => {
  const s = state({ ...R.green, view: { ...R.green.view, seat: 1, curtain_name: "Ines" } }, { shut: true });
  assert.deepEqual(labels(s), ["*Show Ines’s cards"]);
  const markup = boardMarkup(s);
  assert.ok(!markup.includes("data-card="));
  assert.ok(!markup.includes("5, 7, 17"), "the court’s sentence names the hand");
});

test("the prompt follows the selection, the refusal, the waiting and the fault", () => {
  assert.equal(promptOf(state(R.green)).lead, "Your turn.");
  assert.equal(promptOf(state(R.green, { selection: [7, 19] })).lead, "A smash to Rosa’s 1.");
  assert.equal(promptOf(state(R.green, { refusal: R.green.refusals[5] })).rule, "receiving");
  assert.equal(promptOf(state(R.green, { waiting: true, engine: "starting" })).lead, "Python is starting…");
  assert.equal(promptOf(state(R.green, { engine: "failed", fault: "No memory." })).lead, "No memory.");
  assert.equal(promptOf(state(R.cardsDrill, { engine: "failed", fault: "No memory." })).lead, "The ball is green on your 4.", "this drill needs no Python");
  assert.equal(promptOf(state(R.green, { live: false })).lead, "Run this cell to play.");
  assert.equal(promptOf(state(R.green, { error: "The record is broken." })).text, "The record is broken.");
});

test("a drill that asks for cards hides every mark until the check", () => {
  const open = boardMarkup(state(R.cardsDrill));
  assert.ok(!/is-can|is-not|can play|cannot play/.test(open));
  const d = R.cardsDrill.drill;
  assert.equal(picksRight(d, [7, 17, 22]), true);
  assert.equal(picksRight(d, [7, 17]), false, "one is missing");
  assert.equal(picksRight(d, [7, 17, 22, 5]), false, "one too many");
  const slip = state(R.cardsDrill, { picks: [7, 5], checked: true });
  assert.equal(drillStatus(slip), "wrong");
  assert.equal(promptOf(slip).text, "Card 5 receives your 3.");
  assert.match(boardMarkup(slip), />wrong</);
  assert.equal(promptOf(state(R.cardsDrill, { picks: [7, 17], checked: true })).text, d.wrong);
  assert.equal(promptOf(state(R.cardsDrill, { picks: [7, 17, 22], checked: true })).lead, "Right.");
});

test("a drill that asks for a section has a named button on each section of that half", () => {
  const markup = boardMarkup(state(R.sectionDrill));
  const names = [...markup.matchAll(/data-spot="far (\d)"[^>]*><span class="gs-sr">([^<]*)</g)].map((m) => m[2].replace("\u00a0", " "));
  assert.deepEqual(names, [6, 5, 4, 3, 2, 1].map((n) => `Rosa’s ${n}`), "in reading order on the court");
  assert.ok(!markup.includes('data-spot="own'));
  assert.equal(promptOf(state(R.sectionDrill, { spot: "far 2" })).lead, "Not there.");
  assert.equal(promptOf(state(R.sectionDrill, { spot: "far 4" })).lead, "Right.");
  assert.match(boardMarkup(state(R.sectionDrill, { spot: "far 4" })), />here</);
});

test("a drill may hide the numbers of a half, from eyes and from readers alike", () => {
  const hidden = { ...R.sectionDrill, drill: { ...R.sectionDrill.drill, hide_numbers: "far" } };
  const digits = (/** @type {any} */ s) => (boardMarkup(s).match(/font-size="19"/g) ?? []).length;
  assert.equal(digits(state(hidden)), 6);
  assert.equal(digits(state(hidden, { spot: "far 4" })), 12, "shown once it is solved");
  assert.match(boardMarkup(state(hidden)), /data-spot="far 4"[^>]*><span class="gs-sr">Rosa’s half, at the back, right</);
  assert.ok(!/>Rosa’s\u00a0\d</.test(boardMarkup(state(hidden))));
});

test("the far half is the own half turned by half a turn", () => {
  for (const section of [1, 2, 3, 4, 5, 6]) {
    const own = cell("own", section), far = cell("far", section);
    assert.equal(own.x + own.w / 2 + far.x + far.w / 2, 360);
    assert.equal(own.y + own.h / 2 + far.y + far.h / 2, 268);
  }
  assert.equal(cell("own", 1).x, cell("far", 3).x, "straight ahead of your 1 lies their 3");
});

test("the court shows the aim, the refused card's area and where the ball died", () => {
  assert.match(court(R.green.view, { wrong: R.green.refusals[5].area }), /url\(#gs-hatch\)[^]*card 5[^]*>ball</);
  assert.ok(!court(R.green.view).includes('url(#gs-hatch)"'));
  assert.match(court(R.over.view), />ace</);
  assert.match(court(R.smash.view), />smash</);
  assert.notEqual(court(R.green.view, { aim: { half: "far", section: 1 } }), court(R.green.view));
});

test("a deck on other sections is told in lists, not drawn", () => {
  const markup = boardMarkup(state(R.lists));
  assert.ok(!markup.includes("<svg class=\"gs-court\""));
  assert.match(markup.replaceAll("\u00a0", " "), /red on your 8 \(smash\)/);
  assert.match(markup, /receives 4, 5/);
});

test("the other hand lies open only when the reply brings it", () => {
  assert.ok(!boardMarkup(state(R.green)).includes("gs-open"));
  assert.match(boardMarkup(state(R.openHands)), /Rosa’s hand/);
});

test("everything that comes from data is escaped", () => {
  const bad = `<img src=x onerror="alert(1)">'&`;
  const v = R.green.view;
  const reply = {
    ...R.green,
    view: { ...v, picture: bad, own_name: bad, far_name: bad, score: { ...v.score, words: bad, own_side: bad }, seats: v.seats.map((/** @type {any} */ s) => ({ ...s, name: bad, seat: bad, hand: bad, deck: bad, tags: [bad], discard: [bad] })), hand: [{ card: bad, receives: [bad], lands: bad }] },
    prompt: { glyph: bad, lead: bad, text: bad },
    events: [{ text: bad, rule: bad, move: 0, seat: 0 }],
    moves: [{ ...R.green.moves[0], text: bad, label: bad, cards: [] }],
    record: { ...R.green.record, seed: bad, rules: { edition: bad } },
  };
  const refusal = { rule: bad, lead: bad, text: bad, cards: [], area: { half: "own", sections: [1], label: bad } };
  const drill = { ...R.sectionDrill.drill, goal: bad, number: bad, of: bad, hints: [bad], verdicts: { [`far ${bad}`]: { right: false, text: bad } } };
  for (const s of [state(reply), state(reply, { refusal, pages: { [bad]: bad } }), state({ ...reply, view: { ...reply.view, court: false } }), state({ ...reply, drill }, { hints: 1 }), state(reply, { error: bad })]) {
    assert.equal(boardMarkup(s).match(/.{60}<img/)?.[0], undefined);
  }
  assert.ok(!newPanel(state(reply), 1).includes("<img"));
  assert.equal(esc(bad), "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;");
});

test("the markup needs no inline style and no inline script", () => {
  for (const reply of [R.green, R.smash, R.over, R.sectionDrill, R.cardsDrill, R.lists, R.openHands, R.master, R.lay, R.doubles]) {
    assert.ok(!/ style=| on[a-z]+=|javascript:/.test(boardMarkup(state(reply, { refusal: null }))));
  }
});

test("a number never parts from the word before it", () => {
  assert.equal(words("Card 7 returns to Rosa’s 1."), "Card\u00a07 returns to Rosa’s\u00a01.");
});

test("a seed is a whole number below 2⁴⁸", () => {
  assert.equal(readSeed(" 42 "), 42);
  assert.equal(readSeed("281474976710655"), 281474976710655);
  for (const bad of ["", "x", "-1", "1.5", "281474976710656", "1e3"]) assert.equal(readSeed(bad), null);
});

test("stepping goes by moves and by points", () => {
  const moves = ["serve", "16", "12", "serve", "7", "let"];
  assert.equal(stepTo(moves, 6, "back"), 5);
  assert.equal(stepTo(moves, 0, "back"), 0);
  assert.equal(stepTo(moves, 6, "on"), 6);
  assert.equal(stepTo(moves, 6, "point-back"), 4);
  assert.equal(stepTo(moves, 4, "point-back"), 1);
  assert.equal(stepTo(moves, 1, "point-back"), 0);
  assert.equal(stepTo(moves, 1, "point-on"), 4);
  assert.equal(stepTo(moves, 4, "point-on"), 6);
});

test("first answers are used only for the board's own first match", () => {
  const first = { "serve 16 12 7": R.over };
  const ask = { do: "play", record: R.green.record, seat: 0, players: { 1: "rookie" }, open_hands: false, move: "7" };
  assert.equal(firstAnswer(first, ask, R.setup, R.green.record), R.over);
  assert.equal(firstAnswer(null, ask, R.setup, R.green.record), null);
  assert.equal(firstAnswer(first, { ...ask, move: "17" }, R.setup, R.green.record), null);
  assert.equal(firstAnswer(first, { ...ask, do: "open" }, R.setup, R.green.record), null);
  assert.equal(firstAnswer(first, { ...ask, players: {} }, R.setup, R.green.record), null);
  assert.equal(firstAnswer(first, { ...ask, open_hands: true }, R.setup, R.green.record), null);
  assert.equal(firstAnswer(first, { ...ask, record: { ...R.green.record, seed: 43 } }, R.setup, R.green.record), null);
});
