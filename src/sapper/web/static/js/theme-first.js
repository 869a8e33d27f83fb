// Before the first paint: the theme that was chosen last, or else the system's, so that nothing flashes.
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch { /* storage may be switched off: then the system's theme it is */ }
  document.documentElement.dataset.theme = chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}
