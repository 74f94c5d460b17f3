"""What else than mlgo makes programs execute less: stock -O3, gcc, LLVM's
constants, a published model. Prints one table, each row against stock clang -O2.

  python3 bench/speed-table.py build --jobs 2
  python3 bench/speed-table.py build --packages jq re2 --model perfinliner.tflite

Programs are linked, run and counted (cachegrind) by mlgo compare; all of them
have to print what stock's print. Compile time is what the compiler executes for
four files of jq and re2. --model is a policy of LLVM's inputs for inlining, a
TensorFlow Lite file, as PerfInliner's. Rows are kept in --work; the table is
made again from what is there.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

PACKAGES = ["expat", "jq", "libsodium", "uchardet", "re2", "hunspell"]
SOURCES = ["jq/tree/src/jv.c", "jq/tree/src/jv_parse.c",
           "re2/tree/re2/dfa.cc", "re2/tree/re2/parse.cc"]


def listed_rows(arguments):
    """Name, plugin, flags of clang's variant, and whether gcc builds, too."""
    models = pathlib.Path(__file__).resolve().parent.parent / "models"
    plugins = arguments.build / "passes"
    inliner = f"-mllvm -mlgo-inline-model={models / 'inline-speed.mlgo'}"
    rows = [("mlgo", plugins / "all/MLGO-22.so", inliner, True),
            ("clang -O3", None, "-O3", False),
            ("-inline-threshold=400", None, "-mllvm -inline-threshold=400",
             False)]
    if arguments.model:
        rows.append((arguments.model.stem, plugins / "inliner/MLGOInliner-22.so",
                     "-mllvm -mlgo-inline-features=llvm"
                     " -mllvm -mlgo-strict"
                     f" -mllvm -mlgo-inline-model={arguments.model}", False))
    return rows


def compared(arguments, name, plugin, flags, has_gcc):
    """What mlgo compare says of one row, counted once."""
    kept = arguments.work / (name.replace("/", "_") + ".json")
    if not kept.exists():
        command = [arguments.build / "src/tools/mlgo", "compare",
                   *arguments.packages, "--level", "O2", "--count", "--json",
                   "--jobs", str(arguments.jobs), "--flags", flags]
        if plugin:
            command += ["--plugin", plugin]
        if has_gcc:
            command += ["--against", "gcc"]
        run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        if run.returncode:
            sys.exit(f"speed-table: {name}: exit code {run.returncode}")
        kept.write_bytes(run.stdout)
    return json.loads(kept.read_text())


def executed(command):
    """Instructions of a compilation, with all processes that it starts."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--tool=cachegrind", "--cache-sim=no",
             "--trace-children=yes", f"--cachegrind-out-file={folder}/%p",
             *command, "-o", "/dev/null"], capture_output=True, text=True,
            check=False)
        if run.returncode:
            sys.exit(f"speed-table: {command}: {run.stderr[-500:]}")
        return sum(int(path.read_text().rsplit("summary:", 1)[1].split()[0])
                   for path in pathlib.Path(folder).iterdir())


def compiled(arguments, name, compilers, flags):
    """Instructions of the compilations of SOURCES, kept as the rest."""
    kept = arguments.work / (name.replace("/", "_") + ".compile")
    if not kept.exists():
        cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME")
                             or pathlib.Path.home() / ".cache") / "mlgo"
        counts = []
        for source in SOURCES:
            file = cache / "sources" / source
            counts.append(executed([compilers[source.endswith(".cc")], *flags,
                                    "-w", "-I", file.parent.parent, "-c",
                                    file]))
        kept.write_text(json.dumps(counts))
    return json.loads(kept.read_text())


def mean(ratios):
    return 100 * (math.exp(sum(map(math.log, ratios)) / len(ratios)) - 1)


def row(name, programs, sizes, compile_ratio, build):
    """A line of Markdown; `build` is the key of its counts."""
    def ratios(events):
        return {p["program"]: sum(p[e][build] for e in events)
                / sum(p[e]["stock"] for e in events) for p in programs}
    instructions = ratios(["instructions"])
    worst = max(instructions, key=instructions.get)
    memory = ratios(["reads", "writes"])
    return (f"| {name} | {mean(instructions.values()):+.2f} % | "
            f"{100 * instructions[worst] - 100:+.2f} % ({worst}) | "
            f"{mean(memory.values()):+.2f} % | {mean(sizes):+.2f} % | "
            f"{compile_ratio:+.1f} % |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--packages", nargs="+", default=PACKAGES,
                        help="jq and re2, and more")
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--work", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    arguments.work = arguments.work or arguments.build / "bench/speed-table"
    arguments.work.mkdir(parents=True, exist_ok=True)
    clang = ["clang-22", "clang++-22"]
    rows = listed_rows(arguments)
    all_found = [compared(arguments, *each) for each in rows]
    stock = compiled(arguments, "stock", clang, ["-O2"])
    print("| against clang -O2 | instructions | worst | memory accesses | text "
          "| compile time |\n|---|---|---|---|---|---|")
    for (name, plugin, flags, has_gcc), found in zip(rows, all_found):
        own = ["-O2", *flags.split()]
        if plugin:
            own.insert(0, f"-fpass-plugin={plugin}")
        cost = mean([a / b for a, b in
                     zip(compiled(arguments, name, clang, own), stock)])
        programs = found["counts"]["programs"]
        measured = [p for package in found["packages"]
                    for p in package["programs"]]
        sizes = [p["variant_bytes"] / p["stock_bytes"] for p in measured]
        print(row(name, programs, sizes, cost, "variant"), flush=True)
        if has_gcc:
            cost = mean([a / b for a, b in zip(
                compiled(arguments, "gcc", ["gcc", "g++"], ["-O2"]), stock)])
            sizes = [gcc["bytes"] / p["stock_bytes"] for gcc, p in
                     zip(found["against"]["programs"], measured)]
            print(row("gcc -O2", programs, sizes, cost, "other"), flush=True)


if __name__ == "__main__":
    main()
