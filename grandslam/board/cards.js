/**
 * The faces of a deck, what they cover, and an editor for decks of one's own.
 *
 * What is typed goes to `grandslam.coverage` as the text of a deck file, which checks it. From top to bottom: the deck
 * as text · the parts in markup · render.
 */
import { cardFace, cardList, cardWords } from './court.js';
import { esc, html, many, saveAs, talk, tell, words } from './kit.js';

/** @typedef {import('./board.js').Card} Card */
/** @typedef {import('./kit.js').Host & {keep?(state: {rows: Row[]}): void}} Host */
/** @typedef {[card: string, receives: string, lands: string]} Row  a line of the deck file as it is typed */
/** @typedef {{section: number, receive: number[], land: number[], beside: [string, string]}} Section */
/** @typedef {{cards: Card[], court: boolean, csv: string, coverage: Section[], standard: boolean, differs: string,
 *   oddities: string[], record: any, link: string|null}} Reply */
/** @typedef {{text: string, line: number|null, column: string|null}} Fault */
/** @typedef {{rows: Row[], reply: Reply, fault: Fault|null, error: string}} State  `reply` is of the last deck without a fault */

/** Milliseconds without a key before a deck is checked. */
const PAUSE = 250;
/** The largest file that is opened. */
const LARGEST = 50_000;

// -------------------------------------------------------------------------------------- the deck as text

/** @type {['card', 'receives', 'lands']} */
const COLUMNS = ['card', 'receives', 'lands'];
/** @param {string} text */
const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** @param {Row[]} rows */
export const toCsv = (rows) => `${COLUMNS}\n${many(rows, (row) => `${row.map(cell)}\n`)}`;
/** @param {Card[]} cards @returns {Row[]} */
export const toRows = (cards) => cards.map((c) => [String(c.card), c.receives.join(' '), String(c.lands)]);
/** The first card of the file stands on its second line. @param {number} index */
const lineOf = (index) => index + 2;

// --------------------------------------------------------------------------------- the parts in markup

/** Faces and coverage. @param {State} s */
export const deckPart = ({ reply, fault }) => {
  const face = (/** @type {Card} */ c) => `<li><span class="gs-sr">${words(cardWords(c))}.</span><span class="gs-card" aria-hidden="true">${reply.court ? cardFace(c) : cardList(c)}</span></li>`;
  const counted = (/** @type {number[]} */ numbers, /** @type {string} */ than) => html`
    <td><b>${numbers.length}</b>${reply.standard ? '' : ` <span class="gs-cards-than${than === 'as many' ? '' : ' is-other'}">${esc(than)}</span>`}
      <span class="gs-cards-which">${esc(numbers.join(', '))}</span></td>`;
  return html`
    ${fault ? '<p class="gs-cards-old">Still the deck as it was before the fault.</p>' : ''}
    <ul class="gs-cards-faces" aria-label="The faces">${many(reply.cards, face)}</ul>
    <p>${words(reply.differs)}</p>
    ${many(reply.oddities, (text) => `<p class="gs-cards-odd">${words(text)}</p>`)}
    <table class="gs-cards-table">
      <thead><tr><th scope="col">Section</th><th scope="col">Received by</th><th scope="col">Landed on by</th></tr></thead>
      <tbody>${many(reply.coverage, (c) => `<tr><th scope="row">${esc(c.section)}</th>${counted(c.receive, c.beside[0])}${counted(c.land, c.beside[1])}</tr>`)}</tbody>
    </table>`;
};

/** @param {Row} row @param {number} i @param {string} id */
const rowPart = (row, i, id) => html`
  <div class="gs-cards-row" data-row="${i}" role="group" aria-label="Line ${lineOf(i)}">
    <span class="gs-cards-line" aria-hidden="true">${lineOf(i)}</span>
    ${many(COLUMNS, (name, c) => `<input data-column="${name}" aria-label="${name}" aria-describedby="${id}-${i}" ${name === 'receives' ? '' : 'inputmode="numeric" '}autocomplete="off" spellcheck="false" value="${esc(row[c])}">`)}
    <button type="button" class="gs-btn" data-do="remove" aria-label="Remove line ${lineOf(i)}">✕</button>
    <span class="gs-field-no" id="${id}-${i}"></span>
  </div>`;

/** The lines of the deck file, as fields. @param {Row[]} rows @param {string} id */
export const rowsPart = (rows, id) => html`
  <p class="gs-cards-row gs-cards-heads" aria-hidden="true"><span>Line</span><span>card</span><span>receives</span><span>lands</span></p>
  ${many(rows, (row, i) => rowPart(row, i, id))}`;

