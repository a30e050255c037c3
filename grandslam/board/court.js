/**
 * Drawings: the court and what lies on it, cards, balls and marks. They draw what they are told and decide nothing.
 */
import { capital, esc, html, many, words } from './kit.js';

/** @typedef {import('./board.js').Card} Card */
/** @typedef {import('./board.js').Half} Half */
/** @typedef {import('./board.js').Spot} Spot */
/** @typedef {import('./board.js').Ball} Ball */
/** @typedef {import('./board.js').Area} Area */
/** @typedef {import('./board.js').View} View */

/** "Rosa’s" or "your", from the name of the half. @param {View} view @param {Half} half */
export const whose = (view, half) => {
  const name = String(half === 'own' ? view.own_name : view.far_name).replace(/ half$/i, '');
  return half === 'own' ? name.charAt(0).toLowerCase() + name.slice(1) : name;
};
/** @param {View} view @param {Spot} spot */
export const place = (view, spot) => `${whose(view, spot.half)} ${spot.section}`;
// ---------------------------------------------------------------------------------------- geometry
// Own half: 1 2 3 along the net, 4 5 6 behind, left to right. Far half: the same turned by half a
// turn, because its owner stands on the other side. This is the one place that knows it.

/** @typedef {{x: number, w: number, h: number, far: number, own: number, width: number, height: number}} Grid */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

export const COURT = { x: 54, w: 84, h: 53, far: 126, own: 142, width: 360, height: 268 };
const FACE = { x: 5, w: 18, h: 16, far: 55, own: 59, width: 64, height: 96 };

/** @param {Half} half @param {number|string} section @param {Grid} g @returns {Box} */
export const cell = (half, section, g = COURT) => {
  const col = (Number(section) - 1) % 3, row = Math.floor((Number(section) - 1) / 3);
  return half === 'own'
    ? { x: g.x + col * g.w, y: g.own + row * g.h, w: g.w, h: g.h }
    : { x: g.x + (2 - col) * g.w, y: g.far - (row + 1) * g.h, w: g.w, h: g.h };
};
/** @param {Box} c */
const middle = (c) => ({ x: c.x + c.w / 2, y: c.y + c.h / 2 });
/** Where ball and marks stand: beside the number, which keeps its corner. @param {Spot} s */
const beside = (s) => {
  const m = middle(cell(s.half, s.section));
  return { x: m.x + (s.half === 'own' ? 10 : -10), y: m.y };
};
/** @param {Box[]} cells @returns {Box} */
const around = (cells) => {
  const x = Math.min(...cells.map((c) => c.x)), y = Math.min(...cells.map((c) => c.y));
  return { x, y, w: Math.max(...cells.map((c) => c.x + c.w)) - x, h: Math.max(...cells.map((c) => c.y + c.h)) - y };
};
/** Cells as one box where together they are one; apart where a gap or a corner is left out. @param {Box[]} cells */
const areas = (cells) => {
  const box = around(cells), size = (/** @type {Box} */ b) => b.w * b.h;
  return Math.abs(size(box) - cells.reduce((sum, c) => sum + size(c), 0)) < 1e-6 ? [box] : cells;
};

// ---------------------------------------------------------------------------------------- drawings
// Colours are names of the style sheet's tokens, so themes and forced colours reach every line.

/** @param {string} name */
const tint = (name) => (name === 'none' || name === 'currentcolor' || name.startsWith('url(') ? name : `var(--gs-${name})`);

/**
 * One SVG element; `fill` and `stroke` are names of tokens. Attributes that are undefined are left out.
 * @param {string} name @param {Record<string, string|number|undefined>} attributes @param {string} inner
 */
const shape = (name, attributes, inner = '') => {
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${esc(key === 'fill' || key === 'stroke' ? tint(String(value)) : value)}"`);
  return `<${name}${written.join('')}>${inner}</${name}>`;
};
/** @param {string} d @param {Record<string, string|number|undefined>} more */
export const line = (d, more) => shape('path', { d, fill: 'none', ...more });
/** @param {Box} box @param {Record<string, string|number|undefined>} more */
const rect = ({ x, y, w, h }, more) => shape('rect', { x, y, width: w, height: h, ...more });
/** @param {number} cx @param {number} cy @param {number} r @param {Record<string, string|number|undefined>} more */
const ring = (cx, cy, r, more) => shape('circle', { cx, cy, r, fill: 'none', ...more });
/** @param {number} x @param {number} y @param {number|string} text @param {Record<string, string|number|undefined>} more */
const letters = (x, y, text, more) => shape('text', { x, y, 'text-anchor': 'middle', 'font-weight': 700, ...more }, esc(text));
/** A whole small drawing that says nothing to readers. @param {string} kind @param {string} box @param {string} inner */
export const drawing = (kind, box, inner) => shape('svg', { class: kind || undefined, viewBox: box, 'aria-hidden': 'true', focusable: 'false' }, inner);

