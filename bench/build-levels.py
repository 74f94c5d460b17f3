"""What a build pays: instructions and peak memory of clang at -Oz, -Os and -O2
with each plugin against stock, from source, and what loading the plugins takes.
"For speed" is all plugins with models/inline-speed.mlgo.

Instructions are counted by qemu-x86_64 with bench/InstructionCount.c, with AVX2
but not AVX-512; peak memory is of a run without it. All plugins together are
counted at -Oz in all files, and at other levels and alone in the first
--levels-of files. Prints Markdown and, with --json, writes what
bench/compare-bench.py reads.

  mlgo corpus fetch lua5.4 snappy --into corpora --keep-builds
  python3 bench/build-levels.py corpora build lua5.4:src/lparser.c \\
      --program snappy --json cost.json
"""

import argparse
import concurrent.futures
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

cost = importlib.import_module("build-cost")

PLUGINS = {
    "inlining": "inliner/MLGOInliner-22.so",
    "evictions": "regalloc/MLGORegAlloc-22.so",
    "all": "all/MLGO-22.so",
}
SPEED_MODEL = (pathlib.Path(__file__).resolve().parent.parent
               / "models/inline-speed.mlgo")
FEW_CASES = [("Oz", "stock"), ("Oz", "all")]
CASES = [("Oz", "stock"), *(("Oz", who) for who in PLUGINS),
         *((level, who) for level in ("Os", "O2") for who in ("stock", "all")),
         ("O2", "for speed")]


class Counter:
    """Counts instructions of compilations."""

    def __init__(self, folder):
        self.plugin = f"{folder}/count.so"
        source = pathlib.Path(__file__).with_name("InstructionCount.c")
        subprocess.run([cost.CLANG, "-O2", "-shared", "-fPIC", source, "-o",
                        self.plugin], check=True)

    def count(self, arguments, folder):
        run = subprocess.run(
            ["qemu-x86_64", "-cpu", "max", "-plugin", self.plugin,
             shutil.which(cost.CLANG), "-cc1", *arguments, "-o", "/dev/null"],
            cwd=folder, stderr=subprocess.PIPE, text=True, check=False)
        found = re.search(r"^instructions: (\d+)$", run.stderr, flags=re.M)
        if run.returncode != 0 or not found:
            sys.exit(f"build-levels: {' '.join(arguments)}:\n{run.stderr}")
        return int(found.group(1))


def peak_memory(arguments, folder):
    """Kilobytes that one compilation has at most."""
    child = subprocess.Popen(
        [cost.CLANG, "-cc1", *arguments, "-o", "/dev/null"], cwd=folder,
        stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"build-levels: {' '.join(arguments)}: exit {status}")
    return usage.ru_maxrss


def at_level(arguments, level):
    """The arguments of a compilation at another level."""
    kept = [a for a in arguments if not (a.startswith("-O") and len(a) <= 3)]
    return ["-emit-obj", "-w", f"-{level}", *kept]


def compilation(corpora, file):
    """Arguments and folder of the compilation of PACKAGE:SOURCE."""
    package, source = file.split(":")
    _, arguments = cost.module_of(corpora, package, source)
    path = cost.source_in(corpora, package, source).resolve()
    folder = next(a.split("=", 1)[1] for a in arguments
                  if a.startswith("-fdebug-compilation-dir="))
    language = "c" if source.endswith(".c") else "c++"
    return [*arguments, "-x", language, str(path)], folder


def measure(counter, arguments, folder, flags):
    return {"instructions": counter.count(arguments + flags, folder),
            "kilobytes": peak_memory(arguments + flags, folder)}


def program_files(corpora, package):
    """The modules of a package, as bitcode: all have sources of their own."""
    return sorted((corpora / package / "corpus").rglob("*.bc"))


def measure_all(pool, counter, corpora, files, program, flags, levels_of):
    """What was found, by name; a few compilations at a time."""
    begun = {}
    for i, file in enumerate(files):
        arguments, folder = compilation(corpora, file)
        for level, who in CASES if i < levels_of else FEW_CASES:
            begun[f"{file} -{level} {who}"] = pool.submit(
                measure, counter, at_level(arguments, level), folder, flags[who])
    parts = {who: [pool.submit(
        measure, counter, ["-emit-obj", "-w", "-Oz", "-x", "ir", str(module)],
        ".", flags[who]) for module in program_files(corpora, program)]
             for who in ("stock", "all")} if program else {}
    found = {}
    for name, one in begun.items():
        found[name] = one.result()
        print(f"build-levels: {name}", file=sys.stderr, flush=True)
    for who, modules in parts.items():
        counts = [one.result() for one in modules]
        found[f"{program} -Oz {who}"] = {
            "instructions": sum(one["instructions"] for one in counts),
            "kilobytes": max(one["kilobytes"] for one in counts)}
    return found


