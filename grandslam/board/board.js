/**
 * The board. It shows what `grandslam.table.answer` replied and sends back what was pressed.
 *
 * It knows no rule of the game: which cards begin a shot, what the buttons say, why a card is
 * refused and whether a drill is solved all arrive as data. The same file runs in JupyterLab (as an
 * anywidget module, answered by the kernel) and on the static site (answered by Python in a worker).
 *
 * From top to bottom: words · choosing cards · the parts of the board ·
 * the whole board · putting it on the page · render.
 */
import { ball, cardBack, cardFace, cardList, cardWords, cell, COURT, court, courtList, drawing, flame, largeBack, line, mark, MARKS, place, whose } from './court.js';
import { capital, esc, html, many, saveAs, talk, tell, words } from './kit.js';
import { oddsPart, oddsSaid } from './odds.js';

/** @typedef {{card: number, receives: (number|string)[], lands: number|string}} Card */
/** @typedef {'own'|'far'} Half */
/** @typedef {{half: Half, section: number|string}} Spot */
/** @typedef {Spot & {smash?: boolean, dead?: boolean}} Ball */
/** @typedef {{half: Half, sections: (number|string)[], label: string}} Area */
/** @typedef {{glyph?: string, lead: string, text: string}} Prompt */
/** @typedef {{rule: string, text: string, lead: string, cards?: number[], area?: Area|null}} Refusal */
/** @typedef {{text: string|null, do?: string, lands: number|string|null, half: Half|null, smash: boolean, cards: number[],
 *   in_order?: boolean, roles: string[], label: string, main: boolean}} Move */
/** @typedef {{seat: number, where: Half, name: string, hand: number, cards: Card[]|null, row?: Card[], deck: number,
 *   discard: number[], limit: number, tags: string[], turn: boolean}} Seat */
/** @typedef {{own: number, far: number, own_word: string, far_word: string, words: string,
 *   own_side: string, far_side: string}} Score */
/** @typedef {{seat: number, phase: string, names?: Record<string, string>, score: Score, fresh: Half|null,
 *   ball: Ball|null, from: Spot|null, hand: (Card & {row?: boolean})[], seats: Seat[], own_name: string, far_name: string,
 *   court: boolean, position?: any, picture: string, shown?: {card: Card, half: Half, text: string}|null,
 *   curtain_name?: string}} View */
/** @typedef {{right: boolean, text: string}} Verdict */
/** @typedef {{slug: string, rule: string, number: number, of: number, kind: 'play'|'section'|'cards', goal: string,
 *   hints: string[], status: 'open'|'right'|'wrong', text: string, verdicts: Record<string, Verdict>,
 *   right?: string, wrong?: string, hide_numbers?: string}} Drill */
/** @typedef {{version?: number, rules?: any, deck?: any, server?: number, seed?: number, position?: any,
 *   moves: string[]}} MatchRecord */
/** @typedef {{text: string, rule: string, move: number, seat: number|null}} RallyEvent */
/** @typedef {{record: MatchRecord, undo: number|null, turn: number|null, winner: number|null, view: View, moves: Move[],
 *   choices: Record<string, Prompt>, refusals: Record<string, Refusal>, prompt: Prompt, events: RallyEvent[],
 *   said: string, reason: Refusal|null, ended: any, drill: Drill|null, link?: string|null,
 *   seat?: number|null, players?: Record<string, string>}} Reply */
/** @typedef {{kind: 'match'|'drill', title: string, seat: number|null, players: Record<string, string>,
 *   open_hands: boolean, drill: string|null, chooser: boolean, id?: string}} Setup */
/** @typedef {{do: string, record?: MatchRecord, seat?: number|null, players?: Record<string, string>, open_hands?: boolean,
 *   drill?: string, move?: string, link?: string, text?: string}} Request */
/** @typedef {{get(name: string): any, on(name: string, f: (arg?: any) => void): void,
 *   off?(name: string, f: (arg?: any) => void): void, send(message: any): void, set?(name: string, value: any): void,
 *   save_changes?(): void, retry?(): void, wake?(): void, keep?(reply: Reply, setup: any): void, isSite?: boolean}} Model */
/**
 * Everything the drawing needs. `step` is the replay, `picks` are a drill's picked cards, `shut` says
 * that the hand lies face down until its owner asks for it, `note` is said until the next press, `opening`
 * names what is being opened (a link, a file), `address` is the Play page's, where it is known; `odds` says whether the
 * odds panel is open, `counted` is what Python said for it, `counting` what a reader should know meanwhile.
 * @typedef {{setup: Setup, reply: Reply, selection: number[], refusal: Refusal|null, error: string|null,
 *   waiting: boolean, slow: boolean, engine: string|undefined, fault: string|undefined, stuck: boolean,
 *   live: boolean, tried: boolean, step: {at: number, reply: Reply}|null, shut: boolean, hints: number,
 *   spot: string|null, picks: number[], checked: boolean, full: number, pages: Record<string, string>,
 *   note: Prompt|null, opening: string, address: string|null, id: string, label: string, odds: boolean, counted: any,
 *   counting: string}} State
 */
/** @typedef {{do: string, label: string, main?: boolean, off?: boolean, move?: string}} Button */

// ------------------------------------------------------------------------------------------- words

/** @param {Prompt|Refusal} prompt */
const spoken = (prompt) => [prompt.lead, prompt.text, 'rule' in prompt && prompt.rule ? `Rule: ${ruleName(prompt.rule)}.` : '']
  .filter(Boolean).join(' ');
/** @param {string} slug */
const ruleName = (slug) => slug.replace(/-/g, ' ');

// ---------------------------------------------------------------------------------- choosing cards
// A selection is a list of cards in the order in which they were chosen. Whether that order counts, a
// move says itself; where it does not, the selection is compared with the move's cards as a set.
// All of this is comparing lists with the moves that came.

/** Whether the selection is some of the move's cards, chosen in a way that can go on to all of them. @param {Move} m @param {readonly number[]} selection */
const begins = (m, selection) => selection.length <= m.cards.length
  && selection.every((card, i) => (m.in_order === false ? m.cards.includes(card) : m.cards[i] === card));
/** Whether cards may be chosen in any order now. @param {Reply} reply */
export const anyOrder = (reply) => reply.moves.some((m) => m.in_order === false);
/** The selection as the keys of `choices` name it. @param {Reply} reply @param {number[]} selection */
const keyed = (reply, selection) => (anyOrder(reply) ? [...selection].sort((a, b) => a - b) : selection).join(' ');
/** The moves that the selection begins (or is). @param {Reply} reply @param {number[]} selection */
export const movesFrom = (reply, selection) => reply.moves.filter((m) => m.cards.length > 0 && begins(m, selection));
/** The moves that the selection is. @param {Reply} reply @param {number[]} selection */
export const movesOf = (reply, selection) => selection.length
  ? reply.moves.filter((m) => m.cards.length === selection.length && begins(m, selection)) : [];
/** The move whose button is the main one now. @param {Reply} reply @param {number[]} selection @returns {Move|null} */
export const mainMove = (reply, selection) => {
  const fit = selection.length ? movesOf(reply, selection) : reply.moves.filter((m) => m.cards.length === 0);
  return fit.find((m) => m.main) ?? (selection.length ? fit[0] : null) ?? null;
};
/** Whether cards are chosen to lie face up now. @param {Reply} reply */
export const isLaying = (reply) => reply.moves.some((m) => m.roles[0] === 'face up');
/** The cards that already lie face up, where laying starts from them. @param {Reply} reply */
export const lyingNow = (reply) => {
  const row = isLaying(reply) ? reply.view.hand.filter((c) => c.row).map((c) => c.card) : [];
  return movesFrom(reply, row).length ? row : [];
};
/** What a card of the selection does, in one word; empty while moves disagree about it. @param {Reply} reply @param {number[]} selection @param {number} card */
const roleOf = (reply, selection, card) => {
  const fit = movesOf(reply, selection), at = selection.indexOf(card);
  if (!anyOrder(reply)) return (mainMove(reply, selection) ?? movesFrom(reply, selection)[0])?.roles[at] ?? '';
  const roles = new Set((fit.length ? fit : movesFrom(reply, selection)).map((m) => m.roles[m.cards.indexOf(card)]));
  return roles.size === 1 ? [...roles][0] : '';
};
/** Where the selection sends the ball, when all its moves agree. @param {Reply} reply @param {number[]} selection @returns {Spot|null} */
export const aimOf = (reply, selection) => {
  const fit = movesOf(reply, selection), all = fit.length ? fit : movesFrom(reply, selection), [first] = all;
  if (!first || !first.half || first.lands === null) return null;
  return all.every((m) => m.half === first.half && m.lands === first.lands) ? { half: first.half, section: first.lands } : null;
};
/**
 * The selections that a further card may join, best first: all of it, all but one card (the last chosen
 * first; in order, only the last), none. Cards that are laid never push each other out.
 * @param {Reply} reply @param {number[]} selection
 */
const heads = (reply, selection) => {
  if (isLaying(reply)) return [selection];
  const fewer = anyOrder(reply) ? selection.map((_, i) => selection.filter((_c, j) => j !== selection.length - 1 - i)) : [selection.slice(0, -1)];
  return [selection, ...fewer, []];
};

/**
 * What choosing one card does: a new selection, or the same one with a refusal.
 * @param {Reply} reply @param {number[]} selection @param {number} card
 * @returns {{selection: number[], refusal: Refusal|null}}
 */
export const choose = (reply, selection, card) => {
  const at = selection.indexOf(card);
  const put = (/** @type {number[]} */ next) => ({ selection: next, refusal: null });
  if (at >= 0) {
    const rest = selection.filter((c) => c !== card);
    return put(movesFrom(reply, rest).length ? rest : selection.slice(0, at));
  }
  for (const head of heads(reply, selection)) {
    if (movesFrom(reply, [...head, card]).length) return put([...head, card]);
  }
  const last = selection[selection.length - 1];
  const pairs = anyOrder(reply) ? selection.map((c) => `${c} ${card}`) : [`${last} ${card}`, `${selection[0]} ${card}`];
  const asked = [keyed(reply, [...selection, card]), ...pairs, String(card)];
  const refusal = asked.map((key) => reply.refusals[key]).find(Boolean) ?? null;
  return { selection, refusal: refusal && { cards: [card], ...refusal } };
};