/** @param {number} x @param {number} y @param {number} r */
export const ball = (x, y, r) => {
  const seam = (/** @type {number} */ side) => `M${x + side * r * 0.62} ${y - r * 0.72}a${r} ${r} 0 0 ${side < 0 ? 1 : 0} 0 ${r * 1.44}`;
  return shape('g', {}, ring(x, y, r, { fill: 'ball', stroke: 'ball-ink', 'stroke-width': r / 6 })
    + line(seam(-1) + seam(1), { stroke: 'ball-ink', 'stroke-width': r / 8 }));
};

const FLAME = 'M15 0c1 8 12 12 12 24 0 8-5 13-12 13S3 32 3 24c0-5 3-9 5-12 0 3 1 5 3 6C10 11 12 6 15 0Z';
const CORE = 'M15 19c0 4 5 6 5 10.5 0 3-2 5-5 5s-5-2-5-5c0-4 4-6 5-10.5Z';
/** @param {number} x @param {number} y @param {number} size */
export const flame = (x, y, size) => shape('g', { transform: `translate(${x - 15 * size} ${y - 19 * size}) scale(${size})` },
  line(FLAME, { fill: 'flame', stroke: 'on-flame', 'stroke-width': 2.5, 'stroke-linejoin': 'round' }) + line(CORE, { fill: 'flame-core' }));

/** A word on a dark label. @param {number} x @param {number} y @param {string} text @param {string} kind */
const pill = (x, y, text, kind = 'pill') => {
  const w = text.length * 7.4 + 10;
  return rect({ x: x - w / 2, y: y - 8.5, w, h: 17 }, { rx: 8.5, fill: kind })
    + letters(x, y + 4.4, text, { 'font-size': 12.5, fill: `on-${kind}` });
};

/** A few rays where the ball died, on the side away from the section's number. @param {Half} half @param {number} x @param {number} y */
const burst = (half, x, y) => {
  const side = half === 'own' ? 1 : -1;
  const ray = (/** @type {number} */ angle, /** @type {number} */ reach) => {
    const a = angle * Math.PI / 180;
    return `${(x + side * reach * Math.cos(a)).toFixed(1)} ${(y - 4 + reach * Math.sin(a) * 0.8).toFixed(1)}`;
  };
  return line(many([-72, -40, -8, 24], (angle) => `M${ray(angle, 17)}L${ray(angle, 25)}`), { stroke: 'line', 'stroke-width': 2.5 });
};

/** The face in words. @param {Card} c */
export const cardWords = (c) => `Card ${c.card}: receives ${c.receives.join(' and ')}, lands ${c.lands}`;

/**
 * A card's face: the own half with the receiving area filled, the far half with the landing ball.
 * `turned` draws a card of the player across the net as it lies on the table; digits stay upright.
 * @param {Card} card @param {boolean} turned
 */
export const cardFace = (card, turned = false) => {
  /** @type {Half} */ const own = turned ? 'far' : 'own';
  /** @type {Half} */ const far = turned ? 'own' : 'far';
  const g = FACE, right = g.x + 3 * g.w, dot = middle(cell(far, card.lands, g));
  const grid = (/** @type {number} */ top) => {
    const column = (/** @type {number} */ n) => `M${g.x + n * g.w} ${top}v${2 * g.h}`;
    return line(`M${g.x} ${top + g.h}H${right}${column(1)}${column(2)}`, { stroke: 'face-line', 'stroke-width': 0.8, 'stroke-dasharray': '2 2' })
      + rect({ x: g.x, y: top, w: 3 * g.w, h: 2 * g.h }, { fill: 'none', stroke: 'face-line', 'stroke-width': 1.2 });
  };
  const digit = (/** @type {{x: number, y: number}} */ m, /** @type {number|string} */ s, /** @type {string} */ fill) => letters(m.x, m.y + 4.6, s, { 'font-size': 13, fill });
  return drawing('gs-face', `0 0 ${g.width} ${g.height}`, [
    letters(6, 17, card.card, { class: 'gs-face-no', 'text-anchor': 'start', 'font-size': 17, fill: 'ink' }),
    grid(g.far - 2 * g.h), grid(g.own),
    line('M4 57H60', { stroke: 'face-net', 'stroke-width': 2.4 }),
    ...areas(card.receives.map((s) => cell(own, s, g))).map((a) => rect({ x: a.x + 0.6, y: a.y + 0.6, w: a.w - 1.2, h: a.h - 1.2 }, { rx: 2, fill: 'recv' })),
    ...card.receives.map((s) => digit(middle(cell(own, s, g)), s, 'on-recv')),
    ring(dot.x, dot.y, 8.2, { fill: 'ball', stroke: 'ball-ink', 'stroke-width': 1.4 }),
    digit(dot, card.lands, 'ball-ink'),
  ].join(''));
};

