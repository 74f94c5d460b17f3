"""Compiles random programs with the plugins and without, and runs them.

  python3 test/sweep/csmith.py build sweep --count 100 --jobs 2

Csmith (the Debian packages csmith and libcsmith-dev) writes the programs; they
print a checksum of all that they have computed. Each is compiled at -Oz, -Os and
-O2 by stock; with MLGO-22 as it ships; with policies that decide something else
everywhere; and without half of all passes, drawn for each program, everywhere or
some of the time. A fault is another checksum than stock's, or a compiler that
fails where stock does not. Programs that run for more than ten seconds are not
compared. What an earlier run has done is not done again; --first is the first
seed. Those of other targets run under qemu. The exit code is 1 if there are
faults.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time

import programs
import sweep

LEVELS = ("-Oz", "-Os", "-O2")


def variants(build, plugin):
    ours, policies = sweep.built_parts(build)
    plugin = plugin.resolve() if plugin else ours
    shipped = [f"-fpass-plugin={plugin}"]
    wild = [*shipped, "-Xclang", "-load", "-Xclang", str(plugin)]
    for flag in (f"-mlgo-inline-model={policies}/opposite.mlgo",
                 "-mlgo-inline-everywhere",
                 f"-mlgo-regalloc-model={policies}/arbitrary.mlgo",
                 "-mlgo-regalloc-assignment=wild"):
        wild += ["-mllvm", flag]
    gates = [*wild[:5], "-mllvm", "-mlgo-gate-decisions=gates.txt"]
    return {"shipped": shipped, "wild": wild, "gates": gates}


def build_and_run(folder, target, level, flags):
    """The compiler's outcome if it fails, or else the program's; and the
    program's bytes."""
    done = sweep.run(["clang-22", "-w", "-I/usr/include/csmith", *target.flags,
                      *target.link, "-fuse-ld=lld", level, *flags, "program.c",
                      "-o", "program"], cwd=folder)
    if done.code != 0:
        return done, b""
    return (sweep.run(target.command("./program"), 10, cwd=folder),
            (pathlib.Path(folder) / "program").read_bytes())


def check(seed, kinds, target, work):
    with tempfile.TemporaryDirectory() as folder:
        made = sweep.run(["csmith", "--seed", str(seed), "--output",
                          "program.c"], cwd=folder)
        if made.code != 0:
            return {"what": "csmith fails"}
        (pathlib.Path(folder) / "gates.txt").write_text(
            sweep.draw_gates(seed))
        # What only optimisation makes fast says nothing where a pass is left out.
        slowest, _ = build_and_run(folder, target, "-O0", [])
        if slowest.timed_out:
            return {"what": "too long"}
        faults, changed = [], []
        for level in LEVELS:
            stock, stock_bytes = build_and_run(folder, target, level, [])
            if stock.timed_out:
                return {"what": "too long"}
            for kind, flags in kinds.items():
                ours, bytes_ = build_and_run(folder, target, level, flags)
                if (ours.code, ours.output) != (stock.code, stock.output):
                    faults.append(f"{level} {kind}: {ours.words()},"
                                  f" {ours.output!r} not {stock.output!r}")
                elif bytes_ != stock_bytes:
                    changed.append(f"{level} {kind}")
        if faults:
            os.makedirs(work / f"csmith-{target.name}-{seed}", exist_ok=True)
            for name in ("program.c", "gates.txt"):
                shutil.copy(pathlib.Path(folder) / name,
                            work / f"csmith-{target.name}-{seed}")
    return {"what": "compared", "faults": faults, "changed": changed}


def main():
    parser = sweep.make_parser(__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--target", choices=programs.TARGETS, default="x86-64")
    parser.add_argument("--seconds", type=float, default=1e9,
                        help="no program is begun later")
    parser.add_argument("--plugin", type=pathlib.Path,
                        help="another one than the build folder's")
    options = parser.parse_args()
    kinds = variants(options.build.resolve(), options.plugin)
    target = programs.TARGETS[options.target]
    until = time.monotonic() + options.seconds
    options.work.mkdir(parents=True, exist_ok=True)
    name = "csmith" if target.name == "x86-64" else f"csmith-{target.name}"
    found = sweep.Results(options.work / f"{name}.jsonl").sweep(
        list(range(options.first, options.first + options.count)),
        lambda seed: check(seed, kinds, target, options.work)
        if time.monotonic() < until else None, options.jobs)
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
