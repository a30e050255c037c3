/**
 * The odds panel of a board, as markup. What it says is counted and worded by `grandslam.odds_panel`; here it is only
 * laid out, and narrowed down to the cards that are chosen.
 */
import { drawing } from './court.js';
import { esc, html, many, words } from './kit.js';

/** @typedef {{text: string, cards: {card: number, good: boolean}[]}} Step */
/** @typedef {{label: string, ways: string, short: string, moves: string[], fraction: string, percent: string, value: number, told: string,
 *   parts: {text: string, fraction: string, percent: string}[], steps: Step[]}} Case */
/** @typedef {{question: string, cases: Case[]}} Question */
/** @typedef {{questions: Question[], assumes: string, none: string, said: string}} Odds */
/** @typedef {{begun: string[], made: string[]}} Chosen  the moves that the chosen cards begin, and those that they are */

/** The questions about what is chosen; all of them where nothing is, or nothing that is asked about. @param {Odds} odds @param {Chosen} chosen */
export const asked = (odds, chosen) => {
  const about = (/** @type {Case} */ c) => c.moves.some((m) => chosen.begun.includes(m));
  const some = odds.questions.map((q) => ({ ...q, cases: q.cases.filter(about) })).filter((q) => q.cases.length);
  return some.length ? some : odds.questions;
};
/** Whether the chosen cards are one of the case's moves. @param {Case} c @param {Chosen} chosen */
const made = (c, chosen) => c.moves.some((m) => chosen.made.includes(m));

/** What is said of it aloud: of what is chosen all, else the percentages. @param {Odds} odds @param {Chosen} chosen */
export const oddsSaid = (odds, chosen) => asked(odds, chosen).flatMap((q) => q.cases.filter((c) => made(c, chosen))).map((c) => c.told).join(' ') || odds.said;

/** @param {Step} step */
const stepPart = (step) => html`
  <li><p>${words(step.text)}</p>
    ${step.cards.length ? `<ul class="gs-odds-cards">${many(step.cards, (c) => `<li${c.good ? ' class="is-good"' : ''}>${esc(c.card)}${c.good ? `${drawing('', '0 0 18 18', '<path d="M4 9.5l3.5 3.5L14 5.5"/>')}<span class="gs-sr"> yes</span>` : ''}</li>`)}</ul>` : ''}
  </li>`;

/** @param {Case} c @param {Chosen} chosen @param {number} q */
const casePart = (c, chosen, q) => {
  const open = made(c, chosen), key = `odds-${q}-${esc(c.label)}${open ? '-chosen' : ''}`;
  const bar = `<rect width="100" height="8" rx="2" class="gs-odds-all"/><rect width="${Math.round(c.value * 100)}" height="8" rx="2" class="gs-odds-share"/>`;
  return html`
    <li data-key="${key}">
      <details${open ? ' open' : ''}>
        <summary data-key="${key}-head"><span class="gs-odds-what">${words(c.label)}${c.ways ? `: <span>${words(c.ways)}</span>` : ''}${c.short ? ` <span class="gs-odds-short">${words(c.short)}</span>` : ''}</span>${drawing('gs-odds-bar', '0 0 100 8', bar)}<span class="gs-odds-chance"><b>${esc(c.percent)}</b> <span>${esc(c.fraction)}</span></span></summary>
        <p>${words(c.told)}</p>
        ${c.parts.length ? `<ul class="gs-odds-parts">${many(c.parts, (p) => `<li><span>${words(p.text)}</span> <b>${esc(p.percent)}</b> <span>${esc(p.fraction)}</span></li>`)}</ul>` : ''}
        ${c.steps.length ? `<details class="gs-odds-count"><summary data-key="${key}-count">Count it with me</summary><ol>${many(c.steps, stepPart)}</ol></details>` : ''}
      </details>
    </li>`;
};

/**
 * The panel.
 * @param {any} reply  what Python said; null while it is awaited
 * @param {Chosen} chosen
 * @param {string} note  markup of what a reader should know meanwhile
 */
export const oddsPart = (reply, chosen, note) => {
  const odds = /** @type {Odds|null} */ (reply?.questions ? reply : null);
  const question = (/** @type {Question} */ { question: text, cases }, /** @type {number} */ q) => `<p class="gs-odds-ask">${words(text)}</p><ul>${many(cases, (c) => casePart(c, chosen, q))}</ul>`;
  return html`
    <section class="gs-odds" data-key="odds" tabindex="0" aria-label="Odds">
      ${note || (reply ? '' : '<p>Counting…</p>')}
      ${reply?.error ? `<p>${words(reply.error.text)}</p>` : ''}
      ${odds?.none ? `<p>${words(odds.none)}</p>` : ''}
      ${odds ? many(asked(odds, chosen), question) : ''}
      ${odds?.questions.length ? `<p class="gs-odds-assumes">${words(odds.assumes)}</p>` : ''}
    </section>`;
};
