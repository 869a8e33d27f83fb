// Light, dark, or whatever the system says: one button goes round.
import { memory } from "./memory.js";
import { say } from "./live.js";

const TURN = { system: "light", light: "dark", dark: "system" };
const WORDS = { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };

export function startTheme(button) {
  let theme = memory.get("theme") || "system";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    document.documentElement.dataset.theme = theme !== "system" ? theme : dark.matches ? "dark" : "light";
    button.querySelector("span").textContent = WORDS[theme];
    button.title = WORDS[theme];
    document.dispatchEvent(new CustomEvent("theme"));
  };
  button.addEventListener("click", () => {
    theme = TURN[theme];
    memory.set("theme", theme === "system" ? null : theme);
    show();
    say(WORDS[theme]);
  });
  dark.addEventListener("change", show);
  show();
}
