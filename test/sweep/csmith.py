"""Compiles random programs with the plugins and without, and runs them.

  python3 test/sweep/csmith.py build sweep --count 100 --jobs 2

Csmith (the Debian packages csmith and libcsmith-dev) writes the programs; they
print a checksum of all that they have computed. Each is compiled at -Oz, -Os and
-O2 by stock; with MLGO-22 as it ships; and with policies that decide something
else everywhere. A fault is another checksum than stock's, or a compiler that
fails where stock does not. Programs that run for more than ten seconds are not
compared. What an earlier run has done is not done again; --first is the first
seed. The exit code is 1 if there are faults.
"""

import argparse
import pathlib
import sys
import tempfile

import sweep

LEVELS = ("-Oz", "-Os", "-O2")


def variants(build):
    plugin, policies = sweep.built_parts(build)
    shipped = [f"-fpass-plugin={plugin}"]
    wild = [*shipped, "-Xclang", "-load", "-Xclang", str(plugin)]
    for flag in (f"-mlgo-inline-model={policies}/opposite.mlgo",
                 "-mlgo-inline-everywhere",
                 f"-mlgo-regalloc-model={policies}/arbitrary.mlgo"):
        wild += ["-mllvm", flag]
    return {"shipped": shipped, "wild": wild}


def build_and_run(folder, level, flags):
    """The compiler's outcome if it fails, or else the program's; and the
    program's bytes."""
    done = sweep.run(["clang-22", "-w", "-I/usr/include/csmith", level, *flags,
                      "program.c", "-o", "program"], cwd=folder)
    if done.code != 0:
        return done, b""
    return (sweep.run(["./program"], 10, cwd=folder),
            (pathlib.Path(folder) / "program").read_bytes())


def check(seed, kinds):
    with tempfile.TemporaryDirectory() as folder:
        made = sweep.run(["csmith", "--seed", str(seed), "--output",
                          "program.c"], cwd=folder)
        if made.code != 0:
            return {"what": "csmith fails"}
        faults, changed = [], []
        for level in LEVELS:
            stock, stock_bytes = build_and_run(folder, level, [])
            if stock.timed_out:
                return {"what": "too long"}
            for kind, flags in kinds.items():
                ours, bytes_ = build_and_run(folder, level, flags)
                if (ours.code, ours.output) != (stock.code, stock.output):
                    faults.append(f"{level} {kind}: {ours.words()},"
                                  f" {ours.output!r} not {stock.output!r}")
                elif bytes_ != stock_bytes:
                    changed.append(f"{level} {kind}")
    return {"what": "compared", "faults": faults, "changed": changed}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    kinds = variants(options.build.resolve())
    options.work.mkdir(parents=True, exist_ok=True)
    found = sweep.Results(options.work / "csmith.jsonl").sweep(
        list(range(options.first, options.first + options.count)),
        lambda seed: check(seed, kinds), options.jobs)
    faults = sum(bool(one.get("faults")) for one in found)
    compared = sum(one["what"] == "compared" for one in found)
    print(f"{len(found)} programs, {compared} compared, {faults} with faults")
    sweep.print_table(
        ("programs whose code changes", *kinds),
        [(level, *(sum(f"{level} {kind}" in one.get("changed", [])
                       for one in found) for kind in kinds))
         for level in LEVELS])
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
