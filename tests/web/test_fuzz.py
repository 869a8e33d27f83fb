"""Whatever is asked, no answer is a fault of the server: schemathesis asks what the API says that one may ask."""

from __future__ import annotations

from pathlib import Path

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

CASES = {"few": 4, "many": 150}
WITHOUT = (Phase.explicit, Phase.generate)
"""Shrinking would repeat a slow request for long."""

ALPHABET = st.sampled_from([*".....012345678F*_/\n", "mines=3", "clues=cautious", "bounds=", "grid=hex", "x", "\ud800"])
VIEWS = st.lists(ALPHABET, max_size=60).map("".join)


def operations(client: TestClient) -> list[tuple[str, str]]:
    described = client.get("/api/v1/openapi.json").json()
    return [(path, method) for path, methods in described["paths"].items() for method in methods]


def attack(client: TestClient, examples: int) -> int:
    """Call every operation with made-up requests, right and wrong; how many there were."""
    schema = schemathesis.openapi.from_dict(client.get("/api/v1/openapi.json").json())
    calls = 0
    for path, method in operations(client):

        @given(case=schema[path][method].as_strategy() | schema[path][method].as_strategy(
            generation_mode=schemathesis.GenerationMode.NEGATIVE
        ))  # fmt: skip
        @settings(max_examples=examples, phases=WITHOUT, suppress_health_check=list(HealthCheck), database=None)
        def once(case):
            nonlocal calls
            calls += 1
            arguments = case.as_transport_kwargs(base_url="http://testserver")
            arguments.pop("cookies", None)  # the API has none
            if "data" in arguments:
                arguments["content"] = arguments.pop("data")
            answer = client.request(**arguments)
            assert answer.status_code < 500, (arguments, answer.text)
            if answer.status_code >= 400:
                assert answer.json()["error"]["message"]

        once()
    return calls


def test_a_short_attack(shared):
    assert attack(shared, CASES["few"]) >= CASES["few"] * 5


@pytest.mark.slow
def test_a_long_attack(shared):
    assert attack(shared, CASES["many"]) > 1000


@settings(max_examples=30, phases=WITHOUT)
@given(
    view=VIEWS,
    path=st.sampled_from(["analyse", "hint", "may-guess", "explain", "sample"]),
    mines=st.none() | st.integers(0, 9),
)
def test_strange_views(shared, view, path, mines):
    cell = {"cell": [0, 0]} if path == "explain" else {}
    answer = shared.post(f"/api/v1/{path}", json={"view": view, "mines": mines} | cell)
    assert answer.status_code in (200, 400, 413, 422), answer.text


def test_uploads_reach_no_file(shared, tmp_path: Path):
    """A path, in whatever field it stands, is text and nothing else."""
    secret = tmp_path / "secret.txt"
    secret.write_text("1./..", encoding="utf-8")
    for body in ({"text": str(secret)}, {"text": f"file://{secret}"}, {"base64": "L2V0Yy9wYXNzd2Q="}):
        assert shared.post("/api/v1/convert", json=body).status_code in (400, 413)
