#!/usr/bin/env python3
"""Draws what programs lose: by learned decisions, exact registers, and rules.

USAGE: plot-sizes.py LEARNED.json REGISTERS.json DEFAULT.json SMALLEST.json -o PICTURE.svg

Each file is what `mlgo compare --json --columns code` printed of the same
programs, with the flags that models/README.md shows. A bar is the total; the
line in it is code alone.

Needs Python's standard library only. Equal results give equal bytes.
"""

import argparse
import json
import sys
from xml.sax.saxutils import escape

WIDTH = 900
BARS = (225, 690)  # From the largest growth to the largest change.
ROW = 26
TOP = 96
PARTS = (
    ("learned decisions", "#3b6fb6"),
    ("registers, exact", "#4f9d69"),
    ("rules: constants, settings", "#8fb8e8"),
    ("fewer rows of unwind tables (opt-in)", "#d3d7de"),
)
DEFAULT = 2  # The result, and the part, that ends with what ships.
CODE = "#c4573a"


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

    def line(self, x, y1, y2, colour, width=1):
        self.lines.append(
            f'<line x1="{x:.1f}" y1="{y1:g}" x2="{x:.1f}" y2="{y2:g}" '
            f'stroke="{colour}" stroke-width="{width}"/>'
        )

    def save(self, path):
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(self.lines + ["</svg>", ""]))


def programs_of(result):
    """By name: language, saved per cent of the total, and of code."""
    found = {}
    for package in result["packages"]:
        for program in package["programs"]:
            code = program["code"]
            found[program["program"]] = (
                program["language"],
                -program["change_percent"],
                -code["change_percent"],
            )
    return found


def legend(picture):
    x = 20
    for name, colour in PARTS:
        picture.box(x, 58, 12, 12, colour)
        picture.text(x + 18, 69, name)
        x += 36 + 6.4 * len(name)
    picture.line(x + 4, 56, 72, CODE, 3)
    picture.text(x + 12, 69, "code alone")


def rows(results):
    """Language, name, saved by each part and those before it, saved code."""
    parts = [programs_of(result) for result in results]
    default = parts[DEFAULT]
    if not default or any(part.keys() != default.keys() for part in parts):
        raise ValueError("the results are not of the same programs")
    return sorted(
        (
            (language, name, [part[name][1] for part in parts], code)
            for name, (language, _, code) in default.items()
        ),
        key=lambda row: (row[0], row[2][DEFAULT]),
    )


def bar(picture, place, y, totals):
    """The parts one behind the other; what grows begins left of zero."""
    start = 0
    for total, (_, colour) in zip(totals, PARTS):
        left, right = sorted((place(start), place(total)))
        picture.box(left, y + 5, right - left, ROW - 10, colour)
        start = total


def draw(results):
    table = rows(results)
    values = [value for _, _, totals, code in table for value in (*totals, code)]
    low, high = min(0, *values), max(1, *values)

    def place(saved):
        return BARS[0] + (BARS[1] - BARS[0]) * (saved - low) / (high - low)

    height = TOP + ROW * len(table) + 34
    picture = Picture(height)
    picture.text(20, 26, "Bytes that programs lose against clang -Oz", more=' font-size="17"')
    picture.text(20, 46, f"Linked code, read-only data and unwind tables. {results[DEFAULT]['compiler']}", more=' fill="#666"')
    legend(picture)
    for x, name in ((765, "default"), (870, "its code")):
        picture.text(x, TOP - 8, name, "end", ' fill="#666"')
    step = next(s for s in (0.5, 1, 2, 5, 10, 20) if (high - low) / s <= 8)
    for tick in range(int(low / step), int(high / step) + 1):
        picture.line(place(tick * step), TOP - 2, height - 30, "#e2e2e2")
        picture.text(place(tick * step), height - 12, f"{-tick * step:g} %", "middle", ' fill="#666"')
    for row, (language, name, totals, code) in enumerate(table):
        y = TOP + ROW * row
        picture.text(20, y + 17, f"{name} ({language})")
        bar(picture, place, y, totals)
        picture.line(place(code), y + 3, y + ROW - 3, CODE, 3)
        picture.text(765, y + 17, f"{-totals[DEFAULT]:+.2f} %", "end")
        picture.text(870, y + 17, f"{-code:+.2f} %", "end")
    picture.line(place(0), TOP - 2, height - 30, "#888")
    return picture


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("results", nargs=len(PARTS), metavar="RESULT",
                        help="what mlgo compare --json --columns code printed")
    parser.add_argument("-o", "--output", required=True, help="the picture, SVG")
    options = parser.parse_args()
    try:
        results = []
        for name in options.results:
            with open(name, encoding="utf-8") as file:
                results.append(json.load(file))
        draw(results).save(options.output)
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"plot-sizes.py: error: {options.results}: {error!r}")


if __name__ == "__main__":
    main()
