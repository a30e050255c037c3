/**
 * The Experiment widget: predict, repeat with a seed word, compare with the exact value.
 *
 * What is repeated, what came of it, what it is compared with and the pictures arrive as data (`grandslam.experiments`,
 * `grandslam.charts`). Repetition i has its own seed, so it does not matter in which batches they are asked for: they
 * are as large as a fifth of a second allows, and a longer run begins with the shorter one.
 *
 * From top to bottom: words · what is asked for · the parts of the widget · render.
 */
import { capital, esc, html, many, saveAs, talk, tell, words } from './kit.js';

/** @typedef {{label: string, exact: string|null, value: number, how: 'exact'|'simulated'}} Outcome */
/** @typedef {{name: string, label: string, choices: {value: any, label: string}[], value: any}} Input */
/** @typedef {{question: string, kind: 'percent'|'count'|'number', low: number, high: number, about: string}} Prediction */
/** @typedef {{id: string, lesson: number, title: string, question: string, about: string, unit: string, outcomes: Outcome[],
 *   input: Input|null, sizes: number[], prediction: Prediction, focus: number}} Description */
/** @typedef {{n: number, counts: number[], shares: number[], intervals: [number, number][], code: string|null, why: string|null,
 *   told: string, csv: string}} Tally */
/** @typedef {{svg: string, alt: string}} Picture */
/** @typedef {{id: string, word: string, input: any}} Setup */
/**
 * What was done with one choice of the extra input. `said` is the prediction: null before it is locked, '' for none.
 * `word` is that of the results; the first `shown` of them are on show.
 * @typedef {{said: string|null, word: string, results: number[], shown: number}} Run
 */
/** @typedef {{word: string, input: any, size: number, runs: Record<string, Run>}} Kept */
/** @typedef {import('./kit.js').Host & {set?(name: string, value: any): void, save_changes?(): void, keep?(kept: Kept): void}} Model */

// ------------------------------------------------------------------------------------------- words

/** A whole number in words' company: 10,000. @param {number} n */
export const whole = (n) => n.toLocaleString('en-GB');
/** A share as a percentage: 13.8 %. @param {number} share */
export const percent = (share, places = 1) => `${(share * 100).toFixed(places)}\u00a0%`;

/** What a prediction says, in its own kind. @param {Prediction} asked @param {string} said */
const predicted = (asked, said) => ({ percent: `${said}\u00a0%`, count: `${said} of ${whole(asked.high)}`, number: said })[asked.kind];

/** What came, in the kind of the prediction. @param {Description} d @param {number[]} counts */
const came = (d, counts) => {
  const n = sum(counts), hit = counts[d.focus], share = percent(hit / n);
  return d.prediction.kind === 'percent' ? share : `${whole(hit)} of ${whole(n)}, ${share}`;
};

/** The prediction beside what came. @param {Description} d @param {string|null} said @param {number[]} counts */
export const compared = (d, said, counts) => (said && sum(counts) ? `You said ${predicted(d.prediction, said)}; the cards said ${came(d, counts)}.` : '');

/**
 * A prediction as a reader writes it: `said` is its number, `no` why it is none.
 * @param {Prediction} asked @param {string} text @returns {{said: string, no: string}}
 */
export const readPrediction = (asked, text) => {
  const typed = text.trim().replace(/\s*%$/, '').replace(',', '.'), value = Number(typed), isWhole = asked.kind === 'count';
  const fits = /^\d*\.?\d+$|^\d+\.$/.test(typed) && value >= asked.low && value <= asked.high && (!isWhole || Number.isInteger(value));
  return fits ? { said: String(value), no: '' }
    : { said: '', no: `Please give a ${isWhole ? 'whole ' : ''}number from ${whole(asked.low)} to ${whole(asked.high)}.` };
};

// ------------------------------------------------------------------------------- what is asked for

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, n) => all + n, 0);

/** The first run's length: what the prediction is about, or 100. @param {Description} d */
const firstSize = ({ prediction, sizes }) => sizes.find((n) => n === (prediction.kind === 'count' ? prediction.high : 100)) ?? sizes[0];

/** How often each outcome came. @param {number[]} results @param {number} outcomes */
export const countsOf = (results, outcomes) => {
  const counts = Array(outcomes).fill(0);
  for (const result of results) counts[result] += 1;
  return counts;
};

