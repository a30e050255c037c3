// The look-up: finds the answers to a question among those of its page. The page holds all of them as text; nothing is
// fetched. A question may be in everyday words, misspelt or not, and in the words of the Korean and the Chinese source.

/** @typedef {{ element: Element, id: string, page: string, phrases: Set<string>[], all: Set<string> }} Entry
 * an answer: what is asked in its words and in others, as stems, and all that it says */
/** @typedef {{ text: string, stems: string[], means: string }} Synonym  a phrase, and the stem it stands for */
/** @typedef {{ entries: Entry[], synonyms: Synonym[], known: Map<string, string>, stems: Set<string>, rare: Map<string, number> }} Index
 * `known`: word → stem; `stems`: all of these; `rare`: stem → the more, the fewer answers have it */

/** What a word counts that was not typed as such: meant by another one, begun, misspelt. */
const MEANT = 0.8;
const BEGUN = 0.7;
const MISSPELT = 0.7;
/** What it counts that an answer has the words somewhere, beside asking the question. */
const SAID = 0.4;
/** A word’s meaning answers less than a question’s answer does. */
const WORD = 0.95;
const MOST = 8;
/** The characters of a question that are read. */
const LONGEST = 300;

// Words that say nothing about what is asked.
const IDLE = new Set(
  `a an and any are at be been but by do does for from get had has have i if in is it its me mine my of on or our s so
  t than that the their them then there these they this to was we what when which will with would you your use using
  can may must should could how what which happens happen please about im ive dont doesnt rule rules`.split(/\s+/),
);

/** Simplified characters, each before the full one that the Chinese source has. */
const FULL = new Map(
  "丢丟备備则則区區单單图圖实實战戰戏戲扑撲击擊弃棄标標杀殺没沒准準网網发發补補规規计計记記变變赢贏进進游遊队隊阶階双雙飞飛体體点點"
    .match(/../gu)
    ?.map((pair) => /** @type {[string, string]} */ ([...pair])),
);

/** Scripts that are written without spaces, or put endings on nouns. */
const EASTERN = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/;

/**
 * A word without its ending: smash, smashes, smashing are one.
 * @param {string} word
 */
export function stem(word) {
  if (EASTERN.test(word)) return word;
  for (const ending of ["ing", "ed", "es", "s", "er", "e"]) {
    const rest = word.slice(0, -ending.length);
    if (word.endsWith(ending) && rest.length > 2 && !(ending === "s" && rest.endsWith("s"))) {
      return /([^aeiouls])\1$/.test(rest) && ending !== "s" ? rest.slice(0, -1) : rest;
    }
  }
  return word;
}

/** @param {string} text  @returns {string[]} its words */
const words = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(\d)\s*:\s*(\d)/g, "$1 $2")
    .replace(/[’']/g, "")
    .replace(/[\u4e00-\u9fff]/g, (character) => FULL.get(character) ?? character)
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** @param {string} text  @returns {string[]} the stems of the words that say something */
const telling = (text) => words(text).filter((word) => !IDLE.has(word)).map(stem);

/**
 * Whether two words differ by a slip or two of the finger: a letter left out, added, changed, or two swapped.
 * @param {string} a
 * @param {string} b
 * @param {number} most
 */
export function near(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return false;
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length] <= most;
}

/**
 * What a page's answers are made of.
 * @param {Element} root
 * @returns {Index}
 */
export function read(root) {
  /** @type {Map<string, string>} */
  const known = new Map();
  const learn = (/** @type {string} */ text) => {
    for (const word of words(text)) if (!IDLE.has(word) && !EASTERN.test(word)) known.set(word, stem(word));
    return telling(text);
  };
  /** @type {Record<string, string[]>} */
  const said = JSON.parse(root.getAttribute("data-synonyms") ?? "{}");
  const entries = [...root.querySelectorAll("article[data-page]")].map((element) => {
    const also = said[element.getAttribute("data-term") ?? ""] ?? (element.getAttribute("data-also") ?? "").split("; ");
    const asked = [element.querySelector("h3")?.textContent ?? "", ...also];
    const phrases = asked.map((text) => new Set(learn(text))).filter(({ size }) => size);
    const all = new Set([...phrases.flatMap((phrase) => [...phrase]), ...learn(element.querySelector(".says")?.textContent ?? "")]);
    return { element, id: element.id, page: element.getAttribute("data-page") ?? "", phrases, all };
  });
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const { all } of entries) for (const one of all) count.set(one, (count.get(one) ?? 0) + 1);
  const rare = new Map([...count].map(([one, times]) => [one, Math.log(1 + entries.length / times)]));
  const synonyms = Object.entries(said).flatMap(([term, phrases]) => {
    // The word that tells most: a diving receive is about diving, not about receiving.
    const [means] = learn(term).sort((a, b) => (rare.get(b) ?? 0) - (rare.get(a) ?? 0));
    return phrases.map((text) => ({ text, stems: learn(text), means }));
  });
  return { entries, synonyms, known, stems: new Set(known.values()), rare };
}

/**
 * What a question is about: for each of its telling words the stems that it may stand for, with what each counts.
 * @param {string} question
 * @param {Index} index
 * @returns {Map<string, number>[]}
 */
