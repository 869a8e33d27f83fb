"""Questions about a view: the answers are those of the library."""

from __future__ import annotations

import base64

import numpy as np
import pytest

import sapper
from sapper.board.view import HIDDEN
from sapper.knowledge.belief import Limit
from sapper.web.work.analysis import analyse, explain, hint, may_guess

FIVE = "...../.2.3./....."


def test_analyse_is_infer(ask):
    belief = sapper.infer(sapper.View.parse(FIVE, mines=5))
    answer = ask.post("/analyse", view=FIVE, mines=5)
    np.testing.assert_allclose(np.array(answer["risk"]), belief.risk, atol=1e-12)
    assert answer["safe"] == np.argwhere(belief.safe).tolist()
    assert answer["mines"] == []
    assert answer["solutions"] == "100"
    assert answer["log10_solutions"] == pytest.approx(2.0)
    assert answer["complete"]
    assert answer["best"]["cell"] in answer["safe"]
    assert answer["best"]["risk"] == 0.0
    assert answer["view"]["rows"] == FIVE.split("/")
    assert answer["view"]["mines"] == answer["view"]["mines_left"] == 5


def test_analyse_without_a_mine_count_and_with_a_density(ask):
    for fields in ({}, {"mines": None}, {"density": 0.2}, {"clues": "reveal:0.5"}):
        view = sapper.View.parse(FIVE, **{key: value for key, value in fields.items() if value is not None})
        answer = ask.post("/analyse", view=FIVE, **fields)
        np.testing.assert_allclose(np.array(answer["risk"]), sapper.infer(view).risk, atol=1e-12)


def test_the_best_guess_has_the_lowest_risk(ask):
    answer = ask.post("/analyse", view="1.../..../..../....", mines=3)
    assert answer["safe"] == []
    row, column = answer["best"]["cell"]
    hidden = [risk for number, risk in enumerate(np.ravel(answer["risk"]).tolist()) if number]
    assert answer["best"]["risk"] == answer["risk"][row][column] == min(hidden)


def test_nothing_is_best_when_only_mines_are_left(ask):
    assert ask.post("/analyse", view="1.", mines=1)["best"] is None


def test_a_contradiction_names_its_clues(ask):
    error = ask.post("/analyse", 400, view="1.3/...", mines=3)["error"]
    assert error["code"] == "inconsistent"
    assert sorted(error["clues"]) == [[0, 0], [0, 2]]


def test_flags_are_trusted_unless_it_is_said_otherwise(ask):
    assert ask.post("/analyse", view="1F.")["risk"] == [[0.0, 1.0, 0.5]]
    assert ask.post("/analyse", view="1F./...", trust_flags=False)["risk"][0][1] == pytest.approx(1 / 3)
    assert ask.post("/analyse", 400, view="1F/F.")["error"]["code"] == "inconsistent"
    assert ask.post("/hint", view="1F/F.")["may_guess"]
    assert ask.post("/hint", 400, view="1F/F.", trust_flags=True)["error"]["code"] == "inconsistent"


def test_past_the_limit_risks_are_sampled_and_say_so():
    layout = sapper.Layout.random(sapper.Rules(height=7, width=7, mines=9, first="any"), seed=2)
    opened = np.indices((7, 7)).sum(axis=0) % 2 == 0
    view = sapper.View(np.where(opened & ~layout.mines, layout.counts, HIDDEN).astype(np.int8), mines=9)
    tight = Limit(states=3, sweeps=1)
    answer = analyse(view, tight, trust_flags=True)
    assert not answer["complete"]
    assert answer["error"] > 0.0
    assert answer["solutions"] is None
    exact = sapper.infer(view)
    assert answer["safe"] == np.argwhere(exact.safe).tolist()
    assert hint(view, 1, tight)["exists"] == bool(exact.safe.any())
    assert may_guess(view, tight)["may_guess"] == (not exact.safe.any())
    undecided = np.argwhere(view.hidden & ~exact.safe & ~exact.mines)[0].tolist()
    told = explain(view, (undecided[0], undecided[1]), tight)
    assert told["verdict"] == "undecided"
    assert "solutions_safe" not in told


def test_explain(ask):
    view = sapper.View.parse("..../1221")
    for cell, verdict in (((0, 0), "safe"), ((0, 1), "mine")):
        answer, proof = ask.post("/explain", view="..../1221", cell=cell), sapper.explain(view, cell)
        assert answer["verdict"] == verdict
        assert answer["text"] == proof.text
        assert [tuple(clue) for clue in answer["clues"]] == list(proof.clues)
        assert answer["steps"][-1]["cells"]
    undecided = ask.post("/explain", view="1../...", mines=2, cell=[1, 2])
    assert undecided["verdict"] == "undecided"
    assert (undecided["solutions_safe"], undecided["solutions_mine"]) == ("2", "6") or undecided["risk"] > 0.0
    assert undecided["example_safe"][1][2] == "."
    assert undecided["example_mine"][1][2] == "*"
    total = int(undecided["solutions_safe"]) + int(undecided["solutions_mine"])
    assert undecided["risk"] == pytest.approx(int(undecided["solutions_mine"]) / total)


