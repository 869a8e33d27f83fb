"""Sapper: a laboratory for inference-informed action in Minesweeper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapper.board.chance import Chance
    from sapper.board.clues import ClueModel
    from sapper.board.grid import Cell, Grid
    from sapper.board.moves import Ask, Flag, Move, Open, Unflag
    from sapper.board.rules import Rules
    from sapper.board.view import View
    from sapper.errors import SapperError
    from sapper.formats.files import read_layouts, read_records, read_views, write_file
    from sapper.formats.screenshot import Screenshot, read_screenshot
    from sapper.game.game import Game
    from sapper.game.layout import Layout
    from sapper.game.measures import Measures, measure
    from sapper.generator.grade import Grade, grade
    from sapper.generator.order import Board, generate
    from sapper.generator.puzzle import Puzzle, puzzles
    from sapper.inference.exact.sampling import sample
    from sapper.inference.exact.solve import infer_many
    from sapper.inference.levels import infer
    from sapper.inference.proof.explain import explain
    from sapper.inference.proof.hint import Hint, hint, may_guess
    from sapper.inference.proof.proof import Proof
    from sapper.knowledge.belief import Belief, Limit, Reason
    from sapper.lab.compare import compare
    from sapper.players.agent import Agent, Decision
    from sapper.players.catalog import agent, agents
    from sapper.players.optimal.value import Optimum, optimum
    from sapper.sim.play import play
    from sapper.sim.record import GameRecord
    from sapper.study.difficulty import Difficulty, difficulty
    from sapper.study.influence import Influence, influence
    from sapper.study.review import Review, review
    from sapper.study.winning import WinChance, win_chance

__version__ = "0.1.0"

# Name → the module that defines it. Nothing is imported before it is used: `import sapper` is instant.
_HOMES = {
    "Agent": "players.agent",
    "Ask": "board.moves",
    "Belief": "knowledge.belief",
    "Board": "generator.order",
    "Cell": "board.grid",
    "Chance": "board.chance",
    "ClueModel": "board.clues",
    "Decision": "players.agent",
    "Difficulty": "study.difficulty",
    "Flag": "board.moves",
    "Game": "game.game",
    "GameRecord": "sim.record",
    "Grade": "generator.grade",
    "Grid": "board.grid",
    "Hint": "inference.proof.hint",
    "Influence": "study.influence",
    "Layout": "game.layout",
    "Limit": "knowledge.belief",
    "Measures": "game.measures",
    "Move": "board.moves",
    "Open": "board.moves",
    "Optimum": "players.optimal.value",
    "Proof": "inference.proof.proof",
    "Puzzle": "generator.puzzle",
    "Reason": "knowledge.belief",
    "Review": "study.review",
    "Rules": "board.rules",
    "SapperError": "errors",
    "Screenshot": "formats.screenshot",
    "Unflag": "board.moves",
    "View": "board.view",
    "WinChance": "study.winning",
    "agent": "players.catalog",
    "agents": "players.catalog",
    "compare": "lab.compare",
    "difficulty": "study.difficulty",
    "explain": "inference.proof.explain",
    "generate": "generator.order",
    "grade": "generator.grade",
    "hint": "inference.proof.hint",
    "infer": "inference.levels",
    "infer_many": "inference.exact.solve",
    "influence": "study.influence",
    "may_guess": "inference.proof.hint",
    "measure": "game.measures",
    "optimum": "players.optimal.value",
    "play": "sim.play",
    "puzzles": "generator.puzzle",
    "read_layouts": "formats.files",
    "read_records": "formats.files",
    "read_screenshot": "formats.screenshot",
    "read_views": "formats.files",
    "review": "study.review",
    "sample": "inference.exact.sampling",
    "win_chance": "study.winning",
    "write_file": "formats.files",
}

__all__ = [
    "Agent",
    "Ask",
    "Belief",
    "Board",
    "Cell",
    "Chance",
    "ClueModel",
    "Decision",
    "Difficulty",
    "Flag",
    "Game",
    "GameRecord",
    "Grade",
    "Grid",
    "Hint",
    "Influence",
    "Layout",
    "Limit",
    "Measures",
    "Move",
    "Open",
    "Optimum",
    "Proof",
    "Puzzle",
    "Reason",
    "Review",
    "Rules",
    "SapperError",
    "Screenshot",
    "Unflag",
    "View",
    "WinChance",
    "agent",
    "agents",
    "compare",
    "difficulty",
    "explain",
    "generate",
    "grade",
    "hint",
    "infer",
    "infer_many",
    "influence",
    "may_guess",
    "measure",
    "optimum",
    "play",
    "puzzles",
    "read_layouts",
    "read_records",
    "read_screenshot",
    "read_views",
    "review",
    "sample",
    "win_chance",
    "write_file",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(f"sapper.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
