/**
 * A position with the rulings as switches: what a change of rules gains, loses, or lets end differently.
 *
 * It knows no rule: `grandslam.editions` compares, this shows. From top to bottom: the parts in markup · render.
 */
import { cardFace, cardList, cardWords, court, courtList } from './court.js';
import { esc, html, many, talk, tell, words } from './kit.js';

/** @typedef {import('./board.js').View} View */
/** @typedef {import('./board.js').Card} Card */
/** @typedef {import('./kit.js').Host & {keep?(state: {reply: Reply}): void}} Host */
/** @typedef {string|boolean} Value */
/** @typedef {{value: Value, words: string}} Choice */
/** @typedef {{name: string, title: string, question: string, rule: string, values: Choice[]}} Ruling */
/** @typedef {{name: string, title: string, ruled: Record<string, Value>}} Edition */
/** @typedef {{slug: string, ruling: string|null, title: string}} Example */
/** @typedef {{rulings: Ruling[], editions: Edition[], examples: Example[]}} Setup */
/** @typedef {{edition: string, rulings: Record<string, Value>}} Rules  an edition, and where it is departed from */
/** @typedef {{text: string, label: string}} Move */
/** @typedef {{example: string, title: string, about: string, one: Rules & {ruled: Record<string, Value>},
 *   other: Rules & {ruled: Record<string, Value>}, changes: {name: string, title: string, before: string, now: string}[],
 *   idle: Record<string, string>, view: View, events: string[], counts: [number, number]|null, gained: Move[], lost: Move[],
 *   kept: Move[], elsewhere: {moves: Move[], one: string, other: string}[], short: string, said: string,
 *   link: string|null}} Reply */

/** More moves than these that stay as they are lie folded up. */
const FEW = 6;

// --------------------------------------------------------------------------------- the parts in markup

/** The rules with one ruling set; what is the edition's own is no departure. @param {Setup} setup @param {Rules} rules @param {string} name @param {Value} value @returns {Rules} */
export const withRuling = (setup, rules, name, value) => {
  const { [name]: _, ...rest } = rules.rulings, own = setup.editions.find((e) => e.name === rules.edition)?.ruled[name];
  return { edition: rules.edition, rulings: value === own ? rest : { ...rest, [name]: value } };
};

/** @param {Setup} setup @param {string} now */
const examplesPart = (setup, now) => {
  const option = (/** @type {Example} */ e) => `<option value="${esc(e.slug)}"${e.slug === now ? ' selected' : ''}>${esc(e.title)}</option>`;
  const one = setup.examples.filter((e) => e.ruling), more = setup.examples.filter((e) => !e.ruling);
  return html`
    <p class="gs-field"><label>Position
      <select data-part="example">
        <optgroup label="One for each ruling">${many(one, option)}</optgroup>
        <optgroup label="More">${many(more, option)}</optgroup>
      </select></label></p>`;
};

/** @param {View} view @param {Card & {row?: boolean}} card @param {boolean} far */
const cardPart = (view, card, far) => `<li><span class="gs-sr">${words(cardWords(card))}.</span><span class="gs-card" aria-hidden="true">${view.court ? cardFace(card, far) : cardList(card)}</span></li>`;
/** Cards that lie together, if there are any. @param {View} view @param {string} title @param {Card[]} cards @param {boolean} far */
const cardsPart = (view, title, cards, far = false) => (cards.length ? html`
  <div class="gs-ed-cards"><p>${esc(title)}</p><ul>${many(cards, (card) => cardPart(view, card, far))}</ul></div>` : '');