/** The selection with its first two cards exchanged, where that also begins a move. @param {Reply} reply @param {number[]} selection */
export const swapped = (reply, selection) => {
  const [a, b, ...rest] = selection;
  return !anyOrder(reply) && b !== undefined && movesFrom(reply, [b, a, ...rest]).length ? [b, a, ...rest] : null;
};

/**
 * How a card of the hand is drawn: its state, its mark and its word.
 * @param {Reply} reply @param {number[]} selection @param {Refusal|null} refusal @param {number} card
 * @returns {{state: string, mark: string, word: string}}
 */
export const cardState = (reply, selection, refusal, card) => {
  const look = (/** @type {string} */ state, /** @type {string} */ m = '', /** @type {string} */ word = '') => ({ state, mark: m, word });
  const at = selection.indexOf(card);
  if (refusal && refusal.cards?.[refusal.cards.length - 1] === card && at < 0) return look('refused', 'refused', 'refused');
  if (at >= 0) {
    const role = roleOf(reply, selection, card);
    if (role === 'discard') return look('chosen', 'discard', 'discard');
    if (role === 'face up') return look('chosen', 'up', 'face up');
    return anyOrder(reply) ? look('chosen', 'picked', role || 'chosen') : look('chosen', String(at + 1), role);
  }
  if (!reply.moves.some((m) => m.cards.length)) return look('idle');
  if (isLaying(reply)) return movesFrom(reply, [...selection, card]).length ? look('can', 'can', 'in hand') : look('not', '', 'in hand');
  if (selection.length && movesFrom(reply, [...selection, card]).length) return look('follow', 'follow', 'may follow');
  const starts = movesFrom(reply, [card]);
  if (starts.length && starts[0].roles[0] === 'discard') return look('can', 'discard', 'discard?');
  if (selection.length > 1 && heads(reply, selection).some((head) => head.length && movesFrom(reply, [...head, card]).length)) return look('can', 'can', 'instead');
  return starts.length ? look('can', 'can', selection.length ? 'instead' : 'can play') : look('not');
};

/** A card of a drill that asks for cards: picked or not, and after the check right or wrong. @param {State} s @param {number} card */
export const pickState = (s, card) => {
  const picked = s.picks.includes(card);
  if (!picked) return { state: 'idle', mark: '', word: '' };
  if (!s.checked) return { state: 'chosen', mark: 'picked', word: 'picked' };
  if (s.reply.drill?.verdicts[card]?.right) return { state: 'chosen', mark: 'right', word: 'right' };
  return { state: 'refused', mark: 'refused', word: 'wrong' };
};
/** Whether the picked cards are exactly the right ones. @param {Drill} drill @param {number[]} picks */
export const picksRight = (drill, picks) => Object.entries(drill.verdicts).every(([card, v]) => v.right === picks.includes(Number(card)));

/** How far the drill is. @param {State} s @returns {'open'|'right'|'wrong'} */
export const drillStatus = (s) => {
  const d = s.reply.drill;
  if (!d) return 'open';
  if (d.kind === 'cards') return !s.checked ? 'open' : picksRight(d, s.picks) ? 'right' : 'wrong';
  if (d.kind === 'section') return !s.spot ? 'open' : d.verdicts[s.spot]?.right ? 'right' : 'wrong';
  return d.status;
};

/**
 * The buttons under the hand, main one first. `do` is what pressing does; `off` ones only say what is missing.
 * @param {State} s
 * @returns {Button[]}
 */
export const buttons = (s) => {
  const r = s.reply, d = r.drill, chosen = s.selection.length > 0, status = drillStatus(s);
  if (s.step) return [{ do: 'unstep', label: d ? 'Back to the drill' : 'Back to the match', main: true }];
  if (s.shut) return [{ do: 'show', label: `Show ${possessive(r.view.curtain_name ?? r.view.names?.[r.view.seat] ?? 'the')} cards`, main: true }];
  const again = s.engine === 'failed' && needsPython(s) ? [{ do: 'retry', label: 'Try again' }] : [];
  if (status === 'right') return [{ do: 'restart', label: 'Do it once more', main: true }, ...again];
  const missing = (/** @type {string} */ label) => ({ do: 'none', label, main: true, off: true });
  if (d && d.kind === 'section') return [missing(status === 'wrong' ? 'Choose another section' : 'Choose a section')];
  if (d && d.kind === 'cards') return [{ do: 'check', label: 'Check', main: true }, { do: 'clear', label: 'Clear', off: !s.picks.length }];
  if (status === 'wrong') return [{ do: 'restart', label: 'Start this drill again', main: true }, ...again];
  if (!r.moves.length) {
    return [s.setup.chooser ? { do: 'new', label: 'New match', main: true } : { do: 'restart', label: 'Play it again', main: true },
      ...(r.record.moves.length && !d ? [{ do: 'step', label: 'Step back through it' }] : []), ...again];
  }
  const main = mainMove(r, s.selection), other = swapped(r, s.selection), hasCards = r.moves.some((m) => m.cards.length);
  const pressed = (/** @type {Move} */ m) => ({ do: m.do ?? 'play', label: m.label, ...(m.text === null ? {} : { move: m.text }) });
  const more = chosen ? Math.min(...movesFrom(r, s.selection).map((m) => m.cards.length)) - s.selection.length : 0;
  const rest = [...movesOf(r, s.selection), ...r.moves.filter((m) => !m.cards.length)].filter((m) => m !== main && (m.cards.length || !m.main));
  return [
    main ? { ...pressed(main), main: true } : missing(more > 1 ? `Choose ${more} more cards` : chosen ? 'Choose one more card' : 'Choose a card'),
    ...rest.map(pressed),
    ...(other ? [{ do: 'swap', label: `Swap: ${other[0]}, then ${other[1]}` }] : []),
    ...(hasCards ? [{ do: 'clear', label: 'Clear', off: !chosen }] : []),
    ...(r.view.phase === 'over' && !d ? [{ do: 'step', label: 'Step back through it' }] : []),
    ...again,
  ];
};
/** @param {string} name */
const possessive = (name) => (name === 'the' ? 'the' : name === 'You' ? 'your' : `${name}’s`);
/** Drills that ask for a section or for cards carry their answers with them. @param {State} s */
const needsPython = (s) => !s.reply.drill || s.reply.drill.kind === 'play';

/**
 * The one thing the board says now.
 * @param {State} s
 * @returns {Prompt & {rule?: string}}
 */
export const promptOf = (s) => {
  const r = s.reply, d = r.drill;
  const no = (/** @type {string} */ lead, /** @type {string} */ text = '') => ({ glyph: 'no', lead, text });
  const starting = s.engine === 'starting' || s.engine === 'asleep';
  if (s.waiting && s.opening && (starting || s.slow)) {
    return { glyph: 'wait', lead: `The ${s.opening} is being opened…`, text: starting ? 'Python is starting; the match comes by itself.' : '' };
  }
  if (s.waiting && starting) {
    return { glyph: 'wait', lead: 'Python is starting…', text: 'Your press is kept; the answer comes by itself.' };
  }
  if (s.waiting && s.slow) return { glyph: 'wait', lead: 'Waiting for Python…', text: '' };
  if (s.note) return s.note;
  if (s.error) return no('That did not work.', s.error);
  const atRest = !s.selection.length && !s.refusal && !s.step;
  if (s.engine === 'failed' && needsPython(s) && (s.stuck || atRest)) {
    return no(s.fault || 'Python could not be started.', s.opening && `The ${s.opening} is not open yet.`);
  }
  if (!s.live && (s.tried || atRest)) {
    return { glyph: 'wait', lead: 'Run this cell to play.', text: 'Without its Python the board only shows the position.' };
  }
  if (s.step) {
    const { at, reply } = s.step, told = reply.events.filter((e) => e.move === at - 1).map((e) => e.text).join(' ');
    return { glyph: 'step', lead: `Step ${at} of ${r.record.moves.length}.`, text: at ? told : 'The start.' };
  }
  if (s.shut) {
    const name = r.view.curtain_name ?? 'The other player';
    return { glyph: 'turn', lead: `${name} decides now.`, text: 'Hand over the screen, then show the cards.' };
  }
  if (s.refusal) return { glyph: 'no', lead: s.refusal.lead, text: s.refusal.text, rule: s.refusal.rule };
  if (d && d.kind === 'section' && s.spot) {
    const v = d.verdicts[s.spot];
    return v?.right ? { glyph: 'right', lead: 'Right.', text: v.text } : no('Not there.', v?.text ?? d.wrong ?? '');
  }
  if (d && d.kind === 'cards' && s.checked) {
    if (picksRight(d, s.picks)) return { glyph: 'right', lead: 'Right.', text: d.right ?? d.text };
    const slip = s.picks.find((c) => !d.verdicts[c]?.right);
    return no('Not yet.', slip !== undefined && d.verdicts[slip] ? d.verdicts[slip].text : d.wrong ?? '');
  }
  if (d && (d.kind === 'cards' || d.status !== 'open')) return r.prompt;
  return r.choices[keyed(r, s.selection)] ?? r.prompt;
};

// ----------------------------------------------------------------------------- the parts in markup

const pen = 'class="gs-glyph-line"';
/** @type {Record<string, string>} */
const GLYPHS = {
  green: ball(16, 16, 12),
  serve: ball(16, 16, 12),
  smash: flame(16, 17, 0.78),
  no: '<path d="M7 7l18 18M25 7L7 25" class="gs-glyph-no"/>',
  right: `<path d="M5 17l8 8L27 7" ${pen}/>`,
  star: line('M16 2l4 9.5 10 .9-7.6 6.7 2.3 9.9L16 23.7 7.3 29l2.3-9.9L2 12.4l10-.9z', { fill: 'ball', stroke: 'ball-ink', 'stroke-width': 1.5, 'stroke-linejoin': 'round' }),
  wait: `<circle cx="16" cy="16" r="12" ${pen}/><path d="M16 9v7l5 4" ${pen}/>`,
  row: `<path d="M3 16q6-8 13-8t13 8q-6 8-13 8T3 16Z" ${pen}/><circle cx="16" cy="16" r="3.5" ${pen}/>`,
  step: `<path d="M8 6v20M25 6L13 16l12 10z" ${pen}/>`,
  turn: `<path d="M8 5v22l18-11z" ${pen}/>`,
};

