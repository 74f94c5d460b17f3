#!/usr/bin/env python3
"""How the objective cycles ranks variants of a program, against the truth.

Makes variants of the inlining decisions that stock makes at -O2 or -O3 with a
profile, has mlgo say what each costs, builds each with the real clang, counts
what it executes under valgrind's cachegrind, and times it. Prints rank
correlations (Spearman). What is needed is what mlgo tune --objective cycles
leaves in its folder:

  python3 bench/cycles-rank.py --mlgo build/src/tools/mlgo \\
    --corpus app/.mlgo-tune/app/corpus --profile app/app.profdata \\
    --program app --run '@PROGRAM@ input' --variants 30 --csv app.csv
"""
import argparse
import csv
import glob
import json
import os
import random
import resource
import subprocess
import sys
import tempfile


def read_decisions(path):
    with open(path) as file:
        lines = file.read().splitlines()
    return lines[0], [line.split("\t", 1) for line in lines[1:]]


def write_variant(path, header, sites, share, generator):
    """Flips each site with the chance SHARE."""
    with open(path, "w") as file:
        file.write(header + "\n")
        for decision, site in sites:
            if generator.random() < share:
                decision = "1" if decision == "0" else "0"
            file.write(decision + "\t" + site + "\n")


def run(command, environment=None):
    done = subprocess.run(command, shell=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, env=environment)
    if done.returncode != 0:
        sys.exit("%s: exit code %d: %s" %
                 (command, done.returncode, done.stderr[:500]))


def count(command, folder, preload):
    """Instructions, reads, writes and instruction-cache misses."""
    for old in glob.glob(folder + "/cg.*"):
        os.remove(old)
    counter = ("valgrind --quiet --tool=cachegrind --cache-sim=yes "
               "--I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 "
               "--fair-sched=try --log-file=/dev/null "
               "--cachegrind-out-file=%s/cg.%%p " % folder)
    environment = dict(os.environ, LD_PRELOAD=preload) if preload else None
    run(counter + command, environment)
    sums = {}
    for path in glob.glob(folder + "/cg.*"):
        with open(path) as file:
            for line in file:
                if line.startswith("events:"):
                    names = line.split()[1:]
                elif line.startswith("summary:"):
                    for name, value in zip(names, line.split()[1:]):
                        sums[name] = sums.get(name, 0) + int(value)
    return [sums[name] for name in ("Ir", "Dr", "Dw", "I1mr")]


def seconds(command):
    """Of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime -
            before.ru_stime)


def ranks(values):
    """Equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for i in range(at, end):
            found[order[i]] = (at + end - 1) / 2
        at = end
    return found


def spearman(first, second):
    a, b = ranks(first), ranks(second)
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    above = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    below = (sum((x - mean_a) ** 2 for x in a) *
             sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return above / below if below else float("nan")


def make_variants(args, folder):
    start = folder + "/0.decisions"
    run("%s search %s --program %s --objective cycles --profile %s --trials 1 "
        "--jobs 1 -o %s" % (args.mlgo, args.corpus, args.program, args.profile,
                            start))
    header, sites = read_decisions(start)
    generator = random.Random(args.seed)
    names = [start]
    for i in range(1, args.variants):
        names.append("%s/%d.decisions" % (folder, i))
        share = (0.02, 0.05, 0.1, 0.2, 0.4)[i % 5]
        write_variant(names[-1], header, sites, share, generator)
    return names, len(sites)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("mlgo", "corpus", "profile", "program", "run"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--variants", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=7,
                        help="how often each variant is timed, in turns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--preload", default="",
                        help="a library that makes counted runs repeat, as "
                        "mlgo tune leaves it: .mlgo-tune/steady-world.so")
    parser.add_argument("--csv")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        names, sites = make_variants(args, folder)
        found = subprocess.run(
            [args.mlgo, "eval", "--corpus", args.corpus, "--program",
             args.program, "--objective", "cycles", "--profile", args.profile,
             "--json", "--link", "--keep", folder + "/built", "--jobs",
             str(args.jobs), "--policy"] + names,
            stdout=subprocess.PIPE, text=True, check=True)
        program = json.loads(found.stdout)["programs"][0]
        rows = []
        for i, name in enumerate(names):
            built = glob.glob("%s/built/%d-*-%s" % (folder, i + 1,
                                                    args.program))
            command = args.run.replace("@PROGRAM@", built[0])
            cycles = program["bytes"][i]
            rows.append([i, int(cycles), os.path.getsize(built[0])] +
                        count(command, folder, args.preload) + [command, 1e9])
        for _ in range(args.rounds):
            for row in rows:
                row[8] = min(row[8], seconds(row[7]))
    heads = ["variant", "cycles", "bytes", "instructions", "reads", "writes",
             "i1_misses", "seconds"]
    rows = [row[:7] + row[8:] for row in rows]
    if args.csv:
        with open(args.csv, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(heads)
            writer.writerows(rows)
    cycles = [row[1] for row in rows]
    print("%s: %d variants of %d sites, cycles %+.1f to %+.1f %% of stock's" %
          (args.program, len(rows), sites,
           100 * min(cycles) / cycles[0] - 100,
           100 * max(cycles) / cycles[0] - 100))
    for at in (3, 4, 5, 6, 7):
        print("  cycles against %-12s  %.2f" %
              (heads[at], spearman(cycles, [row[at] for row in rows])))
    print("  instructions against seconds  %.2f" %
          spearman([row[3] for row in rows], [row[7] for row in rows]))


main()
