"""Runs random C++ programs whose every call throws once.

  python3 test/sweep/throwing.py build sweep --target aarch64 --seconds 600

Each call of a program counts down, and in the N-th run the N-th call throws; a
line says what handlers, destructors and live values made of it. Each program is
compiled by stock and by MLGO-22, with flags that its seed chooses, and linked
with a runtime that stock has compiled. A fault is other output than stock's,
unless stock's is not that of -O0 either, or a compiler that fails where stock
does not. With --settings smallest also without rows for epilogues. Inputs with
faults stay in the work folder; the exit code is 1 if there are any.
"""

import os
import pathlib

import programs
import throwing_programs

PARTS = pathlib.Path(__file__).parent / "throwing"


def flags_of(target, rng):
    """Flags for the compiler and for linking."""
    outliner = ["-mllvm", "-enable-machine-outliner"]
    if target.name != "x86-64":
        outliner = rng.choice([[], outliner, ["-moutline"], ["-mno-outline"]])
    else:
        outliner = rng.choice([[], [], outliner])
    flags = [rng.choice(("-Oz", "-Oz", "-Oz", "-Os", "-Os", "-O2")), *outliner]
    link = ["-fuse-ld=lld"]
    if rng.random() < 0.4:
        flags += ["-ffunction-sections", "-fdata-sections"]
        link += ["-Wl,--gc-sections"]
    if rng.random() < 0.2:
        link += ["-Wl,--icf=safe"]
    more = ["-fno-omit-frame-pointer", "-fstack-protector-strong", "-fPIC",
            "-fno-optimize-sibling-calls", "-fstack-clash-protection", "-g1"]
    if target.name == "x86-64":
        more += ["-mno-red-zone", "-fcf-protection", "-march=haswell",
                 "-fno-plt", "-fbasic-block-sections=all"]
    elif target.name == "aarch64":
        more += ["-mbranch-protection=standard", "-ffixed-x18"]
    elif target.name == "riscv64":
        more += ["-msave-restore", "-mno-relax", "-march=rv64gc_zba_zbb"]
    else:
        more += ["-mcpu=cortex-a15"]
    for flag in more:
        if rng.random() < 0.1:
            flags.append(flag)
    return flags, link


def runtime(target, work):
    """The object of what all programs share, compiled by stock once."""
    made = work / f"throwing-runtime-{target.name}.o"
    begun = work / f"{made.name}.{os.getpid()}"
    done = programs.STOCK.compile(work, *target.flags, "-O1", "-c",
                                  PARTS / "runtime.cpp", "-o", begun)
    if done.code != 0:
        raise SystemExit(f"throwing: {target.name}: {done.words()}")
    begun.rename(made)
    return made


def build(side, target, folder, shared, flags, link, name):
    """The outcome of compiling and linking program.cpp."""
    done = side.compile(folder, *target.flags, "-std=c++17", "-ffp-contract=off",
                        f"-I{PARTS}", *flags, "-c", "program.cpp", "-o",
                        f"{name}.o")
    if done.code != 0:
        return done
    return programs.sweep.run(
        ["clang++-22", *target.flags, *target.link, *link, f"{name}.o", shared,
         "-o", name], cwd=folder)


def main():
    parser = programs.parser_of(__doc__, settings=("shipped", "smallest"))
    options = programs.parse(parser)
    target = programs.TARGETS[options.target]
    shared = runtime(target, options.work)
    sides = programs.our_sides(options)
    throws = 0

    def outcome(side, folder, flags, link, name):
        made = build(side, target, folder, shared, flags, link, name)
        if made.code != 0:
            return made, False
        return programs.sweep.run(target.command(f"./{name}"), 60,
                                  cwd=folder), True

    def check(seed, folder, rng):
        nonlocal throws
        (folder / "program.cpp").write_text(throwing_programs.program(rng))
        flags, link = flags_of(target, rng)
        (folder / "flags").write_text(" ".join((*target.flags, *flags, *link)))
        stock, built = outcome(programs.STOCK, folder, flags, link, "stock")
        if not built:
            return f"stock fails ({stock.words()})", []
        if stock.timed_out:
            return "too long", []
        throws += stock.output.count(b"\n")
        faults = []
        for side in sides:
            ours, _ = outcome(side, folder, flags, link, side.name)
            if programs.same(ours, stock):
                continue
            right, _ = outcome(programs.STOCK, folder, ["-O0"], link, "right")
            if not programs.same(right, stock):
                return "stock is wrong", []
            faults.append(f"{' '.join(flags)}: {side.name}: "
                          f"{programs.difference(ours, stock)}")
        return "compared", faults

    programs.attack("throwing", options, check,
                    lambda counts: f", {throws} throws")


if __name__ == "__main__":
    main()
