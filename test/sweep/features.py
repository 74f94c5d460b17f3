"""Runs random programs that rely on what compilers promise beyond results.

  python3 test/sweep/features.py build sweep --target aarch64 --seconds 600

Each program relies on one feature (feature_programs.py): identity of functions,
-finstrument-functions, interposition, named registers, musttail, coroutines,
KCFI, coverage, profiles, linkage, jumps, varargs, assembly, threads, attributes,
classes. Flags that change how code is made come on top, as the seed says. A fault
is other output than stock's, unless that is not -O0's either or not always the
same, a program that takes more than 100 seconds, or a compiler that fails where
stock does not. With --only NAME, one feature. Inputs with faults stay in the work folder; the
exit code is 1 if there are any.
"""

import inspect
import os

import feature_programs
import programs

STATIC = ("-fuse-ld=lld",)
COMMON = (
    ["-ffunction-sections", "-fdata-sections"], ["-fno-omit-frame-pointer"],
    ["-fstack-protector-strong"], ["-fPIC"], ["-fno-plt"], ["-g"],
    ["-fno-optimize-sibling-calls"], ["-fno-asynchronous-unwind-tables"],
    ["-mllvm", "-enable-machine-outliner"], ["-ftrivial-auto-var-init=pattern"],
    ["-fzero-call-used-regs=used"], ["-fsanitize=undefined",
                                     "-fsanitize-trap=undefined"],
    ["-fno-jump-tables"], ["-fpatchable-function-entry=4,2"], ["-fwrapv"],
    ["-fno-inline"], ["-fstack-clash-protection"], ["-flto=full"],
    ["-flto=thin"], ["-fno-semantic-interposition"], ["-fexceptions"],
    ["-fno-strict-aliasing"], ["-fvisibility=hidden"], ["-faddrsig"],
    ["-fmerge-all-constants"], ["-fsplit-lto-unit", "-flto=full"],
)
SPECIAL = {
    "x86-64": (["-mno-red-zone"], ["-fcf-protection"], ["-march=haswell"],
               ["-fbasic-block-sections=all"], ["-mretpoline"],
               ["-mharden-sls=all"], ["-mspeculative-load-hardening"],
               ["-fsanitize=address"], ["-mlvi-hardening"],
               ["-fsanitize=safe-stack"], ["-mstackrealign"],
               ["-mno-sse4", "-mtune=atom"], ["-fxray-instrument"]),
    "aarch64": (["-mbranch-protection=standard"], ["-ffixed-x18"],
                ["-moutline"], ["-mno-outline"], ["-mharden-sls=all"],
                ["-mcpu=cortex-a53", "-mfix-cortex-a53-835769"],
                ["-mstrict-align"],
                ["-mcpu=neoverse-n1"]),
    "riscv64": (["-msave-restore"], ["-mno-relax"], ["-march=rv64gc_zba_zbb"],
                ["-moutline"], ["-mno-outline"], ["-mcmodel=medany"],
                ["-march=rv64gcv"], ["-mstrict-align"]),
    "thumb2": (["-mcpu=cortex-a15"], ["-mno-unaligned-access"], ["-moutline"],
               ["-mno-outline"], ["-mfloat-abi=hard", "-mfpu=neon"],
               ["-mexecute-only"], ["-marm"]),
}


