#!/usr/bin/env python3
"""Finds the best setting of LLVM's own constants of inlining, for speed.

That is what a policy has to be better than. Constants are changed one after
the other, and what is best is kept, until a round over all of them finds
nothing. A setting is worth the percent of modelled cycles that it saves, less
PRICE times the percent that it makes modules larger; all programs count alike.

  mlgo corpus fetch lua5.4 leveldb --profile --into corpora
  python3 bench/tune-constants.py --mlgo build/src/tools/mlgo corpora/*
"""
import argparse
import json
import math
import subprocess
import sys

# Stock's value first.
CONSTANTS = {
    "inline-threshold": [225, 150, 300, 400, 600],
    "locally-hot-callsite-threshold": [525, 250, 1000, 2000],
    "inlinehint-threshold": [325, 150, 600, 1200],
    "inline-cold-callsite-threshold": [45, 0, 100, 225],
}


def options(setting):
    return " ".join("-%s=%d" % pair for pair in sorted(setting.items()))


def logarithms(arguments, corpus, objective, policies):
    """For each policy, by program: the logarithm of its ratio to stock's."""
    command = [arguments.mlgo, "eval", "--corpus", corpus, "--level",
               arguments.level, "--objective", objective, "--json",
               "--jobs", str(arguments.jobs)]
    if objective == "cycles":
        command.append("--hide-profile")
    for policy in policies:
        command.append("--policy=" + policy)
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("%s: exit code %d: %s" % (" ".join(command), done.returncode,
                                           done.stderr[-500:]))
    ratios = [[] for _ in policies]
    for program in json.loads(done.stdout)["programs"]:
        if program["baseline_bytes"] <= 0:
            continue
        for at, cost in enumerate(program["bytes"]):
            ratios[at].append(math.log(cost / program["baseline_bytes"]))
    return ratios


def measure(arguments, policies):
    """For each policy: percent of cycles and of bytes, over all programs."""
    cycles, sizes = [[] for _ in policies], [[] for _ in policies]
    for corpus in arguments.corpora:
        for objective, to in (("cycles", cycles), ("size", sizes)):
            for at, more in enumerate(
                    logarithms(arguments, corpus, objective, policies)):
                to[at] += more

    def percent(values):
        return 100 * math.expm1(sum(values) / len(values))
    return [(percent(c), percent(s)) for c, s in zip(cycles, sizes)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mlgo", required=True)
    parser.add_argument("--level", default="O2")
    parser.add_argument("--price", type=float, default=0.3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("corpora", nargs="+")
    arguments = parser.parse_args()
    best, gain = {}, 0.0
    print("| setting | cycles | bytes | worth |\n|---|---|---|---|", flush=True)
    for _ in range(arguments.rounds):
        before = gain
        for name, values in CONSTANTS.items():
            now = best.get(name, values[0])
            tried = []
            for value in values:
                setting = dict(best)
                setting[name] = value
                if value == values[0]:
                    del setting[name]
                if value != now:
                    tried.append(setting)
            # Nothing set is stock, which is known.
            tried = [setting for setting in tried if setting]
            for setting, (cycles, size) in zip(
                    tried, measure(arguments, [options(s) for s in tried])):
                worth = -cycles - arguments.price * size
                print("| `%s` | %+.2f %% | %+.2f %% | %+.2f |" %
                      (options(setting), cycles, size, worth), flush=True)
                if worth > gain:
                    best, gain = setting, worth
        if gain == before:
            break
    print("best: " + (options(best) or "stock"))


if __name__ == "__main__":
    main()
