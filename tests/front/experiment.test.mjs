// The Experiment widget on a page: predict, run, stop, result, with a stand-in for the host and an engine of few words.
import assert from "node:assert/strict";
import { test } from "node:test";

import experiment, { compared, countsOf, nextBatch, readPrediction, running, tableRows } from "../../grandslam/board/experiment.js";
import { document, leave, Model, put, text } from "./model.mjs";

/** @typedef {import("../../grandslam/board/experiment.js").Description} Description */

/** @param {number} hand @returns {Description} */
const hands = (hand) => ({
  id: "2.2", lesson: 2, title: "Smaller hands", question: "What does a smaller hand do?", about: `A deck is shuffled and ${hand} cards are dealt.`,
  unit: `hands of ${hand}`, focus: 0, sizes: [10, 100, 1000, 10000],
  outcomes: [{ label: "can receive", exact: hand === 3 ? "151/253" : "1261/1771", value: hand === 3 ? 151 / 253 : 1261 / 1771, how: "exact" },
    { label: "cannot", exact: hand === 3 ? "102/253" : "510/1771", value: hand === 3 ? 102 / 253 : 510 / 1771, how: "exact" }],
  input: { name: "hand", label: "Cards in the hand", choices: [{ value: 4, label: "4 cards" }, { value: 3, label: "3 cards" }], value: hand },
  prediction: { question: `What percent of hands of ${hand} can receive?`, kind: "percent", low: 0, high: 100, about: "percent of hands" },
});
/** @type {Description} */
const serves = {
  ...hands(3), id: "1.1", unit: "serves", input: null, focus: 2, sizes: [10, 60, 100],
  outcomes: [1, 2, 3].map((n) => ({ label: `section ${n}`, exact: "1/3", value: 1 / 3, how: "exact" })),
  prediction: { question: "Of 60 serves, how many on section 3?", kind: "count", low: 0, high: 60, about: "serves of 60" },
};

/** What the engine would say; repetition i shows 1 where i is a multiple of 3. @param {any} request @param {Description} about @returns {any} */
const engine = ({ do: what, word, input, from, to, results, charts }, about) => {
  if (what === "chart") return { charts: charts.map((/** @type {any} */ chart) => ({ svg: "<svg/>", alt: `${chart.kind}: ${chart.title}` })) };
  if (what === "tally") {
    const counts = countsOf(results, about.outcomes.length), n = results.length;
    const coded = [10, 60, 100, 1000, 10000].includes(n);
    return { n, counts, shares: counts.map((k) => k / n), intervals: counts.map(() => [0.25, 0.75]), told: `${counts[0]} of ${n}.`, csv: `n\r\n${n}\r\n`,
      code: coded ? "1273-HE1T-2K" : null, why: coded ? null : "A code is made for round numbers." };
  }
  if (word === undefined) return hands(input);
  if (!/^[\w-]{1,24}$/.test(word.trim())) return { error: { text: `word must be letters, not '${word}'.`, where: "word" } };
  return { id: about.id, word: word.trim().toLowerCase(), input, from, to, results: Array.from({ length: to - from }, (_, i) => Number((from + i) % 3 === 0)) };
};

/** A host that answers at once, or when told to. */
class Host extends Model {
  /** @type {Record<string, any>[]} */ asked = [];
  /** @type {((request: any) => any) | null} */ reply = null;
  waits = false;

  /** @param {any} message */
  send(message) {
    super.send(message);
    this.asked.push(message.request);
    if (!this.waits) queueMicrotask(() => this.say(message));
  }

  /** @param {any} message */
  say(message) {
    this.tell(message.id, (this.reply ?? ((request) => engine(request, this.values.reply)))(message.request));
  }

  /** @param {string} id @param {any} reply */
  tell(id, reply) {
    const { sent } = this;
    this.sent = [{ id }];
    this.answer(reply);
    this.sent = sent;
  }

  /** Answers what has been asked so far, and from now on at once. */
  release(waits = false) {
    this.waits = waits;
    const all = this.sent.splice(0);
    for (const message of all) this.say(message);
  }
}

