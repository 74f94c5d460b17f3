"""Ratios between two results of `sh cmake/run.sh bench`.

  python3 bench/compare-bench.py OLD.json NEW.json [--above 1.05]

Prints what both have, NEW divided by OLD: times of inference, and instructions,
memory and bytes of builds. With --above, the exit code is 1 if the instructions,
memory or bytes of anything grew by more; times are not judged, because they
depend on what else the machine does.
"""

import argparse
import json
import math
import pathlib
import sys

TIMES = ("fastest_ns", "cold_ns")
COUNTS = ("allocations", "bytes", "instructions", "kilobytes")


def values(path):
    """(name, unit) -> number, of all that the file has."""
    try:
        result = json.loads(path.read_text())
        found = {}
        for one in result["inference"]["benchmarks"]:
            name = one["name"].removesuffix("/manual_time")
            for unit in (*TIMES, "allocations", "bytes"):
                if unit in one:
                    found[name, unit] = one[unit]
        for name, units in result["cost"].items():
            for unit, number in units.items():
                found[name, unit] = number
        return found
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"compare-bench: {path}: {type(error).__name__}: {error};"
                 " expected a result of `sh cmake/run.sh bench`")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--above", type=float)
    options = parser.parse_args()
    old, new = values(options.old), values(options.new)
    both = [key for key in old if key in new]
    if not both:
        sys.exit("compare-bench: the two have nothing in common")
    grown = []
    ratios = {}
    print("| what | unit | old | new | ratio |\n|---|---|---|---|---|")
    for name, unit in both:
        before, after = old[name, unit], new[name, unit]
        ratio = after / before if before else 1.0 if not after else math.inf
        print(f"| {name} | {unit} | {before:,.6g} | {after:,.6g} |"
              f" {ratio:.3f} |")
        if 0 < ratio < math.inf:
            ratios.setdefault(unit, []).append(ratio)
        if options.above and unit in COUNTS and ratio > options.above:
            grown.append(f"{name}: {unit} {ratio:.3f}")
    for unit, list_ in ratios.items():
        mean = math.exp(sum(map(math.log, list_)) / len(list_))
        print(f"| geometric mean of {len(list_)} | {unit} | | | {mean:.3f} |")
    if grown:
        sys.exit("compare-bench: grown by more than allowed:\n" +
                 "\n".join(grown))


if __name__ == "__main__":
    main()
