// The colour of a risk: pale sand to dark plum in even steps of lightness, so that everybody sees the same order,
// whatever their colour vision and even in grey. The same colours as in Sapper's pictures. Certainty is not on it.
const SCALE = ["#fdeab3", "#fecb8f", "#feaa74", "#fa8863", "#ec6561", "#d04a70", "#ac3a7b", "#862f80", "#61247d", "#3d1a6b"]
  .map((text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)));

export function riskColour(risk) {
  const place = Math.min(Math.max(risk, 0), 1) * (SCALE.length - 1);
  const below = Math.min(Math.floor(place), SCALE.length - 2);
  const mixed = SCALE[below].map((low, i) => Math.round(low + (SCALE[below + 1][i] - low) * (place - below)));
  return mixed;
}

// Ink that reads on it: black or white, whichever stands out more; on every colour one of them has at least 4.5 : 1.
export function inkOn(colour) {
  return contrast(colour, [0, 0, 0]) >= contrast(colour, [255, 255, 255]) ? "#000000" : "#ffffff";
}

export function css(colour) {
  return `rgb(${colour.join(" ")})`;
}

function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour) {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