/** @param {Description} description @param {any} more */
const mount = (description = hands(3), more = {}) => {
  const setup = { id: description.id, word: "maple", input: description.input?.value ?? null };
  const model = new Host({ setup, reply: description, ...more });
  const el = put(experiment, model);
  const $ = (/** @type {string} */ css) => /** @type {any} */ (el.querySelector(css));
  const press = (/** @type {string} */ name) => $(`[data-do="${name}"]`).click();
  const fill = (/** @type {string} */ name, /** @type {string} */ value, event = "input") => {
    $(`[name="${name}"]`).value = value;
    $(`[name="${name}"]`).dispatchEvent(new Event(event, { bubbles: true }));
  };
  return {
    model, el, $, press, fill,
    submit: (/** @type {string} */ part) => $(`[data-part="${part}"]`).dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
    choose: (/** @type {string} */ name, /** @type {string} */ value) => fill(name, value, "change"),
    text: (/** @type {string} */ css) => text($(css)),
    off: (/** @type {string} */ name) => $(`[data-do="${name}"]`).getAttribute("aria-disabled") === "true",
    counts: () => [...el.querySelectorAll("tbody tr")].map((row) => row.children[1].textContent),
    batches: () => model.asked.filter((request) => request.do === "experiment" && "from" in request).map(({ from, to }) => [from, to]),
    last: (/** @type {string} */ what) => model.asked.findLast((request) => request.do === what) ?? {},
  };
};
/** Until everything that was asked is answered and drawn. @param {() => boolean} done */
const until = async (done) => {
  for (let turn = 0; turn < 2000 && !done(); turn += 1) await new Promise((next) => setImmediate(next));
  assert.ok(done(), "it never came to an end");
};
/** @param {ReturnType<typeof mount>} w */
const finished = (w) => until(() => w.off("stop") && w.el.querySelectorAll(".gs-chart img").length === 2);
/** @param {ReturnType<typeof mount>} w */
const ran = async (w) => {
  w.press("skip");
  w.submit("run");
  await finished(w);
  return w;
};

test("module: a default export with render, and no function named render", async () => {
  const all = await import("../../grandslam/board/experiment.js");
  assert.equal(typeof all.default.render, "function");
  assert.ok(!("render" in all), "anywidget would take it for the old form");
});

test("a prediction is a number in its range, as readers write it", () => {
  const percent = hands(3).prediction;
  for (const [text, said] of [["40", "40"], [" 13,5 % ", "13.5"], ["0", "0"], ["100%", "100"], ["007", "7"]]) assert.deepEqual(readPrediction(percent, text), { said, no: "" });
  for (const text of ["", "many", "101", "-1", "1e1", "Infinity", "4 0", "."]) {
    assert.deepEqual(readPrediction(percent, text), { said: "", no: "Please give a number from 0 to 100." }, text);
  }
  assert.equal(readPrediction(serves.prediction, "9.5").no, "Please give a whole number from 0 to 60.");
  assert.equal(readPrediction(serves.prediction, "60").said, "60");
});

test("a prediction stands beside what came, in its own kind", () => {
  assert.equal(compared(hands(3), "40", [3, 5]).replaceAll("\u00a0", " "), "You said 40 %; the cards said 37.5 %.");
  assert.equal(compared(serves, "12", [40, 500, 60]).replaceAll("\u00a0", " "), "You said 12 of 60; the cards said 60 of 600, 10.0 %.");
  assert.equal(compared(hands(3), "", [3, 5]), "", "no prediction");
  assert.equal(compared(hands(3), "40", [0, 0]), "", "no cards yet");
});

test("batches grow or shrink towards the time they should take", () => {
  assert.equal(nextBatch(10, 1), 40, "four times as many at most");
  assert.equal(nextBatch(100, 150), 100);
  assert.equal(nextBatch(100, 600), 25);
  assert.equal(nextBatch(1, 60_000), 1, "never none");
});

test("the points of a running share rise, end with all, are few, and hold 10, 100 and 1,000", () => {
  const results = Array.from({ length: 9999 }, (_, i) => i % 4), points = running(results, 0);
  assert.deepEqual(points.at(-1), [9999, 2500]);
  assert.ok(points.every(([n, hits], i) => hits === Math.ceil(n / 4) && (i === 0 || n > points[i - 1][0])));
  assert.ok(points.length < 110, String(points.length));
  for (const n of [10, 100, 1000]) assert.ok(points.some(([at]) => at === n), String(n));
  assert.deepEqual(running([1, 0, 0], 0), [[1, 0], [2, 1], [3, 2]], "every one where there are few");
});

