// Replies as grandslam.table.answer gives them, written by hand: what the board's tests draw and click.

const FACES = "1,1,1 2,1,6 3,2,2 4,2,5 5,3,3 6,3,4 7,4,1 8,4,6 9,5,2 10,5,5 11,6,3 12,6,4 13,1/2,2 14,1/2,4 15,2/3,2 16,2/3,6 17,4/5,3 18,4/5,5 19,5/6,1 20,5/6,5 21,1/4,3 22,1/4,6 23,3/6,1 24,3/6,4";
const DECK = FACES.split(" ").map((line) => {
  const [card, receives, lands] = line.split(",");
  return { card: Number(card), receives: receives.split("/").map(Number), lands: Number(lands) };
});

/** @param {number[]} numbers */
export const cards = (...numbers) => numbers.map((n) => DECK[n - 1]);

/**
 * A move from its text, as far as these tests need it.
 * @param {string} text
 * @param {string} label
 * @param {Partial<import("../../grandslam/board/board.js").Move>} more
 */
export const move = (text, label, more = {}) => {
  const [receive, send = ""] = text.split("+");
  const receiving = /^[\d,]+$/.test(receive) ? receive.split(",").map(Number) : [];
  const sending = send ? [Number(send)] : [];
  const all = [...receiving, ...sending];
  const attacks = sending[0] ?? receiving[receiving.length - 1];
  const roles = [
    ...receiving.map((_, i) => (receiving.length === 1 ? "returns" : i ? "sends" : "receives")),
    ...sending.map(() => "smashes"),
  ];
  return {
    text,
    cards: all,
    roles,
    label,
    lands: attacks ? DECK[attacks - 1].lands : null,
    half: /** @type {"far"} */ ("far"),
    smash: sending.length > 0,
    main: true,
    ...more,
  };
};

/** @type {any} */
const view = {
  seat: 0,
  phase: "return",
  names: { 0: "You", 1: "Rosa" },
  score: { own: 1, far: 1, own_word: "15", far_word: "15", words: "Fifteen all", own_side: "You", far_side: "Rosa" },
  fresh: null,
  ball: { half: "own", section: 4, smash: false, dead: false },
  from: { half: "far", section: 6 },
  hand: cards(5, 7, 17, 19, 22, 23),
  seats: [
    { seat: 1, where: "far", name: "Rosa", hand: 6, cards: null, deck: 16, discard: [9, 12], limit: 6, tags: ["served"], turn: false },
    { seat: 0, where: "own", name: "You", hand: 6, cards: null, deck: 17, discard: [16], limit: 6, tags: [], turn: true },
  ],
  own_name: "Your half",
  far_name: "Rosa’s half",
  curtain_name: "Ines",
  court: true,
  position: { server: 1 },
  picture: "The ball lies green side up on your 4. Your hand: 5, 7, 17, 19, 22, 23. Fifteen all.",
  shown: null,
};

const rules = { players: 2, style: "original", scoring: "first_to_four", edition: "en", rulings: {} };
const told = (/** @type {string[]} */ ...lines) => lines.map((text, i) => ({ text, rule: "receiving", move: i, seat: i % 2 }));

