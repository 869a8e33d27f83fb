"""Games outlive the server, and there are never too many of them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from sapper.board.rules import Rules
from sapper.errors import StoreFault
from sapper.game.layout import Layout
from sapper.web.limits import Limits
from sapper.web.sessions import FILE_NAME, Sessions

SMALL = {"width": 8, "height": 8, "mines": 10}


def plain(game):
    """A game without its clock."""
    return {key: value for key, value in game.items() if key not in ("elapsed", "changed")}


def test_a_restart_loses_no_game(serve, asking):
    first = asking(serve())
    games = [first.post("/games", seed=seed, practice=seed == 1, **SMALL) for seed in range(3)]
    for game in games:
        first.post(f"/games/{game['id']}/moves", flag=[7, 7])
        first.post(f"/games/{game['id']}/moves", open=[0, 0])
    first.post(f"/games/{games[1]['id']}/moves", undo=True)
    before = [plain(first.get(f"/games/{game['id']}")) for game in games]
    second = asking(serve())
    assert [plain(second.get(f"/games/{game['id']}")) for game in games] == before
    assert before[1]["moves"] == 1
    answer = second.post(f"/games/{games[1]['id']}/moves", open=[0, 0])
    assert plain(answer) == before[1] | {key: answer[key] for key in ("moves", "view", "state")}
    assert answer["view"]["rows"] != before[1]["view"]["rows"]


def test_a_board_to_order_outlives_the_server(serve, asking, tmp_path):
    sessions = Sessions(tmp_path / FILE_NAME, Limits())
    session = sessions.create("a", Rules.beginner(), 4, no_guess=True, practice=False)
    session.lay(Layout.random(Rules.beginner(), seed=99, start=(4, 4)))
    sessions.keep_layout(session)
    session.do("open", (4, 4), at=1.0)
    sessions.add(session)
    sessions.close()
    assert asking(serve()).get(f"/games/{session.id}")["view"]["text"] == str(session.view)


def test_a_client_keeps_its_latest_games(serve, asking):
    ask = asking(serve(games_per_client=3))
    keys = [ask.post("/games", **SMALL)["id"] for _ in range(5)]
    assert [ask.client.get(f"/api/v1/games/{key}").status_code for key in keys] == [404, 404, 200, 200, 200]


def test_the_server_keeps_so_many_games_in_all(serve, asking):
    ask = asking(serve(games=2))
    for _ in range(2):
        ask.post("/games", **SMALL)
    ask.refused("/games", 429, "limit", **SMALL)


def test_idle_games_are_dropped(serve, asking):
    ask = asking(serve(idle_seconds=-1.0))
    old = ask.post("/games", **SMALL)["id"]
    later = asking(serve(idle_seconds=-1.0))
    later.post("/games", **SMALL)
    assert later.get(f"/games/{old}", 404)["error"]["code"] == "not_found"


def test_games_that_left_memory_come_back(serve, asking):
    ask = asking(serve(games_in_memory=1))
    games = [ask.post("/games", seed=seed, **SMALL) for seed in range(3)]
    played = [plain(ask.post(f"/games/{game['id']}/moves", open=[3, 3])) for game in games]
    assert [plain(ask.get(f"/games/{game['id']}")) for game in games] == played


def test_a_game_does_not_go_on_for_ever(serve, asking):
    ask = asking(serve(moves_per_cell=1))
    game = ask.post("/games", width=2, height=1, mines=1)
    for _ in range(2):
        ask.post(f"/games/{game['id']}/moves", flag=[0, 0])
    ask.refused(f"/games/{game['id']}/moves", 413, "limit", flag=[0, 0])


def test_moves_at_the_same_time_come_one_after_the_other(serve, asking):
    """Twenty people flag twenty cells of one game at once: none is lost."""
    ask = asking(serve())
    game = ask.post("/games", **SMALL)
    cells = [(row, column) for row in range(4) for column in range(5)]
    people = [
        threading.Thread(target=ask.post, args=(f"/games/{game['id']}/moves",), kwargs={"flag": cell}) for cell in cells
    ]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert plain(asking(serve()).get(f"/games/{game['id']}"))["moves"] == 20
    assert "".join(ask.get(f"/games/{game['id']}")["view"]["rows"]).count("F") == 20


def test_a_file_that_is_no_database_is_told_in_one_line(tmp_path: Path):
    (tmp_path / FILE_NAME).write_text("something else " * 100, encoding="utf-8")
    with pytest.raises(StoreFault, match="cannot be used"):
        Sessions(tmp_path / FILE_NAME, Limits())


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreFault, match="cannot make the folder"):
        Sessions(tmp_path / "file" / "folder" / FILE_NAME, Limits())