/** A face in words, for decks whose sections are not on a 3 × 2 court. @param {Card} c */
export const cardList = (c) => html`
  <span class="gs-face gs-face-list"><b>${esc(c.card)}</b>
    <span>receives ${esc(c.receives.join(', '))}</span>
    <span>lands ${esc(c.lands)}</span></span>`;

export const cardBack = () => drawing('gs-back', '0 0 12 18', rect({ x: 0.75, y: 0.75, w: 10.5, h: 16.5 }, { rx: 2, fill: 'back', stroke: 'back-line' })
  + ring(6, 9, 2.4, { fill: 'back-line' }));
export const largeBack = () => drawing('gs-face', '0 0 64 96', rect({ x: 4, y: 4, w: 56, h: 88 }, { rx: 5, fill: 'back' })
  + ring(32, 48, 13, { stroke: 'back-line', 'stroke-width': 2.5 })
  + line('M23.5 38a14 14 0 0 1 0 20M40.5 38a14 14 0 0 0 0 20', { stroke: 'back-line', 'stroke-width': 2 }));

/** @type {Record<string, string>} */
export const MARKS = {
  can: '<circle cx="9" cy="9" r="6"/>',
  follow: '<path d="M9 3v12M3 9h12" stroke-width="3"/>',
  refused: '<path d="M4 4l10 10M14 4L4 14" stroke-width="3"/>',
  discard: '<path d="M9 2.5v12M4 9.5l5 5 5-5" stroke-width="2.6"/>',
  picked: '<circle cx="9" cy="9" r="4" fill="currentcolor"/>',
  right: '<path d="M3.5 9.5l4 4 7-9" stroke-width="3"/>',
  up: '<path d="M1.5 9q3.5-4.5 7.5-4.5T16.5 9q-3.5 4.5-7.5 4.5T1.5 9Z" stroke-width="1.8"/><circle cx="9" cy="9" r="2" fill="currentcolor"/>',
};
/** @param {string} name */
export const mark = (name) => {
  if (MARKS[name]) return drawing('gs-mark', '0 0 18 18', MARKS[name]);
  return name && `<b class="gs-mark gs-mark-order" aria-hidden="true">${esc(name)}</b>`;
};

// The court's own parts, from the ground up.