/** @type {any} */
export const green = {
  record: { version: 1, rules, deck: "standard", server: 1, seed: 42, moves: ["serve", "16", "12"] },
  undo: 1,
  turn: 0,
  winner: null,
  view,
  moves: [
    move("7", "Return to Rosa’s 1: play 7"),
    move("7+19", "Smash to Rosa’s 1: play 7, then 19"),
    move("7+23", "Smash to Rosa’s 1: play 7, then 23"),
    move("17", "Return to Rosa’s 3: play 17"),
    move("22", "Return to Rosa’s 6: play 22"),
  ],
  choices: {
    7: { glyph: "green", lead: "Card 7 returns to Rosa’s 1.", text: "Play it, or add 19 or 23 for a smash." },
    "7 19": { glyph: "smash", lead: "A smash to Rosa’s 1.", text: "7 returns, 19 follows: both land on 1. You draw 2 cards." },
    "7 23": { glyph: "smash", lead: "A smash to Rosa’s 1.", text: "7 returns, 23 follows: both land on 1. You draw 2 cards." },
    17: { glyph: "green", lead: "Card 17 returns to Rosa’s 3.", text: "Play it." },
    22: { glyph: "green", lead: "Card 22 returns to Rosa’s 6.", text: "Play it." },
  },
  refusals: {
    5: { rule: "receiving", lead: "Card 5 cannot play.", text: "It receives your 3; the ball is on your 4.", cards: [5], area: { half: "own", sections: [3], label: "card 5" } },
    19: { rule: "receiving", lead: "Card 19 cannot return.", text: "It receives your 5 and 6; the ball is on your 4.", cards: [19], area: { half: "own", sections: [5, 6], label: "card 19" } },
    23: { rule: "receiving", lead: "Card 23 cannot return.", text: "It receives your 3 and 6; the ball is on your 4.", cards: [23], area: { half: "own", sections: [3, 6], label: "card 23" } },
    "7 5": { rule: "smashing", lead: "Cards 7 and 5 make no smash.", text: "7 lands on Rosa’s 1, 5 on Rosa’s 3.", cards: [7, 5], area: null },
  },
  prompt: { glyph: "green", lead: "Your turn.", text: "The ball is green on your 4. Choose a card that receives it." },
  events: told("Rosa serves card 9: the ball lands on your 2.", "You return with 16 to Rosa’s 6 and draw 1 card.", "Rosa returns with 12 to your 4 and draws 1 card."),
  said: "Rosa returns with 12 to your 4. Your turn: the ball is green on your 4.",
  reason: null,
  ended: null,
  drill: null,
};

/** @type {any} */
export const smash = {
  ...green,
  record: { ...green.record, moves: ["serve", "18", "17", "23+19"] },
  undo: 2,
  view: {
    ...view,
    score: { own: 1, far: 0, own_word: "15", far_word: "love", words: "Fifteen–love", own_side: "You", far_side: "Rosa" },
    ball: { half: "own", section: 1, smash: true, dead: false },
    from: { half: "far", section: 3 },
    hand: cards(1, 2, 3, 8, 9, 22),
    picture: "A smash: the ball lies red side up on your 1. Your hand: 1, 2, 3, 8, 9, 22.",
  },
  moves: [
    ...[[1, 2, 6], [2, 1, 1], [1, 22, 6], [22, 1, 1], [2, 22, 6], [22, 2, 6]].map(([a, b, to]) => move(`${a},${b}`, `Return to Rosa’s ${to}: play ${a}, then ${b}`)),
    ...["1,2+22", "1,2+8", "1,22+2", "1,22+8", "2,22+8", "22,2+8"].map((t) => move(t, `Smash again to Rosa’s 6: play ${t.replace(/[,+]/g, ", then ")}`)),
    ...["2+22", "2+8", "22+2", "22+8"].map((t) => move(t, `Smash off balance to Rosa’s 6: play ${t.replace("+", ", then ")}`, { main: !["2+22", "22+2"].includes(t) })),
  ],
  choices: {
    1: { glyph: "smash", lead: "Card 1 receives.", text: "Add the card that sends the ball." },
    2: { glyph: "smash", lead: "Card 2 receives.", text: "Add the card that sends the ball." },
    "1 2": { glyph: "smash", lead: "1 and 2 receive; 2 sends it to Rosa’s 6.", text: "Add 22 or 8 to smash again." },
    "2 22": { glyph: "smash", lead: "2 and 22 receive; 22 sends it to Rosa’s 6.", text: "Or smash off balance: 2 receives, 22 smashes, and no card is drawn." },
  },
  refusals: {
    3: { rule: "smashing", lead: "Card 3 cannot play.", text: "It receives your 2; the smash is on your 1.", cards: [3], area: { half: "own", sections: [2], label: "card 3" } },
  },
  prompt: { glyph: "smash", lead: "A smash on your 1.", text: "Two cards that receive your 1 are needed." },
  events: told("You serve card 12: the ball lands on Rosa’s 4.", "Rosa returns with 18 to your 5 and draws 1 card.", "You return with 17 to Rosa’s 3 and draw 1 card.", "Rosa smashes with 23, then 19, to your 1 and draws 2 cards."),
  said: "Rosa smashes with 23, then 19, to your 1. Your turn: two cards are needed.",
};

