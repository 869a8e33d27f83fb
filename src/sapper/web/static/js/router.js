// Five rooms, one page. A room is a module with enter(main, query) that answers with what to do on leaving.
const ROOMS = {
  "/": "play",
  "/play": "play",
  "/watch": "watch",
  "/analyse": "analyse",
  "/lab": "lab",
  "/learn": "learn",
};
const TITLES = { play: "Play", watch: "Watch", analyse: "Analyse", lab: "Lab", learn: "Learn" };

let leave = () => {};
let visit = 0;

export function startRouter(main) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const address = new URL(link.href);
    if (address.origin !== location.origin || !(address.pathname in ROOMS) || address.hash || link.target) return;
    event.preventDefault();
    go(address.pathname + address.search);
  });
  addEventListener("popstate", () => show(main));
  document.addEventListener("go", () => show(main, true));
  show(main);
}

export function go(address) {
  history.pushState(null, "", address);
  document.dispatchEvent(new CustomEvent("go"));
}

// The address of what is seen, without entering the room again.
export function setAddress(address) {
  history.replaceState(null, "", address);
}

async function show(main, focus = false) {
  const turn = ++visit;
  const room = ROOMS[location.pathname] ?? "play";
  const { enter } = await import(`./rooms/${room}.js`);
  if (turn !== visit) return;
  leave();
  main.replaceChildren();
  main.dataset.room = room;
  document.title = `${TITLES[room]} · Sapper`;
  for (const link of document.querySelectorAll("nav.rooms a")) {
    if (link.dataset.room === room) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  leave = enter(main, new URLSearchParams(location.search)) ?? (() => {});
  if (focus) main.focus({ preventScroll: true });
  scrollTo(0, 0);
}