/** The position. @param {Reply} reply @param {string} id */
const positionPart = ({ view, about, events }, id) => html`
  <p>${words(about)}</p>
  ${events.length ? `<ol class="gs-ed-story">${many(events, (e) => `<li>${words(e)}</li>`)}</ol>` : ''}
  ${view.court ? court(view, { id }) : courtList(view)}
  ${many(view.seats.filter((s) => s.seat !== view.seat && s.row?.length), (s) => cardsPart(view, `${s.name}’s row`, s.row ?? [], s.where === 'far'))}
  ${cardsPart(view, 'Your row', view.hand.filter((c) => c.row))}
  ${cardsPart(view, 'Your hand', view.hand.filter((c) => !c.row))}`;

/** A ruling as a switch. @param {Ruling} ruling @param {Rules & {ruled: Record<string, Value>}} rules @param {Edition} edition */
const switchPart = (ruling, rules, edition) => {
  const now = rules.ruled[ruling.name], own = ruling.values.find((v) => v.value === edition.ruled[ruling.name]);
  const departs = now !== own?.value;
  return html`
    <p class="gs-field gs-ed-switch${departs ? ' is-changed' : ''}">
      <label><span>${esc(ruling.title)}</span> <span class="gs-ed-question">${words(ruling.question)}</span>
        <select data-ruling="${esc(ruling.name)}">
          ${many(ruling.values, (v, i) => `<option value="${i}"${v.value === now ? ' selected' : ''}>${esc(v.words)}</option>`)}
        </select></label>
      ${departs ? `<span class="gs-ed-own">${esc(edition.title)} edition: ${esc(own?.words)}</span>` : ''}
    </p>`;
};

/** All rulings: those that matter here as switches, the others in words. @param {Setup} setup @param {Reply} reply */
export const switchesPart = (setup, { other, idle }) => {
  const edition = setup.editions.find((e) => e.name === other.edition) ?? setup.editions[0];
  const departures = Object.keys(other.rulings).length;
  const silent = setup.rulings.filter((r) => r.name in idle);
  const said = (/** @type {Ruling} */ r) => r.values.find((v) => v.value === other.ruled[r.name])?.words;
  return html`
    <div class="gs-ed-editions" role="group" aria-label="Edition">
      ${many(setup.editions, (e) => `<button type="button" class="gs-btn" data-key="${esc(e.name)}" data-edition="${esc(e.name)}" aria-pressed="${e === edition && !departures}">${esc(e.title)}</button>`)}
    </div>
    <p class="gs-ed-now">${departures ? `${esc(edition.title)} edition with ${departures} ruling${departures > 1 ? 's' : ''} changed` : `${esc(edition.title)} edition`}</p>
    ${many(setup.rulings.filter((r) => !(r.name in idle)), (r) => switchPart(r, other, edition))}
    ${silent.length ? html`
      <details class="gs-ed-idle"><summary>${silent.length} ruling${silent.length > 1 ? 's have' : ' has'} no effect here</summary>
        <ul>${many(silent, (r) => `<li><b>${esc(r.title)}</b>: ${esc(said(r))}. <span>${esc(idle[r.name])}</span></li>`)}</ul></details>` : ''}`;
};

/** @type {Record<string, [sign: string, name: string]>} */
const SIGNS = { gained: ['+', 'Gained'], lost: ['−', 'Lost'], kept: ['', 'Still there'], elsewhere: ['≠', 'Ends differently'] };
/** @param {string} kind @param {Move[]} moves */
const movesPart = (kind, moves) => {
  if (!moves.length) return '';
  const [sign, name] = SIGNS[kind];
  const item = (/** @type {Move} */ m) => html`
    <li>${sign ? `<b class="gs-ed-sign" aria-hidden="true">${sign}</b>` : ''}<span>${words(m.label)} <code>${esc(m.text)}</code></span></li>`;
  const list = `<ul aria-label="${name}">${many(moves, item)}</ul>`, head = `${name}: ${moves.length}`;
  return `<div class="gs-ed-moves is-${kind}">${kind === 'kept' && moves.length > FEW ? `<details><summary>${head}</summary>${list}</details>` : `<p class="gs-ed-head">${head}</p>${list}`}</div>`;
};