/** What can be done with the deck. @param {State} s @param {string|null} page  the Play page's address, where it is known */
export const usesPart = ({ reply, fault }, page) => {
  if (fault) return '<p>Mend the line first; then the deck can be played with and shared.</p>';
  if (reply.standard) return '<p>Change a card, and the new deck can be played with and shared.</p>';
  const save = '<button type="button" class="gs-btn" data-do="save match">Save as a match</button>';
  if (!reply.link) return `<p>This deck is too long for a link, which holds 4,096 characters. As a match in a file it can be handed on: on the Play page, <b>More</b>, then <b>Open a file…</b> opens it.</p>${save}`;
  return page ? html`
    <a class="gs-btn gs-btn-main" data-key="play" href="${esc(page + reply.link)}">Play with this deck</a>
    <button type="button" class="gs-btn" data-do="copy">Copy link</button>
    <button type="button" class="gs-btn" data-do="qr">Show QR code</button>` : save;
};

const EDITOR = html`
  <p class="gs-cards-head">Edit the deck</p>
  <p>A line for each card: its number, the sections where it receives, parted by blanks, and the one where it lands.</p>
  <div data-part="rows"></div>
  <p class="gs-cards-buttons">
    <button type="button" class="gs-btn" data-do="add">Add a card</button>
    <button type="button" class="gs-btn" data-do="again">Standard deck again</button>
    <button type="button" class="gs-btn" data-do="save">Save as CSV</button>
  </p>
  <details>
    <summary>Paste or open a CSV</summary>
    <label class="gs-field">The deck file, first line <code>card,receives,lands</code><textarea rows="6" spellcheck="false"></textarea></label>
    <p class="gs-field-no" data-part="pasted"></p>
    <p class="gs-cards-buttons">
      <button type="button" class="gs-btn" data-do="take">Take these lines</button>
      <button type="button" class="gs-btn" data-do="open">Open a file…</button>
      <input type="file" accept=".csv,text/csv,text/plain" hidden>
    </p>
  </details>`;

// ---------------------------------------------------------------------------------------------- render
let shown = 0;