test("text from the engine is text", () => {
  const bad = { ...hands(3), outcomes: [{ label: "<img src=x onerror=1>", exact: "<b>", value: 0.5, how: /** @type {const} */ ("exact") }] };
  assert.ok(!/<(img|b)/.test(tableRows(bad, [1], null)));
  const w = mount({ ...bad, title: "<script>", question: "<i>", about: "<i>", prediction: { ...bad.prediction, question: "<i>" } });
  assert.equal(w.$("script, i, img"), null);
});

test("it says what it is before anything is asked", () => {
  const w = mount();
  assert.equal(w.text("h3"), "Experiment 2.2: Smaller hands");
  assert.equal(w.$("section").getAttribute("aria-labelledby"), w.$("h3").id);
  assert.match(w.text(".gs-experiment"), /What does a smaller hand do\?.*3 cards are dealt/);
  assert.equal(w.$('[data-part="result"]').hidden, true, "the exact values would spoil the prediction");
  assert.equal(w.model.asked.length, 0);
  for (const field of w.el.querySelectorAll("input, select")) assert.ok(w.$(`label[for="${field.id}"]`), field.id);
});

test("nothing runs before a prediction is locked or left out", async () => {
  const w = mount();
  assert.ok(w.off("run"));
  assert.match(w.text('[data-part="why"]'), /^Lock a prediction first/);
  w.submit("run");
  assert.equal(w.model.asked.length, 0);
  assert.equal(document.activeElement, w.$('[name="said"]'));
  assert.match(w.text('[role="status"]'), /^Lock a prediction first/);
});

test("a prediction may be changed before the first run, and never after it", async () => {
  const w = mount();
  w.fill("said", "forty");
  w.submit("predict");
  assert.equal(w.text('.gs-field-no[id*="said"]'), "Please give a number from 0 to 100.");
  assert.equal(w.$('[name="said"]').getAttribute("aria-invalid"), "true");
  w.fill("said", "40");
  w.submit("predict");
  assert.match(w.text('[data-part="locked"]'), /^You said 40 %\. What percent of hands of 3/);
  assert.equal(w.$('[data-part="predict"]').hidden, true);
  assert.equal(document.activeElement, w.$('[data-part="locked"]'));
  assert.ok(!w.off("run"));
  w.press("change");
  assert.equal(w.$('[data-part="predict"]').hidden, false);
  w.fill("said", "50");
  w.submit("predict");
  w.submit("run");
  await finished(w);
  assert.equal(w.$('[data-do="change"]').hidden, true);
  assert.equal(w.text('[data-part="compared"]'), "You said 50 %; the cards said 66.0 %.");
});

test("a run comes in batches, one after the other, and ends with tally, pictures, code", async () => {
  const w = await ran(mount());
  const batches = w.batches();
  assert.deepEqual(batches.map(([from]) => from), [0, ...batches.map(([, to]) => to).slice(0, -1)]);
  assert.equal(batches.at(-1)?.[1], 100);
  assert.deepEqual(w.counts(), ["66", "34"]);
  assert.equal(w.text("caption"), "Word maple: 100 hands of 3");
  assert.equal(w.text("tbody tr"), "can receive6666.0 % 25.0–75.0 %151/253 59.68 %");
  assert.equal(w.text('[data-part="told"]'), "66 of 100.");
  assert.equal(w.text('[data-part="done"]'), "100 of 100");
  assert.equal(w.text('[data-part="code"] b'), "1273-HE1T-2K");
  assert.deepEqual([...w.el.querySelectorAll(".gs-chart img")].map((image) => image.getAttribute("alt")), ["bars: Smaller hands", "running: Share of “can receive” so far"]);
  const { charts } = w.last("chart");
  assert.deepEqual(charts[0].exact, ["151/253", "102/253"]);
  assert.equal(charts[1].exact, "151/253");
  assert.deepEqual(charts[1].points.at(-1), [100, 66]);
  assert.equal(w.$(".gs-chart img").getAttribute("src"), "data:image/svg+xml,%3Csvg%2F%3E");
});

