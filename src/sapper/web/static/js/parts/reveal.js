// On a narrow screen an answer is below the board: bring it into sight, as little as it takes.
export function reveal(element) {
  if (matchMedia("(max-width: 1099px)").matches) element.scrollIntoView({ block: "nearest" });
}
