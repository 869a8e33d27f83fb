// Before the first paint: the theme that was chosen last, so that nothing flashes. No choice: the system's.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* storage may be switched off: then the system's theme it is */ }
