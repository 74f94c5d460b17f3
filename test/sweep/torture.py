"""Compiles gcc's torture tests with the plugins and without, and runs them.

  python3 test/sweep/torture.py build sweep --jobs 2
  python3 test/sweep/torture.py build sweep --every 10 --target riscv64

The Debian package gcc-12-source has them. Each is compiled at -Oz, -Os and -O2 by
stock; with a plugin that lets stock decide, which has to give the same bytes; with
MLGO-22 as it ships; and with policies that decide something else everywhere. A
test that is to be run and has other code than stock's is linked and run: it ends
with 0 if it is right. A fault is a compiler that fails where stock does not, or a
program that is right by stock and ends otherwise. What stock cannot compile (C that
clang has not) is counted. Tests that an earlier run has done are not done again.
The exit code is 1 if there are faults.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import programs
import sweep

ARCHIVES = pathlib.Path("/usr/src/gcc-12")
TESTS = "gcc.c-torture"
LEVELS = ("-Oz", "-Os", "-O2")
# The tests are of a time when these were no errors.
OLD_C = ["-std=gnu17", "-w", *(f"-Wno-{one}" for one in (
    "implicit-int", "implicit-function-declaration", "int-conversion",
    "incompatible-pointer-types", "incompatible-function-pointer-types",
    "return-mismatch"))]


def unpack(folder):
    """The folder of tests, unpacked once."""
    if not (folder / TESTS).exists():
        archives = list(ARCHIVES.glob("gcc-12*.tar.xz"))
        if not archives:
            sys.exit(f"torture: no archive in {ARCHIVES}; install gcc-12-source")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as begun:
            subprocess.run(["tar", "-xJf", archives[0], "-C", begun, "--wildcards",
                            f"*/{TESTS}/*"], check=True)
            next(pathlib.Path(begun).rglob(TESTS)).rename(folder / TESTS)
    return folder / TESTS


def variants(build, breaking):
    plugin, policies = sweep.built_parts(build)
    load = [f"-fpass-plugin={plugin}", "-Xclang", "-load", "-Xclang", str(plugin)]
    ours = lambda *flags: load + [word for flag in flags
                                  for word in ("-mllvm", f"-mlgo-{flag}")]
    return {
        "pass-through": ours("inline-mode=default", "regalloc-mode=default",
                             "gate-mode=default"),
        "shipped": [*load[:1], *(["-DBREAK=1"] if breaking else [])],
        "wild": ours(f"inline-model={policies}/opposite.mlgo", "inline-everywhere",
                     f"regalloc-model={policies}/arbitrary.mlgo",
                     "regalloc-assignment=wild"),
    }


def own_flags(text):
    """What a test asks of all targets."""
    asked = re.findall(
        r"dg-(?:additional-)?options\s+\{?\s*\"([^\"]*)\"\s*\}?\s*\}", text)
    return [word for line in asked for word in shlex.split(line)
            if not re.match(r"-O|--param|-W", word)]


class Checker:
    def __init__(self, options):
        self.tests = (options.tests or
                      unpack(options.work.resolve() / "source")).resolve()
        self.target = programs.TARGETS[options.target]
        self.variants = variants(options.build.resolve(), options.breaking)

    def inputs(self):
        """All but those that consist of several files."""
        return sorted(str(path.relative_to(self.tests))
                      for folder in ("compile", "execute", "execute/ieee")
                      for path in (self.tests / folder).glob("*.c"))

    def compile(self, name, folder, flags):
        """How the compiler ends, and the object's bytes."""
        path = self.tests / name
        done = sweep.run(
            ["clang-22", *OLD_C, *self.target.flags, *flags, "-c", str(path), "-o",
             "test.o"], cwd=folder)
        made = pathlib.Path(folder) / "test.o"
        return done, made.read_bytes() if done.code == 0 else b""

    def end(self, folder):
        """How the program of the last object ends."""
        done = sweep.run(
            ["clang-22", *self.target.flags, *self.target.link, "-fuse-ld=lld",
             "test.o", "-lm", "-o", "test"], cwd=folder)
        if done.code != 0:
            return f"is not linked: {done.words()}"
        ended = sweep.run(self.target.command("./test"), 30, cwd=folder)
        return f"exit {ended.code}, {ended.output!r}"

    def check(self, name):
        flags = own_flags((self.tests / name).read_text(errors="replace"))
        runs, faults, changed = name.startswith("execute"), [], []
        result = {"what": "stock fails"}
        for level in LEVELS:
            with tempfile.TemporaryDirectory() as folder:
                stock, expected = self.compile(name, folder, [*flags, level])
                if stock.code != 0:
                    continue
                result["what"] = "run" if runs else "compiled"
                right = self.end(folder) if runs else ""
                for kind, words in self.variants.items():
                    ours, bytes_ = self.compile(name, folder,
                                                [*flags, level, *words])
                    if ours.code != 0:
                        faults.append(f"{level} {kind}: {ours.words()}")
                    elif bytes_ == expected:
                        continue
                    elif kind == "pass-through":
                        faults.append(f"{level} {kind}: other bytes")
                    else:
                        changed.append(f"{level} {kind}")
                        found = self.end(folder) if runs else right
                        # Some ask for what clang never promised, as the address
                        # that a caller's caller returns to.
                        if found != right and right.startswith("exit 0,"):
                            faults.append(f"{level} {kind}: {found}, not {right}")
        return {**result, "faults": faults, "changed": changed}


def main():
    parser = sweep.make_parser(__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="N")
    parser.add_argument("--target", choices=programs.TARGETS, default="x86-64")
    parser.add_argument("--tests", type=pathlib.Path,
                        help="another folder of tests than gcc's")
    parser.add_argument("--break", dest="breaking", action="store_true",
                        help="compile for the shipped policies with -DBREAK, which "
                        "has to be found")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    checker = Checker(options)
    name = "torture" if options.target == "x86-64" else f"torture-{options.target}"
    found = sweep.Results(options.work / f"{name}.jsonl").sweep(
        checker.inputs()[options.first::options.every], checker.check, options.jobs)
    faults = sum(bool(one["faults"]) for one in found)
    counts = {what: sum(one["what"] == what for one in found)
              for what in ("run", "compiled", "stock fails")}
    print(f"{len(found)} tests: " + ", ".join(
        f"{count} {what}" for what, count in counts.items()) +
        f", {faults} with faults")
    sweep.print_table(
        ("tests whose code changes", "shipped", "wild"),
        [(level, *(sum(f"{level} {kind}" in one["changed"] for one in found)
                   for kind in ("shipped", "wild"))) for level in LEVELS])
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
