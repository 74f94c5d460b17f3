"""Checks unwind tables at every instruction of random programs.

  python3 test/sweep/unwind.py build sweep --target riscv64 --seconds 600

The programs are those of throwing.py. Each is compiled by stock and by MLGO-22;
then some of its runs are stepped through, and at each instruction of its own
functions what the tables say (frame address, return address, registers that a
call preserves) is compared with what was true at the function's entry. LLVM's
own verifier of tables (llvm-mc --validate-cfi) reads the assembly of both. A
fault is that more is wrong than with stock. With --modules FOLDER the verifier
reads what becomes of the bitcode there, and nothing runs. What stock's outliner
makes has wrong tables on AArch64 and RISC-V; that is counted, and no fault. On
x86-64, where clang refuses to outline, nothing is outlined here. The exit code
is 1 if there are faults.
"""

import itertools
import pathlib
import re

import programs
import stepper
import throwing
import throwing_programs

TRIPLES = {"x86-64": "x86_64-linux-gnu", "aarch64": "aarch64-linux-gnu",
           "riscv64": "riscv64-linux-gnu"}
# It takes registers that a call does not preserve for wrong, too.
TOLD = re.compile(
    r"error: .*\b(CFA|R?[BS]P|RBX|RIP|R1[2-5]|[WX](19|2\d|30)|X[1289])\b")
RUNS, STEPS = 5, 40000


def verified(side, target, folder, name, *words):
    """How much LLVM's verifier finds in the assembly; None if there is none."""
    done = side.compile(folder, *target.flags, *words, "-S", "-o", f"{name}.s")
    if done.code != 0:
        return None, done
    told = programs.sweep.run(
        ["llvm-mc-22", f"-triple={TRIPLES[target.name]}", "-filetype=null",
         "--validate-cfi", f"{name}.s"], cwd=folder)
    return sum(bool(TOLD.search(line))
               for line in told.errors.splitlines()), done


def functions_of(path):
    return {line.split()[-1] for line in stepper.said("llvm-nm-22", path)
            if line.split()[-2] in "tTwW"}


class Checker:
    def __init__(self, options):
        self.options = options
        self.target = programs.TARGETS[options.target]
        self.sides = [programs.STOCK, *programs.our_sides(options)]
        self.sums = {side.name: dict.fromkeys(
            ("seen", "wrong", "outlined", "verifier"), 0) for side in self.sides}
        if options.modules:
            self.modules = itertools.cycle(
                sorted(options.modules.resolve().rglob("*.bc")))
        else:
            self.shared = throwing.runtime(self.target, options.work)

    def say(self, _):
        return "".join(
            f"; {name}: {sums['seen']:,} instructions, {sums['wrong']:,} wrong, "
            f"{sums['outlined']:,} in outlined code, {sums['verifier']:,} says "
            f"llvm-mc" for name, sums in
            self.sums.items())

    def check_module(self, seed, folder, _):
        module = next(self.modules)
        results = []
        for side in self.sides:
            told, done = verified(side, self.target, folder, side.name, "-Oz",
                                  "-x", "ir", module, "-Wno-override-module")
            if told is None:
                return (f"stock fails ({done.words()})", []) if not results \
                    else ("failing", [f"{module}: {side.name}: {done.words()}"])
            self.sums[side.name]["verifier"] += told
            results.append(told)
        return "compared", [
            f"{module}: {side.name}: {told} not {results[0]}"
            for side, told in zip(self.sides, results) if told > results[0]]

    def check(self, seed, folder, rng):
        """Both ways for one program."""
        (folder / "program.cpp").write_text(
            throwing_programs.program(rng, terminates=False))
        level = rng.choice(("-Oz", "-Oz", "-Os", "-O2"))
        flags = [level, "-fno-pie", "-std=c++17", "-ffp-contract=off"]
        if rng.random() < 0.4 and self.target.name != "x86-64":
            flags += ["-mllvm", "-enable-machine-outliner"]
        if rng.random() < 0.2:
            flags += ["-fno-omit-frame-pointer"]
        (folder / "flags").write_text(" ".join((*self.target.flags, *flags)))
        faults, stock = [], None
        for side in self.sides:
            told, done = verified(side, self.target, folder, side.name, *flags,
                                  f"-I{throwing.PARTS}", "program.cpp")
            if told is not None:
                done = throwing.build(
                    side, self.target, folder, self.shared, flags,
                    ["-fuse-ld=lld", "-static", "-no-pie"], side.name)
            if done.code != 0:
                if stock is None:
                    return f"stock fails ({done.words()})", []
                faults.append(f"{side.name}: {done.words()}")
                continue
            found = self.step(side, folder)
            found["verifier"] = told
            for key in self.sums[side.name]:
                self.sums[side.name][key] += found[key]
            if stock is None:
                stock = found
                continue
            for key in ("wrong", "verifier"):
                if found[key] > stock[key]:
                    faults.append(f"{' '.join(flags)}: {side.name}: {key}: "
                                  f"{found[key]} not {stock[key]} "
                                  f"in {', '.join(sorted(found['functions']))}")
        return "compared", faults

    def step(self, side, folder):
        path = str(folder / side.name)
        runner = stepper.MACHINES[self.target.name].runner
        output = programs.sweep.run([runner, path], 60, cwd=folder).output
        every = max(1, output.count(b"\n") // RUNS)
        one = stepper.Stepper(self.target.name, path,
                              functions_of(folder / f"{side.name}.o"), STEPS)
        one.run(["1", "4000", str(every)], folder)
        (folder / f"{side.name}.wrong").write_text("".join(
            f"{at:#x} {one.function_at(at)[2]}: {why}\n"
            for at, why in sorted(one.wrong.items())))
        names = [one.function_at(at)[2] for at in sorted(one.wrong)]
        wrong = [name for name in names if not name.startswith("OUTLINED")]
        return {"seen": len(one.seen), "wrong": len(wrong),
                "outlined": len(names) - len(wrong), "functions": set(wrong)}


def main():
    parser = programs.parser_of(__doc__, tuple(TRIPLES))
    parser.add_argument("--modules", type=pathlib.Path, metavar="FOLDER")
    checker = Checker(programs.parse(parser))
    programs.attack("unwind", checker.options,
                    checker.check_module if checker.options.modules else
                    checker.check, checker.say)


if __name__ == "__main__":
    main()