function meant(question, { synonyms, known, stems: all }) {
  const typed = words(question);
  const begun = /\s$/.test(question) ? undefined : typed.at(-1);
  const line = typed
    .filter((word) => !IDLE.has(word) && !EASTERN.test(word))
    .map((word) => guesses(word, known, all, word === begun));

  // A phrase such as “fast ball” may stand for its term.
  for (const { stems, means } of synonyms) {
    if (!stems.length) continue;
    for (let start = 0; start + stems.length <= line.length; start++) {
      const here = line.slice(start, start + stems.length);
      if (!here.every((may, n) => may.has(stems[n]))) continue;
      for (const may of here) may.set(means, Math.max(may.get(means) ?? 0, MEANT));
    }
  }

  // Korean words take endings and Chinese ones have no spaces between them, so they are looked for within.
  const eastern = typed.filter((word) => EASTERN.test(word));
  const whole = eastern.join(" ");
  const terms = synonyms.filter(
    ({ text }) => EASTERN.test(text) && (whole.includes(text) || (begun && begun.length > 1 && text.startsWith(begun))),
  );
  // The longest word counts where one holds another: 飛身撲球 is no 球.
  const longest = terms.filter(({ text }) => !terms.some((other) => other.text !== text && other.text.includes(text)));
  return [...line, ...longest.map(({ means }) => new Map([[means, 1]]))];
}

/**
 * What a word may stand for: itself or, where nothing knows it, words that begin like it or are spelt nearly so.
 * @param {string} word
 * @param {Map<string, string>} known
 * @param {Set<string>} stems
 * @param {boolean} begun  whether it may go on
 * @returns {Map<string, number>}
 */
function guesses(word, known, stems, begun) {
  const own = stem(word);
  const may = new Map([[own, 1]]);
  if (stems.has(own)) return may;
  const slips = word.length > 7 ? 2 : word.length > 3 ? 1 : 0;
  for (const [other, its] of known) {
    if (begun && word.length > 1 && other.startsWith(word)) may.set(its, BEGUN);
    else if (slips && near(word, other, slips)) may.set(its, MISSPELT);
  }
  return may;
}

/**
 * The answers to a question, best first.
 * @param {string} question
 * @param {Index} index
 * @returns {Entry[]}
 */
export function ranked(question, index) {
  const most = Math.log(1 + index.entries.length);
  const worth = (/** @type {string} */ one) => index.rare.get(one) ?? most;
  // A word counts by how much it tells: as it was typed or, where no answer has it so, as the best of what it may be.
  const asked = meant(question.slice(0, LONGEST), index).map((may) => {
    const [own] = may.keys();
    return { may, tells: index.rare.get(own) ?? Math.max(...[...may.keys()].map(worth)) };
  });
  const whole = asked.reduce((sum, { tells }) => sum + tells, 0);
  if (!whole) return [];
  const shared = (/** @type {Set<string>} */ stems) =>
    asked.reduce((sum, { may, tells }) => sum + tells * Math.max(0, ...[...may].map(([one, counts]) => (stems.has(one) ? counts : 0))), 0);

  const scored = index.entries.map((entry) => {
    // How alike two phrases are: what each has of the other, of all that both have.
    const alike = entry.phrases.map((phrase) => {
      const own = [...phrase].reduce((sum, one) => sum + worth(one), 0);
      const met = [...phrase].reduce((sum, one) => sum + worth(one) * Math.max(...asked.map(({ may }) => may.get(one) ?? 0)), 0);
      return (met + shared(phrase)) / (whole + own);
    });
    const score = Math.max(0, ...alike) + (SAID * shared(entry.all)) / whole;
    return { entry, score: entry.element.hasAttribute("data-term") ? score * WORD : score };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score > best / 3)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

// ---------------------------------------------------------------- the page
/** @param {Element} root */
function mount(root) {
  const form = root.querySelector("form");
  const field = root.querySelector("input");
  const status = root.querySelector('[role="status"]');
  const all = root.querySelector(".all");
  const home = root.querySelector(".answers");
  const found = root.querySelector(".found");
  const place = found?.querySelector("div");
  if (!form || !field || !status || !home || !place) return;
  if (!(all instanceof HTMLElement && found instanceof HTMLElement)) return;
  const index = read(root);

  let told = "";
  const show = () => {
    const question = field.value;
    const answers = question.trim() ? ranked(question, index) : [];
    home.append(...index.entries.map(({ element }) => element));
    place.replaceChildren(...answers.map(({ element }) => element));
    all.hidden = answers.length > 0;
    found.hidden = !all.hidden;
    told = "";
    if (question.trim() && !answers.length) told = "No answer to that. Try other words, or pick a question below.";
    else if (answers.length) {
      const first = answers[0].element.querySelector("h3")?.textContent;
      told = `${answers.length === 1 ? "One answer" : `${answers.length} answers`}, best first: ${first}`;
    }
  };

  // When the fingers rest the outcome is said, not at each letter; and the address follows, so that an answer can be
  // handed on.
  let rest = 0;
  const note = () => {
    status.textContent = told;
    const question = field.value.trim().slice(0, LONGEST);
    const query = question ? `?${new URLSearchParams({ q: question })}` : "";
    history.replaceState(null, "", location.pathname + query);
  };
  field.addEventListener("input", () => {
    show();
    clearTimeout(rest);
    rest = window.setTimeout(note, 300);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = place.querySelector("h3");
    if (!first) return;
    first.setAttribute("tabindex", "-1");
    first.focus();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !field.value) return;
    event.preventDefault();
    field.value = "";
    field.dispatchEvent(new Event("input"));
  });
  const given = new URLSearchParams(location.search).get("q");
  if (given) {
    field.value = given;
    show();
    status.textContent = told;
  }
}

const root = globalThis.document?.querySelector(".look-up");
if (root) mount(root);
