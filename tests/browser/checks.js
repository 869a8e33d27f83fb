// Accessibility checks that run inside the page; each answers with a list of what is wrong.
window.checks = (() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  function rgba(text) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }

  function luminance([r, g, b]) {
    const [x, y, z] = [r, g, b].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  }

  function contrast(a, b) {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  }

  function ground(element) {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0.99) return colour;
    }
    return rgba(getComputedStyle(document.documentElement).getPropertyValue("--page"));
  }

  const visible = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, [aria-hidden=true], :disabled");
  const named = (element) => element.getAttribute("aria-label") || element.labels?.[0]?.textContent.trim() || element.textContent.trim() || element.title;
  const where = (element) => element.outerHTML.slice(0, 90);

  return {
    // Everything that can be used has a name.
    nameless: () => [...document.querySelectorAll("a[href], button, input, select, textarea, [role=grid], [role=gridcell], [role=img], [role=radiogroup], nav, aside")].filter((one) => one.checkVisibility() && !named(one)).map(where),

    // A grid has rows of gridcells, says how many, and exactly one of its cells is in the tab order.
    grids: () => [...document.querySelectorAll("[role=grid]")].flatMap((grid) => {
      const [rows, cells] = [[...grid.children], [...grid.querySelectorAll("[role=gridcell]")]];
      const wrong = [];
      if (!rows.every((row) => row.getAttribute("role") === "row")) wrong.push("a child of the grid is no row");
      if (rows.length !== Number(grid.ariaRowCount) || cells.length !== rows.length * Number(grid.ariaColCount)) wrong.push("wrong counts");
      if (cells.filter((cell) => cell.tabIndex === 0).length !== 1) wrong.push("not exactly one cell in the tab order");
      return wrong;
    }),

    // Text with too little contrast against what is behind it.
    faint: () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !visible(element) || element.closest("script, option, svg.main-svg")) continue;
        const ratio = contrast(rgba(getComputedStyle(element).color), ground(element));
        if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${where(element)}`);
      }
      return found;
    },

    pairs: (pairs) => {
      const style = getComputedStyle(document.documentElement);
      return pairs.map(([front, back]) => contrast(rgba(style.getPropertyValue(front)), rgba(style.getPropertyValue(back))));
    },

    // The least contrast of a percentage on the colour of its risk.
    risks: async () => {
      const { css, inkOn, riskColour } = await import("/static/js/board/risk.js");
      let least = Infinity;
      for (let risk = 0; risk <= 1; risk += 0.005) least = Math.min(least, contrast(rgba(css(riskColour(risk))), rgba(inkOn(riskColour(risk)))));
      return least;
    },
  };
})();
