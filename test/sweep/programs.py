"""What the sweeps share that compile programs of their own: targets, both sides
of a comparison, the loop over seeds, and the folder of inputs with faults."""

import argparse
import dataclasses
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

import sweep


@dataclasses.dataclass(frozen=True)
class Target:
    """How programs are compiled, linked and run; `sysroot` is of the shared
    libraries that qemu needs."""
    name: str
    flags: tuple = ()
    link: tuple = ()
    runner: tuple = ()
    sysroot: str = ""

    def command(self, *words):
        return [*self.runner, *words]


TARGETS = {one.name: one for one in (
    Target("x86-64"),
    Target("aarch64", ("--target=aarch64-linux-gnu",), ("-static",),
           ("qemu-aarch64",), "/usr/aarch64-linux-gnu"),
    Target("riscv64", ("--target=riscv64-linux-gnu", "-march=rv64gc"),
           ("-static",), ("qemu-riscv64",), "/usr/riscv64-linux-gnu"),
    Target("thumb2", ("--target=arm-linux-gnueabihf", "-mthumb",
                      "-march=armv7-a"), ("-static",), ("qemu-arm",),
           "/usr/arm-linux-gnueabihf"),
)}


@dataclasses.dataclass
class Side:
    """Flags and environment that one side of a comparison is compiled with."""
    name: str
    flags: list = dataclasses.field(default_factory=list)
    environment: dict = dataclasses.field(default_factory=dict)

    def compile(self, folder, *words, seconds=120):
        compiler = "clang++-22" if any(
            str(word).endswith(".cpp") for word in words) else "clang-22"
        return sweep.run([compiler, "-w", *words, *self.flags], seconds,
                         cwd=folder, env={**os.environ, **self.environment})


STOCK = Side("stock")


def our_sides(options):
    """The plugin as it ships, and the other settings that --settings names."""
    breaking = ["-DBREAK=1"] if options.breaking else []
    shipped = [f"-fpass-plugin={options.plugin}", *breaking]
    known = {
        "shipped": Side("shipped", shipped),
        "smallest": Side("smallest", shipped,
                         {"MLGO_REGALLOC_DROP_EPILOGUES": "1",
                          "MLGO_INLINE_OUTLINE": "1",
                          "MLGO_GATE_HOT": "ignore",
                          "MLGO_GATE_EFFORT": "4"}),
        "effort": Side("effort", shipped, {"MLGO_GATE_EFFORT": "8"}),
        # A file that the sweep has to write, of sweep.draw_gates().
        "gates": Side("gates", shipped,
                      {"MLGO_GATE_DECISIONS": "gates.txt"}),
    }
    if "wild" in options.settings:
        _, policies = sweep.built_parts(options.build.resolve())
        known["wild"] = Side("wild", shipped, {
            "MLGO_INLINE_MODEL": f"{policies}/opposite.mlgo",
            "MLGO_INLINE_EVERYWHERE": "1",
            "MLGO_REGALLOC_MODEL": f"{policies}/arbitrary.mlgo",
            "MLGO_REGALLOC_ASSIGNMENT": "wild"})
    return [known[name] for name in options.settings]


def parser_of(documentation, targets=tuple(TARGETS), settings=("shipped",)):
    parser = argparse.ArgumentParser(
        description=documentation.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--target", choices=targets, default=targets[0])
    parser.add_argument("--seconds", type=float, default=60,
                        help="no program is begun later")
    parser.add_argument("--count", type=int, default=1 << 30,
                        help="programs at most")
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--settings", nargs="+", default=list(settings),
                        choices=("shipped", "effort", "smallest", "gates",
                                 "wild"))
    parser.add_argument("--plugin", type=pathlib.Path,
                        help="another one than the build folder's")
    parser.add_argument("--break", dest="breaking", action="store_true",
                        help="compile our side with -DBREAK, which has to be "
                        "found")
    return parser


def parse(parser):
    options = parser.parse_args()
    if options.plugin is None:
        options.plugin, _ = sweep.built_parts(options.build.resolve())
    options.plugin = options.plugin.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    options.work = options.work.resolve()
    return options


def attack(name, options, check, say=lambda counts: ""):
    """Calls `check(seed, folder, rng)` until the time is over: it returns what
    became of the program in a word, and faults, each a line. Inputs with faults
    stay in the work folder. Ends the process."""
    began = time.monotonic()
    counts, failures, tried = {}, 0, 0
    for seed in range(options.seed, options.seed + options.count):
        if time.monotonic() - began > options.seconds:
            break
        with tempfile.TemporaryDirectory() as folder:
            rng = random.Random(f"{name} {seed}")
            what, faults = check(seed, pathlib.Path(folder), rng)
            tried += 1
            counts[what] = counts.get(what, 0) + 1
            if faults:
                failures += 1
                kept = options.work / f"{name}-{options.target}-{seed}"
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(folder, kept)
                (kept / "faults").write_text("\n".join(faults) + "\n")
                for fault in faults:
                    print(f"{seed}: {fault}", file=sys.stderr, flush=True)
    others = "".join(f", {count} {what}" for what, count in
                     sorted(counts.items()) if what != "compared")
    print(f"{name} {options.target}, seeds from {options.seed}: {tried} programs"
          f", {counts.get('compared', 0)} compared{others}{say(counts)}, "
          f"{failures} with faults", flush=True)
    sys.exit(failures > 0)


def difference(ours, stock):
    """In a few words, how the first line of output that differs differs."""
    if ours.timed_out or ours.code != stock.code:
        return ours.words()
    for number, (own, other) in enumerate(
            zip(ours.output.splitlines() + [b"none"],
                stock.output.splitlines() + [b"none"]), 1):
        if own != other:
            return (f"line {number}: {own.decode(errors='replace')[:80]!r} not "
                    f"{other.decode(errors='replace')[:80]!r}")
    return "other output"


def same(one, other):
    return (one.code, one.output, one.timed_out) == (
        other.code, other.output, other.timed_out)
