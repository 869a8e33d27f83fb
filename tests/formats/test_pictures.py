import io
import re
import xml.etree.ElementTree as ET
import zlib

import numpy as np
import pytest

import sapper
from sapper.errors import BadInput
from sapper.formats import palette
from sapper.formats.glyphs import Box, Polygon, Stroke, glyph
from sapper.formats.picture import percent
from sapper.formats.pixels import coverage, pixels
from sapper.formats.png import png
from sapper.formats.svg import svg

EVERYTHING = sapper.View(np.array([[0, 1, 2, 3, 4], [5, 6, 7, 8, -1], [-2, -3, -4, -1, -1]], dtype=np.int8))
RISK = np.full((3, 5), np.nan)
RISK[1, 4], RISK[2, 3], RISK[2, 4] = 0.004, 0.5, 0.999
SVG = "{http://www.w3.org/2000/svg}"


def block(image, cell, row, column):
    return image[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell]


def shown(image, cell, row, column, colour):
    return bool((block(image, cell, row, column) == colour).all(axis=2).any())


class TestPixels:
    @pytest.mark.parametrize("cell", [4, 16, 24, 33])
    def test_shape(self, cell):
        image = pixels(EVERYTHING, cell=cell, risk=RISK)
        assert image.shape == (3 * cell, 5 * cell, 3)
        assert image.dtype == np.uint8

    def test_every_code_has_its_look(self):
        image = pixels(EVERYTHING, cell=48)
        for row, column in np.ndindex(2, 4):
            clue = EVERYTHING[row, column]
            if clue > 0:
                assert shown(image, 48, row, column, palette.CLUES[clue])
        assert shown(image, 48, 1, 4, palette.TILE)
        assert shown(image, 48, 2, 0, palette.CLOTH)
        assert shown(image, 48, 2, 1, palette.BLAST)
        assert shown(image, 48, 2, 2, palette.FAINT)
        blocks = {block(image, 48, row, column).tobytes() for row, column in np.ndindex(3, 5)}
        assert len(blocks) == 13  # 0 … 8, flag, mine, safe, hidden

    def test_risk_colours_only_hidden_cells_that_have_one(self):
        plain, risky = pixels(EVERYTHING, cell=48), pixels(EVERYTHING, cell=48, risk=np.full((3, 5), 0.3))
        changed = (plain != risky).any(axis=2).reshape(3, 48, 5, 48).any(axis=(1, 3))
        assert changed.tolist() == EVERYTHING.hidden.tolist()
        assert np.array_equal(plain, pixels(EVERYTHING, cell=48, risk=np.full((3, 5), np.nan)))

    def test_certain_cells_are_solid_and_are_not_the_scale(self):
        safe, mines = np.zeros((3, 5), bool), np.zeros((3, 5), bool)
        safe[1, 4], mines[2, 4] = True, True
        image = pixels(EVERYTHING, cell=48, risk=RISK, safe=safe, mines=mines)
        assert shown(image, 48, 1, 4, palette.SAFE_TILE)
        assert shown(image, 48, 2, 4, palette.MINE_TILE)
        assert not shown(image, 48, 1, 4, palette.risk_colours(np.array(0.004)))

    def test_marks_ring_a_cell(self):
        plain, marked = pixels(EVERYTHING, cell=48), pixels(EVERYTHING, cell=48, marks=[(0, 1)])
        changed = (plain != marked).any(axis=2).reshape(3, 48, 5, 48).any(axis=(1, 3))
        assert np.argwhere(changed).tolist() == [[0, 1]]

    def test_hex_rows_are_shifted(self):
        view = sapper.View(np.full((2, 3), -1, dtype=np.int8), topology="hex")
        image = pixels(view, cell=20)
        assert image.shape == (40, 70, 3)
        assert (image[20:, :10] == palette.PAPER).all()
        assert (image[:20, 60:] == palette.PAPER).all()

    @pytest.mark.parametrize("risk", [np.zeros((5, 3)), np.zeros(15)])
    def test_another_shape_is_refused(self, risk):
        with pytest.raises(BadInput, match="shape"):
            pixels(EVERYTHING, risk=risk)

    def test_nonsense_is_refused(self):
        with pytest.raises(BadInput, match="pixels"):
            pixels(EVERYTHING, cell=1)
        with pytest.raises(BadInput, match="outside the board"):
            pixels(EVERYTHING, marks=[(3, 0)])

    def test_a_large_board_is_drawn(self):
        assert pixels(sapper.View(np.full((200, 300), -1, dtype=np.int8)), cell=4).shape == (800, 1200, 3)