/**
 * What the change does. @param {Reply} reply @param {Record<string, string>} pages
 * @param {(name: string) => boolean} told  whether the page's table has a row for this ruling
 */
export const resultPart = (reply, pages, told = () => false) => {
  const { changes, counts, gained, lost, kept, elsewhere, link } = reply, moved = new Set(elsewhere.flatMap((e) => e.moves.map((m) => m.text)));
  const where = (/** @type {{name: string}} */ c) => (told(c.name) ? ` <a href="#ruling-${esc(c.name)}">Who says so?</a>` : '');
  return html`
    ${changes.length ? `<ul class="gs-ed-changes">${many(changes, (c) => `<li><b>${esc(c.title)}</b>: from “${esc(c.before)}” to “<b>${esc(c.now)}</b>”.${where(c)}</li>`)}</ul>` : ''}
    ${counts ? `<p>${words(counts[0] === counts[1] ? `Legal moves: ${counts[0]}.` : `Legal moves: ${counts[0]} before, ${counts[1]} now.`)}</p>` : ''}
    ${movesPart('gained', gained)}${movesPart('lost', lost)}
    ${many(elsewhere, (e) => html`
      <div class="gs-ed-ends">${movesPart('elsewhere', e.moves)}
        <dl><div><dt>Before</dt><dd>${words(e.one)}</dd></div><div><dt>Now</dt><dd>${words(e.other)}</dd></div></dl></div>`)}
    ${movesPart('kept', kept.filter((m) => !moved.has(m.text)))}
    ${link && pages.play ? html`<p><a class="gs-btn gs-btn-main" href="${esc(pages.play + link)}">Play on with these rules</a></p>` : ''}
    ${link ? '' : '<p>Nothing can be played on here: the point is over.</p>'}`;
};

// ---------------------------------------------------------------------------------------------- render
let shown = 0;