def test_hints_tell_no_more_than_was_asked(ask):
    told = [set(ask.post("/hint", view="..../1221", step=step)) for step in (1, 2, 3, 4)]
    base = {"text", "exists", "may_guess"}
    assert told == [base, base | {"region"}, base | {"region", "cell"}, base | {"region", "cell", "proof"}]
    answer = ask.post("/hint", view="..../1221", step=4)
    assert answer["cell"] in answer["region"]
    assert answer["proof"]["verdict"] == "safe"


def test_may_guess(ask):
    assert ask.post("/may-guess", view="1./..") == {"may_guess": True}
    assert ask.post("/may-guess", view="..../1221") == {"may_guess": False}


def test_the_distribution_adds_up(ask):
    answer = ask.post("/distribution", view=FIVE, mines=5, cell=[0, 0])
    assert answer["mine"] + sum(answer["clues"]) == pytest.approx(1.0)
    assert len(answer["clues"]) == 9


def test_samples_explain_the_view(ask):
    answer = ask.post("/sample", view=FIVE, mines=5, n=20, seed=3)
    assert len(answer["boards"]) == 20
    assert answer == ask.post("/sample", view=FIVE, mines=5, n=20, seed=3)
    for board in answer["boards"]:
        layout = sapper.Layout.parse("\n".join(board))
        assert (layout.total, layout.counts[1, 1], layout.counts[1, 3]) == (5, 2, 3)


def test_convert(ask):
    mbf = base64.b64encode(bytes([3, 2, 0, 1, 2, 0])).decode()
    assert ask.post("/convert", base64=mbf) == {"kind": "layout", "format": "MBF", "layout": ["..*", "..."]}
    assert ask.post("/convert", text="*./..")["layout"] == ["*.", ".."]
    assert ask.post("/convert", text="1./../mines=1")["view"]["mines"] == 1
    assert ask.post("/convert", text="view,mines\n1./.. ,1\n")["view"]["rows"] == ["1.", ".."]
    record = sapper.play("basic", sapper.Rules.beginner(), seed=1)
    answer = ask.post("/convert", text=record.to_json())
    assert answer["kind"] == "record"
    assert "\n".join(answer["layout"]) == str(record.layout)


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/analyse", 422, {}),
        ("/analyse", 422, {"view": 7}),
        ("/analyse", 422, {"view": "..", "mine": 1}),
        ("/analyse", 422, {"view": "..", "mines": True}),
        ("/analyse", 422, {"view": "..", "mines": -1}),
        ("/analyse", 422, {"view": "..", "density": 2.0}),
        ("/analyse", 400, {"view": ""}),
        ("/analyse", 400, {"view": "abc"}),
        ("/analyse", 422, {"view": "\ud800."}),
        ("/analyse", 400, {"view": "..", "mines": 3}),
        ("/analyse", 400, {"view": "..", "clues": "none"}),
        ("/analyse", 400, {"view": "..", "mines": 1, "density": 0.5}),
        ("/explain", 400, {"view": "1.", "cell": [0, 0]}),
        ("/explain", 400, {"view": "1.", "cell": [9, 9]}),
        ("/explain", 422, {"view": "1.", "cell": [0]}),
        ("/explain", 422, {"view": "1.", "cell": [0, -1]}),
        ("/explain", 422, {"view": "1.", "cell": [0, 0.5]}),
        ("/distribution", 400, {"view": "1.", "cell": [0, 0]}),
        ("/hint", 422, {"view": "1.", "step": 5}),
        ("/sample", 422, {"view": "1.", "n": 51}),
        ("/sample", 422, {"view": "1.", "seed": -1}),
        ("/convert", 422, {}),
        ("/convert", 422, {"text": "..", "base64": ""}),
        ("/convert", 400, {"base64": "!"}),
        ("/convert", 400, {"text": ""}),
        ("/convert", 400, {"text": '{"format": "sapper-record"'}),
        ("/convert", 400, {"base64": base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode()}),
    ],
)
def test_wrong_input_is_refused_in_one_line(ask, path, status, body):
    ask.refused(path, status, "bad_input", **body)


def test_too_large_a_board_is_refused(ask):
    wide = "." * 101
    assert "cells" in ask.refused("/analyse", 413, "limit", view=wide)
    assert "cells" in ask.refused("/analyse", 413, "limit", view="/".join(["." * 60] * 60))
    assert "cells" in ask.refused("/convert", 413, "limit", text="/".join(["*" * 60] * 60))