/** @param {{model: Host, el: HTMLElement}} host @returns {() => void} */
const render = ({ model, el }) => {
  const doc = el.ownerDocument, id = `gs-cards-${++shown}`;
  /** @type {Row[]} */ const standard = toRows(model.get('setup').standard);
  /** @type {Row[]|undefined} */ const kept = model.get('kept')?.rows;
  const first = /** @type {Reply} */ (model.get('reply'));
  /** @type {State} */ const s = { rows: kept ?? toRows(first.cards), reply: first, fault: null, error: '' };
  /** The lines that “Standard deck again” took away. @type {Row[]|null} */ let taken = null;
  let asked = 0, unchecked = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let pause;

  const root = doc.createElement('section');
  root.className = 'gs';
  root.setAttribute('aria-label', 'The deck');
  root.setAttribute('data-lm-suppress-shortcuts', 'true');
  root.innerHTML = html`
    <p class="gs-sr" role="status"></p>
    <div class="gs-cards">
      <div data-part="deck"></div>
      <div data-part="editor">${EDITOR}</div>
      <p class="gs-cards-short" data-part="short"></p>
      <div class="gs-cards-buttons" data-part="uses"></div>
      <div data-part="shared"></div>
    </div>`;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  const area = /** @type {HTMLTextAreaElement} */ (root.querySelector('textarea'));
  const file = /** @type {HTMLInputElement} */ (root.querySelector('input[type="file"]'));
  const status = /** @type {HTMLElement} */ (root.querySelector('[role="status"]'));
  const say = (/** @type {string} */ text) => tell(status, text);
  const page = () => {
    const given = model.get('pages')?.play;
    return model.isSite && given ? new URL(given, doc.baseURI).href : null;
  };

  // ---- drawing
  const drawShort = () => {
    const fault = s.error || s.fault?.text;
    part('short').innerHTML = line.note() || (fault ? `<span class="gs-field-no">${words(fault)}</span>` : words(s.reply.differs));
  };
  const drawRows = () => { part('rows').innerHTML = rowsPart(s.rows, id); };
  /** The fault at its line, everything else as of the last deck without one. */
  const draw = () => {
    for (const row of root.querySelectorAll('[data-row]')) {
      const here = s.fault?.line === lineOf(Number(row.getAttribute('data-row')));
      /** @type {HTMLElement} */ (row.querySelector('.gs-field-no')).textContent = here ? s.fault?.text ?? '' : '';
      for (const field of row.querySelectorAll('input')) {
        if (here && (!s.fault?.column || field.dataset.column === s.fault.column)) field.setAttribute('aria-invalid', 'true');
        else field.removeAttribute('aria-invalid');
      }
    }
    part('deck').innerHTML = deckPart(s);
    part('uses').innerHTML = usesPart(s, page());
    part('shared').replaceChildren();
    /** @type {HTMLElement} */ (root.querySelector('[data-do="again"]')).textContent = taken ? 'My deck again' : 'Standard deck again';
    drawShort();
  };
  const line = talk(model, drawShort);

  // ---- checking
  /** @param {string} csv @returns {Promise<any>} null where something newer has been asked since */
  const check = async (csv) => {
    clearTimeout(pause);
    const mine = ++asked, answer = await line.ask({ do: 'deck', csv, seed: Date.now() });
    if (mine !== asked) return null;
    s.error = answer?.error?.text ?? (answer?.cards || answer?.fault ? '' : 'The answer could not be read.');
    return answer;
  };
  /** Checks the lines as they are. @param {string} before  said first */
  const checkRows = async (before = '') => {
    const answer = await check(toCsv(s.rows));
    if (!answer) return;
    unchecked = false;
    if (!s.error) {
      s.fault = answer.fault ?? null;
      if (answer.cards) s.reply = answer;
    }
    draw();
    say([before, s.error || s.fault?.text || [s.reply.differs, ...s.reply.oddities].join(' ')].filter(Boolean).join(' '));
  };
  /** The lines have changed. @param {boolean} typed  by typing, so that more may follow @param {string} before */
  const changed = (typed, before = '') => {
    model.keep?.({ rows: s.rows });
    unchecked = true;
    clearTimeout(pause);
    if (typed) pause = setTimeout(checkRows, PAUSE);
    else { drawRows(); checkRows(before); }
  };
  /** Takes a pasted deck; where it has a fault it stays where it is, and so do the lines. */
  const take = async () => {
    const answer = await check(area.value);
    if (!answer) return;
    const fault = s.error || answer.fault?.text || '';
    part('pasted').textContent = fault;
    if (fault) {
      s.error = '';
      drawShort();
      if (unchecked) checkRows(fault); else say(fault); // what was typed meanwhile has not been looked at
      return;
    }
    unchecked = false;
    Object.assign(s, { reply: answer, fault: null, rows: toRows(answer.cards) });
    taken = null;
    model.keep?.({ rows: s.rows });
    drawRows(); draw();
    say(`Taken. ${answer.differs}`);
  };

  // ---- what the reader does
  const save = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ type) => {
    saveAs(doc, name, text, type);
    say(`Saved as ${name}.`);
  };
  const link = () => `${page()}${s.reply.link}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link());
      part('shared').textContent = 'Link copied. It opens a match with this deck.';
      say(part('shared').textContent ?? '');
    } catch { // not allowed, or not there
      part('shared').innerHTML = `<label class="gs-field">Please copy this line yourself: <input class="gs-field" readonly value="${esc(link())}"></label>`;
      const field = /** @type {HTMLInputElement} */ (part('shared').querySelector('input'));
      field.focus();
      field.select();
    }
  };
  const showCode = async () => {
    part('shared').textContent = 'The code is being made…';
    const answer = await line.ask({ do: 'qr', text: link() });
    if (!answer?.svg) { part('shared').textContent = answer?.error?.text ?? 'The answer could not be read.'; say(part('shared').textContent ?? ''); return; }
    const image = doc.createElement('img');
    image.alt = 'QR code: the link to a match with this deck';
    image.className = 'gs-cards-code';
    image.src = `data:image/svg+xml,${encodeURIComponent(answer.svg)}`;
    part('shared').replaceChildren(image);
    say('The QR code is shown.');
  };
  /** @type {Record<string, (button: HTMLElement) => void>} */
  const DO = {
    retry: () => line.retry(),
    add: () => {
      s.rows.push(['', '', '']);
      changed(false);
      /** @type {HTMLElement|null} */ (root.querySelector('[data-row]:last-child input'))?.focus();
    },
    remove: (button) => {
      const at = Number(button.closest('[data-row]')?.getAttribute('data-row'));
      s.rows.splice(at, 1);
      changed(false, 'Removed.');
      const next = root.querySelector(`[data-row="${Math.min(at, s.rows.length - 1)}"] button`) ?? root.querySelector('[data-do="add"]');
      /** @type {HTMLElement|null} */ (next)?.focus();
    },
    again: () => {
      const mine = taken;
      taken = mine ? null : s.rows;
      s.rows = mine ?? standard.map((row) => [...row]);
      changed(false);
    },
    save: () => save('grand-slam-deck.csv', toCsv(s.rows), 'text/csv'),
    'save match': () => save('grand-slam-match.json', `${JSON.stringify(s.reply.record)}\n`, 'application/json'),
    take,
    open: () => file.click(),
    copy,
    qr: showCode,
  };
  const onClick = (/** @type {Event} */ event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button) DO[button.dataset.do ?? '']?.(button);
  };
  const onInput = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target), row = field.closest?.('[data-row]');
    if (!row) return;
    s.rows[Number(row.getAttribute('data-row'))][COLUMNS.indexOf(/** @type {any} */ (field.dataset.column))] = field.value;
    taken = null;
    changed(true);
  };
  const onFile = async () => {
    const given = file.files?.[0];
    file.value = '';
    if (!given) return;
    if (given.size > LARGEST) { part('pasted').textContent = 'This file is larger than any deck.'; say('This file is larger than any deck.'); return; }
    area.value = await given.text();
    take();
  };

  root.addEventListener('click', onClick);
  root.addEventListener('input', onInput);
  file.addEventListener('change', onFile);
  el.append(root);
  drawRows();
  draw();
  if (kept) checkRows();

  return () => {
    clearTimeout(pause);
    line.close();
    root.remove();
  };
};

export default { render };