def load_time(counter, flags):
    """Milliseconds of compiling nothing, the fastest of 30."""
    with tempfile.NamedTemporaryFile(suffix=".c") as empty:
        command = [cost.CLANG, "-cc1", "-emit-obj", *flags, "-x", "c",
                   empty.name, "-o", "/dev/null"]
        times = []
        for _ in range(30):
            begin = time.perf_counter()
            subprocess.run(command, check=True)
            times.append(time.perf_counter() - begin)
        return {"milliseconds": 1000 * min(times),
                "instructions": counter.count(
                    ["-emit-obj", *flags, "-x", "c", empty.name], ".")}


def added(part, whole):
    return f"{100 * (part / whole - 1):+.1f} %"


def print_table(files, found):
    heads = [f"-{level} {who}" for level, who in CASES if who != "stock"]
    for what, unit, divisor in (("instructions", "millions", 1e6),
                                ("kilobytes", "MB", 1024)):
        print(f"\n| {unit} at -Oz |" + " stock | " + " | ".join(heads) + " |")
        print("|---" * (len(heads) + 2) + "|")
        ratios = {head: [] for head in heads}
        for file in files:
            row = f"| {file} | "
            row += f"{found[f'{file} -Oz stock'][what] / divisor:,.0f} |"
            for head in heads:
                ours = found.get(f"{file} {head}")
                if not ours:
                    row += " |"
                    continue
                stock = found[f"{file} {head.split()[0]} stock"]
                ratios[head].append(ours[what] / stock[what])
                row += f" {added(ours[what], stock[what])} |"
            print(row)
        print("| geometric mean | |" + "".join(
            f" {cost.mean(ratios[head])} |" for head in heads))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="+", metavar="PACKAGE:SOURCE")
    parser.add_argument("--program", help="a package: all its modules at -Oz")
    parser.add_argument("--levels-of", type=int, default=3, metavar="N",
                        help="files counted at all levels [3]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="compilations at a time [processors]")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    passes = options.build.resolve() / "passes"
    flags = {"stock": []}
    sizes = {}
    for who, name in PLUGINS.items():
        flags[who] = cost.load(passes / name)
        sizes[f"{who} plugin"] = {"bytes": (passes / name).stat().st_size}
    flags["for speed"] = [*flags["all"], "-mllvm",
                          f"-mlgo-inline-model={SPEED_MODEL}"]
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        counter = Counter(folder)
        found = measure_all(pool, counter, options.corpora, options.files,
                            options.program, flags, options.levels_of)
        loading = {f"loading {who}": load_time(counter, flags[who])
                   for who in ("stock", *PLUGINS)}
    print_table(options.files, found)
    if options.program:
        stock, ours = (found[f"{options.program} -Oz {who}"]
                       for who in ("stock", "all"))
        print(f"\nAll {len(program_files(options.corpora, options.program))}"
              f" modules of {options.program} at -Oz:"
              f" {stock['instructions'] / 1e6:,.0f} million instructions,"
              f" {added(ours['instructions'], stock['instructions'])};"
              f" {stock['kilobytes'] / 1024:.0f} MB at most,"
              f" {added(ours['kilobytes'], stock['kilobytes'])}.")
    print("\n| plugin | bytes | ms to load | millions of instructions |")
    print("|---|---|---|---|")
    none = loading["loading stock"]
    for who in PLUGINS:
        one = loading[f"loading {who}"]
        print(f"| {who} | {sizes[f'{who} plugin']['bytes']:,} |"
              f" {one['milliseconds'] - none['milliseconds']:.1f} |"
              f" {(one['instructions'] - none['instructions']) / 1e6:.1f} |")
    if options.json:
        options.json.write_text(json.dumps(
            {"cost": {**found, **sizes, **loading}}, indent=1) + "\n")


if __name__ == "__main__":
    main()
