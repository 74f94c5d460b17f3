"""Finds functions that grow where passes are left out of them.

  python3 test/sweep/large.py build work --count 300 --blame
  python3 test/sweep/large.py build work --files corpora/lua5.4/corpus --level Os
  python3 test/sweep/large.py build work --objects built-by-stock built-by-us

Compiles the functions of large_functions.py, or the bitcode and sources below
folders, with the plugin and with the plugin under -mlgo-gate-mode=default, so
that inlining and evictions are the same, and compares the size of each symbol.
With --objects, what others have compiled into two folders. With --without, what
each of these passes does if it alone is left out, everywhere.

A fault is a function of more than 1 kB that grows by over 2 %, one that grows by
over 64 bytes beyond that, or a file that one side cannot compile. --blame tells
how its size changes when one of the passes that were left out runs. Generated
files with faults stay in the work folder; the exit code is 1 if there are any.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import math
import pathlib
import shlex
import shutil
import sys
import tempfile

import large_functions
import programs
import sweep

LARGE, PERCENT, BYTES = 1024, 2, 64
KINDS = {".c": "c", ".cpp": "c++", ".cc": "c++", ".bc": "ir", ".ll": "ir"}
CORPUS_DROPS = ("-fembed-bitcode", "-emit-obj", "-disable-llvm-verifier", "-O")


@dataclasses.dataclass
class Function:
    file: str
    name: str
    sizes: tuple
    side: str = ""
    blame: str = ""

    @property
    def growth(self):
        return self.sizes[1] - self.sizes[0]

    @property
    def percent(self):
        return 100 * self.growth / self.sizes[0]

    @property
    def is_fault(self):
        allowed = self.sizes[0] * PERCENT / 100
        return self.growth > allowed + BYTES or (
            self.sizes[0] > LARGE and self.growth > allowed)


def sizes_in(path):
    """Bytes of each function of an object."""
    listed = sweep.run(["llvm-nm-22", "--format=posix", "--print-size",
                        "--defined-only", path])
    if listed.code != 0:
        sys.exit(f"large: {path}: {listed.words()}")
    found = {}
    for line in listed.output.decode().splitlines():
        words = line.split()
        if len(words) == 4 and words[1] in "TtWw" and int(words[3], 16):
            found[words[0]] = int(words[3], 16)
    return found


def command_of(path, level, target):
    """How a file is compiled; bitcode of a corpus as its .cmd says."""
    listed = path.with_suffix(".cmd")
    if path.suffix == ".bc" and listed.exists():
        kept = [word for word in listed.read_text().rstrip("\0").split("\0")[1:]
                if not word.startswith(CORPUS_DROPS)]
        return ["clang-22", "-cc1", *kept, "-emit-obj", "-w", f"-{level}", "-x",
                "ir", path]
    return ["clang-22", *target.flags, "-w", f"-{level}", "-c", "-x",
            KINDS[path.suffix], path]


class Comparison:
    """Compiles a file by all passes, and by each side that has fewer."""

    def __init__(self, options, work):
        self.options = options
        self.target = programs.TARGETS[options.target]
        plugin = f"-fpass-plugin={options.plugin}"
        self.stock = [plugin, *(options.against if options.against is not None
                                else ["-mllvm", "-mlgo-gate-mode=default"])]
        ours = [plugin, *options.flags]
        self.sides = {"": ours}
        if options.without:
            self.sides = {one: ours + decide(
                f"1\t*\t*\tlate\n0\t*\t{one}\tlate\n", work / one)
                for one in options.without}

    def compile(self, path, flags, to):
        return sweep.run([*command_of(path, self.options.level, self.target),
                          *flags, "-o", to], self.options.seconds)

    def check(self, path):
        """Its functions by each side, and faults of compilers."""
        name = str(path) if self.options.files else path.name
        functions = []
        with tempfile.TemporaryDirectory() as folder:
            to = f"{folder}/object.o"
            made = self.compile(path, self.stock, to)
            if made.code != 0:
                return [], [f"{name}, with all passes: {made.words()}"]
            stock = sizes_in(to)
            for side, flags in self.sides.items():
                made = self.compile(path, flags, to)
                if made.code != 0:
                    return [], [f"{name}: {made.words()}"]
                functions += compare(name, stock, sizes_in(to), side)
            for one in functions:
                if one.is_fault and self.options.blame and not one.side:
                    one.blame = self.blame(path, one, folder)
        return functions, []

    def blame(self, path, function, folder):
        """How its size changes if each pass ran."""
        record, decisions = (pathlib.Path(folder, name)
                             for name in ("record", "decisions"))
        record.write_text("")
        to, flags = f"{folder}/again.o", self.sides[""]
        self.compile(path, [*flags, "-mllvm", f"-mlgo-gate-record={record}"],
                     to)
        left_out = sorted({tuple(line.split("\t")[1:3])
                           for line in record.read_text().splitlines()
                           if line.split("\t")[1:] and
                           line.split("\t")[1].split("@")[0] == function.name})
        words = []
        for name, one in left_out:
            self.compile(path, [*flags, *decide(f"1\t{name}\t{one}\t*\n",
                                                decisions)], to)
            size = sizes_in(to).get(function.name, 0)
            if size != function.sizes[1]:
                words.append((size - function.sizes[1], one))
        return ", ".join(f"{name} {less:+}" for less, name in sorted(words))


def decide(lines, file):
    """Flags that decide as these lines say."""
    file.write_text("# mlgo-gate-decisions 1\n" + lines)
    return ["-mllvm", f"-mlgo-gate-decisions={file}"]


def compare(name, stock, ours, side=""):
    return [Function(name, symbol, (size, ours[symbol]), side)
            for symbol, size in stock.items() if symbol in ours]


def generated(options, folder):
    """Files of functions, one each."""
    paths = []
    for seed in range(options.seed, options.seed + options.count):
        text, suffix, kind = large_functions.write(seed)
        paths.append(folder / f"{seed}-{kind}.{suffix}")
        paths[-1].write_text(text)
    return paths


def given(options):
    paths = sorted(path for folder in options.files
                   for path in ([folder] if folder.is_file()
                                else folder.rglob("*"))
                   if path.suffix in KINDS)
    return paths[::options.every]


def compare_objects(folders):
    found = []
    for path in sorted(folders[0].rglob("*.o")):
        other = folders[1] / path.relative_to(folders[0])
        if other.exists():
            found += compare(str(path.relative_to(folders[0])), sizes_in(path),
                             sizes_in(other))
    return found


def print_faults(functions):
    faults = sorted((one for one in functions if one.is_fault),
                    key=lambda one: -one.growth)
    if faults:
        print("| function | file | bytes | grows by | (%) | without | "
              "if it ran |")
        print("|---|---|---|---|---|---|---|")
    for one in faults:
        print(f"| {one.name} | {one.file} | {one.sizes[0]:,} | "
              f"{one.growth:,} | {one.percent:+.1f} | {one.side} | "
              f"{one.blame} |")


def print_summary(side, functions):
    stock, ours = (sum(one.sizes[at] for one in functions) for at in (0, 1))
    large = [one for one in functions if one.sizes[0] > LARGE]
    mean = 100 * math.expm1(sum(math.log(one.sizes[1] / one.sizes[0])
                                for one in large) / max(1, len(large)))
    print(f"{f'without {side}: ' if side else ''}{len(functions)} functions, "
          f"{len(large)} of more than {LARGE} bytes ({mean:+.2f} % in the mean)"
          f", all together {100 * (ours / max(1, stock) - 1):+.2f} %; "
          f"{sum(one.growth > 0 for one in functions)} grow, "
          f"{sum(one.is_fault for one in functions)} with faults", flush=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--files", nargs="+", type=pathlib.Path, default=[],
                        metavar="FOLDER", help="these instead")
    parser.add_argument("--objects", nargs=2, type=pathlib.Path,
                        metavar=("STOCK", "OURS"))
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="each N-th of the files")
    parser.add_argument("--level", choices=("Oz", "Os"), default="Oz")
    parser.add_argument("--target", choices=tuple(programs.TARGETS),
                        default="x86-64")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=300,
                        help="for one compilation")
    parser.add_argument("--flags", type=shlex.split, default=[],
                        help="of our side")
    parser.add_argument("--against", type=shlex.split,
                        help="of the other side, instead of all passes")
    parser.add_argument("--without", nargs="+", metavar="PASS",
                        help="leave out each of these alone, everywhere")
    parser.add_argument("--blame", action="store_true")
    parser.add_argument("--plugin", type=pathlib.Path,
                        help="another one than the build folder's")
    parser.add_argument("--json", type=pathlib.Path,
                        help="all functions whose size differs")
    options = parser.parse_args()
    if not options.plugin:
        options.plugin = options.build / "passes/all/MLGO-22.so"
    options.plugin = options.plugin.resolve()
    if not options.plugin.exists() and not options.objects:
        sys.exit(f"large: {options.plugin} is not built")
    for path in [*options.files, *(options.objects or ())]:
        if not path.exists():
            sys.exit(f"large: no file or folder {path}")
    options.work.mkdir(parents=True, exist_ok=True)
    return options


def main():
    options = parse()
    functions, errors = [], []
    if options.objects:
        functions = compare_objects(options.objects)
    else:
        with tempfile.TemporaryDirectory() as folder, \
                concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            folder = pathlib.Path(folder)
            paths = given(options) if options.files else \
                generated(options, folder)
            comparison = Comparison(options, folder)
            for path, (found, failed) in zip(
                    paths, pool.map(comparison.check, paths)):
                functions += found
                errors += failed
                for one in found:
                    if one.is_fault:  # Of a run that is interrupted, too.
                        side = f" without {one.side}" if one.side else ""
                        print(f"{one.file}: {one.name}{side}: {one.growth:+} "
                              "bytes", file=sys.stderr, flush=True)
                if not options.files and (
                        failed or any(one.is_fault for one in found)):
                    shutil.copy(path, options.work)
    if options.json:
        options.json.write_text(json.dumps(
            [dataclasses.asdict(one) for one in functions if one.growth],
            indent=1) + "\n")
    print_faults(functions)
    for side in sorted({one.side for one in functions}):
        print_summary(side, [one for one in functions if one.side == side])
    for error in errors:
        print(f"large: {error}", file=sys.stderr)
    if not functions:
        sys.exit("large: no function was compared")
    sys.exit(bool(errors) or any(one.is_fault for one in functions))


if __name__ == "__main__":
    main()
