"""Games of people: the rules of the library, and the truth only at the end."""

from __future__ import annotations

import json
import random

import pytest

import sapper
from sapper.game.game import Game

TINY = {"width": 4, "height": 3, "mines": 2}


def begin(ask, **rules):
    return ask.post("/games", **({"seed": 5} | rules))


def move(ask, game, status=200, /, risks=False, **body):
    return ask.post(f"/games/{game['id']}/moves{'?risks=1' if risks else ''}", status, **body)


def truth(game):
    """The same game in the library."""
    told = game["rules"]
    rules = sapper.Rules(
        height=told["height"], width=told["width"], mines=told["mines"], end=told["rule"], first=told["first"],
        clues=told["clues"], mine_count=told["mine_count"],
    )  # fmt: skip
    return Game(rules, game["seed"])


def finish(ask, game, agent="exact"):
    """Let an agent play on to the end; the last answer."""
    ours, player, chance = truth(game), sapper.agent(agent), sapper.Chance(1)
    while not ours.over:
        for step in player.act(ours.view, chance).moves:
            if ours.over or not ours.view.hidden[step.cell]:
                continue
            ours.apply(step)
            word = type(step).__name__.lower()
            game = move(ask, game, **{word: step.cell}) | {"seed": game["seed"]}
    return game


def test_a_new_game_tells_its_rules_and_nothing_else(ask):
    game = begin(ask, level="expert", first="opening")
    assert game["rules"] == {
        "width": 30, "height": 16, "mines": 99, "first": "opening", "rule": "classic", "clues": "exact",
        "mine_count": True, "no_guess": False, "practice": False,
    }  # fmt: skip
    assert game["state"] == "new"
    assert game["view"]["rows"] == ["." * 30] * 16
    assert (game["moves"], game["elapsed"], game["mines_left"]) == (0, 0.0, 99)
    assert game["score"] is game["net_score"] is game["bbbv"] is None
    assert "layout" not in game
    assert ask.get(f"/games/{game['id']}") == game


def test_without_a_seed_every_game_is_another(ask):
    assert begin(ask, level="beginner", seed=None)["seed"] != begin(ask, level="beginner", seed=None)["seed"]


@pytest.mark.parametrize("rules", [TINY, TINY | {"rule": "survey"}, {"level": "survey10", "clues": "cautious"}])
def test_a_whole_game(ask, rules):
    game = finish(ask, begin(ask, **rules))
    assert game["state"] in ("won", "lost", "done")
    layout = sapper.Layout.parse("\n".join(game["layout"]))
    assert layout.total == game["rules"]["mines"]
    assert game["bbbv"] == sapper.measure(layout).bbbv
    assert 0.0 <= game["score"] <= 1.0
    record = sapper.GameRecord.from_json(ask.client.get(f"/api/v1/games/{game['id']}/record").text)
    assert record.layout == layout
    assert record.result.score == game["score"]
    review = ask.get(f"/games/{game['id']}/review")
    assert review["luck"] == pytest.approx(sapper.review(record).luck)
    assert len(review["moves"]) == game["moves"] == record.moves
    assert move(ask, game, 409, open=[0, 0])["error"]["code"] == "over"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rule", ["classic", "survey"])
def test_no_answer_holds_the_truth_before_the_end(ask, seed, rule):
    """Random play: every answer is what the library's own view of the same game says, and the truth is null."""
    luck = random.Random(seed)
    game = begin(ask, width=6, height=5, mines=6, rule=rule, seed=seed, mine_count=seed % 2 == 0)
    ours = truth(game)
    while not ours.over:
        hidden = [(row, column) for row, column in zip(*ours.view.hidden.nonzero(), strict=True)]
        cell = tuple(map(int, luck.choice(hidden)))
        chosen = luck.choice([sapper.Open, sapper.Open, sapper.Flag])(cell)
        ours.apply(chosen)
        game = move(ask, game, risks=True, **{type(chosen).__name__.lower(): cell})
        assert game["view"]["text"] == str(ours.view)
        assert game["view"]["rows"] == str(ours.view).split("\n")[:5]
        if ours.over:
            break
        assert "layout" not in game
        assert game["score"] is game["net_score"] is game["bbbv"] is None
        assert (
            str(ours.result.score) not in json.dumps(game | {"analysis": None, "elapsed": 0}) or not ours.result.score
        )
        assert ask.get(f"/games/{game['id']}/review", 409)["error"]["code"] == "over"
        assert ask.get(f"/games/{game['id']}/record", 409)["error"]["code"] == "over"
        again = ask.get(f"/games/{game['id']}")
        assert "layout" not in again
    assert "\n".join(game["layout"]) == str(ours.layout)


def test_a_flag_is_put_and_taken_back(ask):
    game = begin(ask, **TINY)
    assert move(ask, game, flag=[0, 0])["view"]["rows"][0] == "F..."
    answer = move(ask, game, flag=[0, 0])
    assert answer["view"]["rows"][0] == "...."
    assert answer["changed"] == [[0, 0]]
    assert answer["moves"] == 2