/** Milliseconds that one batch should take: the page lives on meanwhile, and Stop is heard at once anyway. */
const AIM = 150;
/** How many repetitions to ask for next. @param {number} batch  the last one @param {number} took  its milliseconds */
export const nextBatch = (batch, took) => Math.max(1, Math.min(4 * batch, Math.round(batch * AIM / Math.max(took, 1))));

/** About as many points as a picture of a running share can show, and those that its text names. */
const POINTS = 100, NAMED = [10, 100, 1000];
/** How often the outcome came among the first n, for some n. @param {number[]} results @param {number} focus @returns {[number, number][]} */
export const running = (results, focus) => {
  const step = Math.ceil(results.length / POINTS);
  let hits = 0;
  return results.flatMap((result, i) => {
    const n = i + 1;
    if (result === focus) hits += 1;
    return n % step === 0 || n === results.length || NAMED.includes(n) ? [[n, hits]] : [];
  });
};

/** The values to compare with; one number where all are alike. @param {Description} d */
const exactOf = ({ outcomes }) => {
  const values = outcomes.map((o) => o.exact ?? o.value);
  return values.every((value) => value === values[0]) ? values[0] : values;
};
/** The pictures of a result: all outcomes, and one as repetitions add up. @param {Description} d @param {Tally} tally @param {number[]} results */
const charted = (d, { n, shares, intervals }, results) => {
  const { label, exact, value } = d.outcomes[d.focus];
  return [
    { kind: 'bars', title: d.title, labels: d.outcomes.map((o) => o.label), observed: shares, exact: exactOf(d), intervals, repetitions: n },
    { kind: 'running', title: `Share of “${label}” so far`, points: running(results, d.focus), exact: exact ?? value, unit: d.unit },
  ];
};
/** About how high these pictures will be when they are 360 wide: room that is kept for them. @param {Description} d */
const heights = (d) => [86 + d.outcomes.length * (Array.isArray(exactOf(d)) ? 46 : 28), 346];

// ------------------------------------------------------------------------------ the parts of the widget

/** @param {string} what @param {string} label */
const button = (what, label, main = false) => `<button type="${main ? 'submit' : 'button'}" class="gs-btn${main ? ' gs-btn-main' : ''}" data-do="${what}">${label}</button>`;

/** @param {Description} d @param {string} id */
const predictPart = ({ prediction: p }, id) => html`
  <form class="gs-step" data-part="predict" novalidate>
    <h4>Predict</h4>
    <p class="gs-field"><label for="${id}-said">${words(p.question)}</label>
      <span class="gs-unit"><input id="${id}-said" name="said" inputmode="decimal" autocomplete="off" aria-describedby="${id}-said-no"> ${p.kind === 'percent' ? '%' : ''}</span></p>
    <p class="gs-field-no" id="${id}-said-no" role="alert"></p>
    <p class="gs-buttons">${button('lock', 'Lock it in', true)}${button('skip', 'No prediction')}</p>
  </form>`;

/** @param {string} name @param {string} id @param {string} label @param {{value: string, label: string}[]} choices @param {string} now */
const select = (name, id, label, choices, now) => html`
  <p class="gs-field"><label for="${id}-${name}">${words(label)}</label>
    <select id="${id}-${name}" name="${name}">
      ${many(choices, (c) => `<option value="${esc(c.value)}"${c.value === now ? ' selected' : ''}>${esc(c.label)}</option>`)}
    </select></p>`;

/** @param {Description} d @param {Kept} s @param {string} id */
const runPart = (d, s, id) => html`
  <form class="gs-step" data-part="run" novalidate>
    <h4>Run</h4>
    <div class="gs-fields">
      <p class="gs-field"><label for="${id}-word">Seed word</label>
        <input id="${id}-word" name="word" value="${esc(s.word)}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="60" aria-describedby="${id}-word-no ${id}-word-hint"></p>
      ${d.input ? select('input', id, d.input.label, d.input.choices.map((c) => ({ value: JSON.stringify(c.value), label: c.label })), JSON.stringify(s.input)) : ''}
      ${select('size', id, 'Repetitions', d.sizes.map((n) => ({ value: String(n), label: whole(n) })), String(s.size))}
    </div>
    <p class="gs-field-no" id="${id}-word-no" role="alert"></p>
    <p class="gs-quiet" id="${id}-word-hint">The same word gives the same cards. A class agrees on one, such as maple; each pair adds its number: maple-7.</p>
    <p class="gs-buttons">${button('run', 'Run', true)}${button('stop', 'Stop')}</p>
    <div class="gs-state gs-quiet"><p data-part="why"></p><div data-part="python"></div></div>
    <p class="gs-progress"><progress value="0" max="1" aria-label="Repetitions done"></progress> <span data-part="done"></span></p>
  </form>`;

