// One letter, one act, anywhere in the room; typing in a field is left alone.
export function shortcuts(table) {
  const listener = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, dialog")) return;
    const act = table[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    if ((event.key === " " || event.key === "Enter") && event.target.closest("button, a, summary, .cell")) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}