test("one exact value for all outcomes is drawn as one line", async () => {
  const w = await ran(mount(serves));
  assert.equal(w.last("chart").charts[0].exact, "1/3");
});

test("the first run is as long as the prediction is about", () => {
  assert.equal(mount(serves).$('[name="size"]').value, "60");
  assert.equal(mount().$('[name="size"]').value, "100");
});

test("quarters and the end are said, no more", async () => {
  const w = mount();
  /** @type {string[]} */ const said = [];
  const status = w.$('[role="status"]');
  Object.defineProperty(status, "textContent", { get: () => said.at(-1) ?? "", set: (text) => said.push(text) });
  w.press("skip");
  w.choose("size", "1000");
  w.submit("run");
  await finished(w);
  const quarters = said.filter((text) => / of 1,000\.$/.test(text) && !text.startsWith("667"));
  assert.ok(quarters.length <= 3, said.join("|"));
  assert.match(said.at(-1) ?? "", /^666 of 1000\./);
  assert.equal(said.length, quarters.length + 2, "and that there is no prediction");
});

test("a second press while it runs asks nothing more", async () => {
  const w = mount();
  w.model.waits = true;
  w.press("skip");
  w.submit("run");
  w.submit("run");
  w.submit("run");
  assert.equal(w.model.asked.length, 1);
  assert.ok(w.off("run"));
  assert.ok(!w.off("stop"));
});

test("Stop acts at once, keeps what is done, and Run on goes on from there", async () => {
  const w = mount();
  w.model.waits = true;
  w.press("skip");
  w.submit("run");
  w.model.release(true);
  await until(() => w.batches().length === 2);
  w.press("stop");
  assert.ok(w.off("stop"));
  assert.equal(w.text('[data-part="done"]'), "10 of 100");
  w.model.release();
  await finished(w);
  assert.match(w.text('[role="status"]'), /^Stopped at 10 of 100\. What is done is kept\./);
  assert.equal(w.text('[data-do="run"]'), "Run on");
  w.submit("run");
  await until(() => w.text("caption") === "Word maple: 100 hands of 3" && w.off("stop"));
  assert.equal(w.batches().filter(([from]) => from === 0).length, 1, "it did not start again");
  assert.deepEqual(w.counts(), ["66", "34"]);
});

test("where there is no code it says why", async () => {
  const w = mount();
  w.model.reply = (request) => ({ ...engine(request, hands(3)), code: null, why: "A code is made for round numbers." });
  w.press("skip");
  w.submit("run");
  await finished(w);
  assert.equal(w.text('[data-part="code"]'), "No result code: A code is made for round numbers.");
  assert.ok(w.off("copy code"));
  assert.ok(!w.off("copy"));
});

test("a longer run holds the shorter one, and the shorter one can be seen again", async () => {
  const w = await ran(mount());
  w.choose("size", "1000");
  assert.equal(w.text('[data-do="run"]'), "Run on");
  w.submit("run");
  await until(() => w.text('[data-part="told"]') === "666 of 1000.");
  assert.equal(w.batches().filter(([from]) => from === 0).length, 1);
  const asked = w.batches().length;
  w.choose("size", "10");
  await until(() => w.text('[data-part="told"]') === "6 of 10.");
  assert.equal(w.batches().length, asked, "nothing is run for it");
});

test("a bad word is refused at its field", async () => {
  const w = mount();
  w.press("skip");
  w.fill("word", "map le!");
  w.submit("run");
  await until(() => w.off("stop"));
  assert.equal(w.text('.gs-field-no[id*="word"]'), "Word must be letters, not 'map le!'.");
  assert.equal(w.$('[name="word"]').getAttribute("aria-invalid"), "true");
  assert.equal(document.activeElement, w.$('[name="word"]'));
  assert.equal(w.$('[data-part="result"]').hidden, true);
  w.fill("word", "oak");
  assert.equal(w.text('.gs-field-no[id*="word"]'), "");
});

