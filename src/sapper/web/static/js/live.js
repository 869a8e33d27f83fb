// What a screen reader is told. The same sentence twice in a row is still news, so it is cleared first.
let timer = 0;

export function say(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(() => { live.textContent = text; }, 30);
}
