"""Runs random programs whose functions call each other last, in a ring.

  python3 test/sweep/rings.py build sweep --target aarch64 --seconds 600

Two to five functions in one to three files (ring_programs.py) pass on to each
other for thousands of steps: plainly, through pointers and tables, with results
of many types and with what has no effect after the call. Where stock makes jumps,
a step needs no stack. Flags are as the seed says. A fault is another answer than
stock's; a byte of stack a step where stock needs none, or 64 more than stock
where it needs some; or a compiler that fails where stock does not. Inputs with
faults stay in the work folder; the exit code is 1 if there are any.
"""

import dataclasses

import programs
import ring_programs

FLAGS = (
    [], [], ["-fno-inline"], ["-g"], ["-fPIC"], ["-ffunction-sections"],
    ["-fno-omit-frame-pointer"], ["-fextend-variable-liveness"],
    ["-fno-asynchronous-unwind-tables"], ["-fexceptions"],
    ["-fstack-protector-strong"], ["-fno-plt", "-fPIC"],
    ["-ftrivial-auto-var-init=zero"], ["-fvisibility=hidden"],
    ["-fno-strict-aliasing"], ["-flto=full"], ["-fno-jump-tables"],
)


# Effort compiles eleven times, on a machine that may be busy.
SECONDS = 900


def flags_of(rng, is_cpp):
    flags = [rng.choice(("-Oz", "-Oz", "-Os")), *rng.choice(FLAGS)]
    if is_cpp and rng.random() < 0.5:
        flags.append("-fno-exceptions")
    return flags


@dataclasses.dataclass
class Ran:
    """How a program ended, and the stack that it needs for a step."""
    outcome: programs.sweep.Outcome
    stack: float = 0.0


def build(side, target, folder, base, files, flags):
    """The outcome of compiling and linking."""
    objects = []
    for name in files:
        done = side.compile(folder, *target.flags, *flags, "-c", name, "-o",
                            f"{side.name}-{name}.o", seconds=SECONDS)
        if done.code != 0:
            return done
        objects.append(f"{side.name}-{name}.o")
    lto = [flag for flag in flags if flag.startswith("-flto")]
    if lto:  # The link compiles.
        lto += ["-Wl,--lto-O2", *(
            flag.replace("-fpass-", "-Wl,--load-pass-") for flag in side.flags
            if flag.startswith("-fpass-plugin="))]
    return programs.sweep.run(
        ["clang++-22", *target.flags, *target.link, "-fuse-ld=lld", *lto,
         *objects, base, "-o", side.name], SECONDS, cwd=folder,
        env={**programs.os.environ, **side.environment})


def run(target, folder, name):
    ended = programs.sweep.run(target.command(f"./{name}"), 60, cwd=folder)
    lines = ended.output.splitlines()
    if ended.code != 0 or not lines:
        return Ran(ended)
    ended.output = b"\n".join(lines[:-1])
    return Ran(ended, int(lines[-1]) / (
        ring_programs.STEPS_MANY - ring_programs.STEPS_FEW))


def base_object(target, work):
    """What rings call where they end, compiled by stock once."""
    source, made = work / "ring-base.c", work / f"ring-base-{target.name}.o"
    source.write_text(ring_programs.BASE + (
        "unsigned long opaque_pure(unsigned long x) { return x | 8; }\n"))
    done = programs.STOCK.compile(work, *target.flags, "-O1", "-fPIC", "-c",
                                  source, "-o", made)
    if done.code != 0:
        raise SystemExit(f"rings: {target.name}: {done.words()}")
    return made


def difference(ours, stock):
    """A fault in a few words, or nothing."""
    if not programs.same(ours.outcome, stock.outcome):
        return programs.difference(ours.outcome, stock.outcome)
    if ours.stack >= 1 > stock.stack or ours.stack > stock.stack + 64:
        return (f"{ours.stack:.1f} bytes of stack a step, "
                f"not {stock.stack:.1f}")
    return ""


def main():
    parser = programs.parser_of(__doc__, settings=("shipped", "effort",
                                                   "smallest", "gates"))
    options = programs.parse(parser)
    target = programs.TARGETS[options.target]
    base = base_object(target, options.work)
    sides = programs.our_sides(options)
    constant = 0

    def check(seed, folder, rng):
        nonlocal constant
        texts = ring_programs.program(rng)
        is_cpp = any(name.endswith(".cpp") for name in texts)
        flags = flags_of(rng, is_cpp)
        for name, text in texts.items():
            (folder / name).write_text(text)
        (folder / "flags").write_text(" ".join((*target.flags, *flags)))
        (folder / "gates.txt").write_text(programs.sweep.draw_gates(seed))

        def outcome(side):
            made = build(side, target, folder, base, texts, flags)
            return Ran(made) if made.code else run(target, folder, side.name)

        stock = outcome(programs.STOCK)
        if stock.outcome.code != 0:
            return f"stock fails ({stock.outcome.words()})", []
        constant += stock.stack < 1
        found = ((side.name, difference(outcome(side), stock))
                 for side in sides)
        return "compared", [f"{' '.join(flags)}: {name}: {fault}"
                            for name, fault in found if fault]

    programs.attack("rings", options, check, lambda counts:
                    f", {constant} with constant stack by stock")


if __name__ == "__main__":
    main()