test("a run of which nothing comes takes nothing away: refused word, fault, Stop", async () => {
  const w = await ran(mount()), counts = w.counts(), told = w.text('[data-part="told"]');
  const still = (/** @type {string} */ why) => {
    assert.deepEqual(w.counts(), counts, why);
    assert.equal(w.text("caption"), "Word maple: 100 hands of 3", why);
    assert.equal(w.text('[data-part="told"]'), told, why);
    assert.equal(w.el.querySelectorAll(".gs-chart img").length, 2, why);
    assert.equal(w.$('[data-do="change"]').hidden, true, why);
  };
  w.fill("word", "map le!");
  w.submit("run");
  await until(() => w.off("stop"));
  assert.equal(w.$('[name="word"]').getAttribute("aria-invalid"), "true");
  still("a refused word");
  w.model.reply = () => ({ error: { text: "Something broke.", where: "request" } });
  w.fill("word", "oak");
  w.submit("run");
  await until(() => w.off("stop"));
  assert.equal(w.text('[data-part="why"]'), "Something broke.");
  still("a fault");
  w.model.waits = true;
  w.submit("run");
  w.press("stop");
  still("Stop before anything came");
  w.fill("word", "maple");
  assert.equal(w.text('[data-part="why"]'), "Word maple: 100 are done.");
});

test("a word is shown as it was read, and another one runs anew", async () => {
  const w = mount();
  w.fill("word", " Maple ");
  await ran(w);
  assert.equal(w.$('[name="word"]').value, "maple");
  w.fill("word", "oak");
  assert.equal(w.text("caption"), "Word maple: 100 hands of 3", "what is on show says whose it is");
  w.submit("run");
  await until(() => w.text("caption") === "Word oak: 100 hands of 3" && w.off("stop"));
  assert.equal(w.last("tally").word, "oak");
});

test("typing another word stops a run", async () => {
  const w = mount();
  w.model.waits = true;
  w.press("skip");
  w.submit("run");
  w.fill("word", "oa");
  assert.ok(w.off("stop"));
  w.model.release();
  await new Promise((next) => setImmediate(next));
  assert.equal(w.batches().length, 1);
  assert.equal(w.$('[data-part="result"]').hidden, true, "what came too late is not taken");
});

test("another choice has its own prediction, exact values and results", async () => {
  const w = mount();
  w.fill("said", "40");
  w.submit("predict");
  w.submit("run");
  await finished(w);
  w.choose("input", "4");
  await until(() => /4 cards/.test(w.text('[data-part="about"]')));
  assert.equal(w.$('[data-part="predict"]').hidden, false);
  assert.match(w.text('[data-part="predict"]'), /hands of 4/);
  assert.ok(w.off("run"));
  w.press("skip");
  w.submit("run");
  await finished(w);
  assert.match(w.text("tbody tr"), /1261\/1771/);
  assert.deepEqual(w.last("tally").input, 4);
  assert.equal(w.text('[data-part="compared"]'), "");
  const asked = w.batches().length;
  w.choose("input", "3");
  await until(() => w.text('[data-part="compared"]') === "You said 40 %; the cards said 66.0 %.");
  assert.match(w.text("tbody tr"), /151\/253/);
  assert.equal(w.batches().length, asked, "its results were kept");
});

test("Start again forgets predictions and results and asks for another word", async () => {
  const w = await ran(mount());
  w.press("again");
  assert.equal(w.$('[data-part="result"]').hidden, true);
  assert.equal(w.$('[data-part="predict"]').hidden, false);
  assert.equal(w.$('[name="word"]').value, "");
  assert.equal(document.activeElement, w.$('[name="said"]'));
  assert.ok(w.off("run"));
});

test("Start again ends a run", async () => {
  const w = mount();
  w.model.waits = true;
  w.press("skip");
  w.submit("run");
  w.press("again");
  w.model.release();
  await new Promise((next) => setImmediate(next));
  assert.equal(w.$('[data-part="result"]').hidden, true);
  assert.equal(w.batches().length, 1);
});

test("the code and the CSV are copied, and where that is forbidden it says what to do", async () => {
  const w = await ran(mount());
  /** @type {string[]} */ const copied = [];
  const { navigator } = /** @type {any} */ (document.defaultView);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (/** @type {string} */ text) => copied.push(text) } });
  w.press("copy code");
  await until(() => w.text('[data-part="note"]') === "Code copied.");
  w.press("copy");
  await until(() => w.text('[data-part="note"]') === "CSV copied.");
  assert.deepEqual(copied, ["1273-HE1T-2K", "n\r\n100\r\n"]);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined });
  w.press("copy");
  await until(() => /save the file instead/.test(w.text('[data-part="note"]')));
});

