// The button for the colours: as the system, light, dark.
(() => {
  const root = document.documentElement;
  const button = document.querySelector("button.colours");
  if (!(button instanceof HTMLButtonElement)) return;
  /** @type {Record<string, [next: string, name: string]>} */
  const modes = { auto: ["light", "automatic"], light: ["dark", "light"], dark: ["auto", "dark"] };
  const mode = () => modes[root.dataset.colours ?? "auto"] ?? ["light", "automatic"];
  const say = () => {
    const words = button.querySelector("span");
    if (words) words.textContent = `Colours: ${mode()[1]}`;
  };
  button.addEventListener("click", () => {
    root.dispatchEvent(new CustomEvent("colours", { detail: mode()[0] }));
    say();
  });
  say();
  button.hidden = false;
})();

// Paper is light.
(() => {
  const root = document.documentElement;
  /** @type {string | undefined} */
  let was;
  addEventListener("beforeprint", () => {
    was = root.dataset.theme;
    root.dataset.theme = "light";
  });
  addEventListener("afterprint", () => {
    root.dataset.theme = was;
  });
})();

// A table, a formula or a piece of code that is wider than its column scrolls; then the keyboard has to reach it.
(() => {
  const reach = () => {
    for (const wide of document.querySelectorAll("article table, article pre, article div.math")) {
      if (wide.scrollWidth > wide.clientWidth) wide.setAttribute("tabindex", "0");
      else wide.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", reach);
  reach();
})();
