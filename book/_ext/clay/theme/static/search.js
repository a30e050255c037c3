// The search page hands its question on to the look-up.
(() => {
  const field = document.querySelector("input#q");
  const link = document.querySelector("a#look-up");
  if (!(field instanceof HTMLInputElement && link instanceof HTMLAnchorElement)) return;
  const ask = () => {
    link.search = field.value.trim() ? `?${new URLSearchParams({ q: field.value.trim() })}` : "";
  };
  field.value ||= new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", ask);
  ask();
})();
