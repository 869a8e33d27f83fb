"""What every request must pass, and what every answer carries."""

from __future__ import annotations

import pytest

ANALYSE = "/api/v1/analyse"
ROOMS = ("/", "/watch", "/analyse", "/lab", "/learn")


@pytest.mark.parametrize("path", ["/api/v1/meta", "/api/v1/nothing", "/nothing", "/static/nothing.js", *ROOMS])
def test_every_answer_has_strict_headers(shared, path):
    headers = shared.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cache-control"]


def test_answers_of_the_api_are_not_stored(shared):
    assert shared.get("/api/v1/meta").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v1/analyse", 405),
        ("PUT", "/api/v1/games", 405),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/static/..%2f..%2fapp.py", 404),
        ("GET", "/static//etc/passwd", 404),
    ],
)
def test_what_is_not_there_is_an_error_in_our_shape(shared, method, path, status):
    answer = shared.request(method, path)
    assert answer.status_code == status
    assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"view": NaN}'])
def test_a_body_that_is_no_request(shared, body):
    answer = shared.post(ANALYSE, content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["code"] == "bad_input"


def test_a_body_that_is_too_long(serve):
    client = serve(body=1000)
    announced = client.post(ANALYSE, content=b" " * 1001)
    streamed = client.post(ANALYSE, content=(b" " * 100 for _ in range(11)))
    for answer in (announced, streamed):
        assert answer.status_code == 413
        assert answer.json()["error"]["code"] == "limit"


def test_too_many_requests_at_once(serve):
    client = serve(requests_per_second=0.001, burst=3)
    answers = [client.get("/api/v1/meta") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json()["error"]["code"] == "rate"
    assert answers[-1].headers["retry-after"] == "1"
    assert client.get("/static/nothing.js").status_code == 404, "files are not counted"


def test_a_local_server_answers_to_local_names_only(serve):
    client = serve(hosts=("127.0.0.1", "localhost", "[::1]"))
    status = {
        host: client.get("/api/v1/meta", headers={"host": host}).status_code
        for host in ("127.0.0.1", "localhost:8000", "[::1]:80", "evil.example", "")
    }
    assert status == {"127.0.0.1": 200, "localhost:8000": 200, "[::1]:80": 200, "evil.example": 403, "": 403}


@pytest.mark.parametrize(("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200)])
def test_pages_of_other_sites_may_not_ask(shared, site, status):
    body = {"level": "beginner"}
    assert shared.post("/api/v1/games", json=body, headers={"sec-fetch-site": site}).status_code == status


def test_a_form_of_another_site_is_no_json(shared):
    answer = shared.post("/api/v1/games", content=b'{"level": "beginner"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 422


def test_meta(shared):
    meta = shared.get("/api/v1/meta").json()
    assert {"name": "expert", "width": 30, "height": 16, "mines": 99, "rule": "classic"} in meta["levels"]
    assert {"basic", "exact", "champion"} <= {agent["name"] for agent in meta["agents"]}
    assert meta["ladder"][0]["name"] == "single"
    assert meta["limits"]["cells"] >= 480


def test_the_api_describes_itself(shared):
    described = shared.get("/api/v1/openapi.json").json()
    assert {"/api/v1/analyse", "/api/v1/games/{key}/moves", "/api/v1/lab/runs"} <= set(described["paths"])
    assert not [path for path in described["paths"] if not path.startswith("/api/v1/")]


def test_plotly_comes_from_its_package(shared):
    pytest.importorskip("plotly")
    answer = shared.get("/static/plotly.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert b"plotly.js" in answer.content[:500]