/** @type {any} */
export const dive = {
  ...green,
  record: { ...green.record, moves: ["serve", "16", "20+4"] },
  view: { ...view, ball: { half: "own", section: 5, smash: true, dead: false }, hand: cards(1, 2, 3, 13, 21, 23), picture: "A smash on your 5. None of your cards receives it." },
  moves: [
    ...[1, 2, 3, 13, 21, 23].map((n) => move(`dive ${n}`, `Dive: discard ${n}`, { cards: [n], roles: ["discard"], lands: null, half: null })),
    move("let", "Let it go", { main: false, half: null }),
  ],
  choices: { 13: { glyph: "smash", lead: "A dive, discarding 13.", text: "The top card of your deck decides." } },
  refusals: {},
  prompt: { glyph: "smash", lead: "No card receives your 5.", text: "Dive: discard one card, turn up the next. Or let it go." },
  said: "Rosa smashes to your 5. No card receives your 5.",
};

/** @type {any} */
export const over = {
  ...green,
  record: { ...green.record, moves: ["serve", "16", "12", "7+19", "dive 6"] },
  undo: 3,
  view: {
    ...view,
    phase: "over",
    score: { own: 2, far: 1, own_word: "30", far_word: "15", words: "Thirty–fifteen", own_side: "You", far_side: "Rosa" },
    fresh: "own",
    ball: { half: "far", section: 1, smash: true, dead: true },
    from: { half: "own", section: 4 },
    seats: [{ ...view.seats[0], tags: ["serves next"], hand: 5, limit: 5 }, { ...view.seats[1], tags: ["+1 point"], turn: false }],
    picture: "The point is over: an ace for you on Rosa’s 1. Thirty–fifteen.",
  },
  moves: [move("serve", "Next point: Rosa serves", { cards: [], lands: null, half: null })],
  choices: {},
  refusals: {},
  prompt: { glyph: "star", lead: "Ace! Thirty–fifteen.", text: "Rosa dived and turned up 11; it does not receive 1." },
  events: told("Rosa serves card 9: the ball lands on your 2.", "You return with 16 to Rosa’s 6 and draw 1 card.", "Rosa returns with 12 to your 4 and draws 1 card.", "You smash with 7, then 19, to Rosa’s 1 and draw 2 cards.", "Rosa dives, discards 6 and turns up 11: it does not receive 1."),
  said: "Ace! Thirty–fifteen. Rosa serves next.",
  ended: { ball: { half: "far", section: 1, smash: true }, side: 0, text: "Ace! Thirty–fifteen." },
};

/** @type {any} */
export const serve = {
  ...over,
  record: { ...green.record, server: 0, moves: [] },
  undo: null,
  view: { ...view, phase: "serve", ball: null, from: null, score: { ...view.score, own: 0, far: 0, own_word: "love", far_word: "love", words: "Love all" }, picture: "You are to serve. Love all." },
  moves: [move("serve", "Serve", { cards: [], lands: null, half: null })],
  prompt: { glyph: "serve", lead: "You serve.", text: "The top card of your deck says where the ball lands." },
  events: [],
  said: "You serve.",
  ended: null,
};

/** @type {any} */
export const won = { ...over, turn: null, winner: 0, moves: [], prompt: { glyph: "star", lead: "You win the match, four points to two.", text: "" }, said: "You win the match." };

// Master Rules: cards 2, 5, 9 and 22 lie face up, 1 and 17 are in the hand; the worked example of green on 1.

