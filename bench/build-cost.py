"""What the plugins add to the instructions that clang executes at -Oz.

Valgrind counts. What a plugin adds is counted in compilations of the bitcode
that a corpus has; it is compared with the whole of these, and with a
compilation of the source by stock clang. --split tells where it goes, if the
plugin has symbols, as those of the preset dev have. Prints Markdown.

  mlgo corpus fetch lua5.4 leveldb --into corpora --keep-builds
  python3 bench/build-cost.py corpora build lua5.4:src/lparser.c \\
      leveldb:db/db_impl.cc
"""

import argparse
import math
import pathlib
import re
import subprocess
import sys
import tempfile

CLANG = "clang-22"


def module_of(corpora, package, source):
    """The bitcode of `source`, and the arguments of its compilation."""
    stem = source.replace("/", "_")
    name = pathlib.Path(source).with_suffix("").name
    found = sorted(
        path
        for path in (corpora / package / "corpus").rglob("*.o.cmd")
        if path.name in (f"{stem}.o.cmd", f"{name}.o.cmd")
        or re.sub(r"CMakeFiles/[^/]*/", "", str(path)).endswith(
            f"/{source}.o.cmd")
    )
    if not found:
        sys.exit(f"build-cost: {package} has no module of {source}")
    arguments = found[0].read_text().rstrip("\0").split("\0")
    drop = ("-fembed-bitcode", "-emit-obj", "-disable-llvm-verifier")
    kept = [a for a in arguments[1:] if not a.startswith(drop)]
    return found[0].with_suffix(".bc"), kept


def source_in(corpora, package, source):
    for kind in ("builds/{}/corpus/tree", "sources/{}/tree"):
        path = corpora / ".mlgo" / kind.format(package) / source
        if path.exists():
            return path
    sys.exit(f"build-cost: no {source}; fetch {package} with --keep-builds")


def count(arguments, folder, profile=None):
    """Instructions of one compilation."""
    tool = (
        ["--tool=callgrind", f"--callgrind-out-file={profile}"]
        if profile
        else ["--tool=cachegrind", "--cache-sim=no",
              "--cachegrind-out-file=/dev/null"]
    )
    run = subprocess.run(
        ["valgrind", *tool, CLANG, "-cc1", *arguments, "-o", "/dev/null"],
        cwd=folder, stderr=subprocess.PIPE, text=True, check=False)
    found = re.search(r"(?:refs: *|Collected : )([0-9,]+)", run.stderr)
    if run.returncode != 0 or not found:
        sys.exit(f"build-cost: {' '.join(arguments)}:\n{run.stderr}")
    return int(found.group(1).replace(",", ""))


def inclusive(profile, function):
    """Millions in the first function whose name has `function`, or 0."""
    lines = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=100", profile],
        stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    for line in lines:
        if function in line and line.lstrip()[:1].isdigit():
            return int(line.split()[0].replace(",", "")) / 1e6
    return 0.0


def split(bitcode, inliner):
    """What the plugin adds to the compilation of `bitcode`, in millions."""
    plain = ["-emit-obj", "-w", "-Oz", "-x", "ir", str(bitcode)]
    with tempfile.TemporaryDirectory() as folder:
        stock, ours = folder + "/stock", folder + "/ours"
        # Valgrind stumbles over what clang 22 writes for debuggers.
        copy = f"{folder}/{inliner.name}"
        subprocess.run(["llvm-objcopy-22", "--strip-debug", inliner, copy],
                       check=True)
        added = -count(plain, ".", stock) / 1e6
        added += count(plain + load(copy), ".", ours) / 1e6
        off = plain + load(copy) + ["-mllvm", "-mlgo-inline-mode=default"]
        parts = {"loading": count(off, ".") / 1e6 - count(plain, ".") / 1e6}
        walk = inclusive(stock, "DefaultInlineAdvisor::getAdviceImpl")
        own = inclusive(ours, "mlgo::StockHeuristic::decide")
        if not own:
            sys.exit(f"build-cost: {inliner} has no symbols, expected a plugin"
                     " of the preset dev")
        parts["stock's walk"] = walk
        parts["its walk to the end"] = own - walk
        parts["inputs"] = inclusive(ours, "mlgo::InlineObservation::fill(")
        parts["policy"] = inclusive(ours, "ModelRunner<InlineSize>::evaluate")
        advisor = inclusive(ours, "mlgo::InlineAdvisor::getAdviceImpl")
        parts["the rest of the advisor"] = (
            advisor - own - parts["inputs"] - parts["policy"])
        parts["other code"] = added - (advisor - walk) - parts["loading"]
        return parts


def load(*plugins):
    flags = []
    for plugin in plugins:
        flags += [f"-fpass-plugin={plugin}", "-load", str(plugin)]
    return flags


def percent(part, whole):
    return f"{100 * part / whole:+.1f} %"


def mean(ratios):
    return f"{100 * math.expm1(sum(map(math.log, ratios)) / len(ratios)):+.1f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="+", metavar="PACKAGE:SOURCE")
    parser.add_argument("--split", action="store_true")
    options = parser.parse_args()
    passes = options.build.resolve() / "passes"
    inliner = passes / "inliner/MLGOInliner-22.so"
    regalloc = passes / "regalloc/MLGORegAlloc-22.so"
    if options.split:
        for file in options.files:
            bitcode, _ = module_of(options.corpora, *file.split(":"))
            print(f"| {file} |", flush=True)
            for name, millions in split(bitcode, inliner).items():
                print(f"| {name} | {millions:.1f} |", flush=True)
        return
    print("| file | from source | inlining | both | from bitcode | inlining |"
          " both |")
    print("|---|---|---|---|---|---|---|")
    ratios = [[], [], [], []]
    for file in options.files:
        package, source = file.split(":")
        bitcode, arguments = module_of(options.corpora, package, source)
        plain = ["-emit-obj", "-w", "-Oz", "-x", "ir", str(bitcode)]
        stock = count(plain, ".")
        inlining = count(plain + load(inliner), ".") - stock
        both = count(plain + load(inliner, regalloc), ".") - stock
        language = "c" if source.endswith(".c") else "c++"
        path = source_in(options.corpora, package, source).resolve()
        tree = next(a.split("=", 1)[1] for a in arguments
                    if a.startswith("-fdebug-compilation-dir="))
        whole = count(["-emit-obj", *arguments, "-x", language, str(path)],
                      tree)
        print(f"| {file} | {whole / 1e6:.0f} | {percent(inlining, whole)} |"
              f" {percent(both, whole)} | {stock / 1e6:.0f} |"
              f" {percent(inlining, stock)} | {percent(both, stock)} |",
              flush=True)
        for list_, part, base in zip(ratios, (inlining, both) * 2,
                                     (whole, whole, stock, stock)):
            list_.append(1 + part / base)
    print(f"| geometric mean | | {mean(ratios[0])} | {mean(ratios[1])} | |"
          f" {mean(ratios[2])} | {mean(ratios[3])} |")


if __name__ == "__main__":
    main()
