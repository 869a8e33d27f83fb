"""`sapper watch --out`: a game as a GIF or as a folder of frames."""

from __future__ import annotations

import pytest
from PIL import Image

import sapper

GAME = ("watch", "--size", "4x3", "--mines", 2, "--rule", "survey", "--seed", 2)


@pytest.fixture(scope="module")
def moves() -> int:
    return sapper.play("basic", sapper.Rules(height=3, width=4, mines=2, end="survey"), seed=2).moves


def test_a_gif_is_written(run, tmp_path, moves):
    path = tmp_path / "game.gif"
    ran = run(*GAME, "--out", path)
    assert ran.code == 0
    assert ran.out == f"{moves + 1} frames written to {path}\n"
    with Image.open(path) as image:
        assert image.n_frames == moves + 1


@pytest.mark.parametrize("made", [True, False])
def test_frames_are_written_into_a_folder(run, tmp_path, moves, made):
    folder = tmp_path / "frames"
    if made:
        folder.mkdir()
    assert run(*GAME, "--out", f"{folder}/").code == 0
    names = {f"{number:04}.{kind}" for number in range(moves + 1) for kind in ("svg", "png")}
    assert {path.name for path in folder.iterdir()} == names | {"steps.txt"}
    assert len((folder / "steps.txt").read_text().splitlines()) == moves + 1


@pytest.mark.parametrize(
    "name", ["game.mp4", "nowhere/game.gif", "nowhere/frames", "taken", "file", "file/", "taken.gif"]
)
def test_other_places_are_refused_before_the_game(refused, tmp_path, name):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "something").touch()
    (tmp_path / "taken.gif").mkdir()
    (tmp_path / "file").touch()
    assert "cannot write" in refused(*GAME, "--out", f"{tmp_path}/{name}")
    assert {path.name for path in tmp_path.iterdir()} == {"taken", "taken.gif", "file"}
