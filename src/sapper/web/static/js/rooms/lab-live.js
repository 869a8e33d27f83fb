// Charts of a run while it is under way, from the points that arrive; when it ends, the server's own take their place.
const MEASURES = {
  score: "score, % of the mines", net_score: "net score, % of the mines", won: "games won, %", mines_opened: "mines opened",
  flags_wrong: "safe cells flagged", guesses: "guesses", moves: "moves", seconds: "seconds per game",
};

export class LivePoints {
  constructor(agents) {
    this.agents = agents;
    this.points = new Map();
  }

  add(point) {
    this.points.set(`${point.measure}|${point.setting}|${point.agent}`, point);
  }

  get charts() {
    const all = [...this.points.values()];
    return distinct(all, "measure").map((measure) => {
      const own = all.filter((point) => point.measure === measure);
      return { title: capital(MEASURES[measure] ?? measure), measure, x: "", y: MEASURES[measure] ?? measure, panels: distinct(own, "series").map((series) => this.#panel(series, own)) };
    });
  }

  #panel(series, points) {
    const own = points.filter((point) => point.series === series);
    const curves = distinct(own, "agent").map((agent) => ({
      label: agent,
      style: Math.max(this.agents.indexOf(agent), 0),
      points: own.filter((point) => point.agent === agent).sort((a, b) => (a.x > b.x ? 1 : -1)),
    }));
    return { title: series, curves };
  }
}

function distinct(points, field) {
  return [...new Set(points.map((point) => point[field]))];
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
