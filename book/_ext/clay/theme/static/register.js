// The rule register: shows the clauses of one source or section, or only those where the sources differ. The choice
// stands in the address, so that it can be handed on: ?source=ZH&section=diving&differs=yes
const root = document.querySelector(".register");
const form = root?.querySelector("form");
const status = form?.querySelector('[role="status"]');

if (root && form && status) {
  const items = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("li[data-source]"))];
  const groups = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("section[data-section]"))];
  const fields = [.../** @type {NodeListOf<HTMLSelectElement | HTMLInputElement>} */ (form.querySelectorAll("[name]"))];

  /** @param {HTMLSelectElement | HTMLInputElement} field */
  const value = (field) => (field instanceof HTMLInputElement && !field.checked ? "" : field.value);

  const show = () => {
    const wanted = Object.fromEntries(fields.map((field) => [field.name, value(field)]));
    for (const group of groups) group.hidden = Boolean(wanted.section) && group.dataset.section !== wanted.section;
    for (const item of items) {
      item.hidden =
        (Boolean(wanted.source) && item.dataset.source !== wanted.source) ||
        (Boolean(wanted.differs) && !item.dataset.differs);
    }
    const shown = (/** @type {Element} */ group) => group.querySelectorAll("li[data-source]:not([hidden])").length;
    for (const group of groups) group.hidden ||= shown(group) === 0;
    const count = groups.reduce((sum, group) => sum + (group.hidden ? 0 : shown(group)), 0);
    status.textContent = `${count} of ${items.length} clauses.`;
  };

  const clear = () => {
    for (const field of fields) {
      if (field instanceof HTMLInputElement) field.checked = false;
      else field.value = "";
    }
  };

  /** A link leads to a clause that the choice hides: then the choice ends. */
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1)); // clauses and sections are plain words
    if (!target?.closest("[hidden]")) return;
    clear();
    show();
    target.scrollIntoView();
  };

  const given = new URLSearchParams(location.search);
  for (const field of fields) {
    const wish = given.get(field.name) ?? "";
    if (field instanceof HTMLInputElement) field.checked = wish === field.value;
    else if ([...field.options].some((option) => option.value === wish)) field.value = wish;
  }
  form.addEventListener("change", () => {
    show();
    const chosen = new URLSearchParams(fields.filter(value).map((field) => [field.name, value(field)]));
    history.replaceState(null, "", `${location.pathname}${chosen.size ? `?${chosen}` : ""}`);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  show();
  follow();
}
export {};
