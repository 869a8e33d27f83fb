"use strict";
// Draws every chart of the page from the data beside it, in the colours of the page, and again when those change.
(() => {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // How many lines the legend takes below the chart.
  const legendLines = (chart, width) => {
    const longest = Math.max(...chart.data.map((trace) => (trace.name || "").length));
    const perLine = Math.max(1, Math.floor((width - 40) / (56 + 7.2 * longest)));
    return Math.ceil(chart.data.filter((trace) => trace.name).length / perLine);
  };

  const layout = (chart, lines) => ({
    height: 340 + 30 * lines,
    title: { text: chart.title, font: { size: 14 }, x: 0.02, xanchor: "left" },
    font: { color: colour("--ink"), family: "system-ui, sans-serif", size: 12 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: 58, r: 12, t: 40, b: 56 + 30 * lines },
    hovermode: "closest",
    legend: { orientation: "h", yref: "container", y: 0, yanchor: "bottom", x: 0 },
    xaxis: {
      title: { text: chart.x, standoff: 8 }, gridcolor: colour("--line"), zeroline: false,
      tickmode: "array", tickvals: chart.ticks.map((tick) => tick[0]), ticktext: chart.ticks.map((tick) => tick[1]),
    },
    yaxis: {
      title: { text: chart.y }, gridcolor: colour("--line"), zerolinecolor: colour("--line"),
      type: chart.log ? "log" : "linear", automargin: true,
    },
  });

  const drawAll = () => {
    for (const island of document.querySelectorAll("script.chart-data")) {
      const chart = JSON.parse(island.textContent);
      const place = island.previousElementSibling;
      const lines = legendLines(chart, place.clientWidth);
      Plotly.react(place, chart.data, layout(chart, lines), { responsive: true, displaylogo: false });
    }
  };

  for (const still of document.querySelectorAll(".still")) still.hidden = true;
  drawAll();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
})();
