"""The page itself: one HTML file for every room, its modules and styles, and plotly's bundle from its own package."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from sapper.web.faults import Fault

STATIC = Path(__file__).parent / "static"
ROOMS = ("/", "/watch", "/analyse", "/lab", "/learn")


def add_pages(app: FastAPI) -> None:
    """Serve the rooms and everything that they load."""
    routes = APIRouter(include_in_schema=False)

    async def page() -> Response:
        if not (STATIC / "index.html").is_file():
            raise Fault(404, "not_found", "the page is not installed: the API is at /api/v1/openapi.json")
        return FileResponse(STATIC / "index.html", media_type="text/html")

    for room in ROOMS:
        routes.add_api_route(room, page, methods=["GET", "HEAD"])

    @routes.get("/static/plotly.js")
    async def plotly() -> Response:
        """The bundle that draws charts; it comes with the extra `[lab]`."""
        found = find_spec("plotly")
        if found is None or found.origin is None:
            raise Fault(404, "not_found", "charts need plotly: pip install 'sapper[lab]'")
        bundle = Path(found.origin).parent / "package_data" / "plotly.min.js"
        return FileResponse(bundle, media_type="text/javascript", headers={"cache-control": "max-age=86400"})

    app.include_router(routes)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
