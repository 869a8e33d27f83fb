// The server, one function per question. Whatever goes wrong arrives as an ApiError with one clear line.
const ROOT = "/api/v1";

export class ApiError extends Error {
  constructor(status, { code = "bad_input", message = "The server gave no reason.", clues = [] } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.clues = clues;
  }
}

async function ask(method, path, body, signal) {
  let answer;
  try {
    answer = await fetch(ROOT + path, {
      method,
      signal,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, { code: "offline", message: "The server does not answer. Is “sapper serve” still running?" });
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiError(answer.status, data.error);
  return data;
}

const get = (path, signal) => ask("GET", path, undefined, signal);
const post = (path, body, signal) => ask("POST", path, body, signal);

let known = null;

export const api = {
  // The same for the whole visit; a failure is not kept.
  meta: () => (known ??= get("/meta").catch((error) => { known = null; throw error; })),
  analyse: (position, signal) => post("/analyse", position, signal),
  explain: (position, cell, signal) => post("/explain", { ...position, cell }, signal),
  hint: (position, step) => post("/hint", { ...position, step }),
  mayGuess: (position) => post("/may-guess", position),
  distribution: (position, cell, signal) => post("/distribution", { ...position, cell }, signal),
  sample: (position, n, seed) => post("/sample", { ...position, n, seed }),
  convert: (given) => post("/convert", given),
  newGame: (rules) => post("/games", rules),
  game: (id) => get(`/games/${id}`),
  move: (id, move, risks) => post(`/games/${id}/moves${risks ? "?risks=1" : ""}`, move),
  review: (id) => get(`/games/${id}/review`),
  watch: (wanted, signal) => post("/watch", wanted, signal),
  experiments: () => get("/lab/experiments"),
  experiment: (name) => get(`/lab/experiments/${encodeURIComponent(name)}`),
  startRun: (wanted) => post("/lab/runs", wanted),
  stopRun: (run) => ask("DELETE", `/lab/runs/${run}`),
  runEvents: (run) => new EventSource(`${ROOT}/lab/runs/${run}/events`),
  reportAddress: (name) => `${ROOT}/lab/experiments/${encodeURIComponent(name)}/report`,
};

// What the solver is asked about: a view as text, and the mine count where it is told. A view of the server carries
// a text that says more than its rows (clue model, end rule …): what follows the rows is sent back as it came.
export function position(view) {
  const more = view.text?.split("\n").slice(view.height) ?? [];
  if (more.length) return { view: [...view.rows, ...more].join("\n") };
  return { view: view.rows.join("\n"), mines: view.mines ?? null };
}