class Build:
    """A program as one side compiles it, in a folder of its own."""

    def __init__(self, side, target, case, folder):
        self.side, self.target, self.case = side, target, case
        self.folder = folder / side.name
        self.folder.mkdir(exist_ok=True)
        for name, text in {**case.files, "ask.c": feature_programs.ASK}.items():
            (self.folder / name).write_text(text)

    def make(self, flags, link):
        """The compilers' outcome."""
        target, case = self.target, self.case
        linked = [] if case.dynamic else target.link
        lto = any(flag.startswith("-flto") for flag in flags)
        if lto:  # The link compiles.
            link = [*link, *(flag.replace("-fpass-", "-Wl,--load-pass-")
                             for flag in self.side.flags
                             if flag.startswith("-fpass-plugin="))]
        objects, shared = [], []
        for name in (*case.files, "ask.c"):
            # What no compiler can know is not to be known by a link either.
            fixed = name in ("ask.c", "hooks.c")
            side = programs.STOCK if fixed else self.side
            own = ["-O1", *(["-pthread"] if "-pthread" in flags else [])] \
                if fixed else flags
            done = side.compile(self.folder, *target.flags, *own, "-c", name,
                                "-o", f"{name}.o")
            if done.code != 0:
                return done
            (shared if name in case.library else objects).append(f"{name}.o")
        linker = ["clang++-22", *target.flags, "-w", *STATIC]
        environment = {**os.environ, **self.side.environment}
        if shared:
            done = programs.sweep.run(
                [*linker, *flags, "-shared", *shared, "-o", "libshared.so"],
                cwd=self.folder, env=environment)
            if done.code != 0:
                return done
            objects += ["-L.", "-lshared", "-Wl,-rpath,."]
        keep = [flag for flag in flags if flag.startswith(
            ("-O", "-flto", "-fsanitize", "-fprofile", "-fxray", "-pthread",
             "-fsplit-lto")) and not flag.startswith(("-fsanitize-coverage", "-fsanitize=kcfi"))]
        return programs.sweep.run(
            [*linker, *keep, *linked, *link, *objects, "-o", "program"],
            cwd=self.folder, env=environment)

    def run(self):
        words = self.target.command("./program")
        if self.case.dynamic and self.target.runner:
            words[1:1] = ["-L", self.target.sysroot]
        return programs.sweep.run(words, 100, cwd=self.folder, env={
            **os.environ, "LLVM_PROFILE_FILE": "raw", "LD_LIBRARY_PATH": "."})

    def outcome(self, flags, link):
        """How compiling ended if it failed, or else the program; and whether it
        was built."""
        case = self.case
        if case.profile:
            return self.profiled(flags, link)
        made = self.make([*flags, *case.flags], [*link, *case.link])
        return (self.run(), True) if made.code == 0 else (made, False)

    def profiled(self, flags, link):
        made = self.make([*flags, "-fprofile-instr-generate"], link)
        if made.code != 0:
            return made, False
        first = self.run()
        shown = programs.sweep.run(
            ["sh", "-c", "llvm-profdata-22 merge raw -o counts && "
             "llvm-profdata-22 show --all-functions --counts counts"],
            cwd=self.folder)
        if shown.code != 0:
            return shown, True
        made = self.make([*flags, "-fprofile-instr-use=counts",
                          *self.case.profile], link)
        if made.code != 0:
            return made, False
        last = self.run()
        last.output = first.output + shown.output + last.output
        return last, True


NOT_OF = {"thumb2": ("-fzero-call-used-regs=used",
                     "-fpatchable-function-entry=4,2"),
          "riscv64": ("-fzero-call-used-regs=used",)}


def flags_of(target, rng):
    flags = [rng.choice(("-Oz", "-Oz", "-Oz", "-Os", "-O2"))]
    for one in rng.sample((*COMMON, *SPECIAL[target.name]),
                          rng.choice((0, 1, 1, 2, 3))):
        if one[0] not in NOT_OF.get(target.name, ()):
            flags += one
    link = rng.choice(([], [], ["-Wl,--gc-sections"]))
    return flags, link


def main():
    parser = programs.parser_of(__doc__, settings=("shipped", "smallest"))
    names = [one.__name__ for one in feature_programs.FEATURES]
    parser.add_argument("--only", choices=names, nargs="+", default=names)
    options = programs.parse(parser)
    target = programs.TARGETS[options.target]
    sides = programs.our_sides(options)
    features = [one for one in feature_programs.FEATURES
                if one.__name__ in options.only]
    compared = dict.fromkeys(options.only, 0)

    def check(seed, folder, rng):
        # One after the other, so that a short run has had them all.
        feature = features[(seed - 1) % len(features)]
        case = feature(rng, target.name) if len(
            inspect.signature(feature).parameters) > 1 else feature(rng)
        name = feature.__name__
        if target.name not in case.targets:
            return "of other targets", []
        flags, link = flags_of(target, rng)
        words = " ".join((*target.flags, *flags, *case.flags, *link, *case.link))
        (folder / "flags").write_text(words + "\n")
        stock, built = Build(programs.STOCK, target, case, folder).outcome(
            flags, link)
        if not built and stock.code != 0:
            (options.work / "stock-fails").open("a").write(
                f"{target.name} {seed} {name}: {words}: {stock.words()}\n")
            return "that stock cannot build", []
        if stock.timed_out:
            return "that take too long", []
        faults = []
        for side in sides:
            ours, _ = Build(side, target, case, folder).outcome(flags, link)
            if programs.same(ours, stock):
                continue
            again = Build(programs.STOCK, target, case, folder).run()
            if not case.profile and not programs.same(again, stock):
                return "that are not the same twice", []
            plain, _ = Build(programs.Side("plain"), target, case,
                             folder).outcome(["-O0", *flags[1:]], link)
            if not ours.timed_out and not programs.same(plain, stock):
                (options.work / "third").open("a").write(
                    f"{target.name} {seed} {name}: {words}: "
                    f"{programs.difference(plain, stock)}\n")
                return "that -O0 does not build or run alike", []
            faults.append(f"{name}: {words}: {side.name}: "
                          f"{programs.difference(ours, stock)}")
        compared[name] += 1
        return "compared", faults

    programs.attack("features", options, check, lambda counts: " (" + ", ".join(
        f"{count} {name}" for name, count in compared.items()) + ")")


if __name__ == "__main__":
    main()