/** @param {string} id */
const ground = (id) => {
  const g = COURT, clay = { x: 34, y: 0, w: g.width - 68, h: g.height };
  const pattern = (/** @type {string} */ name, /** @type {number} */ width, /** @type {number} */ height, /** @type {string} */ inner, turn = 'rotate(45)') => shape('pattern', { id: `${id}-${name}`, width, height, patternUnits: 'userSpaceOnUse', patternTransform: turn || undefined }, inner);
  return shape('defs', {}, pattern('net', 5, 5, line('M0 0H5M0 0V5', { stroke: 'net' }))
    + pattern('hatch', 7, 7, line('M0 0V7', { stroke: 'line', 'stroke-width': 2.2 }))
    + pattern('mat', 360, 9, line('M0 2.5Q90 .5 180 2.5T360 2.5M0 7Q90 8.5 180 7T360 7', { stroke: 'clay-mark' }), ''))
    + rect({ x: 0, y: 0, w: g.width, h: g.height }, { rx: 10, fill: 'surround' }) + rect(clay, { fill: 'clay' }) + rect(clay, { fill: `url(#${id}-mat)` });
};
const lines = () => {
  const g = COURT, right = g.x + 3 * g.w, top = g.far - 2 * g.h, bottom = g.own + 2 * g.h;
  const columns = many([top, g.own], (y) => `M${g.x + g.w} ${y}v${2 * g.h}M${g.x + 2 * g.w} ${y}v${2 * g.h}`);
  return rect({ x: g.x - 11, y: top, w: 3 * g.w + 22, h: bottom - top }, { fill: 'none', stroke: 'line', 'stroke-width': 2 })
    + line(`M${g.x} ${top}V${bottom}M${right} ${top}V${bottom}M${g.x} ${top + g.h}H${right}M${g.x} ${bottom - g.h}H${right}M180 ${top}v6M180 ${bottom}v-6`, { stroke: 'line', 'stroke-width': 2 })
    + line(columns, { stroke: 'line', 'stroke-width': 1.4, 'stroke-dasharray': '3 5', opacity: 0.85 });
};
/** @param {string} id */
const net = (id) => {
  const y = (COURT.far + COURT.own) / 2, right = COURT.width - 36, band = { x: 36, y: y - 5, w: right - 36, h: 10 };
  return rect({ ...band, y: y + 5, h: 5 }, { fill: 'net', opacity: 0.22 }) + rect(band, { fill: 'clay' }) + rect(band, { fill: `url(#${id}-net)` })
    + line(`M36 ${y - 5}H${right}M180 ${y - 5}v10`, { stroke: 'line', 'stroke-width': 3 })
    + ring(36, y, 4.5, { fill: 'net' }) + ring(right, y, 4.5, { fill: 'net' });
};
/** The numbers of a half; the one under the ball has no halo. @param {Half} half @param {Ball|null} shot */
const numbers = (half, shot) => many([1, 2, 3, 4, 5, 6], (s) => {
  const q = cell(half, s), own = half === 'own', bare = shot && shot.half === half && Number(shot.section) === s;
  const halo = bare ? {} : { 'paint-order': 'stroke', stroke: 'clay', 'stroke-width': 5, 'stroke-linejoin': 'round' };
  return letters(own ? q.x + 8 : q.x + q.w - 8, own ? q.y + q.h - 8 : q.y + 21, s, { 'text-anchor': own ? 'start' : 'end', 'font-size': 19, fill: 'num', ...halo });
});
/** A side's points, left of its court as that side sees it, and rings where more will lie. @param {Half} half @param {number} n @param {boolean} fresh @param {number} places */
const tokens = (half, n, fresh, places = 4) => {
  const own = half === 'own', x = own ? 17 : COURT.width - 17, y = own ? COURT.own + 14 : COURT.far - 14, way = own ? 1 : -1;
  if (n > 5) return ball(x, y, 9) + letters(x, y + way * 26 + 5, `×${n}`, { 'font-size': 13, fill: 'side' });
  return many(Array(Math.max(places, n)).fill(0), (_, i) => {
    const at = y + way * (Math.max(places, n) > 4 ? 22 : 26) * i;
    if (i >= n) return ring(x, at, 8, { stroke: 'side', 'stroke-width': 1.2, 'stroke-dasharray': '2.5 3' });
    return ball(x, at, 9) + (fresh && i === n - 1 ? ring(x, at, 12.5, { stroke: 'side', 'stroke-width': 2.5 }) : '');
  });
};
/** Places for a side's tokens: from deuce on a fifth point may be needed. @param {View} view */
const places = ({ score, position }) => (position?.rules?.scoring === 'deuce' && Math.min(score.own, score.far) >= 3 ? 5 : 4);
/** @param {Spot} from @param {Spot} to */
const trail = (from, to) => {
  const a = beside(from), b = beside(to);
  return line(`M${a.x} ${a.y}Q${(a.x + b.x) / 2 + (b.y - a.y) * 0.16} ${(a.y + b.y) / 2} ${b.x} ${b.y}`, { stroke: 'line', 'stroke-width': 2.6, 'stroke-linecap': 'round', 'stroke-dasharray': '.1 8' })
    + ring(a.x, a.y, 3.5, { fill: 'line' });
};
/** Where the present choice would land. @param {Spot} aim */
const target = (aim) => {
  const { x, y } = beside(aim), pen = { stroke: 'line', 'stroke-width': 2.5 };
  return ring(x, y, 14, { ...pen, 'stroke-dasharray': '6 4' }) + line(`M${x - 6} ${y}h12M${x} ${y - 6}v12`, pen);
};
/** @param {Area} area @param {string} id */
const hatched = (area, id) => many(area.sections, (s) => {
  const q = cell(area.half, s);
  return rect({ x: q.x + 2, y: q.y + 2, w: q.w - 4, h: q.h - 4 }, { fill: `url(#${id}-hatch)`, stroke: 'line', 'stroke-width': 2, 'stroke-dasharray': '6 4' });
});
/** An area's label keeps clear of its number: above it on the own half, below it on the far one. @param {Area} area */
const areaLabel = (area) => {
  if (!area.sections.length) return '';
  const q = cell(area.half, area.sections[0]);
  return pill(q.x + q.w / 2, area.half === 'own' ? q.y + 14 : q.y + q.h - 14, area.label);
};
/** The ball, or a smash's flame, with its word. @param {Ball} shot @param {string} word */
const shotMark = (shot, word) => {
  const { x, y } = beside(shot);
  return (shot.dead ? burst(shot.half, x, y) : '') + (shot.smash ? flame(x, y - 6, 0.92) : ball(x, word ? y - 7 : y, 13))
    + (word ? pill(x, y + 16, word, shot.smash ? 'flame' : 'pill') : '');
};

