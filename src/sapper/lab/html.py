"""The little HTML that pages are made of: elements, tables, and the shell around them.

Text is escaped where it enters: every function takes plain text, and gives `Html` that is not escaped again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from importlib.resources import files

_VOID = {"img"}


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(tag: str, *content: str, **attributes: str) -> Html:
    """An element; plain content is escaped, `class_` and the like lose their underscore. Void ones have no end.

    >>> element("p", "a < b ", element("b", "c"), class_="x")
    '<p class="x">a &lt; b <b>c</b></p>'
    """
    words = [tag, *(f'{name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())]
    begin = f"<{' '.join(words)}>"
    return Html(begin if tag in _VOID else f"{begin}{''.join(map(_inner, content))}</{tag}>")


def join(parts: Iterable[str]) -> Html:
    """Pieces one after the other."""
    return Html("\n".join(map(_inner, parts)))


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], words: Collection[str] = ()) -> Html:
    """A table whose first column names its rows; on a narrow screen it scrolls by itself.

    `words`: the columns that hold words instead of figures.
    """
    looks = [{"class_": "words"} if title in words else {} for title in head]
    titles = (element("th", title, scope="col", **look) for title, look in zip(head, looks, strict=True))
    body = join(_row(cells, looks) for cells in rows)
    whole = element(
        "table", element("caption", caption), element("thead", element("tr", *titles)), element("tbody", body)
    )
    return element("div", whole, class_="scroll", tabindex="0", role="region", aria_label=caption)


def _row(cells: Sequence[str], looks: Sequence[dict[str, str]]) -> Html:
    first, *rest = cells
    others = (element("td", cell, **look) for cell, look in zip(rest, looks[1:], strict=True))
    return element("tr", element("th", first, scope="row"), *others)


def details(summary: str, *content: str) -> Html:
    """Something that is folded away."""
    return element("details", element("summary", summary), *content)


def page(title: str, body: str, *, charts: bool = True) -> str:
    """A whole page, with everything it needs inside it: style, script, and plotly's bundle if there are charts."""
    resources = files("sapper.lab") / "pages"
    style = (resources / "page.css").read_text(encoding="utf-8")
    scripts = ""
    if charts:
        drawing = (resources / "charts.js").read_text(encoding="utf-8")
        scripts = f"<script>{_plotly()}</script>\n<script>{drawing}</script>\n"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{_inner(body)}\n</main>\n"
        f"{scripts}</body>\n</html>\n"
    )


def _plotly() -> str:
    """Plotly's bundle, from its Python package; it may not end the script element that holds it."""
    from plotly.offline import get_plotlyjs

    return str(get_plotlyjs()).replace("</script", "<\\/script")


def _inner(content: str) -> str:
    return content if isinstance(content, Html) else escape(content)
