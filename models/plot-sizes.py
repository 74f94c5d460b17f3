#!/usr/bin/env python3
"""Draws what `mlgo compare --json` measured: how much smaller programs become.

USAGE: plot-sizes.py RESULT.json -o PICTURE.svg

Of a matrix (`mlgo compare --matrix FILE --json`) it draws the first cell.

Needs Python's standard library only. Equal results give equal bytes.
"""

import argparse
import json
import sys
from xml.sax.saxutils import escape

WIDTH = 900
BARS = (425, 825)  # From zero to the largest change.
ROW = 26
TOP = 78
COLOURS = {"C": "#3b6fb6", "C++": "#2f9e6e"}
GREW = "#c4573a"


class Picture:
    """Lines of SVG."""

    def __init__(self, height):
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
            f'height="{height}" viewBox="0 0 {WIDTH} {height}" '
            'font-family="sans-serif" font-size="13" fill="#222">',
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        ]

    def text(self, x, y, text, anchor="start", more=""):
        self.lines.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>'
            f"{escape(text)}</text>"
        )

    def box(self, x, y, width, height, colour):
        self.lines.append(
            f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" '
            f'height="{height:g}" fill="{colour}"/>'
        )

    def line(self, x, y1, y2, colour):
        self.lines.append(
            f'<line x1="{x:.1f}" y1="{y1:g}" x2="{x:.1f}" y2="{y2:g}" '
            f'stroke="{colour}"/>'
        )

    def save(self, path):
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(self.lines + ["</svg>", ""]))


def draw(result):
    if isinstance(result, list):
        programs = result[0]["programs"]
        what = f"{result[0]['target']}, -{result[0]['level']}"
    else:
        programs = [p for package in result["packages"] for p in package["programs"]]
        what = result["compiler"]
    if not programs:
        raise ValueError("no program")
    programs.sort(key=lambda p: (p["language"], -p["change_percent"]))
    changes = [-p["change_percent"] for p in programs]
    # Bars begin where nothing changes; a program that grew has one to the left.
    low, high = min(0, *changes), max(1, *changes)

    def place(saved):
        return BARS[0] + (BARS[1] - BARS[0]) * (saved - low) / (high - low)

    height = TOP + ROW * len(programs) + 34
    picture = Picture(height)
    picture.text(20, 26, "How much smaller programs become", more=' font-size="17"')
    picture.text(20, 48, f"Bytes of linked text. {what}", more=' fill="#666"')
    for x, name in ((285, "stock"), (390, "with plugins")):
        picture.text(x, TOP - 8, name, "end", ' fill="#666"')
    step = next(s for s in (0.5, 1, 2, 5, 10, 20) if (high - low) / s <= 8)
    for tick in range(int(low / step), int(high / step) + 1):
        picture.line(place(tick * step), TOP - 2, height - 30, "#e2e2e2")
        picture.text(place(tick * step), height - 12, f"{-tick * step:g} %", "middle", ' fill="#666"')
    for row, (program, saved) in enumerate(zip(programs, changes)):
        y = TOP + ROW * row
        picture.text(20, y + 17, f"{program['program']} ({program['language']})")
        picture.text(285, y + 17, f"{program['stock_bytes']:,}", "end")
        picture.text(390, y + 17, f"{program['variant_bytes']:,}", "end")
        colour = GREW if saved < 0 else COLOURS.get(program["language"], "#777")
        left, right = sorted((place(0), place(saved)))
        picture.box(left, y + 5, right - left, ROW - 10, colour)
        picture.text(right + 6, y + 17, f"{-saved:+.2f} %")
    picture.line(place(0), TOP - 2, height - 30, "#888")
    return picture


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("result", help="what mlgo compare --json printed")
    parser.add_argument("-o", "--output", required=True, help="the picture, SVG")
    options = parser.parse_args()
    try:
        with open(options.result, encoding="utf-8") as file:
            picture = draw(json.load(file))
        picture.save(options.output)
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"plot-sizes.py: error: {options.result}: {error}")


if __name__ == "__main__":
    main()
