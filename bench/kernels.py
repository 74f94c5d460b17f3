"""What the default plugin makes of small programs with hot loops: bytes of code,
and executed instructions.

  python3 bench/kernels.py build --half learn
  python3 bench/kernels.py build --level Os --limit-mean 0 --limit-worst 2
  python3 bench/kernels.py build --only heat wave --blame

Each kernel of bench/kernels is compiled without and with the plugin and linked
statically; qemu counts the instructions of the whole process, also those of
libraries. --flags are for the plugin's side, --against compares with the plugin
under other flags instead of stock. --blame tells by how much each kernel that
executes over 2 % more would execute less if one pass ran again, or if stock
inlined or evicted. Limits hold for each half. Counts are kept in
BUILD/kernels, by what is compiled. Prints Markdown; the exit code is 1 if a
program prints something else, or a limit is exceeded.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import math
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test/sweep"))
import programs  # noqa: E402

HALVES = ("learn", "validation")
BOUNDS = (2, 3, 5)


@dataclasses.dataclass
class Kernel:
    path: pathlib.Path

    @property
    def name(self):
        return self.path.stem

    @property
    def half(self):
        return self.path.parent.name

    @property
    def language(self):
        return "C" if self.path.suffix == ".c" else "C++"


@dataclasses.dataclass
class Row:
    """A kernel's figures of both sides."""
    kernel: Kernel
    text: list
    instructions: list
    same: bool

    def percent(self, counts):
        return 100 * (counts[1] / counts[0] - 1)


def digest(*parts):
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