class TestPng:
    def test_round_trip(self):
        image = pixels(EVERYTHING, cell=20, risk=RISK)
        assert np.array_equal(unpacked(png(image)), image)

    def test_other_readers_read_it(self):
        pillow = pytest.importorskip("PIL.Image")
        image = pixels(EVERYTHING, cell=20)
        assert np.array_equal(np.asarray(pillow.open(io.BytesIO(png(image)))), image)

    @pytest.mark.parametrize("bad", [np.zeros((2, 2), np.uint8), np.zeros((2, 2, 3)), np.zeros((0, 2, 3), np.uint8)])
    def test_what_is_no_picture_is_refused(self, bad):
        with pytest.raises(BadInput, match="a picture is uint8"):
            png(bad)


def unpacked(data):
    """A PNG reader for what `png` writes, chunk by chunk."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == int.from_bytes(data[at + 8 + length : at + 12 + length])
        chunks[kind] = body
        at += 12 + length
    columns, rows = int.from_bytes(chunks[b"IHDR"][:4]), int.from_bytes(chunks[b"IHDR"][4:8])
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), dtype=np.uint8).reshape(rows, 1 + 3 * columns)
    assert (lines[:, 0] == 2).all()
    return np.cumsum(lines[:, 1:], axis=0, dtype=np.uint8).reshape(rows, columns, 3)


class TestSvg:
    def test_is_well_formed_and_every_use_is_defined(self):
        root = ET.fromstring(svg(EVERYTHING, risk=RISK, marks=[(0, 0)]))
        defined = {group.get("id") for group in root.find(f"{SVG}defs")}
        used = {use.get("href").removeprefix("#") for use in root.iter(f"{SVG}use")}
        assert used == defined
        assert root.get("viewBox") == "0 0 5 3"
        assert root.get("width") == "160"

    def test_shows_what_the_pixels_show(self):
        text = svg(EVERYTHING, risk=RISK)
        for name in ("g-8", "g-cloth", "g-mine", "g-dot", "g-risk-lt1", "g-risk-50", "g-risk-gt99"):
            assert f'href="#{name}"' in text
        assert palette.text_of(palette.CLUES[3]) in text

    def test_needs_no_font_and_nothing_from_outside(self):
        text = svg(EVERYTHING, risk=RISK)
        assert text.isascii()
        assert "<text" not in text
        assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]

    def test_hex_rows_are_shifted(self):
        text = svg(sapper.View(np.full((2, 3), -1, dtype=np.int8), topology="hex"))
        assert 'viewBox="0 0 3.5 2"' in text
        assert 'x="2.5" y="1"' in text

    def test_nonsense_is_refused(self):
        with pytest.raises(BadInput, match="at least 1 unit"):
            svg(EVERYTHING, cell=0)


class TestPalette:
    def test_risk_grows_in_even_steps_of_lightness(self):
        colours = palette.risk_colours(np.linspace(0, 1, 41))
        lightness = 116 * np.cbrt(palette.luminance(colours)) - 16
        steps = -np.diff(lightness)
        assert (steps > 0).all()
        assert steps.max() < 1.5 * steps.min()

    @pytest.mark.parametrize("clue", range(1, 9))
    def test_clues_can_be_read(self, clue):
        assert contrast(palette.CLUES[clue], palette.FLOOR) > 3.5

    def test_percentages_can_be_read(self):
        grounds = palette.risk_colours(np.linspace(0, 1, 101))
        assert contrast(palette.ink_on(grounds), grounds).min() > 3.5

    def test_risk_beyond_the_scale_is_clipped(self):
        assert np.array_equal(palette.risk_colours(np.array([-1.0, 2.0])), palette.risk_colours(np.array([0.0, 1.0])))


def contrast(one, other):
    """WCAG contrast ratio."""
    a, b = palette.luminance(one), palette.luminance(other)
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


class TestGlyphs:
    @pytest.mark.parametrize(
        "name", [*"0123456789", "flag", "%0", "%37", "%100", "%<1", "%>99", "mine", "tick", "ring"]
    )
    def test_glyphs_stay_inside_their_cell(self, name):
        for part in ("pole", "cloth") if name == "flag" else (name,):
            for shape in glyph(part):
                match shape:
                    case Stroke(points, width):
                        reach, pen = np.array(points), width / 2
                    case Polygon(points):
                        reach, pen = np.array(points), 0.0
                    case Box(left, top, right, bottom, _):
                        reach, pen = np.array([(left, top), (right, bottom)]), 0.0
                assert reach.min() - pen >= 0.0
                assert reach.max() + pen <= 1.0

    def test_digits_differ(self):
        assert len({coverage(digit, 24).tobytes() for digit in "0123456789"}) == 10

    def test_percent_never_claims_certainty(self):
        for risk in np.linspace(1e-6, 1 - 1e-6, 1001):
            assert percent(float(risk)) not in ("0", "100")
