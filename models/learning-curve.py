#!/usr/bin/env python3
"""Draws what more training packages and labels buy, after measuring it.

USAGE: learning-curve.py CURVE.csv -o PICTURE.svg
         [--measure MLGO --labels FOLDER... --corpus FOLDER... --work FOLDER]

With --measure the CSV is written first: a policy for inlining is fitted to the
labels of 5, 10, 20 and all packages, in two random orders, and to a quarter and
a half of all labels. Then mlgo eval says what each saves in the programs of the
corpora. Policies that are in the work folder already are not fitted again.

Needs Python's standard library only. Equal results give equal bytes.
"""

import argparse
import csv
import json
import os
import random
import re
import subprocess
import sys

COUNTS = (5, 10, 20)
ORDERS = (1, 2)
SHARES = (4, 2)
# As train.sh fits inline-size.mlgo; the inputs left out are read from there.
FIT = "--kind trees --target flip --trees 150 --leaves 16 --depth 4 --max-bytes 100"
FIT += " --min-child-weight 60 --cut 0.15 --levels Oz Os --threshold -10"
FIT = [*FIT.split(), "--loop-threshold", "50", "--exclude"]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "train.sh"),
          encoding="utf-8") as recipe:
    FIT += re.search(r'^costly="([^"]*)"', recipe.read(), flags=re.M)[1].split()
FIT += ["lto_phase", "call_frequency"]

WIDTH, HEIGHT = 900, 380
PANELS = {"C": (70, 420), "C++": (520, 870)}  # From left to right.
TOP, BOTTOM = 92, 310
COLOURS = {"packages": "#3b6fb6", "labels": "#c4873a"}


def run(command):
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def fit(options, name, packages, more):
    """The policy's path, and how many labels it was fitted to."""
    path = os.path.join(options.work, name + ".mlgo")
    if not os.path.exists(path + ".json"):
        command = [options.measure, "fit", *FIT, *more, "--logs", *options.labels]
        result = run([*command, "--programs", *packages, "--json", "-o", path])
        with open(path + ".json", "w", encoding="utf-8") as out:
            json.dump(result["training"]["total"], out)
    with open(path + ".json", encoding="utf-8") as file:
        return path, json.load(file)["examples"]


def fit_all(options):
    """Rows of what is varied, order, packages, labels and path."""
    found = sorted({p for folder in options.labels for p in os.listdir(folder)})
    whole, labels = fit(options, "all", found, ["--seed", "1"])
    rows = [("packages", 1, len(found), labels, whole)]
    for order in ORDERS:
        drawn = list(found)
        random.Random(order).shuffle(drawn)
        for count in COUNTS:
            name = f"{count}-{order}"
            path, known = fit(options, name, sorted(drawn[:count]), ["--seed", "1"])
            rows.append(("packages", order, count, known, path))
        for share in SHARES:
            more = ["--max-examples", str(labels // share), "--seed", str(order)]
            path, _ = fit(options, f"share-{share}-{order}", found, more)
            rows.append(("labels", order, len(found), labels // share, path))
    rows.append(("labels", 1, len(found), labels, whole))
    return rows


def evaluate(options, rows):
    """Adds the summary of each policy."""
    paths = sorted({row[-1] for row in rows})
    command = [options.measure, "eval", "--corpus", *options.corpus]
    result = run([*command, "--json", "--policy", *paths])
    summaries = {path: result["policies"][i]["summary"] for i, path in enumerate(paths)}
    points = []
    for varied, order, packages, labels, path in rows:
        for language in PANELS:
            of = summaries[path][language]
            points.append(
                {
                    "varied": varied,
                    "order": order,
                    "packages": packages,
                    "labels": labels,
                    "language": language,
                    "saved": -of["geometric_mean_percent"],
                    "low": -of["high_percent"],
                    "high": -of["low_percent"],
                    "worst": -of["worst_percent"],
                }
            )
    return points


def measure(options):
    os.makedirs(options.work, exist_ok=True)
    points = evaluate(options, fit_all(options))
    with open(options.curve, "w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, points[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(points)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["labels"] = int(row["labels"])
        for name in ("saved", "low", "high"):
            row[name] = float(row[name])
    return rows


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def draw_panel(points, language, left, right):
    here = [p for p in points if p["language"] == language]
    most, low = max(p["labels"] for p in here), min(0, *(p["low"] for p in here))
    high = max(p["high"] for p in here)

    def place(labels, saved):
        x = left + (right - left) * labels / most
        return x, BOTTOM - (BOTTOM - TOP) * (saved - low) / (high - low)

    lines = [text(left, TOP - 12, language, "start", ' font-size="15"')]
    step = next(s for s in (0.1, 0.2, 0.5, 1, 2, 5) if (high - low) / s <= 8)
    for tick in range(int(low / step), int(high / step) + 1):
        y = place(0, tick * step)[1]
        lines.append(f'<line x1="{left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#e2e2e2"/>')
        lines.append(text(left - 6, y + 4, f"{-tick * step:g} %", "end", ' fill="#666"'))
    for labels in range(0, most + 1, 15000):
        lines.append(text(place(labels, 0)[0], BOTTOM + 20, f"{labels:,}", "middle", ' fill="#666"'))
    for p in here:
        colour = COLOURS[p["varied"]]
        x, y = place(p["labels"], p["saved"])
        low_y, high_y = (place(0, p[end])[1] for end in ("low", "high"))
        lines.append(
            f'<line x1="{x:.1f}" y1="{low_y:.1f}" x2="{x:.1f}" y2="{high_y:.1f}" '
            f'stroke="{colour}" opacity="0.35"/>'
        )
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')
        if p["varied"] == "packages":
            lines.append(text(x + 7, y - 6, p["packages"], "start", f' fill="{colour}"'))
    return lines


def draw(points):
    grey, what = ' fill="#666"', "Bytes of validation programs, by the number of labels"
    blue, orange = (f' fill="{COLOURS[varied]}"' for varied in ("packages", "labels"))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        text(20, 26, "What more labels buy", "start", ' font-size="17"'),
        text(20, 48, what + "; bars: 95 % of resampled programs", "start", grey),
        text(20, HEIGHT - 12, "blue: labels of so many packages", "start", blue),
        text(300, HEIGHT - 12, "orange: a part of the labels of all", "start", orange),
    ]
    for language, (left, right) in PANELS.items():
        lines += draw_panel(points, language, left, right)
    return "\n".join(lines + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("curve", help="the numbers, CSV")
    parser.add_argument("-o", "--output", required=True, help="the picture, SVG")
    parser.add_argument("--measure", metavar="MLGO", help="write the numbers first, by this program")
    parser.add_argument("--labels", nargs="+", help="folders of labels")
    parser.add_argument("--corpus", nargs="+", help="validation corpora")
    parser.add_argument("--work", help="where policies are kept")
    options = parser.parse_args()
    if options.measure and not (options.labels and options.corpus and options.work):
        parser.error("--measure needs --labels, --corpus and --work")
    try:
        if options.measure:
            measure(options)
        picture = draw(read(options.curve))
        with open(options.output, "w", encoding="utf-8") as out:
            out.write(picture)
    except (OSError, ValueError, KeyError, subprocess.CalledProcessError) as error:
        sys.exit(f"learning-curve.py: error: {error}")


if __name__ == "__main__":
    main()
