// The look-up finds the rule that a question is about, in everyday words, misspelt, in Korean and in Chinese.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { document } from "./model.mjs";
import { near, ranked, read, stem } from "../../book/_ext/clay/theme/static/look-up.js";

const notebook = JSON.parse(readFileSync(new URL("../../book/look-up.ipynb", import.meta.url), "utf8"));
const html = notebook.cells.flatMap((/** @type {any} */ cell) => cell.outputs ?? [])[0].data["text/html"].join("");
document.body.innerHTML = html.replace(/ src="[^"]*"/g, "");
const index = read(/** @type {Element} */ (document.querySelector(".look-up")));

/** What people at the table ask → the page that answers, first of all. @type {[string, string][]} */
const QUESTIONS = [
  ["can I smash after a dive?", "diving"],
  ["red ball one card", "off-balance"],
  ["who starts", "serving"],
  ["how many cards do I draw after a smash", "end-of-turn"],
  ["no card fits", "diving"],
  ["my deck is empty", "end-of-turn"],
  ["out of cards", "end-of-turn"],
  ["can my partner help me", "doubles"],
  ["3:3 what now", "deuce"],
  ["is it a tie", "deuce"],
  ["how do you win", "ace"],
  ["do we get new cards after a point", "ace"],
  ["can I dive in doubles", "doubles"],
  ["fast ball", "smashing"],
  ["two cards same landing place", "smashing"],
  ["which card decides where the ball goes after receiving a smash", "smashing"],
  ["smash a smash", "smashing"],
  ["can I keep my card and not return", "receiving"],
  ["do I have to dive", "diving"],
  ["does the serve use a card from my hand", "serving"],
  ["smash with one foot in the air, off balance", "off-balance"],
  ["how long is my hand smaller", "off-balance"],
  ["swap cards with the row", "master"],
  ["how many face up cards", "master"],
  ["master rules dive", "master"],
  ["can we look at each other's cards in doubles", "doubles"],
  ["advantage lost", "deuce"],
  ["whose turn after a pass", "doubles"],
  ["what is in the discard pile, may I look", "setup"],
  ["four players", "doubles"],
  // misspelt
  ["divign with a smahs", "diving"],
  ["recieve a smash", "smashing"],
  ["of balance", "off-balance"],
  ["dobles cards", "doubles"],
  ["advantge", "deuce"],
  // Korean
  ["스매싱 어떻게 받아요?", "smashing"],
  ["다이빙 리시브 후에 스매싱 할 수 있나요", "diving"],
  ["복식에서 카드 몇 장", "doubles"],
  ["듀스가 뭐예요", "deuce"],
  ["서브는 누가 먼저", "serving"],
  ["마스터 규칙", "master"],
  ["에이스", "ace"],
  // Chinese
  ["飛身撲球後可以扣殺嗎", "diving"],
  ["失衡回擊", "off-balance"],
  ["誰先發球", "serving"],
  ["丟士", "deuce"],
  ["隊友可以幫我嗎", "doubles"],
  ["進階規則", "master"],
  ["補充手牌", "end-of-turn"],
  // what else is asked at the table
  ["what happens if I forget to draw", "end-of-turn"],
  ["do I pick up cards after every shot", "end-of-turn"],
  ["can I use three cards in one turn", "smashing"],
  ["does a smash always win the point", "smashing"],
  ["if my dive works do I get a card back", "diving"],
  ["can I dive if I have one card left", "diving"],
  ["can I pass with no cards left", "doubles"],
  ["is there a double fault", "serving"],
  ["is it game over when the deck is empty", "end-of-turn"],
  ["카드 몇 장 뽑아요", "end-of-turn"],
  ["어떻게 이겨요", "ace"],
  // Chinese in simplified characters
  ["扣杀", "smashing"],
  ["飞身扑球", "diving"],
  ["双打", "doubles"],
  ["谁先发球", "serving"],
];

for (const [question, page] of QUESTIONS) {
  test(`“${question}” leads to ${page}`, () => {
    const answers = ranked(question, index);
    assert.equal(answers[0]?.page, page, answers.map(({ id, page }) => `${page}: ${id}`).join("\n"));
  });
}

test("every question of the page finds its own answer first", () => {
  for (const { element, id } of index.entries) {
    const question = element.querySelector("h3")?.textContent ?? "";
    const found = ranked(question, index).map((answer) => answer.id);
    if (element.hasAttribute("data-term")) assert.ok(found.slice(0, 3).includes(id), question);
    else assert.equal(found[0], id, question);
  }
});

test("what says nothing finds nothing", () => {
  for (const nothing of ["", "   ", "?", "the", "can I", "xyzzyq", "가나다라", "龘"]) {
    assert.deepEqual(ranked(nothing, index), [], nothing);
  }
});

test("of a question without end only the beginning is read", () => {
  const begin = "can I smash after a dive ";
  const long = begin + `${"x".repeat(290)} ` + "deuce ".repeat(50_000);
  assert.deepEqual(ranked(long, index), ranked(long.slice(0, 300), index));
  assert.equal(ranked(begin.repeat(1000), index)[0]?.page, "diving");
});

test("an answer comes while the word is being typed", () => {
  for (const begun of ["div", "adva", "doub", "smas", "다이", "撲球"]) assert.notDeepEqual(ranked(begun, index), [], begun);
});

test("endings do not matter, nor do slips of the finger", () => {
  for (const word of ["smash", "smashes", "smashed", "smashing"]) assert.equal(stem(word), "smash");
  for (const word of ["dive", "dives", "dived", "diving"]) assert.equal(stem(word), stem("dive"));
  assert.equal(stem("passes"), stem("pass"));
  assert.equal(stem("running"), "run");
  assert.ok(near("smahs", "smash", 1));
  assert.ok(near("recieve", "receive", 1));
  assert.ok(!near("ace", "age", 0));
  assert.ok(!near("point", "pass", 2));
});