/** @param {Outcome} o */
const exactCell = (o) => (o.exact ? `${esc(o.exact).replace('/', '/<wbr>')} <span>${percent(o.value, 2)}</span>` : `${percent(o.value)} <span>simulated</span>`);

/** @param {Description} d @param {number[]} counts @param {Tally|null} tally */
export const tableRows = (d, counts, tally) => {
  const n = sum(counts);
  return many(d.outcomes, (o, i) => {
    const interval = tally?.intervals[i];
    return html`<tr><th scope="row">${words(o.label)}</th><td>${whole(counts[i])}</td>
      <td>${n ? percent(counts[i] / n) : '–'} <span>${interval ? `${(interval[0] * 100).toFixed(1)}–${percent(interval[1])}` : '–'}</span></td>
      <td>${exactCell(o)}</td></tr>`;
  });
};

const RESULT = html`
  <div class="gs-step" data-part="result" hidden>
    <h4>Result</h4>
    <table><caption data-part="caption"></caption>
      <thead><tr><th scope="col">Outcome</th><th scope="col">Count</th><th scope="col">Share <span>95 % interval</span></th><th scope="col">Exact</th></tr></thead>
      <tbody></tbody></table>
    <div class="gs-told"><p data-part="compared"></p><p data-part="told"></p></div>
    <div class="gs-charts" data-part="charts"><p class="gs-chart"></p><p class="gs-chart"></p></div>
    <div class="gs-code" data-part="code"></div>
    <p class="gs-buttons">${button('copy code', 'Copy the code')}${button('save', 'Save as CSV')}${button('copy', 'Copy the CSV')}${button('again', 'Start again')}</p>
    <p class="gs-quiet" data-part="note"></p>
  </div>`;

/** @param {Description} d @param {Kept} s @param {string} id */
const widgetMarkup = (d, s, id) => html`
  <p class="gs-sr" role="status"></p>
  <div class="gs-experiment">
    <h3 id="${id}-title">Experiment ${esc(d.id)}: ${words(d.title)}</h3>
    <p class="gs-question">${words(d.question)}</p>
    <p data-part="about">${words(d.about)}</p>
    ${predictPart(d, id)}
    <p class="gs-step gs-locked" data-part="locked" tabindex="-1" hidden><span></span> ${button('change', 'Change it')}</p>
    ${runPart(d, s, id)}
    ${RESULT}
  </div>`;

/** @param {Tally|null} tally */
const codePart = (tally) => (!tally ? '<p class="gs-quiet">–</p>' : tally.code
  ? `<p>Result code <b>${esc(tally.code)}</b></p>` : `<p class="gs-quiet">${words(`No result code: ${tally.why ?? ''}`)}</p>`);

// ------------------------------------------------------------------------------------------ render

const WHY = 'Lock a prediction first, or choose “No prediction”.';
let widgets = 0;