test("when Python does not start it says so, tries again, and goes on", async () => {
  const w = mount(hands(3), { engine: "starting" });
  w.model.waits = true;
  w.press("skip");
  w.submit("run");
  assert.match(w.text('[data-part="python"]'), /^Python is starting…$/);
  w.model.values.fault = "This browser blocks WebAssembly.";
  w.model.set("engine", "failed");
  assert.match(w.text('[data-part="python"]'), /^This browser blocks WebAssembly\. Try again$/);
  w.press("retry");
  assert.equal(w.model.retries, 1);
  assert.ok(w.el.contains(document.activeElement));
  w.model.set("engine", "ready");
  w.model.release();
  await finished(w);
  assert.deepEqual(w.counts(), ["66", "34"]);
});

test("any other fault is told and what is done stays", async () => {
  const w = mount();
  w.model.reply = (request) => (request.from > 0 ? { error: { text: "Something broke.", where: "request" } } : engine(request, hands(3)));
  w.press("skip");
  w.submit("run");
  await finished(w);
  assert.equal(w.text('[data-part="why"]'), "Something broke.");
  assert.equal(w.text("caption"), "Word maple: 10 hands of 3");
  assert.equal(w.text('[data-do="run"]'), "Run on");
});

test("without charts the result still stands, and they can be asked for again", async () => {
  const w = mount();
  w.model.reply = (request) => (request.do === "chart" ? { error: { text: "Charts need pygal.", where: "request" } } : engine(request, hands(3)));
  w.press("skip");
  w.submit("run");
  await until(() => w.text('[data-part="why"]') === "Charts need pygal.");
  assert.deepEqual(w.counts(), ["66", "34"]);
  w.model.reply = null;
  w.submit("run");
  await finished(w);
  assert.equal(w.text('[data-part="why"]'), "Word maple: 100 are done.", "Run asks once more for what did not arrive");
});

test("in a notebook whose kernel has gone it says what to do", async () => {
  const w = mount(hands(3), { layout: { comm_live: false } });
  w.model.isSite = false;
  w.press("skip");
  w.submit("run");
  await until(() => w.off("stop"));
  assert.match(w.text('[data-part="why"]'), /^No Python is running behind this output/);
  assert.equal(w.$('[data-part="result"]').hidden, true);
});

test("what is done survives a reload: prediction, word, size and results", async () => {
  const before = mount();
  before.fill("said", "40");
  before.submit("predict");
  before.fill("word", "oak");
  before.submit("run");
  await finished(before);
  const kept = JSON.parse(JSON.stringify(before.model.kept.at(-1)));
  const after = mount(hands(3), { kept });
  await finished(after);
  assert.equal(after.text('[data-part="compared"]'), "You said 40 %; the cards said 66.0 %.");
  assert.equal(after.$('[data-do="change"]').hidden, true);
  assert.equal(after.text("caption"), "Word oak: 100 hands of 3");
  assert.deepEqual(after.batches(), [], "nothing is run again");
});

test("a reload with another choice describes it anew", async () => {
  const runs = { "4": { said: "70", word: "oak", results: [0, 1, 0], shown: 3 } };
  const w = mount(hands(3), { kept: { word: "oak", input: 4, size: 100, runs } });
  await finished(w);
  assert.equal(w.$('[name="input"]').value, "4");
  assert.match(w.text("tbody tr"), /1261\/1771/);
  assert.equal(w.text('[data-do="run"]'), "Run on");
});

test("two on one page share no name and no state", async () => {
  const one = mount(), two = mount();
  await ran(one);
  assert.equal(two.model.asked.length, 0);
  assert.equal(two.$('[data-part="result"]').hidden, true);
  const ids = [...document.querySelectorAll("[id]")].map((x) => x.id);
  assert.equal(new Set(ids).size, ids.length);
});

test("a widget that is taken away hears nothing more", async () => {
  const w = mount();
  w.model.waits = true;
  w.press("skip");
  w.submit("run");
  leave();
  assert.equal(w.model.listeners, 0);
  w.model.release();
  await new Promise((next) => setImmediate(next));
  assert.equal(w.model.asked.length, 1);
});