def test_chords(ask):
    game = begin(ask, width=3, height=1, mines=1, first="any", seed=next(_seeds_of(".*.")))
    assert move(ask, game, 409, chord=[0, 0])["error"]["code"] == "bad_input"
    game = move(ask, game, open=[0, 0])
    assert move(ask, game, 409, chord=[0, 0])["error"]["code"] == "bad_input"
    move(ask, game, flag=[0, 1])
    assert move(ask, game, 409, chord=[0, 0])["error"]["code"] == "bad_input"
    game = begin(ask, width=3, height=2, mines=1, first="any", seed=next(_seeds_of("*../...")), rule="survey")
    move(ask, game, open=[1, 1])
    move(ask, game, flag=[0, 0])
    answer = move(ask, game, chord=[1, 1])
    assert answer["state"] == "won"
    assert len(answer["changed"]) == 4
    assert answer["moves"] == 6


def test_a_chord_beside_a_wrong_flag_explodes(ask):
    game = begin(ask, width=3, height=2, mines=1, first="any", seed=next(_seeds_of("*../...")))
    move(ask, game, open=[1, 1])
    move(ask, game, flag=[0, 1])
    assert move(ask, game, chord=[1, 1])["state"] == "lost"


def _seeds_of(text):
    """Seeds whose board is this one."""
    wanted = sapper.Layout.parse(text)
    rules = sapper.Rules(height=wanted.mines.shape[0], width=wanted.mines.shape[1], mines=wanted.total, first="any")
    return (seed for seed in range(10_000) if sapper.Layout.random(rules, seed) == wanted)


def test_undo_in_practice(ask):
    game = begin(ask, width=3, height=1, mines=1, first="any", seed=next(_seeds_of("*..")), practice=True)
    assert move(ask, game, 409, undo=True)["error"]["code"] == "bad_input"
    lost = move(ask, game, open=[0, 0])
    assert lost["state"] == "lost"
    back = move(ask, game, undo=True)
    assert back["state"] == "new"
    assert back["view"]["rows"] == ["..."]
    assert "layout" not in back
    assert move(ask, begin(ask, **TINY), 409, undo=True)["error"]["code"] == "bad_input"


def test_a_board_without_a_guess_is_solved_by_proof(ask):
    game = begin(ask, level="beginner", no_guess=True, first="safe", seed=11)
    move(ask, game, flag=[8, 8])
    assert move(ask, game, open=[4, 4])["view"]["rows"][8][8] == "F"
    answer = move(ask, game, risks=True, flag=[8, 8])
    while answer["state"] == "playing":
        assert answer["analysis"]["safe"], "a guess is needed"
        answer = move(ask, game, risks=True, open=answer["analysis"]["safe"][0])
    assert answer["state"] == "won"
    board = sapper.generate(sapper.Rules.beginner(), seed=11, start=(4, 4), no_guess=True)[0]
    assert "\n".join(answer["layout"]) == str(board.layout)


def test_asking_again(ask):
    game = begin(ask, width=4, height=4, mines=2, clues="reveal:0.01:again", first="any", rule="survey", seed=2)
    ours = truth(game)
    cell = next(cell for cell in ((r, c) for r in range(4) for c in range(4)) if not ours.layout.mines[cell])
    assert move(ask, game, open=cell)["view"]["rows"][cell[0]][cell[1]] == "_"
    assert move(ask, game, ask=cell)["moves"] == 2
    assert move(ask, begin(ask, **TINY), 409, ask=[0, 0])["error"]["code"] == "bad_input"


def test_the_risks_come_with_the_move(ask):
    game = begin(ask, level="intermediate")
    answer = move(ask, game, risks=True, open=[8, 8])
    view = sapper.View.parse(answer["view"]["text"])
    assert answer["analysis"]["safe"] == [list(cell) for cell in map(tuple, _cells(sapper.infer(view).safe))]
    with_flag = move(ask, game, risks=True, flag=list(_cells(view.hidden)[0]))
    assert with_flag["analysis"]["risk"] == answer["analysis"]["risk"]


def _cells(mask):
    return [(int(row), int(column)) for row, column in zip(*mask.nonzero(), strict=True)]


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (422, {}),
        (422, {"level": "impossible"}),
        (422, {"width": 5, "height": 5}),
        (422, {"level": "expert", "seed": -1}),
        (422, {"level": "expert", "seed": 2**53}),
        (422, {"level": "expert", "rule": "chess"}),
        (422, {"level": "expert", "surprise": 1}),
        (400, {"width": 2, "height": 2, "mines": 5}),
        (400, {"width": 2, "height": 2, "mines": 4}),
        (400, {"level": "expert", "clues": "nothing"}),
        (400, {"level": "expert", "clues": "cautious", "no_guess": True}),
    ],
)
def test_rules_that_make_no_sense(ask, status, body):
    ask.refused("/games", status, "bad_input", **body)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (422, {}),
        (422, {"open": [0, 0], "flag": [0, 0]}),
        (422, {"open": None}),
        (422, {"undo": False}),
        (422, {"open": "0,0"}),
        (409, {"open": [9, 9]}),
        (409, {"chord": [9, 9]}),
        (409, {"flag": [9, 9]}),
        (409, {"ask": [0, 0]}),
    ],
)
def test_moves_that_make_no_sense(ask, status, body):
    game = begin(ask, **TINY)
    assert move(ask, game, status, **body)["error"]["code"] == "bad_input"
    assert ask.get(f"/games/{game['id']}")["state"] == "new"


def test_too_large_a_board_and_an_unknown_game(ask):
    ask.refused("/games", 413, "limit", width=101, height=5, mines=5)
    ask.refused("/games", 413, "limit", width=60, height=60, mines=5)
    assert ask.get("/games/nothing", 404)["error"]["code"] == "not_found"
    ask.refused("/games/nothing/moves", 404, "not_found", open=[0, 0])
