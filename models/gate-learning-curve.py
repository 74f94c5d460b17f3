#!/usr/bin/env python3
"""Prints what more packages, and more labels of them, teach a policy for passes.

USAGE: gate-learning-curve.py MLGO LABELS

LABELS is models/labels/gate-oz.tar.xz, unpacked. Four times a quarter of the
packages is held out. Policies are fitted to some of the others, or to a part of
their labels, and fit says what share of the useful bytes of the packages held
out they take. Fits are as in train.sh. Needs Python's standard library only.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

GROUPS = 4
PACKAGES = (3, 6, 12, 24)
SHARES = (8, 4, 2)
HERE = os.path.dirname(os.path.abspath(__file__))


def recipe():
    """The options of fit_gates in train.sh, without those of a shell."""
    with open(os.path.join(HERE, "train.sh"), encoding="utf-8") as file:
        body = re.search(r"^fit_gates\(\) \{.*?^\}", file.read(),
                         flags=re.M | re.S)[0]
    words = body[body.index("--task"):].replace("\\\n", " ").split()
    words = words[:words.index("--levels")]
    at = words.index("--logs")
    return [*words[:at], *words[at + 2:], "--speed-price", "0.5"]


RECIPE = recipe()


def fit(mlgo, labels, names, more):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [mlgo, "fit", *RECIPE, *more, "--logs", labels, "--programs",
             *names, "--json", "-o", os.path.join(folder, "policy.mlgo")],
            check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def main():
    mlgo, labels = sys.argv[1:]
    names = sorted(os.listdir(labels))
    random.Random(1).shuffle(names)
    results = {}
    for group in range(GROUPS):
        held = names[group::GROUPS]
        rest = [name for name in names if name not in held]
        more = ["--validation", *held]
        whole = fit(mlgo, labels, names, more)
        count = whole["training"]["total"]["examples"]
        rows = [(f"{len(rest)} packages", whole)]
        for size in PACKAGES:
            rows.append((f"{size} packages",
                         fit(mlgo, labels, rest[:size] + held, more)))
        for share in SHARES:
            rows.append((f"1/{share} of the labels",
                         fit(mlgo, labels, names,
                             [*more, "--max-examples", str(count // share)])))
        for what, result in rows:
            results.setdefault(what, []).append(result)
    for what, found in results.items():
        total = [one["validation"]["total"] for one in found]
        useful = sum(one["useful_bytes"] for one in total)
        print(what, *(f"{100 * sum(one[key] for one in total) / useful:.1f}"
                      for key in ("saved_bytes", "lost_bytes")))


if __name__ == "__main__":
    main()