/** A move whose cards may be chosen in any order. @param {string} text @param {string} label */
const anyOrder = (text, label) => {
  const [receiving, attacking] = text.split(">").map((side) => side.split(/[,+]/).map(Number));
  return move("x", label, {
    text, cards: [...receiving, ...attacking], in_order: false, smash: attacking.length > 1, lands: DECK[attacking[0] - 1].lands,
    roles: [...receiving.map(() => "receives"), ...attacking.map(() => "sends")],
  });
};
const masterRules = { ...rules, style: "master" };
const mixed = cards(1, 2, 5, 9, 17, 22).map((card) => ({ ...card, row: ![1, 17].includes(card.card) }));

/** @type {any} */
export const master = {
  ...green,
  view: {
    ...view,
    ball: { half: "own", section: 1, smash: false, dead: false },
    hand: mixed,
    seats: [{ ...view.seats[0], hand: 2, row: cards(6, 14, 23, 9) }, { ...view.seats[1], hand: 2, row: cards(2, 5, 9, 22) }],
    position: { server: 1, turn: 0, order: 1, rules: masterRules },
  },
  moves: ["1>2", "1>5", "1>9", "1>22", "1>2+22", "2>1", "2>17", "2>5+17", "22>1", "22>17", "22>5+17"].map((t) => anyOrder(t, `Play ${t}`)),
  choices: {
    1: { glyph: "green", lead: "Card 1 chosen.", text: "Add 2, 5, 9 or 22." },
    "1 2": { glyph: "green", lead: "1 receives, 2 sends.", text: "Choose which card receives, or add 22." },
    "1 5": { glyph: "green", lead: "1 receives, 5 sends.", text: "Play it." },
    "1 2 22": { glyph: "smash", lead: "1 receives, 2 and 22 send.", text: "Play it." },
  },
  refusals: { "17 9": { rule: "master", lead: "Card 9 cannot play.", text: "It does not receive your 1.", cards: [17, 9], area: null } },
};

/** The row is laid anew: 2 and 5 still lie there. @type {any} */
export const lay = {
  ...master,
  view: { ...master.view, phase: "lay", hand: cards(1, 2, 5, 9).map((card) => ({ ...card, row: [2, 5].includes(card.card) })) },
  moves: ["1", "2", "5", "9", "1,2", "1,5", "1,9", "2,5", "2,9", "5,9", "1,2,5"].map((t) => move("x", `Lay ${t}`, {
    text: `lay ${t}`, cards: t.split(",").map(Number), in_order: false, roles: t.split(",").map(() => "face up"), lands: null, half: null,
  })),
  choices: { "2 5": { glyph: "row", lead: "Cards 2 and 5 face up, 2 in the hand.", text: "Lay them, or add more." } },
  refusals: {},
  prompt: { glyph: "row", lead: "Lay your row: choose 1 to 4 cards.", text: "Everyone sees them." },
  said: "Lay your row: choose 1 to 4 cards.",
};

/** The point is over and the next one begins with laying: it has to be dealt first. @type {any} */
export const overMaster = { ...over, moves: [{ ...over.moves[0], text: null, do: "next" }], view: { ...over.view, position: master.view.position } };

const seat = (/** @type {number} */ n, /** @type {string} */ name, more = {}) => ({ seat: n, where: n % 2 ? "far" : "own", name, hand: 5, cards: null, row: [], deck: 18, discard: [3], limit: 5, tags: [], turn: false, ...more });
/** Four seats; Rosa has passed, so play goes round the other way. @type {any} */
export const doubles = {
  ...dive,
  view: {
    ...dive.view,
    hand: cards(5, 7, 10, 12, 23),
    score: { ...view.score, own_side: "You and Ines", far_side: "Rosa and Theo" },
    seats: [seat(1, "Rosa", { tags: ["served"] }), seat(3, "Theo", { tags: ["next"], limit: 4 }), seat(0, "You", { turn: true }), seat(2, "Ines", { tags: ["if you pass"] })],
    position: { server: 1, turn: 0, order: -1, rules: { ...rules, players: 4 } },
  },
  moves: [5, 7].map((n) => move(`pass ${n}`, `Pass to Ines: discard ${n}`, { cards: [n], roles: ["discard"], lands: null, half: null })),
};