/** @param {{model: Model, el: HTMLElement}} host @returns {() => void} */
const render = ({ model, el }) => {
  const id = `gs-experiment-${++widgets}`, doc = el.ownerDocument, view = doc.defaultView ?? globalThis;
  /** @type {Description} */ let d = model.get('reply');
  /** @type {Setup} */ const setup = model.get('setup');
  /** @type {Kept} */
  const s = model.get('kept') ?? { word: setup.word, input: d.input?.value ?? null, size: firstSize(d), runs: {} };
  /** Descriptions by the extra input. */
  const known = new Map([[JSON.stringify(d.input?.value ?? null), d]]);
  /**
   * The run that goes on now; anything that comes for another one is too late. `before` is what was there when it began.
   * @type {{target: number, before: {run: Run, tally: Tally|null, pictures: Picture[]}}|null}
   */
  let going = null;
  let looks = 0, quarter = 0, fault = '';
  /** @type {Tally|null} */ let tally = null;
  /** @type {Picture[]} */ let pictures = [];

  const root = doc.createElement('section');
  root.className = 'gs';
  root.setAttribute('aria-labelledby', `${id}-title`);
  root.setAttribute('data-lm-suppress-shortcuts', 'true'); // JupyterLab: letters typed here are the widget's
  root.innerHTML = widgetMarkup(d, s, id);
  const $ = (/** @type {string} */ css) => /** @type {HTMLElement} */ (root.querySelector(css));
  const part = (/** @type {string} */ name) => $(`[data-part="${name}"]`);
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ ($(`[name="${name}"]`));
  const key = (/** @type {string} */ what) => $(`[data-do="${what}"]`);
  const status = $('[role="status"]');
  const say = (/** @type {string} */ text) => tell(status, text);
  const line = talk(model, () => python());

  /** What was done with the present extra input. @returns {Run} */
  const run = () => (s.runs[JSON.stringify(s.input)] ??= { said: null, word: '', results: [], shown: 0 });
  const about = () => ({ id: d.id, ...(d.input ? { input: s.input } : {}) });
  const typed = () => field('word').value.trim();
  /** Whether the results are of the word in the field. */
  const isOfWord = () => run().results.length > 0 && run().word === typed();

  // ---- drawing
  const off = (/** @type {string} */ what, /** @type {boolean} */ is) => (is ? key(what).setAttribute('aria-disabled', 'true') : key(what).removeAttribute('aria-disabled'));
  const isOff = (/** @type {Element} */ target) => target.getAttribute('aria-disabled') === 'true';
  /** @type {Map<HTMLElement, string>} */ const lies = new Map();
  /** Puts markup where it does not lie already. */
  const put = (/** @type {HTMLElement} */ place, /** @type {string} */ markup) => {
    if (lies.get(place) === markup) return;
    lies.set(place, markup);
    place.innerHTML = markup;
  };
  const python = () => put(part('python'), line.note());
  const drawResult = () => {
    const { word, results, shown } = run(), counts = countsOf(results.slice(0, shown), d.outcomes.length);
    part('result').hidden = !going && !results.length;
    part('caption').textContent = word ? `Word ${word}: ${whole(shown)} ${d.unit}` : `0 ${d.unit}`;
    put($('tbody'), tableRows(d, counts, tally));
    part('compared').textContent = compared(d, run().said, counts);
    put(part('told'), words(tally?.told).replaceAll(' %', '\u00a0%'));
    [...part('charts').children].forEach((place, i) => {
      const picture = pictures[i];
      /** @type {HTMLElement} */ (place).style.setProperty('aspect-ratio', `360 / ${heights(d)[i]}`);
      if (!picture) { place.replaceChildren(); return; }
      const image = /** @type {HTMLImageElement} */ (place.firstElementChild ?? place.appendChild(doc.createElement('img')));
      image.alt = picture.alt;
      image.src = `data:image/svg+xml,${encodeURIComponent(picture.svg)}`;
    });
    put(part('code'), codePart(tally));
    for (const what of ['save', 'copy']) off(what, !tally);
    off('copy code', !tally?.code);
  };
  const draw = () => {
    const { said, results } = run(), more = isOfWord() && results.length < s.size;
    part('predict').hidden = said !== null;
    part('locked').hidden = said === null;
    $('[data-part="locked"] span').textContent = said ? `You said ${predicted(d.prediction, said)}. ${d.prediction.question}` : 'No prediction.';
    key('change').hidden = going !== null || results.length > 0;
    key('run').textContent = more ? 'Run on' : 'Run';
    off('run', said === null || going !== null);
    off('stop', going === null);
    part('why').textContent = fault || (said === null ? WHY : going ? '' : isOfWord() && !more ? `Word ${run().word}: ${whole(results.length)} are done.` : '');
    const done = going || isOfWord() ? results.length : 0, target = going?.target ?? s.size, progress = /** @type {HTMLProgressElement} */ ($('progress'));
    progress.max = target;
    progress.value = Math.min(done, target);
    part('done').textContent = `${whole(Math.min(done, target))} of ${whole(target)}`;
    drawResult();
    python();
  };
  const refuse = (/** @type {string} */ name, /** @type {string} */ text) => {
    $(`#${id}-${name}-no`).textContent = text;
    if (text) field(name).setAttribute('aria-invalid', 'true'); else field(name).removeAttribute('aria-invalid');
  };
  /** Something went wrong; it is said until the reader does something else. */
  const fail = (/** @type {any} */ reply) => {
    fault = reply?.error?.text ?? 'The answer could not be read.';
    draw();
    say(fault);
  };
  const note = (/** @type {string} */ text) => { part('note').textContent = text; if (text) say(text); };
  /** What is done is kept while the tab is open, and told to Python where there is a kernel. */
  const keep = () => {
    model.keep?.(s);
    model.set?.('word', run().word || s.word);
    model.set?.('input', s.input);
    model.set?.('counts', tally?.counts ?? []);
    model.save_changes?.();
  };

  // ---- asking Python
  /** The tally and the pictures of what is on show. @param {string} before  said first */
  const look = async (before = '') => {
    const mine = ++looks, { word, said, results: all, shown } = run(), results = all.slice(0, shown);
    tally = null;
    draw();
    const reply = await line.ask({ do: 'tally', ...about(), word, results });
    if (mine !== looks) return;
    if (reply?.error || !reply?.counts) { fail(reply); return; }
    tally = reply;
    draw();
    keep();
    say([before, reply.told, compared(d, said, reply.counts)].filter(Boolean).join(' '));
    const made = await line.ask({ do: 'chart', charts: charted(d, reply, results) });
    if (mine !== looks) return;
    pictures = made?.charts ?? [];
    if (made?.charts) drawResult(); else fail(made);
  };
  const start = async () => {
    if (going) return;
    if (run().said === null) { say(WHY); field('said').focus(); return; }
    fault = '';
    const target = s.size, fresh = !isOfWord(), mine = { target, before: { run: { ...run() }, tally, pictures } };
    if (!fresh && run().results.length >= target) {
      draw();
      if (pictures.length) say(part('why').textContent ?? ''); else look(); // what did not arrive is asked for once more
      return;
    }
    looks += 1;
    refuse('word', '');
    note('');
    if (fresh) Object.assign(run(), { word: '', results: [], shown: 0 });
    tally = null;
    pictures = [];
    going = mine;
    quarter = Math.floor(4 * run().results.length / target);
    draw();
    let batch = 10, word = fresh ? typed() : run().word;
    while (run().results.length < target) {
      const from = run().results.length, to = Math.min(from + batch, target);
      const ready = model.get('engine') === 'ready' || !model.isSite, asked = performance.now();
      const reply = await line.ask({ do: 'experiment', ...about(), word, from, to });
      if (going !== mine) return;
      if (reply?.error || !reply?.results?.length) {
        end();
        if (reply?.error?.where === 'word') { refuse('word', capital(reply.error.text)); field('word').focus(); draw(); } else fail(reply);
        if (run().results.length && !tally) look();
        return;
      }
      word = run().word = reply.word;
      if (from === 0) s.word = field('word').value = word;
      run().results.push(...reply.results);
      run().shown = to;
      if (ready) batch = nextBatch(to - from, performance.now() - asked);
      const passed = Math.floor(4 * to / target);
      if (passed > quarter && to < target) say(`${whole(to)} of ${whole(target)}.`);
      if (passed > quarter) keep();
      quarter = passed;
      draw();
    }
    finish();
  };
  /** Ends the run; where nothing came of it, what was there before still holds. */
  const end = () => {
    if (going && !run().results.length) {
      Object.assign(run(), going.before.run);
      ({ tally, pictures } = going.before);
    }
    going = null;
  };
  const finish = (before = '') => {
    end();
    run().shown = Math.min(run().results.length, s.size);
    keep();
    if (run().results.length && !tally) look(before); else { draw(); if (before) say(before); }
  };
  const stop = () => {
    if (going) finish(`Stopped at ${whole(run().results.length)} of ${whole(going.target)}. What is done is kept.`);
  };

  // ---- what the reader does
  const lock = (/** @type {string} */ said) => {
    run().said = said;
    refuse('said', '');
    draw();
    keep();
    say(said ? `Locked: ${predicted(d.prediction, said)}.` : 'No prediction.');
    part('locked').focus();
  };
  /** Describes the experiment anew, for another extra input. */
  const describe = async () => {
    const now = JSON.stringify(s.input), mine = ++looks;
    tally = null;
    pictures = [];
    const reply = known.get(now) ?? await line.ask({ do: 'experiment', id: d.id, input: s.input });
    if (mine !== looks) return;
    if (reply?.error || !reply?.outcomes) { fail(reply); return; }
    known.set(now, reply);
    d = reply;
    const fresh = doc.createElement('template');
    fresh.innerHTML = predictPart(d, id);
    part('predict').replaceWith(fresh.content);
    put(part('about'), words(d.about));
    if (run().results.length) look(); else draw();
  };
  const again = () => {
    going = null;
    looks += 1;
    tally = null;
    pictures = [];
    s.runs = {};
    fault = '';
    s.word = field('word').value = '';
    refuse('word', '');
    note('');
    field('said').value = '';
    draw();
    keep();
    say('A new start: choose another word.');
    field('said').focus();
  };
  const copy = async (/** @type {string} */ text, /** @type {string} */ what, /** @type {string} */ instead) => {
    try {
      await view.navigator.clipboard.writeText(text);
      note(`${what} copied.`);
    } catch { // not allowed, or not there
      note(`This browser does not let the page copy: ${instead}.`);
    }
  };
  const save = (/** @type {Tally} */ of) => {
    const name = `grand-slam-${d.id}-${run().word}-${of.n}.csv`;
    saveAs(doc, name, `\ufeff${of.csv}`, 'text/csv'); // a mark, or spreadsheets take Korean words for something else
    note(`Saved as ${name}.`);
  };
  const press = (/** @type {string} */ what) => {
    if (what === 'retry') { line.retry(); key('stop').focus(); }
    else if (what === 'skip') lock('');
    else if (what === 'change') { run().said = null; draw(); keep(); field('said').focus(); }
    else if (what === 'stop') stop();
    else if (what === 'copy code' && tally?.code) copy(tally.code, 'Code', 'select the code and copy it');
    else if (what === 'save' && tally) save(tally);
    else if (what === 'copy' && tally) copy(tally.csv, 'CSV', 'save the file instead');
    else if (what === 'again') again();
  };
  const onClick = (/** @type {MouseEvent} */ event) => {
    const target = event.target instanceof Element ? event.target.closest('button') : null;
    if (target?.type === 'button' && !isOff(target)) press(target.dataset.do ?? '');
  };
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (/** @type {HTMLElement} */ (event.target).dataset.part === 'run') { start(); return; }
    const { said, no } = readPrediction(d.prediction, field('said').value);
    refuse('said', no);
    if (no) field('said').focus(); else lock(said);
  };
  const onInput = (/** @type {Event} */ event) => {
    if (event.target !== field('word')) return;
    stop();
    fault = '';
    refuse('word', '');
    s.word = typed();
    draw();
    keep();
  };
  const onChange = (/** @type {Event} */ event) => {
    const target = /** @type {HTMLSelectElement} */ (event.target);
    if (target.name !== 'size' && target.name !== 'input') return;
    stop();
    fault = '';
    if (target.name === 'input') {
      s.input = JSON.parse(target.value);
      describe();
    } else {
      s.size = Number(target.value);
      const shown = Math.min(run().results.length, s.size);
      if (isOfWord() && shown !== run().shown) { run().shown = shown; look(); } else draw();
    }
    keep();
  };
  root.addEventListener('click', onClick);
  root.addEventListener('submit', onSubmit);
  root.addEventListener('input', onInput);
  root.addEventListener('change', onChange);
  root.addEventListener('focusin', line.wake);

  el.append(root);
  if (JSON.stringify(s.input) !== JSON.stringify(d.input?.value ?? null)) { draw(); describe(); }
  else if (run().results.length) look();
  else draw();

  return () => {
    going = null;
    looks += 1;
    line.close();
    root.remove();
  };
};

export default { render };
