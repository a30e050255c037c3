/**
 * What every widget of the book's pages needs: words as markup, what is said and saved, and talking to Python.
 * It knows nothing of the game.
 */

/** @type {Record<string, string>} */
const ENTITY = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Text for markup, in element or attribute. @param {unknown} text */
export const esc = (text) => String(text ?? '').replace(/[&<>"']/g, (c) => ENTITY[c]);

/** Markup of a sentence in which no number parts from the word before it. @param {unknown} text */
export const words = (text) => esc(String(text ?? '').replace(/(\p{L}) (\d)/gu, '$1\u00a0$2'));

/** @template T @param {readonly T[]} list @param {(item: T, i: number) => string} f */
export const many = (list, f) => list.map(f).join('');

/**
 * Markup written over several lines: their ends and indents are left out.
 * @param {TemplateStringsArray} parts @param {unknown[]} values
 */
export const html = (parts, ...values) => many(parts, (part, i) => part.replace(/(^|>)\s*\n\s*|\s*\n\s*(?=<|$)/g, '$1').replace(/\s*\n\s*/g, ' ') + (values[i] ?? ''));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// ------------------------------------------------------------------------------- what is said and saved

/** One message for readers of a live region; the same words twice are still two messages. @param {Element} region @param {string} text */
export const tell = (region, text) => { region.textContent = region.textContent === text ? `${text}\u00a0` : text; };

/** Hands a text to the reader as a file. @param {Document} doc @param {string} name @param {string} text @param {string} type */
export const saveAs = (doc, name, text, type) => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(doc.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

// --------------------------------------------------------------------------------- talking to Python

/** @typedef {{get(name: string): any, on(name: string, f: (arg?: any) => void): void,
 *   off?(name: string, f: (arg?: any) => void): void, send(message: any): void,
 *   retry?(): void, wake?(): void, isSite?: boolean}} Host  an anywidget model, or the page's stand-in for one */
/** @typedef {{ask(request: any): Promise<any>, wake(): void, retry(): void, note(): string, close(): void}} Line */

const KERNEL = 'No Python is running behind this output: run its cell first.';
let lines = 0;

/**
 * A line to Python, wherever it is: in the kernel, or in the page's worker. `ask` always comes to a reply, in the end:
 * while Python starts, or after a failed start, the request waits for the next one. `note` is what a reader should know
 * meanwhile, as markup (empty when all is well); a button in it has `data-do="retry"`.
 * @param {Host} model
 * @param {() => void} changed  called when `note` may have changed
 * @returns {Line}
 */
export const talk = (model, changed = () => {}) => {
  const name = `line-${++lines}-${Math.random().toString(36).slice(2, 8)}`;
  /** @type {Map<string, (reply: any) => void>} */ const open = new Map();
  let sent = 0;
  const isLive = () => model.isSite === true || Boolean(model.get('layout')?.comm_live);
  const hear = (/** @type {any} */ message) => {
    const done = open.get(message?.id);
    if (!done) return;
    open.delete(message.id);
    changed();
    done(message.reply);
  };
  model.on('msg:custom', hear);
  model.on('change:engine', changed);
  return {
    ask: (request) => new Promise((done) => {
      if (!isLive()) { done({ error: { text: KERNEL, where: 'do' } }); return; }
      const id = `${name}-${++sent}`;
      open.set(id, done);
      model.wake?.();
      model.send({ id, request });
      if (open.has(id)) changed();
    }),
    wake: () => model.wake?.(),
    retry: () => { model.retry?.(); changed(); },
    note: () => {
      const state = model.get('engine');
      if (state === 'failed') return `<p class="gs-python" role="status">${words(model.get('fault') ?? 'Python did not start.')} <button type="button" class="gs-btn" data-do="retry">Try again</button></p>`;
      if (open.size && (state === 'starting' || state === 'asleep')) return '<p class="gs-python" role="status">Python is starting…</p>';
      return '';
    },
    close: () => {
      model.off?.('msg:custom', hear);
      model.off?.('change:engine', changed);
    },
  };
};