class Bench:
    """Compiles and counts; what was counted before is read."""

    def __init__(self, options):
        self.target = programs.TARGETS[options.target]
        self.level = options.level
        self.plugin = options.build.resolve() / "passes/all/MLGO-22.so"
        if not self.plugin.exists():
            sys.exit(f"kernels: {self.plugin} is not built")
        self.kept = options.build.resolve() / "kernels"
        self.kept.mkdir(parents=True, exist_ok=True)
        self.counter = self.make_counter()
        # Libraries are in the programs, too.
        self.version = digest(self.run("clang-22", "--version").stdout, *(
            hashlib.sha256(pathlib.Path(self.run(
                "clang-22", *self.target.flags, f"-print-file-name={name}.a"
            ).stdout.strip()).read_bytes()).hexdigest()
            for name in ("libc", "libm", "libstdc++")))

    def make_counter(self):
        counter = self.kept / "count.so"
        with tempfile.TemporaryDirectory(dir=self.kept) as folder:
            begun = pathlib.Path(folder, "count.so")
            self.run("clang-22", "-O2", "-shared", "-fPIC",
                     HERE / "InstructionCount.c", "-o", begun)
            begun.rename(counter)
        return counter

    @staticmethod
    def run(*command, **options):
        done = subprocess.run(list(map(str, command)), capture_output=True,
                              text=True, check=False, **options)
        if done.returncode != 0:
            sys.exit(f"kernels: {shlex.join(map(str, command))}: exit "
                     f"{done.returncode}\n{done.stderr}")
        return done

    def measure(self, kernel, flags, loads):
        """What an object of `kernel` has and does."""
        words = [*self.target.flags, "-w", f"-{self.level}", *flags]
        known = self.kept / digest(kernel.path.read_text(), self.version,
                                   *words)
        if not loads and known.exists():
            return json.loads(known.read_text())
        with tempfile.TemporaryDirectory(dir=self.kept) as folder:
            found = self.build(kernel, words + [f"-fpass-plugin={self.plugin}"]
                               * loads, folder)
        if not loads and found["instructions"]:
            self.keep(known, found)
        return found

    @staticmethod
    def keep(path, found):
        begun = path.with_suffix(f".{id(found)}")
        begun.write_text(json.dumps(found))
        begun.rename(path)

    def build(self, kernel, words, folder):
        compiler = "clang-22" if kernel.language == "C" else "clang++-22"
        module, program = f"{folder}/kernel.o", f"{folder}/program"
        self.run(compiler, *words, "-c", kernel.path, "-o", module)
        # The same object is the same program.
        object_key = hashlib.sha256(pathlib.Path(module).read_bytes())
        known = self.kept / digest(object_key.hexdigest(), self.version)
        if known.exists():
            return json.loads(known.read_text())
        self.run(compiler, *self.target.flags, "-static", module, "-lm", "-o",
                 program)
        sections = self.run("llvm-size-22", "-A", module).stdout
        text = sum(map(int, re.findall(r"^\.text\S* +(\d+)", sections,
                                       flags=re.M)))
        runner = self.target.runner or ("qemu-x86_64",)
        ran = subprocess.run([*runner, "-cpu", "max", "-plugin", self.counter,
                              program], capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, timeout=600, check=False)
        counted = re.search(r"^instructions: (\d+)$", ran.stderr, flags=re.M)
        found = {"text": text, "output": f"exit {ran.returncode}: {ran.stdout}",
                 "instructions": int(counted.group(1)) if counted else 0}
        if counted:
            self.keep(known, found)
        return found

    def compare(self, kernel, flags, against):
        sides = [self.measure(kernel, against or [], against is not None),
                 self.measure(kernel, flags, True)]
        if not sides[0]["instructions"]:
            sys.exit(f"kernels: {kernel.path}: {sides[0]['output']}")
        return Row(kernel, [side["text"] for side in sides],
                   [max(side["instructions"], 1) for side in sides],
                   sides[0]["output"] == sides[1]["output"])

    def blame(self, row, flags):
        """By how many per cent of stock's the kernel would execute less, by
        what would be stock's."""
        with tempfile.TemporaryDirectory(dir=self.kept) as folder:
            record = pathlib.Path(folder, "record")
            decisions = pathlib.Path(folder, "decisions")
            self.measure(row.kernel, [
                *flags, "-mllvm", f"-mlgo-gate-record={record}"], True)
            left_out = sorted({line.split("\t")[2] for line in
                               record.read_text().splitlines()
                               if not line.startswith("#")}
                              if record.exists() else ())
            found = {}
            for what in ("inline", "regalloc"):
                found[what] = self.measure(row.kernel, [
                    *flags, "-mllvm", f"-mlgo-{what}-mode=default"], True)
            for name in left_out:
                decisions.write_text("# mlgo-gate-decisions 1\n"
                                     f"1\t*\t{name}\t*\n")
                found[name] = self.measure(row.kernel, [
                    *flags, "-mllvm", f"-mlgo-gate-decisions={decisions}"],
                    True)
        return {name: (100 * (row.instructions[1] - one["instructions"])
                       / row.instructions[0],
                       100 * (one["text"] - row.text[1]) / row.text[0])
                for name, one in found.items()}


def mean(ratios):
    return 100 * math.expm1(sum(map(math.log, ratios)) / len(ratios))


def groups(rows):
    """Rows of each language, each half, and all, by name."""
    found = {}
    for name in ("C", "C++"):
        found[name] = [row for row in rows if row.kernel.language == name]
    for name in HALVES:
        found[name] = [row for row in rows if row.kernel.half == name]
    found["all"] = rows
    return {name: some for name, some in found.items() if some}


def summary(rows):
    ratios = [row.instructions[1] / row.instructions[0] for row in rows]
    worst = max(rows, key=lambda row: row.percent(row.instructions))
    return {
        "kernels": len(rows),
        "text": mean([row.text[1] / row.text[0] for row in rows]),
        "instructions": mean(ratios),
        "worst": worst.percent(worst.instructions),
        "worst kernel": worst.kernel.name,
        **{f"over {bound}": sum(ratio > 1 + bound / 100 for ratio in ratios)
           for bound in BOUNDS},
    }


def print_rows(rows):
    print("| kernel | text (%) | instructions (%) | bytes | millions |")
    print("|---|---|---|---|---|")
    for row in sorted(rows, key=lambda row: -row.percent(row.instructions)):
        print(f"| {row.kernel.half}/{row.kernel.path.name}"
              f" | {row.percent(row.text):+.2f}"
              f" | {row.percent(row.instructions):+.2f} | {row.text[0]:,}"
              f" | {row.instructions[0] / 1e6:.1f} |")