/** @param {{model: Host, el: HTMLElement}} host @returns {() => void} */
const render = ({ model, el }) => {
  const doc = el.ownerDocument, id = `gs-ed-${++shown}`;
  /** @type {Setup} */ const setup = model.get('setup');
  /** @type {Reply} */ let reply = model.get('kept')?.reply ?? model.get('reply');
  /** What has been pressed, ahead of the answer. @type {{example: string, rules: Rules}} */
  let wish = { example: reply.example, rules: reply.other };
  let error = '', asked = 0;

  const root = doc.createElement('section');
  root.className = 'gs';
  root.setAttribute('aria-label', 'A position and its rulings');
  root.setAttribute('data-lm-suppress-shortcuts', 'true'); // JupyterLab: letters typed here choose in a list
  root.innerHTML = html`
    <p class="gs-sr" role="status"></p>
    <div class="gs-ed">
      <div class="gs-ed-top"></div>
      <div class="gs-ed-position"></div>
      <div class="gs-ed-switches"></div>
      <p class="gs-ed-short"></p>
      <div class="gs-ed-result"></div>
    </div>`;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`.gs-ed-${name}`));
  const status = /** @type {HTMLElement} */ (root.querySelector('[role="status"]'));
  const say = (/** @type {string} */ text) => tell(status, text);
  const pages = () => model.get('pages') ?? {};

  /** The note on Python's state, an error, or how much changed. */
  const drawShort = () => {
    part('short').innerHTML = line.note() || (error ? `<span class="gs-field-no">${words(error)}</span>` : words(reply.short));
  };
  /** Draws a part anew; what had the focus in it has it again. @param {string} name @param {string} markup */
  const put = (name, markup) => {
    const old = doc.activeElement, key = part(name).contains(old) && old instanceof HTMLElement ? old.dataset.ruling ?? old.dataset.key : null;
    const unfolded = part(name).querySelector('details')?.open;
    part(name).innerHTML = markup;
    if (unfolded) part(name).querySelector('details')?.setAttribute('open', '');
    if (key) /** @type {HTMLElement|null} */ (part(name).querySelector(`[data-ruling="${key}"], [data-key="${key}"]`))?.focus({ preventScroll: true });
  };
  const draw = () => {
    const example = /** @type {HTMLSelectElement|null} */ (root.querySelector('[data-part="example"]'));
    if (example) example.value = reply.example; else put('top', examplesPart(setup, reply.example));
    put('position', positionPart(reply, id));
    put('switches', switchesPart(setup, reply));
    put('result', resultPart(reply, pages(), (name) => Boolean(doc.getElementById(`ruling-${name}`))));
    drawShort();
  };
  const line = talk(model, drawShort);

  /** @param {any} request */
  const ask = async (request) => {
    const mine = ++asked;
    part('switches').inert = !request.other; // another position comes with rules of its own
    const answer = await line.ask({ do: 'compare', ...request });
    if (mine !== asked) return; // something else has been pressed since
    part('switches').inert = false;
    error = answer?.error?.text ?? (answer?.view ? '' : 'The answer could not be read.');
    if (!error) {
      reply = answer;
      model.keep?.({ reply });
    }
    wish = { example: reply.example, rules: reply.other };
    draw();
    say(error || [...reply.changes.map((c) => `${c.title}: ${c.now}.`), reply.said].join(' '));
  };
  /** An example that the address names has done its work once something else is wished for. */
  const leaveAddress = () => {
    if (model.isSite && named()) doc.defaultView?.history.replaceState(null, '', doc.location.pathname + doc.location.search);
  };
  const change = (/** @type {Rules} */ rules) => {
    leaveAddress();
    wish.rules = rules;
    const { edition, rulings } = reply.other;
    ask({ example: wish.example, one: { edition, rulings }, other: { edition: rules.edition, rulings: rules.rulings } });
  };
  const open = (/** @type {string} */ slug) => {
    if (!setup.examples.some((e) => e.slug === slug)) return;
    wish.example = slug;
    ask({ example: slug });
  };
  /** The example that the address names. */
  const named = () => setup.examples.find((e) => doc.location?.hash === `#example-${e.slug}`)?.slug;
  /** Opens it, in place of the row of the page's table that bears its name. */
  const follow = () => {
    const slug = named();
    if (!slug) return;
    open(slug);
    root.scrollIntoView();
  };
  const onChange = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLSelectElement} */ (event.target);
    if (field.dataset.part === 'example') { leaveAddress(); open(field.value); }
    const ruling = setup.rulings.find((r) => r.name === field.dataset.ruling);
    if (ruling) change(withRuling(setup, wish.rules, ruling.name, ruling.values[Number(field.value)].value));
  };
  const onClick = (/** @type {Event} */ event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.dataset.do === 'retry') line.retry();
    else if (button?.dataset.edition) change({ edition: button.dataset.edition, rulings: {} });
  };
  /** Links to examples, in the page's table, open them here. @param {MouseEvent} event */
  const onLink = (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#example-"]') : null;
    const slug = link?.getAttribute('href')?.slice('#example-'.length);
    if (!slug || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    leaveAddress();
    open(slug);
    root.scrollIntoView();
    /** @type {HTMLElement|null} */ (root.querySelector('[data-part="example"]'))?.focus({ preventScroll: true });
  };

  root.addEventListener('change', onChange);
  root.addEventListener('click', onClick);
  doc.addEventListener('click', onLink);
  el.append(root);
  draw();
  const view = model.isSite ? doc.defaultView : null;
  view?.addEventListener('hashchange', follow);
  if (view) follow();
  // Until then the browser itself goes to the row.
  if (doc.readyState !== 'complete') view?.addEventListener('load', () => named() && root.scrollIntoView(), { once: true });

  return () => {
    line.close();
    doc.removeEventListener('click', onLink);
    view?.removeEventListener('hashchange', follow);
    root.remove();
  };
};

export default { render };