/** @param {Prompt & {rule?: string}} p @param {Record<string, string>} pages */
export const promptPart = (p, pages = {}) => {
  const name = p.rule ? esc(`Rule: ${ruleName(p.rule)}`) : '', href = p.rule && pages[p.rule];
  const rule = href ? ` <a href="${esc(href)}" data-key="rule">${name}</a>` : name && ` <span class="gs-rule">${name}</span>`;
  return html`
    <div class="gs-prompt${p.glyph === 'no' ? ' is-no' : ''}" data-key="prompt">
      ${drawing('gs-glyph', '0 0 32 32', GLYPHS[p.glyph ?? 'green'] ?? GLYPHS.green)}
      <p><strong>${words(p.lead)}</strong> ${words(p.text)}${rule}</p>
    </div>`;
};

/** @param {Score} score */
const scorePart = (score) => html`
  <div class="gs-head gs-score" data-key="head">
    <p class="gs-score-line"><span>${esc(score.own_side)}</span> <b>${esc(score.own_word)}</b><i aria-hidden="true">–</i><span class="gs-sr"> to </span><b>${esc(score.far_word)}</b> <span>${esc(score.far_side)}</span></p>
    <p class="gs-score-words">${esc(score.words)}</p>
  </div>`;

/** @param {Drill} d @param {'open'|'right'|'wrong'} status */
const drillPart = (d, status) => {
  const badge = { open: '', right: `${drawing('', '0 0 18 18', MARKS.right)}right`, wrong: `${drawing('', '0 0 18 18', MARKS.refused)}not yet` };
  return html`
    <div class="gs-head gs-drill" data-key="head">
      <p class="gs-drill-no">Drill${d.of === 1 ? '' : ` ${esc(d.number)} of ${esc(d.of)}`}</p>
      <p class="gs-drill-badge is-${status}">${badge[status]}</p>
      <p class="gs-drill-goal">${words(d.goal)}</p>
    </div>`;
};

/**
 * @param {Seat} s @param {number} full  the hand limit of a point's start @param {boolean} dense  much else is on the board
 * @param {string|undefined} player  which computer plays it
 */
const seatPart = (s, full, dense, player) => {
  const turn = s.turn ? `${drawing('gs-turn', '0 0 10 12', '<path d="M1 0v12l9-6z"/>')}<span class="gs-sr">To play: </span>` : '';
  const backs = s.where === 'far' ? `<span class="gs-backs">${many(Array(Math.min(s.hand, 9) || 0).fill(0), cardBack)}</span>` : '';
  const limit = s.limit < full ? [`limit ${s.limit}`] : [];
  const tags = dense ? s.tags : [...s.tags, ...limit], counts = [`hand ${s.hand}`, ...(dense ? limit : []), `deck ${s.deck}`, `discard ${s.discard.length}`];
  return html`
    <li class="gs-seat${s.turn ? ' is-turn' : ''}" data-key="seat-${esc(s.seat)}">
      <span class="gs-seat-name">${turn}<span>${esc(s.name)}${player ? `<span class="gs-player">, ${esc(player)}</span>` : ''}</span></span>
      ${many(tags, (tag) => `<span class="gs-tag">${words(tag)}</span>`)}
      <span class="gs-seat-cards">${backs}<span>${words(counts.join(', '))}</span></span>
    </li>`;
};
/** @param {View} view @param {Half} where @param {State} s */
const seatsPart = (view, where, s) => {
  const [kind, label] = where === 'far' ? ['them', 'Across the net'] : ['us', 'Your side'];
  return html`
    <ul class="gs-seats gs-${kind}" data-key="${where}" aria-label="${label}">
      ${many(view.seats.filter((x) => x.where === where), (x) => seatPart(x, s.full, view.seats.length > 2 || isMaster(view), s.setup.players[x.seat]))}
    </ul>`;
};

/** A card that only lies there, told to readers in words. @param {View} view @param {Card} c @param {boolean} far */
const lyingCard = (view, c, far) => `<span class="gs-sr">${words(cardWords(c))}.</span><span class="gs-card" aria-hidden="true">${view.court ? cardFace(c, far) : cardList(c)}</span>`;

/** Cards of another seat that lie open, as they lie on the table. @param {View} view @param {Seat} s @param {string} what @param {Card[]} cards */
const lyingCards = (view, s, what, cards) => html`
  <div class="gs-lying" data-key="${what}-${esc(s.seat)}">
    <p>${esc(owner(s.name))} ${what}</p>
    <ul>${many(cards, (c) => `<li>${lyingCard(view, c, s.where === 'far')}</li>`)}</ul>
    ${cards.length ? '' : '<p class="gs-none">No card lies face up.</p>'}
  </div>`;
/** Hands that lie open and are not the looker's. @param {View} view */
const openPart = (view) => {
  const open = view.seats.filter((s) => s.cards && s.seat !== view.seat);
  return open.length ? `<div class="gs-open" data-key="open">${many(open, (s) => lyingCards(view, s, 'hand', s.cards ?? []))}</div>` : '';
};
/** @param {string} name */
const owner = (name) => (name === 'You' ? 'Your' : `${name}’s`);
/** The rows of other seats: across the net, or the partner's. @param {View} view @param {Half} where */
const rowsPart = (view, where) => {
  const others = isMaster(view) ? view.seats.filter((s) => s.where === where && s.seat !== view.seat) : [];
  return others.length ? `<div class="gs-rows gs-rows-${where}" data-key="rows-${where}">${many(others, (s) => lyingCards(view, s, 'row', s.row ?? []))}</div>` : '';
};
/** Whether cards lie face up in this game: rows are drawn. @param {View} view */
const isMaster = (view) => view.position?.rules?.style === 'master';

/**
 * The order of play of four: everybody's name in order, whose turn it is, and which way play goes round,
 * which a pass turns.
 * @param {Reply} r
 */
const roundPart = (r) => {
  const { seats, seat, position, phase } = r.view, n = seats.length;
  if (n < 4) return '';
  const way = phase === 'over' ? 1 : position?.order ?? 1, now = r.turn ?? -1;
  const at = (/** @type {number} */ i) => seats.find((s) => s.seat === ((i % n) + n) % n);
  const round = [0, 1, 2, 3].map((i) => at(seat + i)), from = now < 0 ? seat : now;
  const told = [0, 1, 2, 3].map((i) => at(from + way * i)?.name).join(', then ');
  const name = (/** @type {Seat|undefined} */ s) => (s?.seat === now
    ? `<b class="gs-now">${drawing('gs-turn', '0 0 10 12', '<path d="M1 0v12l9-6z"/>')}${esc(s.name)}</b>` : `<span>${esc(s?.name)}</span>`);
  const arrow = drawing('gs-arrow', '0 0 16 10', `<path d="${way > 0 ? 'M1 5h13M10 1.5L14 5l-4 3.5' : 'M15 5H2M6 1.5L2 5l4 3.5'}"/>`);
  const back = drawing('gs-arrow gs-back-round', '0 0 16 14', `<path d="${way > 0 ? 'M2 3h7a4 4 0 0 1 0 8H3M6 8L3 11l3 3' : 'M3 3h6a4 4 0 0 1 0 8H2M6 0L3 3l3 3'}"/>`);
  return html`
    <div class="gs-round" data-key="round">
      <p class="gs-sr">Order of play${way < 0 ? ', turned by a pass' : ''}: ${esc(told)}.</p>
      <p class="gs-round-word" aria-hidden="true">Order of play${way < 0 ? ', turned by a pass' : ''}</p>
      <p class="gs-round-names" aria-hidden="true">${round.map(name).join(arrow)}${back}</p>
    </div>`;
};

/** The card that a drill is about. @param {View} view */
const topPart = (view) => (view.shown ? html`
    <div class="gs-top" data-key="top">
      ${lyingCard(view, view.shown.card, view.shown.half === 'far')}
      <p>${words(view.shown.text)}</p>
    </div>` : '');

/** @param {Reply} r */
const logPart = (r) => html`
  <div class="gs-log" data-key="log" tabindex="0" role="log" aria-label="The rally so far" aria-live="off">
    <ol>${many(r.events, (e) => `<li>${words(e.text)}</li>`)}</ol>
    ${r.events.length ? '' : '<p>The rally is told here.</p>'}
  </div>`;

/** @param {State} s @param {Card & {row?: boolean}} c @param {boolean} first  whether Tab comes here */
const slotPart = (s, c, first) => {
  const picking = s.reply.drill?.kind === 'cards', idle = { state: 'idle', mark: '', word: '' };
  const look = s.step ? idle : picking ? pickState(s, c.card) : cardState(s.reply, s.selection, s.refusal, c.card);
  const pressed = (picking ? s.picks : s.selection).includes(c.card);
  const master = isMaster(s.reply.view), laying = isLaying(s.reply) && !s.step, up = laying ? pressed : c.row;
  const lies = !master || laying ? '' : up ? 'face up' : 'in hand';
  const word = look.state === 'not' ? `${esc(look.word)}<span class="gs-sr">${look.word ? ': ' : ''}cannot play; choose it to hear why</span>` : esc(look.word);
  const face = s.reply.view.court ? cardFace(c) : cardList(c), card = esc(c.card);
  return html`
    <button type="button" class="gs-slot is-${look.state}${up ? ' is-up' : ''}" data-key="card-${card}" data-card="${card}"
      aria-pressed="${pressed}" tabindex="${first ? 0 : -1}">
      <span class="gs-sr">${words(cardWords(c))}. </span>
      <span class="gs-card" aria-hidden="true">${face}${mark(look.mark)}</span>
      <span class="gs-cap">${word}</span>
      ${master ? `<span class="gs-lies">${lies && '<span class="gs-sr">, </span>'}${lies}</span>` : ''}
    </button>`;
};
/** @param {State} s @param {View} view @param {number|null} tabStop */
const handPart = (s, view, tabStop) => {
  if (s.reply.drill?.kind === 'section') return '';
  // The row first: its cards lie together, and stay where they are while others are chosen.
  const cards = [...view.hand.filter((c) => c.row), ...view.hand.filter((c) => !c.row)], master = isMaster(view);
  if (s.shut) {
    const lies = (/** @type {boolean|undefined} */ up) => (master ? `<span class="gs-lies">${up ? 'face up' : 'in hand'}</span>` : '');
    return html`
      <div class="gs-hand" data-key="hand">
        <p class="gs-sr">The hand lies face down.</p>
        ${many(cards, (c) => `<span class="gs-slot is-idle${c.row ? ' is-up' : ''}">${c.row ? lyingCard(view, c, false) : `<span class="gs-card" aria-hidden="true">${largeBack()}</span>`}<span class="gs-cap"></span>${lies(c.row)}</span>`)}
      </div>`;
  }
  const stop = cards.some((c) => c.card === tabStop) ? tabStop : cards[0]?.card;
  return html`
    <div class="gs-hand" data-key="hand" role="toolbar" aria-label="${master ? 'Your cards: row and hand' : 'Your hand'}">
      ${many(cards, (c) => slotPart(s, c, c.card === stop))}
    </div>`;
};

