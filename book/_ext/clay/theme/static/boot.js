// Runs before the page is painted: says that scripts are on, and which colours the reader has chosen.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  /** @type {string | null} */
  let chosen = null;
  try {
    chosen = localStorage.getItem("colours");
  } catch {
    // storage is switched off: the system's colours hold
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    root.dataset.colours = chosen ?? "auto";
    root.dataset.theme = chosen ?? (system.matches ? "dark" : "light");
  };
  system.addEventListener("change", paint);
  root.addEventListener("colours", (event) => {
    const wanted = /** @type {CustomEvent<string>} */ (event).detail;
    chosen = wanted === "auto" ? null : wanted;
    try {
      if (chosen) localStorage.setItem("colours", chosen);
      else localStorage.removeItem("colours");
    } catch {
      // it holds for this page then
    }
    paint();
  });
  paint();
  // Sphinx's search asks for this; marking the words on the page found would need storage and a script on every page.
  Object.assign(globalThis, { SPHINX_HIGHLIGHT_ENABLED: false });
})();
