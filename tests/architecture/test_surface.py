"""The public surface is a list, and the list is true."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import types

import pytest

import sapper

# Type aliases are described where they are defined; Python gives them no docstring of their own.
ALIASES = {"Cell", "Move"}


def test_all_is_the_sorted_list_of_homes() -> None:
    assert sapper.__all__ == sorted(sapper._HOMES)
    assert dir(sapper) == sorted(sapper.__all__)


@pytest.mark.parametrize("name", sapper.__all__)
def test_every_name_is_there_and_documented(name: str) -> None:
    value = getattr(sapper, name)
    assert value is getattr(importlib.import_module(f"sapper.{sapper._HOMES[name]}"), name)
    if name not in ALIASES:
        assert (inspect.getdoc(value) or "").strip(), f"{name} has no docstring"
        assert inspect.getdoc(value) != inspect.getdoc(type(value)), f"{name} has only the docstring of its type"


@pytest.mark.parametrize("name", sapper.__all__)
def test_public_classes_document_their_public_methods(name: str) -> None:
    value = getattr(sapper, name)
    if not inspect.isclass(value):
        assert callable(value) or name in ALIASES
        return
    own = {key: member for key, member in vars(value).items() if not key.startswith("_")}
    members = {key: getattr(member, "fget", None) or getattr(member, "__func__", member) for key, member in own.items()}
    bare = [key for key, member in members.items() if isinstance(member, types.FunctionType) and not member.__doc__]
    assert bare == []


def test_no_public_name_is_hidden_by_a_package_of_the_same_name() -> None:
    rooms = {module.name for module in pkgutil.iter_modules(sapper.__path__)}
    assert rooms.isdisjoint(sapper.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'sapper' has no attribute 'nothing'"):
        _ = sapper.nothing


def test_every_module_says_what_it_is() -> None:
    for module in pkgutil.walk_packages(sapper.__path__, "sapper."):
        if not module.name.endswith("__main__"):
            assert importlib.import_module(module.name).__doc__, f"{module.name} has no docstring"