/** @param {Button} b */
const buttonPart = (b) => {
  const key = b.main ? 'main' : esc(b.move ?? b.do), move = b.move === undefined ? '' : `data-move="${esc(b.move)}"`;
  return html`
    <button type="button" class="gs-btn${b.main ? ' gs-btn-main' : ''}" data-key="${key}" data-do="${esc(b.do)}" ${move} ${offPart(b.off)}>
      <span><span>${words(b.label).replace(': ', ':</span> <span>')}</span></span>
      ${b.main && !b.off ? '<kbd aria-hidden="true">P</kbd>' : ''}
    </button>`;
};
/** @param {boolean|undefined} off */
const offPart = (off) => (off ? 'aria-disabled="true"' : '');

/** @type {[string, string, string][]} */
const STEPS = [
  ['point-back', 'Point before', 'M20 5L12 12l8 7zM11 5L3 12l8 7z'],
  ['back', 'One step back', 'M16 5L8 12l8 7z'],
  ['on', 'One step on', 'M8 5l8 7-8 7z'],
  ['point-on', 'Point after', 'M4 5l8 7-8 7zM13 5l8 7-8 7z'],
];
/** @param {State} s */
const actPart = (s) => {
  const { step } = s, end = s.reply.record.moves.length;
  const stepButton = (/** @type {[string, string, string]} */ [name, label, d]) => html`
    <button type="button" class="gs-btn" data-key="${name}" data-do="${name}"
      aria-label="${label}" ${offPart(step ? (name.endsWith('back') ? step.at <= 0 : step.at >= end) : true)}>
      ${drawing('', '0 0 24 24', `<path d="${d}"/>`)}
    </button>`;
  return html`
    <div class="gs-act" data-key="act">
      ${many(buttons(s), buttonPart)}
      ${step ? `<div class="gs-steps" data-key="steps">${many(STEPS, stepButton)}</div>` : ''}
    </div>`;
};

/** @type {Record<string, string>} */
const TOOLS = {
  Undo: 'M8 5L3 10l5 5M3 10h9a5 5 0 0 1 0 10',
  Restart: 'M5 8a8 8 0 1 1-1 6M5 3v5h5',
  Replay: 'M4 4v16M20 4L9 12l11 8z',
  Odds: 'M19 5L5 19M7.5 5a2.5 2.5 0 1 1-.01 0zM16.5 14a2.5 2.5 0 1 1-.01 0z',
  'New match': 'M12 4v16M4 12h16',
  'Copy link': 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  More: 'M4 12h2M11 12h2M18 12h2',
  Hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 3h6c0-1 0-2 1-3a6 6 0 0 0-4-10z',
};
/** @param {State} s */
const toolsPart = (s) => {
  const r = s.reply, d = r.drill;
  const link = s.address ? ['Copy link'] : [];
  const list = d ? [...(d.kind === 'play' ? ['Undo'] : []), 'Restart', ...(d.hints.length ? ['Hint'] : []), ...(hasOdds(s) ? ['Odds'] : []), ...link, 'More']
    : ['Undo', 'Restart', 'Replay', 'Odds', ...(s.setup.chooser ? ['New match'] : []), ...link, 'More'];
  const off = (/** @type {string} */ t) => (t === 'Undo' && r.undo === null) || (t === 'Replay' && !r.record.moves.length);
  /** @type {Record<string, boolean>} */ const on = { Replay: Boolean(s.step), Odds: s.odds };
  const pressed = (/** @type {string} */ t) => (t in on ? `aria-pressed="${on[t]}"` : '');
  const tool = (/** @type {string} */ t) => html`
    <button type="button" class="gs-tool" data-key="tool-${t}" data-do="${t.toLowerCase()}" ${pressed(t)} ${offPart(off(t))}>
      ${drawing('', '0 0 24 24', `<path d="${TOOLS[t]}"/>`)}
      <span>${t}</span>
    </button>`;
  return `<div class="gs-tools" data-key="tools">${many(list, tool)}</div>`;
};

/** Whether there may be odds here: drills that ask for a section or for cards have none. @param {State} s */
const hasOdds = (s) => !s.reply.drill || s.reply.drill.kind === 'play';
/** The moves that the chosen cards begin, and those that they are. @param {State} s */
const chosenMoves = (s) => {
  const texts = (/** @type {Move[]} */ moves) => moves.flatMap((m) => m.text ?? []);
  if (s.step || !s.selection.length) return { begun: [], made: [] };
  return { begun: texts(movesFrom(s.reply, s.selection)), made: texts(movesOf(s.reply, s.selection)) };
};

/** @param {State} s */
const hintPart = (s) => {
  const all = s.reply.drill?.hints ?? [];
  if (!all.length) return '';
  const count = all.length > 1 ? ` ${s.hints} of ${all.length}` : '';
  return `<p class="gs-hint" data-key="hint">${s.hints ? `<b>Hint${count}.</b> ${words(all[s.hints - 1])}` : ''}</p>`;
};

/** A section told by where it lies on the page, for drills that hide the numbers. @param {View} view @param {Half} half @param {string} n */
const whereOnPage = (view, half, n) => {
  const column = Math.round((cell(half, n).x - COURT.x) / COURT.w);
  return `${capital(whose(view, half))} half, ${Number(n) <= 3 ? 'at the net' : 'at the back'}, ${['left', 'middle', 'right'][column]}`;
};
/** Half and section of a verdict's key. @param {string} key @returns {[Half, string]} */
const spotOf = (key) => [/** @type {Half} */ (key.slice(0, 3)), key.slice(4)];

/** Real buttons on the sections of the half a drill asks about. @param {State} s @param {View} view @param {string|null} tabStop */
const sectionsPart = (s, view, tabStop) => {
  const d = s.reply.drill;
  if (!d || d.kind !== 'section') return '';
  const hidden = view.court && drillStatus(s) !== 'right' ? d.hide_numbers : '';
  return many(/** @type {Half[]} */ (['far', 'own']), (half) => {
    const found = Object.keys(d.verdicts).map(spotOf).filter(([h]) => h === half).map(([, n]) => n);
    if (!found.length) return '';
    // In reading order on the page, which is the owner's order turned by half a turn on the far half.
    if (view.court && half === 'far') found.reverse();
    const stop = found.some((n) => `${half} ${n}` === tabStop) ? tabStop : `${half} ${found[0]}`;
    const section = (/** @type {string} */ n) => {
      const spot = `${half} ${n}`, name = hidden === half ? whereOnPage(view, half, n) : capital(place(view, { half, section: n }));
      return html`
        <button type="button" class="gs-section ${view.court ? `gs-at-${half}-${esc(n)}` : 'gs-btn'}" data-key="at-${esc(spot)}"
          data-spot="${esc(spot)}" aria-pressed="${s.spot === spot}" tabindex="${spot === stop ? 0 : -1}"><span${view.court ? ' class="gs-sr"' : ''}>${words(name)}</span></button>`;
    };
    return html`
      <div class="gs-sections" data-key="sections-${half}" role="toolbar" aria-label="${esc(half === 'own' ? view.own_name : view.far_name)}">
        ${many(found, section)}
      </div>`;
  });
};

/** Court and what lies on it. @param {State} s @param {View} view @param {string|null} tabStop */
const placePart = (s, view, tabStop) => {
  const d = s.reply.drill, free = !s.step && !s.shut;
  const aim = free && s.selection.length ? aimOf(s.reply, s.selection) : null;
  let wrong = free ? s.refusal?.area ?? null : null;
  /** @type {Spot|null} */ let here = null;
  if (d?.kind === 'section' && s.spot) {
    const [half, n] = spotOf(s.spot);
    if (d.verdicts[s.spot]?.right) here = { half, section: n };
    else wrong = { half, sections: [n], label: 'not here' };
  }
  // A face-down hand must not be told by the court's sentence either.
  const label = s.shut ? `The court. ${view.ball ? `The ball is on ${place(view, view.ball)}.` : ''}` : view.picture;
  const hide = drillStatus(s) === 'right' ? '' : d?.hide_numbers;
  const drawn = view.court ? court(view, { id: s.id, aim, wrong, here, label, hide }) : courtList(view, { aim, wrong });
  return `<div class="gs-place" data-key="place">${drawn}${sectionsPart(s, view, tabStop)}</div>`;
};

/** The whole board as markup. @param {State} s @param {{card?: number|null, spot?: string|null}} stops the tab stops of hand and sections */
export const boardMarkup = (s, stops = {}) => {
  const shown = s.step ? s.step.reply : s.reply, view = shown.view, d = s.reply.drill;
  return html`
    <div class="gs-board" data-mode="${d ? 'drill' : 'match'}" data-kind="${d ? esc(d.kind) : 'play'}" data-seats="${view.seats.length}" data-style="${isMaster(view) ? 'master' : 'original'}" data-scoring="${esc(view.position?.rules?.scoring)}">
      ${d ? drillPart(d, drillStatus(s)) : scorePart(view.score)}
      ${roundPart(shown)}
      ${d ? '' : seatsPart(view, 'far', s)}
      ${rowsPart(view, 'far')}
      ${s.shut ? '' : openPart(view)}
      ${topPart(view)}
      ${placePart(s, view, stops.spot ?? null)}
      ${promptPart(promptOf(s), s.pages)}
      ${handPart(s, view, stops.card ?? null)}
      ${actPart(s)}
      ${s.odds && hasOdds(s) ? oddsPart(s.counted, chosenMoves(s), s.shut ? '<p>Show the cards first.</p>' : s.counting) : ''}
      ${d ? hintPart(s) : seatsPart(view, 'own', s)}
      ${rowsPart(view, 'own')}
      ${d && d.kind !== 'play' ? '' : logPart(shown)}
      ${toolsPart(s)}
    </div>`;
};

// --------------------------------------------------------------------------------------- the panels

const KEYS = [
  ['← → Home End', 'go along the hand'],
  ['Enter, Space', 'choose a card'],
  ['P', 'press the main button'],
  ['Esc', 'clear the choice'],
  ['U', 'undo'],
  ['O', 'show or hide the odds'],
  ['← → Esc', 'in a replay: a step back, a step on, out of it'],
  ['?', 'this list'],
];