const drill = { slug: "serving-1", rule: "serving", number: 1, of: 4, goal: "Where will this serve land?", hints: ["A card’s upper half is the half across the net.", "The ball on it shows the section."], status: "open", text: "", verdicts: {}, right: "", wrong: "" };
/** @type {any} */
const start = { version: 1, rules, deck: "standard", position: { server: 0 }, moves: [] };

/** @type {any} */
export const sectionDrill = {
  ...serve,
  record: start,
  view: { ...serve.view, hand: [], shown: { card: cards(14)[0], half: 'own', text: 'Your top card, turned up for the serve.' }, position: { server: 0 } },
  moves: [],
  prompt: { glyph: "serve", lead: "You serve card 14.", text: "Choose the section where the ball will land." },
  drill: {
    ...drill,
    kind: "section",
    verdicts: Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`far ${n}`, { right: n === 4, text: n === 4 ? "Card 14 lands on Rosa’s 4: her back row, on her left." : `Card 14 does not land on Rosa’s ${n}.` }])),
  },
};

/** @type {any} */
export const cardsDrill = {
  ...green,
  record: start,
  undo: null,
  moves: [],
  refusals: {},
  prompt: { glyph: "green", lead: "The ball is green on your 4.", text: "Choose every card that can receive it, then check." },
  drill: {
    ...drill,
    slug: "receiving-1",
    number: 2,
    kind: "cards",
    goal: "Which of these can receive?",
    right: "7, 17 and 22 receive your 4.",
    wrong: "One more card receives your 4.",
    verdicts: Object.fromEntries(cards(5, 7, 17, 19, 22, 23).map((c) => [String(c.card), { right: c.receives.includes(4), text: `Card ${c.card} receives your ${c.receives.join(" and ")}.` }])),
  },
};

/** @type {any} */
export const playDrill = { ...green, record: start, undo: null, drill: { ...drill, number: 3, kind: "play", goal: "Find the smash." } };

/** @type {any} */
export const lists = { ...green, view: { ...view, court: false, ball: { half: "own", section: 8, smash: true, dead: false }, from: { half: "far", section: 7 } } };

/** @type {any} */
export const openHands = { ...green, view: { ...view, seats: [{ ...view.seats[0], cards: cards(3, 6, 10, 14, 18, 20) }, view.seats[1]] } };

/** @type {any} */
export const setup = { kind: "match", title: "Play a match", seat: 0, players: { 1: "rookie" }, open_hands: false, drill: null, chooser: true, id: "00000000" };

/** @type {any} */
export const drillSetup = { ...setup, kind: "drill", title: "Drill", players: {}, drill: "serving-1", chooser: false };

/** One case of the odds panel, as `grandslam.odds_panel` gives it. @param {string} label @param {string[]} moves @param {string} percent */
const oddsCase = (label, moves, percent) => ({
  label, moves, ways: moves.join(" or "), fraction: "4183/4807", percent, value: 0.87, short: "", told: `Rosa can return the ball to ${label}: 4183/4807, about ${percent}.`,
  parts: [{ text: "from Rosa’s hand", fraction: "3923/4807", percent: "81.6 %" }, { text: "not at all", fraction: "624/4807", percent: "13.0 %" }],
  steps: [{ text: "23 cards of Rosa’s deck are unseen.", cards: [{ card: 9, good: true }, { card: 12, good: false }] }, { text: "So 82,383 can.", cards: [] }],
});
/** The odds of `green`. */
export const odds = {
  questions: [
    { question: "Can Rosa return this?", cases: [oddsCase("To Rosa’s 1", ["7"], "87.0 %"), oddsCase("To Rosa’s 3", ["17"], "90.8 %")] },
    { question: "What if I smash?", cases: [oddsCase("To Rosa’s 1", ["7+19", "7+23"], "87.0 %")] },
  ],
  assumes: "Counted as if every unseen card were equally likely.",
  none: "",
  said: "Can Rosa return this? To Rosa’s 1: 87.0 %.",
};