/**
 * The court with everything on it.
 * `aim`: where the present choice would land · `wrong`: hatched area and its label · `here`: a drill's right section ·
 * `hide`: the half whose numbers a drill hides.
 * @param {View} view
 * @param {{id?: string, aim?: Spot|null, wrong?: Area|null, here?: Spot|null, label?: string, hide?: string}} extra
 */
export const court = (view, { id = 'gs', aim = null, wrong = null, here = null, label = view.picture, hide = '' } = {}) => {
  const g = COURT;
  /** @type {Ball|null} */ const shot = here ? { ...here, smash: false, dead: false } : view.ball;
  const at = shot && cell(shot.half, shot.section);
  const word = !shot ? '' : here ? 'here' : shot.dead ? 'ace' : shot.smash ? 'smash' : wrong ? 'ball' : '';
  const name = (/** @type {number} */ y, /** @type {string} */ text) => letters(180, y, text, { 'font-size': 12, 'font-weight': 600, fill: 'num' });
  return shape('svg', { class: 'gs-court', viewBox: `0 0 ${g.width} ${g.height}`, role: 'img', 'aria-label': label }, [
    ground(id),
    at ? rect({ x: at.x + 2.5, y: at.y + 2.5, w: at.w - 5, h: at.h - 5 }, { rx: 3, fill: 'net', 'fill-opacity': 0.2, stroke: 'line', 'stroke-width': 2.5 }) : '',
    wrong ? hatched(wrong, id) : '',
    lines(),
    shot && view.from && !here ? trail(view.from, shot) : '',
    hide === 'far' ? '' : numbers('far', shot), hide === 'own' ? '' : numbers('own', shot),
    name(13, view.far_name), name(g.height - 4.5, view.own_name),
    net(id),
    tokens('own', view.score.own, view.fresh === 'own', places(view)), tokens('far', view.score.far, view.fresh === 'far', places(view)),
    aim ? target(aim) : '',
    wrong ? areaLabel(wrong) : '',
    shot ? shotMark(shot, word) : '',
  ].join(''));
};

/** The court as a list, for sections that are not 3 × 2. @param {View} view @param {{aim?: Spot|null, wrong?: Area|null}} extra */
export const courtList = (view, { aim = null, wrong = null } = {}) => {
  const entry = (/** @type {string} */ name, /** @type {string} */ text) => `<div><dt>${esc(name)}</dt><dd>${words(text)}</dd></div>`;
  const b = view.ball, lies = b && `${b.smash ? 'red' : 'green'} on ${place(view, b)}${b.smash ? ' (smash)' : ''}${b.dead ? ': ace' : ''}`;
  const areas = wrong?.sections.map((section) => place(view, { half: wrong.half, section })).join(', ');
  return html`
    <dl class="gs-court gs-court-list" aria-label="Court">
      ${entry('Ball', lies || 'not in play')}
      ${entry('From', view.from ? place(view, view.from) : '–')}
      ${entry('Your choice lands on', aim ? place(view, aim) : '–')}
      ${wrong ? entry(capital(wrong.label), `receives ${areas}`) : ''}
    </dl>`;
};