/** @param {string} what @param {string} label */
const panelButton = (what, label) => `<button type="button" class="gs-btn" data-panel="${what}">${label}</button>`;
const closeButton = '<p class="gs-panel-end"><button type="submit" class="gs-btn gs-btn-main" value="close">Close</button></p>';

/** The link, to be copied by hand. @param {State} s @param {string} link */
const linkPanel = (s, link) => html`
  <form class="gs-panel" method="dialog">
    <h3 id="${s.id}-link">Link to this ${s.reply.drill ? 'position' : 'match'}</h3>
    <p>
      <label for="${s.id}-address">This browser does not let the page copy. Please copy this line yourself:</label>
      <input id="${s.id}-address" class="gs-field" readonly value="${esc(link)}">
    </p>
    ${closeButton}
  </form>`;

/** For a match that no link can hold. @param {State} s */
const filePanel = (s) => html`
  <form class="gs-panel" method="dialog">
    <h3 id="${s.id}-link">Too long for a link</h3>
    <p>A link holds 4,096 characters, and this match needs more. A file holds it whole: <b>More</b>, then <b>Open a file…</b>, brings it back.</p>
    <p class="gs-panel-end">${panelButton('save', 'Save as a file')}</p>
    ${closeButton}
  </form>`;

/** @param {State} s */
const qrPanel = (s) => html`
  <form class="gs-panel" method="dialog">
    <h3 id="${s.id}-qr">QR code</h3>
    <p class="gs-qr" role="status">The code is being made…</p>
    ${closeButton}
  </form>`;

/** A match's deck: a name, or the cards of one that somebody made. @param {MatchRecord} record */
const deckOf = (record) => record.deck ?? record.position?.deck ?? 'standard';
/** @param {MatchRecord} record */
const isOwnDeck = (record) => deckOf(record) !== 'standard';