def print_summaries(summaries):
    print("\n| | kernels | text (%) | instructions (%) | worst |"
          + "".join(f" over {bound} % |" for bound in BOUNDS))
    print("|---" * (5 + len(BOUNDS)) + "|")
    for name, one in summaries.items():
        print(f"| {name} | {one['kernels']} | {one['text']:+.2f}"
              f" | {one['instructions']:+.2f} | {one['worst']:+.2f}"
              f" ({one['worst kernel']}) |" + "".join(
                  f" {one[f'over {bound}']} |" for bound in BOUNDS))


def print_blame(row, found):
    shown = sorted(found.items(), key=lambda item: -item[1][0])
    print(f"| {row.kernel.name} | {row.percent(row.instructions):+.2f} | "
          + ", ".join(f"{name} {less:.1f} ({text:+.1f})"
                      for name, (less, text) in shown if abs(less) >= 0.3)
          + " |", flush=True)


def faults_of(rows, summaries, options):
    faults = [f"{row.kernel.path.name}: other output" for row in rows
              if not row.same]
    for name in HALVES:
        one = summaries.get(name)
        for what, limit in (("instructions", options.limit_mean),
                            ("worst", options.limit_worst)):
            if one and limit is not None and one[what] > limit:
                faults.append(f"{name}: {what} {one[what]:+.2f} %, expected at "
                              f"most {limit:+g} %")
    return faults


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--level", choices=("Oz", "Os"), default="Oz")
    parser.add_argument("--target", default="x86-64",
                        choices=("x86-64", "aarch64", "thumb2"))
    parser.add_argument("--only", nargs="+", metavar="KERNEL", default=[])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--flags", type=shlex.split, default=[],
                        help="of the plugin's side")
    parser.add_argument("--against", type=shlex.split,
                        help="compare with the plugin under these flags")
    parser.add_argument("--blame", action="store_true",
                        help="find who makes kernels slow")
    parser.add_argument("--limit-mean", type=float, metavar="PERCENT")
    parser.add_argument("--limit-worst", type=float, metavar="PERCENT")
    parser.add_argument("--json", type=pathlib.Path)
    return parser.parse_args()


def main():
    options = parse()
    kernels = [Kernel(path) for half in HALVES if options.half in (half, "both")
               for path in sorted((HERE / "kernels" / half).iterdir())]
    names = {kernel.name for kernel in kernels}
    if unknown := sorted(set(options.only) - names):
        sys.exit(f"kernels: no kernel {unknown[0]}, expected one of "
                 + ", ".join(sorted(names)))
    kernels = [kernel for kernel in kernels
               if not options.only or kernel.name in options.only]
    bench = Bench(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda kernel: bench.compare(
            kernel, options.flags, options.against), kernels))
        print_rows(rows)
        summaries = {name: summary(some) for name, some in groups(rows).items()}
        print_summaries(summaries)
        blamed = {}
        if options.blame:
            slow = sorted((row for row in rows
                           if row.percent(row.instructions) > BOUNDS[0]),
                          key=lambda row: -row.percent(row.instructions))
            print("\n| kernel | instructions (%) | fewer if it ran "
                  "(text then) |")
            print("|---|---|---|")
            for row, found in zip(slow, pool.map(
                    lambda row: bench.blame(row, options.flags), slow)):
                blamed[row.kernel.name] = found
                print_blame(row, found)
    if options.json:
        options.json.write_text(json.dumps({
            "kernels": {f"{row.kernel.half}/{row.kernel.path.name}": {
                "text": row.text, "instructions": row.instructions}
                for row in rows},
            "summary": summaries, "blame": blamed}, indent=1) + "\n")
    faults = faults_of(rows, summaries, options)
    for fault in faults:
        print(f"kernels: {fault}", file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