/** @param {State} s */
export const morePanel = (s) => {
  const r = s.reply, seed = r.record.seed;
  const pile = (/** @type {Seat} */ x) => `<li><b>${esc(x.name)}:</b> ${x.discard.length ? esc(x.discard.join(', ')) : 'none'}</li>`;
  const match = r.drill ? '' : html`
    <p><label class="gs-check"><input type="checkbox" name="open"${s.setup.open_hands ? ' checked' : ''}> Show ${r.view.seats.length > 2 ? 'the other hands' : 'the other hand'}</label></p>
    ${seed === undefined ? '' : `<p>Seed of this match: <b class="gs-seed">${esc(seed)}</b></p>`}
    ${isOwnDeck(r.record) ? `<p>This match has a deck of its own, of ${deckOf(r.record).length} cards; it is not the standard deck.</p>` : ''}
    <h4>Discard piles</h4><ul>${many(r.view.seats, pile)}</ul>
    <p class="gs-panel-end">${panelButton('save', 'Save as a file')}${panelButton('file', 'Open a file…')}<input type="file" accept=".json,application/json" hidden></p>`;
  return html`
    <form class="gs-panel" method="dialog">
      <h3 id="${s.id}-more">More</h3>
      ${match}
      ${s.address && r.link ? `<p class="gs-panel-end">${panelButton('qr', 'Show QR code')}</p>` : ''}
      <h4>Keys, while the board has the focus</h4>
      <dl class="gs-keys">${many(KEYS, ([key, what]) => `<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
      ${closeButton}
    </form>`;
};

/** @param {string} name @param {string} legend @param {[string, string][]} options @param {string} now */
const radios = (name, legend, options, now) => html`
  <fieldset><legend>${legend}</legend>
    ${many(options, ([value, text]) => `<label class="gs-check"><input type="radio" name="${name}" value="${value}"${value === now ? ' checked' : ''}> ${text}</label>`)}
  </fieldset>`;

/** Who else plays, in seat order from the first seat's neighbour on: two or four seats, as the form names them. @param {boolean} four */
const others = (four) => (four ? ['First opponent', 'Partner', 'Second opponent'] : ['Opponent']);
/** @type {[string, string][]} */
const WHO = [['rookie', 'Rookie, the computer: plays any shot that is allowed'], ['regular', 'Regular, the computer: plays to win'], ['friend', 'A person on this screen']];

/** The fields that depend on how many play: one for each other seat, and who serves first. @param {boolean} four @param {(seat: number) => string} who */
const seatFields = (four, who) => html`
  ${many(others(four), (name, i) => html`
    <p class="gs-field"><label>${name}
      <select name="seat-${i + 1}">${many(WHO, ([value, text]) => `<option value="${value}"${value === who(i + 1) ? ' selected' : ''}>${text}</option>`)}</select></label></p>`)}
  ${radios('server', 'First to serve', [['0', 'You'], ...others(four).map((name, i) => /** @type {[string, string]} */ ([String(i + 1), name])), ['lot', 'By lot']], 'lot')}`;

/** @param {State} s @param {number} seed */
export const newPanel = (s, seed) => {
  const rules = s.reply.record.rules ?? s.reply.record.position?.rules ?? {}, field = `${s.id}-seed`, four = s.reply.view.seats.length > 2;
  const players = s.setup.kind === 'match' ? s.setup.players : {}, alone = Object.keys(players).length > 0 || s.setup.kind !== 'match';
  return html`
    <form class="gs-panel" method="dialog" novalidate>
      <h3 id="${s.id}-new">New match</h3>
      ${radios('players', 'Players', [['2', 'Singles'], ['4', 'Doubles']], four ? '4' : '2')}
      ${radios('style', 'Rules', [['original', 'Original Rules'], ['master', 'Master Rules']], rules.style ?? 'original')}
      <div class="gs-panel" data-part="seats">${seatFields(four, (seat) => players[seat] ?? (alone ? 'rookie' : 'friend'))}</div>
      ${radios('edition', 'Edition', [['en', 'English'], ['ko', 'Korean'], ['zh', 'Chinese']], rules.edition ?? 'en')}
      ${isOwnDeck(s.reply.record) ? radios('deck', 'Deck', [['own', 'The deck of this match'], ['standard', 'The standard deck']], 'own') : ''}
      ${radios('scoring', 'Scoring', [['first_to_four', 'First to four points'], ['deuce', 'Tennis variation, with deuce']], rules.scoring ?? 'first_to_four')}
      <p>
        <label for="${field}">Seed, a whole number: the same seed deals the same cards</label>
        <input id="${field}" name="seed" inputmode="numeric" autocomplete="off" spellcheck="false" value="${esc(seed)}" aria-describedby="${field}-no">
        <span class="gs-field-no" id="${field}-no" role="alert"></span>
      </p>
      <p class="gs-panel-end">
        <button type="submit" class="gs-btn gs-btn-main" value="start">Start</button>
        <button type="button" class="gs-btn" data-close>Cancel</button>
      </p>
    </form>`;
};

/** A seed typed by a reader, or null when it is none: a whole number from 0 to 2⁴⁸ − 1. @param {string} text */
export const readSeed = (text) => {
  const n = Number(text.trim());
  return /^\d+$/.test(text.trim()) && n < 2 ** 48 ? n : null;
};
/** A new seed of 48 bits. @returns {number} */
const freshSeed = () => {
  const [a, b] = crypto.getRandomValues(new Uint32Array(2));
  return (a % 65536) * 2 ** 32 + b;
};

// ------------------------------------------------------------------------------------------ answers

/** What a record starts from, moves left out. @param {MatchRecord} record */
const startOf = (record) => JSON.stringify(sorted({ ...record, moves: [] }));
/** @param {any} x @returns {any} */
const sorted = (x) => (Array.isArray(x) ? x.map(sorted) : x && typeof x === 'object'
  ? Object.fromEntries(Object.keys(x).sort().map((k) => [k, sorted(x[k])])) : x);
/** Whether two values say the same. @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/**
 * An answer that was worked out when the site was built, or null: only for a move in the board's own
 * first match, looked at as the board was set up.
 * @param {Record<string, Reply>|null|undefined} first @param {Request} request @param {Setup} setup @param {MatchRecord} opening
 */
export const firstAnswer = (first, request, setup, opening) => {
  if (!first || request.do !== 'play' || !request.record || startOf(request.record) !== startOf(first['']?.record ?? opening)) return null;
  if (request.seat !== setup.seat || request.open_hands !== setup.open_hands || !same(request.players, setup.players)) return null;
  return first[[...request.record.moves, request.move].join(' ')] ?? null;
};

/** The Play page's whole address, where it is known. @param {string|undefined} given @param {string|undefined} base */
export const playPage = (given, base) => {
  try {
    const url = new URL(given ?? '', given ? base : undefined);
    url.hash = url.search = '';
    return url.href;
  } catch {
    return null;
  }
};

/** The next place to step to. @param {string[]} moves @param {number} at @param {string} way */
export const stepTo = (moves, at, way) => {
  const serves = moves.flatMap((m, i) => (m === 'serve' ? [i + 1] : []));
  if (way === 'back') return Math.max(0, at - 1);
  if (way === 'on') return Math.min(moves.length, at + 1);
  if (way === 'point-back') return serves.filter((n) => n < at).pop() ?? 0;
  return serves.find((n) => n > at) ?? moves.length;
};

// ------------------------------------------------------------------------------ putting it on a page

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute('data-key') : null);

/**
 * Makes `from` look like `to` and keeps every element that stays, so that focus, scrolling, the
 * lift of a card and what a reader has unfolded survive. Elements with the same `data-key` are the same thing.
 * @param {Element} from @param {Element} to
 */
const patch = (from, to) => {
  for (const { name } of [...from.attributes]) if (name !== 'style' && !(name === 'open' && from.nodeName === 'DETAILS') && !to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of [...to.attributes]) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  /** @type {Map<string, Element>} */ const keyed = new Map();
  for (const child of from.children) { const key = keyOf(child); if (key) keyed.set(key, child); }
  /** @type {Node|null} */ let here = from.firstChild;
  for (const next of [...to.childNodes]) {
    const key = keyOf(next);
    /** @type {Node|null} */
    const old = key ? keyed.get(key) ?? null : here && !keyOf(here) && here.nodeName === next.nodeName ? here : null;
    if (!old || old.nodeName !== next.nodeName) { from.insertBefore(next, here); continue; }
    if (old === here) here = here.nextSibling; else from.insertBefore(old, here);
    if (old instanceof Element && next instanceof Element) patch(old, next);
    else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
  }
  while (here) { const gone = here; here = here.nextSibling; gone.parentNode?.removeChild(gone); }
};

/** Parts that keep the largest height they have had, so that nothing below them moves. */
const HELD = ['head', 'round', 'far', 'rows-far', 'own', 'rows-own', 'prompt', 'hand', 'act', 'hint'];
let boards = 0;

/** @param {{model: Model, el: HTMLElement}} host @returns {() => void} */
const render = ({ model, el }) => {
  const id = `gs-${++boards}`, site = model.isSite === true;
  const doc = el.ownerDocument;
  const isLive = () => site || Boolean(model.get('layout')?.comm_live);
  /** @type {Reply} */ const came = model.get('reply');
  /** @type {State} */
  let s = {
    setup: model.get('setup'), reply: came, selection: [], refusal: null, error: null, waiting: false, slow: false, engine: model.get('engine'),
    fault: model.get('fault'), stuck: false, live: isLive(), tried: false, step: null, shut: false, hints: 0, spot: null, picks: [], checked: false,
    full: 0, pages: model.get('pages') ?? {}, note: null, opening: '', address: null, id, label: '',
    odds: Boolean(model.get('odds')), counted: null, counting: '',
  };
  s.address = playPage(s.pages.play, site ? doc.baseURI : undefined);
  const firstSetup = s.setup;
  /** Replies of this page by what was asked, for undo, restart and stepping without asking again. @type {Map<string, Reply>} */
  const seen = new Map();
  const memo = (/** @type {MatchRecord} */ record, /** @type {any} */ more = null) => JSON.stringify(sorted([record, s.setup.seat, s.setup.open_hands, s.setup.players, more]));
  /** The record the present match began with. */
  const opened = model.get('opening'); // the site's own opening, where a kept match came instead of it
  let began = startOf((opened ?? came).record) === startOf(came.record) && opened
    ? opened.record : { ...came.record, moves: /** @type {string[]} */ ([]) };
  /** The seat whose hand is on show (two people at one screen). */
  let shownSeat = came.view.seat;
  /** @type {{id: string, done: (reply: any) => void}|null} */
  let pending = null;
  let sent = 0, pointer = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let slowTimer;
  /** @type {{card: number|null, spot: string|null}} */ const stops = { card: null, spot: null };

  // The title names the board; a second board of the same name on the page gets a number.
  const title = s.reply.drill ? `Drill: ${s.reply.drill.goal}` : s.setup.title || 'Board';
  const twins = [...doc.querySelectorAll('.gs')].filter((other) => other.getAttribute('data-title') === title).length;
  s.label = twins ? `${title} (${twins + 1})` : title;

  const root = doc.createElement('section');
  root.className = 'gs';
  root.setAttribute('data-title', title);
  root.setAttribute('aria-label', s.label);
  root.setAttribute('data-lm-suppress-shortcuts', 'true'); // JupyterLab: single letters are the board's here
  root.innerHTML = `<p class="gs-sr" role="status"></p><p class="gs-sr" aria-live="polite"></p><div class="gs-board"></div><dialog class="gs-dialog"></dialog>`;
  const status = /** @type {HTMLElement} */ (root.querySelector('[role="status"]'));
  const oddsStatus = /** @type {HTMLElement} */ (root.querySelector('[aria-live="polite"]'));
  const dialog = /** @type {HTMLDialogElement} */ (root.querySelector('dialog'));
  const board = () => /** @type {HTMLElement} */ (root.querySelector('.gs-board'));
  const byKey = (/** @type {string} */ key) => /** @type {HTMLElement|null} */ ([...root.querySelectorAll('[data-key]')].find((x) => x.getAttribute('data-key') === key) ?? null);

  // ---- drawing
  /** @type {Record<string, number>} */ let tallest = {};
  let width = 0;
  const hold = () => {
    for (const key of HELD) {
      const part = byKey(key);
      if (!part) continue;
      const h = Math.max(part.offsetHeight || 0, tallest[key] ?? 0);
      if (h > (tallest[key] ?? 0)) { tallest[key] = h; part.style.setProperty('min-height', `${h}px`); }
      else if (h) part.style.setProperty('min-height', `${h}px`);
    }
  };
  /** Room for the longest thing that prompt and hint may say in this position, before it is said. */
  const reserve = () => {
    if (!byKey('prompt')?.offsetWidth) return;
    const { prompt, choices, refusals, drill } = s.reply;
    const endings = drill ? [drill.right, drill.wrong, ...Object.values(drill.verdicts).map((v) => v.text)] : [];
    const all = [prompt, ...Object.values(choices), ...Object.values(refusals), ...endings.map((text) => ({ lead: 'Not there.', text: text ?? '' }))];
    const longest = all.sort((a, b) => spoken(b).length - spoken(a).length).slice(0, 3);
    const hints = drill ? drill.hints.map((_, i) => hintPart({ ...s, hints: i + 1 })) : [];
    const probe = doc.createElement('div');
    probe.className = 'gs-probe';
    probe.setAttribute('aria-hidden', 'true');
    probe.innerHTML = [...longest.map((p) => promptPart(/** @type {any} */ (p), s.pages)), ...hints].join('').replace(/<a href="[^"]*"/g, '<a');
    for (const part of /** @type {Iterable<HTMLElement>} */ (probe.children)) part.removeAttribute('data-key');
    board().append(probe);
    const measure = (/** @type {string} */ key, /** @type {string} */ like) => {
      const width = byKey(key)?.offsetWidth;
      if (!width) return;
      probe.style.setProperty('width', `${width}px`);
      const heights = [...probe.querySelectorAll(like)].map((x) => /** @type {HTMLElement} */ (x).offsetHeight);
      tallest[key] = Math.max(tallest[key] ?? 0, ...heights);
    };
    measure('prompt', '.gs-prompt');
    measure('hint', '.gs-hint');
    probe.remove();
  };
  // ---- odds
  const line = talk(/** @type {import('./kit.js').Host} */ (model), () => { if (s.odds) draw(); });
  /** What Python said, by what was asked; null while it is awaited. @type {Map<string, any>} */ const counted = new Map();
  /** Has the odds of what is shown counted, once; `draw` shows them when they are there. */
  const count = () => {
    s.counting = s.odds ? line.note() : '';
    s.counted = null;
    if (!s.odds || !hasOdds(s) || s.shut) { oddsStatus.textContent = ''; return; }
    const { record, view } = s.step?.reply ?? s.reply;
    const question = request('odds', record, { seat: view.seat, ...(s.step ? { players: {} } : {}) }), name = JSON.stringify(sorted(question));
    if (!counted.has(name)) {
      counted.set(name, null);
      line.ask(question).then((reply) => { counted.set(name, reply); draw(); });
    }
    s.counted = counted.get(name);
    const told = s.counted?.questions ? oddsSaid(s.counted, chosenMoves(s)) : s.counted?.error?.text ?? '';
    if (told && oddsStatus.textContent !== told) oddsStatus.textContent = told;
  };
  const showOdds = (/** @type {boolean} */ on) => {
    if (on === s.odds) return;
    s.odds = on;
    for (const [name, reply] of counted) if (reply?.error) counted.delete(name); // ask again
    draw();
  };

  const draw = () => {
    for (const seat of s.reply.view.seats) s.full = Math.max(s.full, seat.limit);
    s.live = isLive();
    count();
    const active = doc.activeElement, inside = active instanceof HTMLElement && root.contains(active);
    const key = inside ? active.getAttribute('data-key') : null;
    const rally = root.querySelectorAll('.gs-log li').length;
    const fresh = doc.createElement('template');
    fresh.innerHTML = boardMarkup(s, stops);
    patch(board(), /** @type {Element} */ (fresh.content.firstElementChild));
    hold();
    const log = root.querySelector('.gs-log');
    if (log && log.querySelectorAll('li').length !== rally) log.scrollTop = log.scrollHeight;
    if (log) log.classList.toggle('is-long', log.scrollTop > 0);
    if (inside && !root.contains(doc.activeElement)) focusOn((key && byKey(key)) || firstChoice());
  };
  const focusOn = (/** @type {HTMLElement|null} */ target) => target?.focus({ preventScroll: pointer });
  /** After a move: the first card that can play, else the main button. @returns {HTMLElement|null} */
  const firstChoice = () => {
    const kind = s.shut || s.step || drillStatus(s) === 'right' ? 'none' : s.reply.drill?.kind ?? 'play';
    /** @type {Record<string, string>} */
    const first = { play: '.gs-hand .is-can', cards: '.gs-hand .gs-slot', section: '.gs-section[tabindex="0"]' };
    const choice = /** @type {HTMLElement|null} */ (first[kind] ? root.querySelector(first[kind]) : null);
    if (choice) setStop(choice);
    return choice ?? byKey('main');
  };
  const setStop = (/** @type {HTMLElement} */ target) => {
    if (target.dataset.card) stops.card = Number(target.dataset.card);
    if (target.dataset.spot) stops.spot = target.dataset.spot;
    for (const other of target.parentElement?.querySelectorAll('[tabindex]') ?? []) other.setAttribute('tabindex', other === target ? '0' : '-1');
  };
  const say = (/** @type {string} */ text) => tell(status, text);
  const sayPrompt = (before = '') => { const p = promptOf(s); say([before, spoken(/** @type {any} */ (p))].filter(Boolean).join(' ')); };

  // ---- asking Python
  const settle = (/** @type {any} */ reply) => {
    const was = pending;
    pending = null;
    clearTimeout(slowTimer);
    Object.assign(s, { waiting: false, slow: false, stuck: false, opening: '' });
    was?.done(reply);
  };
  /**
   * Asks for one answer; while it is awaited further presses do nothing.
   * @param {Request} request @param {(reply: any) => void} done @param {boolean} look  only to look at, not the board's new state
   * @param {string} opening  what is being opened
   */
  const ask = (request, done, look = false, opening = '') => {
    const ready = site ? firstAnswer(model.get('first'), request, firstSetup, came.record) : null;
    if (ready) { done(ready); return; }
    if (!isLive()) { s.tried = true; draw(); sayPrompt(); return; }
    pending = { id: `${id}-${Math.random().toString(36).slice(2, 8)}-${++sent}`, done };
    Object.assign(s, { error: null, note: null, refusal: null, stuck: false, opening, engine: model.get('engine'), fault: model.get('fault') });
    s.waiting = true;
    model.wake?.();
    model.send({ id: pending.id, request, ...(look ? { look: true } : {}) });
    if (!s.waiting) return; // answered at once
    if (s.engine === 'failed') { // the host keeps the request for the next start
      Object.assign(s, { waiting: false, stuck: true });
      draw(); sayPrompt();
      return;
    }
    if (s.engine === 'starting' || s.engine === 'asleep') { draw(); sayPrompt(); }
    else slowTimer = setTimeout(() => { s.slow = true; draw(); sayPrompt(); }, 600);
  };
  const request = (/** @type {string} */ what, /** @type {MatchRecord} */ record, more = {}, setup = s.setup) => /** @type {Request} */ ({
    do: what, record, seat: setup.seat, players: setup.players, open_hands: setup.open_hands, ...(setup.drill ? { drill: setup.drill } : {}), ...more,
  });
  const atFirst = model.get('counted'); // came with the board: what is shown at once needs no Python
  if (atFirst && (!opened || same(opened, came))) {
    counted.set(JSON.stringify(sorted(request('odds', came.record, { seat: came.view.seat }))), atFirst);
  }

  /** What has happened since the board's present state. @param {Reply} reply */
  const news = (reply) => (reply.events ?? []).filter((e) => e.move >= s.reply.record.moves.length).map((e) => e.text).join(' ');
  /**
   * Takes a reply as the board's new state.
   * @param {any} reply @param {string} before  said first @param {boolean} fromOutside  nothing is said or kept
   * @param {boolean} dealt  shows the next deal, which the record does not know before a move is played in it
   * @param {boolean} opened  the address brought it: kept only once it is played on
   */
  const take = (reply, before = '', fromOutside = false, dealt = false, opened = false) => {
    s.note = null;
    const active = doc.activeElement, inside = root.contains(active);
    if (!reply || reply.error || !reply.view) {
      s.error = reply?.error?.text ?? 'The answer could not be read.';
      draw(); sayPrompt();
      return;
    }
    if (reply.reason) {
      Object.assign(s, { refusal: reply.reason, error: null });
      draw(); sayPrompt();
      return;
    }
    const told = news(reply);
    Object.assign(s, { reply, selection: lyingNow(reply), refusal: null, error: null, step: null, tried: false, spot: null, picks: [], checked: false });
    if (!dealt) seen.set(memo(reply.record), reply);
    s.shut = s.setup.seat === null && !s.setup.open_hands && reply.view.seat !== shownSeat && reply.view.hand.length > 0 && reply.winner === null;
    if (!s.shut) shownSeat = reply.view.seat;
    stops.card = stops.spot = null;
    reserve();
    draw();
    if (fromOutside) return;
    if (!opened) model.keep?.(reply, s.setup); // the site lets a match survive a reload
    if (s.shut) sayPrompt(told);
    else if (before) sayPrompt(before);
    else say([reply.said || spoken(reply.prompt), s.selection.length ? spoken(promptOf(s)) : ''].filter(Boolean).join(' '));
    if (inside) focusOn(firstChoice());
  };

  /** Opens a record: from memory on the site, else by asking. @param {MatchRecord} record @param {string} before */
  const open = (record, before) => {
    const known = site ? seen.get(memo(record)) : null;
    if (known) take(known, before);
    else ask(request('open', record), (reply) => take(reply, before));
  };
  /**
   * Opens what was brought along, a link or a file. A fault is told, and the board's own match stays as it is.
   * @param {Request} request @param {string} what
   */
  const bring = (request, what) => ask(request, (reply) => {
    if (!reply?.view) {
      s.note = { glyph: 'no', lead: `The ${what} could not be opened.`, text: reply?.error?.text ?? '' };
      draw(); sayPrompt();
      return;
    }
    const { record, seat = s.setup.seat, players = request.players ?? s.setup.players } = /** @type {Reply} */ (reply);
    s.setup = { ...s.setup, kind: 'match', drill: null, seat, players, open_hands: false };
    s.full = 0;
    began = { ...record, moves: [] };
    shownSeat = seat === null ? -1 : seat; // whoever sits there asks for the cards
    take(reply, `The ${what} is open.`, false, false, what === 'link');
    if (isOwnDeck(record) && !s.shut) noted('row', `The ${what} is open, with a deck of its own.`, 'This match is not played with the standard deck.');
  }, false, what);
  const step = (/** @type {number} */ at) => {
    const record = { ...s.reply.record, moves: s.reply.record.moves.slice(0, at) }, seat = s.reply.view.seat, name = memo(record, ['step', seat]);
    const show = (/** @type {any} */ reply) => {
      if (!reply || reply.error || !reply.view) { s.error = reply?.error?.text ?? 'The answer could not be read.'; draw(); sayPrompt(); return; }
      seen.set(name, reply);
      Object.assign(s, { step: { at, reply }, selection: [], refusal: null, error: null });
      draw(); sayPrompt();
    };
    if (at === s.reply.record.moves.length) { show(s.reply); return; }
    const known = seen.get(name);
    if (known) show(known);
    else ask(request('open', record, { players: {}, seat }), show, true);
  };

  // ---- what the reader does
  const press = (/** @type {string} */ what, /** @type {string|undefined} */ move) => {
    if (s.note) { s.note = null; draw(); }
    if (what === 'retry') { retry(); return; }
    if (what === 'copy link') { copyLink(); return; }
    if (what === 'more') { openMore(); return; }
    if (what === 'odds') {
      if (!hasOdds(s)) return;
      say(s.odds ? 'The odds are hidden.' : 'The odds are shown under the hand.');
      showOdds(!s.odds);
      model.set?.('odds', s.odds); // the kernel's board follows
      model.save_changes?.();
      return;
    }
    if (what === 'clear') { clear(); return; }
    if (what === 'hint') {
      s.hints = s.hints >= (s.reply.drill?.hints.length ?? 0) ? 1 : s.hints + 1;
      draw(); say(`Hint. ${s.reply.drill?.hints[s.hints - 1] ?? ''}`);
      return;
    }
    if (s.waiting && !isLive()) { pending = null; Object.assign(s, { waiting: false, slow: false }); } // its kernel is gone
    if (s.waiting) return; // one request at a time: a second press does nothing
    const moves = s.reply.record.moves;
    if (what === 'play' && move !== undefined) ask(request('play', s.reply.record, { move }), take);
    else if (what === 'next') ask(request('next', s.reply.record), (reply) => take(reply, '', false, true));
    else if (what === 'swap') choosing(swapped(s.reply, s.selection) ?? s.selection);
    else if (what === 'undo') {
      if (s.reply.undo === null) say('There is nothing to undo.');
      else open({ ...s.reply.record, moves: moves.slice(0, s.reply.undo) }, 'Undone.');
    } else if (what === 'restart') restart();
    else if (what === 'replay' || what === 'step') {
      if (s.step) unstep();
      else if (!moves.length) say('There is nothing to replay yet.');
      else { step(stepTo(moves, moves.length, 'back')); if (s.step) focusOn(byKey('back')); }
    } else if (what === 'unstep') unstep();
    else if (['back', 'on', 'point-back', 'point-on'].includes(what) && s.step) {
      const next = stepTo(moves, s.step.at, what);
      if (next !== s.step.at) step(next);
    } else if (what === 'show') {
      s.shut = false;
      shownSeat = s.reply.view.seat;
      draw(); say(spoken(s.reply.prompt)); focusOn(firstChoice());
    } else if (what === 'check') { s.checked = true; draw(); sayPrompt(); }
    else if (what === 'new match' || what === 'new') openNew();
    else if (what === 'none') sayPrompt();
  };
  const unstep = () => { s.step = s.note = null; s.error = null; draw(); sayPrompt(); focusOn(firstChoice()); };
  const restart = () => {
    const d = s.reply.drill;
    Object.assign(s, { hints: 0 });
    if (d && d.kind !== 'play') { Object.assign(s, { spot: null, picks: [], checked: false }); draw(); sayPrompt(); focusOn(firstChoice()); return; }
    const eyes = (/** @type {Setup} */ x) => [x.seat, x.players, x.open_hands];
    const first = came.undo === null && startOf(began) === startOf(came.record) && same(eyes(s.setup), eyes(firstSetup));
    if (s.setup.seat === null) shownSeat = -1; // whoever sits there now asks for the cards
    if (site && first) take(came, 'From the start.');
    else ask(request('open', began), (reply) => take(reply, 'From the start.'));
  };
  const choosing = (/** @type {number[]} */ selection) => {
    Object.assign(s, { selection, refusal: null, error: null, note: null });
    draw();
    if (!s.waiting) sayPrompt();
  };
  const clear = () => {
    s.note = null;
    if (s.reply.drill?.kind === 'cards') { Object.assign(s, { picks: [], checked: false }); draw(); sayPrompt(); return; }
    if (s.reply.drill?.kind === 'section') { s.spot = null; draw(); sayPrompt(); return; }
    choosing([]);
  };
  const card = (/** @type {number} */ number) => {
    if (s.step) return;
    s.note = null;
    if (s.reply.drill?.kind === 'cards') {
      if (drillStatus(s) === 'right') return;
      s.picks = s.picks.includes(number) ? s.picks.filter((c) => c !== number) : [...s.picks, number];
      s.checked = false;
      draw();
      return;
    }
    const next = choose(s.reply, s.selection, number);
    if (!next.refusal && same(next.selection, s.selection)) {
      // Nothing is known about this card: say what is asked for instead.
      if (!s.reply.moves.some((m) => m.cards.length)) { sayPrompt(); return; }
      const text = s.selection.length ? `It does not fit the cards chosen${isLaying(s.reply) ? '; put one back first' : ''}.` : 'It fits no shot now.';
      next.refusal = { rule: '', lead: `Card ${number} cannot play.`, text, cards: [number], area: null };
    }
    Object.assign(s, { selection: next.selection, refusal: next.refusal, error: null });
    draw();
    if (!s.waiting) sayPrompt();
  };
  const point = (/** @type {string} */ spot) => {
    if (drillStatus(s) === 'right') return;
    s.note = null;
    s.spot = spot;
    draw(); sayPrompt();
  };
  const retry = () => {
    model.retry?.();
    if (pending) Object.assign(s, { waiting: true, stuck: false });
    s.engine = model.get('engine');
    draw(); if (s.waiting) sayPrompt();
  };

  // ---- panels
  const openPanel = (/** @type {string} */ markup, /** @type {string} */ name) => {
    dialog.innerHTML = markup;
    dialog.setAttribute('aria-labelledby', `${id}-${name}`);
    if (typeof dialog.showModal === 'function') dialog.showModal(); else dialog.setAttribute('open', '');
  };
  const closePanel = () => { if (typeof dialog.close === 'function') dialog.close(); else dialog.removeAttribute('open'); };
  const noted = (/** @type {string} */ glyph, /** @type {string} */ lead, /** @type {string} */ text) => {
    s.note = { glyph, lead, text };
    draw(); sayPrompt();
  };
  const copyLink = async () => {
    const { link, drill } = s.reply;
    if (!link) { openPanel(filePanel(s), 'link'); return; }
    try {
      await navigator.clipboard.writeText(s.address + link);
      noted('right', 'Link copied.', drill ? 'It opens this position on the Play page.' : 'It opens this match as it stands now.');
    } catch { // not allowed, or not there
      openPanel(linkPanel(s, s.address + link), 'link');
      const field = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
      field.focus();
      field.select();
    }
  };
  const saveFile = () => {
    saveAs(doc, 'grand-slam-match.json', `${JSON.stringify(s.reply.record)}\n`, 'application/json');
    closePanel();
    noted('right', 'Saved as grand-slam-match.json.', 'More, then “Open a file…”, brings it back.');
  };
  const openFile = async (/** @type {File} */ file) => {
    const refuse = (/** @type {string} */ text) => noted('no', 'The file could not be opened.', text);
    closePanel();
    if (file.size > 1_000_000) { refuse('It is larger than the record of any match.'); return; }
    try {
      const record = JSON.parse(await file.text()), now = s.setup.players;
      const count = record?.rules?.players ?? record?.position?.rules?.players ?? 2; // a file names no players
      const others = Array.from({ length: count - 1 }, (_, i) => [i + 1, now[i + 1] ?? 'rookie']);
      const players = s.setup.seat === null && !Object.keys(now).length ? {} : Object.fromEntries(others);
      bring(request('open', record, {}, { ...s.setup, players }), 'file');
    } catch {
      refuse('It holds no match: a match is saved as JSON.');
    }
  };
  const showCode = () => {
    if (isLive()) openPanel(qrPanel(s), 'qr');
    const part = /** @type {HTMLElement|null} */ (dialog.querySelector('.gs-qr')), { link, drill } = s.reply;
    ask({ do: 'qr', text: `${s.address}${link}` }, (reply) => {
      draw();
      if (!part) return;
      if (!reply?.svg) { part.textContent = reply?.error?.text ?? 'The answer could not be read.'; return; }
      const image = doc.createElement('img');
      image.alt = `QR code: the link to this ${drill ? 'position' : 'match'}`;
      image.src = `data:image/svg+xml,${encodeURIComponent(reply.svg)}`;
      part.replaceChildren(image);
    }, true);
  };
  const onPanel = (/** @type {string|undefined} */ what) => {
    if (what === 'save') saveFile();
    else if (what === 'file') /** @type {HTMLInputElement} */ (dialog.querySelector('input[type="file"]')).click();
    else if (what === 'qr' && !s.waiting) showCode();
  };
  const openMore = () => openPanel(morePanel(s), 'more');
  const openNew = () => openPanel(newPanel(s, freshSeed()), 'new');
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    if (!data.has('players')) { closePanel(); return; }
    const seed = readSeed(String(data.get('seed') ?? ''));
    if (seed === null) {
      const field = /** @type {HTMLInputElement} */ (form.querySelector('[name="seed"]'));
      field.setAttribute('aria-invalid', 'true');
      /** @type {HTMLElement} */ (form.querySelector('.gs-field-no')).textContent = 'Please give a whole number from 0 to 281474976710655.';
      field.focus();
      return;
    }
    closePanel();
    const count = Number(data.get('players')), lot = data.get('server') === 'lot';
    const seats = others(count > 2).map((_, i) => [String(i + 1), String(data.get(`seat-${i + 1}`))]), computers = seats.filter(([, who]) => who !== 'friend');
    /** @type {Setup} */
    const setup = { ...s.setup, kind: 'match', drill: null, seat: computers.length < seats.length ? null : 0, players: Object.fromEntries(computers), open_hands: false };
    const rules = { players: count, style: String(data.get('style')), scoring: String(data.get('scoring')), edition: String(data.get('edition')), rulings: {} };
    const server = lot ? crypto.getRandomValues(new Uint8Array(1))[0] % count : Number(data.get('server'));
    const record = { version: 1, rules, deck: data.get('deck') === 'standard' ? 'standard' : deckOf(s.reply.record), server, seed, moves: [] };
    if (s.waiting) return;
    ask(request('open', record, {}, setup), (reply) => {
      if (reply?.view) {
        Object.assign(s, { setup, full: 0 });
        began = record;
        shownSeat = reply.view.seat;
      }
      take(reply);
    });
  };
  const onChange = (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (box.type === 'file') { if (box.files?.[0]) openFile(box.files[0]); return; }
    if (box.name === 'players') {
      const seats = /** @type {HTMLElement} */ (dialog.querySelector('[data-part="seats"]'));
      const now = (/** @type {number} */ seat) => /** @type {HTMLSelectElement|null} */ (seats.querySelector(`[name="seat-${seat}"]`))?.value;
      seats.innerHTML = seatFields(box.value === '4', (seat) => now(seat) ?? 'rookie');
    }
    if (box.name !== 'open' || s.waiting) return;
    const setup = { ...s.setup, open_hands: box.checked };
    ask(request('open', s.reply.record, {}, setup), (reply) => {
      if (reply?.view) s.setup = setup;
      take(reply, box.checked ? 'The other hand is shown.' : 'The other hand is hidden.');
    });
  };

  // ---- events
  const onClick = (/** @type {MouseEvent} */ event) => {
    const target = event.target instanceof Element ? event.target.closest('button') : null;
    if (!target) return;
    pointer = event.detail > 0;
    if (doc.activeElement !== target) target.focus({ preventScroll: true }); // Safari leaves a pressed button without focus
    if (target.hasAttribute('data-close')) { closePanel(); return; }
    if (dialog.contains(target)) { onPanel(target.dataset.panel); return; }
    if (target.dataset.card) { setStop(target); card(Number(target.dataset.card)); }
    else if (target.dataset.spot) { setStop(target); point(target.dataset.spot); }
    else if (target.dataset.do) press(target.dataset.do, target.dataset.move);
    if (!root.contains(doc.activeElement) && !dialog.open) focusOn(target.isConnected ? target : firstChoice());
  };
  /** @type {Record<string, (i: number, n: number) => number>} */
  const GO = {
    ArrowRight: (i, n) => (i + 1) % n,
    ArrowLeft: (i, n) => (i - 1 + n) % n,
    ArrowDown: (i, n) => (i + 3) % n,
    ArrowUp: (i, n) => (i - 3 + n) % n,
    Home: () => 0,
    End: (_, n) => n - 1,
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (!target || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || dialog.contains(target)) return;
    const bar = target.closest('[role="toolbar"]'), go = GO[event.key];
    const stepping = s.step ? { ArrowLeft: 'back', ArrowRight: 'on', Escape: 'unstep' }[event.key] : undefined;
    if (stepping) {
      press(stepping, undefined);
      event.preventDefault();
      return;
    }
    if (bar && go && (bar.classList.contains('gs-sections') || !['ArrowUp', 'ArrowDown'].includes(event.key))) {
      const all = /** @type {HTMLElement[]} */ ([...bar.querySelectorAll('button')]);
      const next = all[go(all.indexOf(target), all.length)] ?? target;
      setStop(next); next.focus();
      event.preventDefault();
      return;
    }
    if (target.closest('input, select, textarea, [contenteditable]')) return;
    const key = event.key.toLowerCase();
    if (key === 'p') { const main = byKey('main'); if (main) press(main.dataset.do ?? 'none', main.dataset.move); }
    else if (key === 'u') press('undo', undefined);
    else if (key === 'o') press('odds', undefined);
    else if (key === 'escape') clear();
    else if (key === '?') openMore();
    else return;
    pointer = false;
    event.preventDefault();
  };
  const onWake = () => model.wake?.();
  const onPlace = (/** @type {FocusEvent} */ event) => {
    if (event.target instanceof HTMLElement && event.target.closest('[role="toolbar"]') && event.target.matches('button')) setStop(event.target);
  };

  // ---- the host
  const onMessage = (/** @type {any} */ message) => { if (pending && message?.id === pending.id) settle(message.reply); };
  const onReply = () => {
    const reply = model.get('reply');
    if (pending || !reply || same(reply, s.reply)) return;
    began = reply.record;
    s.full = 0; tallest = {};
    shownSeat = reply.view?.seat ?? shownSeat;
    take(reply, '', true);
  };
  const onLink = () => {
    const link = model.get('link');
    if (link) bring({ do: 'open', link }, 'link');
  };
  const onOdds = () => showOdds(Boolean(model.get('odds')));
  const onSetup = () => { s.setup = model.get('setup'); draw(); };
  const onEngine = () => {
    s.engine = model.get('engine');
    s.fault = model.get('fault');
    const lost = s.engine === 'failed' && s.waiting;
    if (lost) {
      Object.assign(s, { waiting: false, slow: false, stuck: true });
      clearTimeout(slowTimer);
      if (dialog.querySelector('.gs-qr')) closePanel();
    }
    draw();
    if (lost) sayPrompt();
  };

  root.addEventListener('click', onClick);
  root.addEventListener('keydown', onKey);
  root.addEventListener('submit', onSubmit);
  root.addEventListener('change', onChange);
  root.addEventListener('pointerenter', onWake);
  root.addEventListener('focusin', onWake);
  root.addEventListener('focusin', onPlace);
  /** @type {[string, (arg?: any) => void][]} */
  const ears = [['msg:custom', onMessage], ['change:reply', onReply], ['change:setup', onSetup], ['change:link', onLink], ['change:odds', onOdds], ['change:engine', onEngine]];
  for (const [name, f] of ears) model.on(name, f);

  // A match of two people that is taken up again: nobody knows who sits there.
  if (s.setup.seat === null && !s.setup.open_hands && came.record.moves.length && came.winner === null) {
    s.shut = true;
    shownSeat = -1;
  }
  el.append(root);
  seen.set(memo(came.record), came);
  s.full = 0;
  draw();
  reserve();
  hold();
  const watch = typeof ResizeObserver === 'function' ? new ResizeObserver(() => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    tallest = {};
    for (const key of HELD) byKey(key)?.style.removeProperty('min-height');
    reserve(); hold();
  }) : null;
  watch?.observe(root);

  return () => {
    watch?.disconnect();
    clearTimeout(slowTimer);
    for (const [name, f] of ears) model.off?.(name, f);
    line.close();
    root.remove();
  };
};

export default { render };
