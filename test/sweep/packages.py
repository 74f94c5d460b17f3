"""Runs the test suites of packages, built with the plugins and without.

  python3 test/sweep/packages.py build sweep --jobs 2

Debian's sources of the packages below are fetched once. Each is built at -Oz by
stock clang, with MLGO-22 as it ships, with policies that decide something else
everywhere, and without half of all passes; then the package's own tests run. A
fault is a build or a suite that fails where stock's does not, or a suite with
other results. What an earlier run has done is not done again. The exit code is 1
if there are faults.
"""

import os
import pathlib
import re
import shlex
import shutil
import sys

import sweep

CMAKE = ("cmake -S . -B out -DCMAKE_BUILD_TYPE=MinSizeRel"
         " -DCMAKE_C_FLAGS_MINSIZEREL=-Oz -DCMAKE_CXX_FLAGS_MINSIZEREL=-Oz"
         " -DBUILD_SHARED_LIBS=OFF {} && cmake --build out -j2")
CTEST = "ctest --test-dir out"
AUTOTOOLS = "{{ [ -x configure ] || autoreconf -fi; }} && ./configure" \
    " --disable-shared {} && make -j2"
# Debian's name of the source: how it is built, how it is tested. CC, CXX, CFLAGS
# and CXXFLAGS are set.
PACKAGES = {
    "bzip2": ('make -j2 CC="$CC" CFLAGS="$CFLAGS" bzip2', "make test"),
    "cmark": (CMAKE.format(""), CTEST),
    "jansson": (CMAKE.format("-DJANSSON_BUILD_DOCS=OFF"), CTEST),
    "json-c": (CMAKE.format(""), CTEST),
    "libconfig": (AUTOTOOLS.format(""), "make check"),
    "libexif": (AUTOTOOLS.format("--disable-nls"), "make check"),
    "libjsoncpp": (CMAKE.format("-DJSONCPP_WITH_POST_BUILD_UNITTEST=OFF"),
                   "out/bin/jsoncpp_test"),
    "libogg": (AUTOTOOLS.format(""), "make check"),
    "libtasn1-6": (AUTOTOOLS.format("--disable-doc"), "make check"),
    "mawk": (AUTOTOOLS.format(""), "make check"),
    "muparser": (CMAKE.format("-DENABLE_OPENMP=OFF"), CTEST),
    "pcre2": (AUTOTOOLS.format("--disable-jit"), "make check"),
    "pugixml": (CMAKE.format("-DPUGIXML_BUILD_TESTS=ON"), CTEST),
    "xz-utils": (AUTOTOOLS.format("--disable-nls"), "make check"),
    "yaml-cpp": (CMAKE.format("-DYAML_CPP_BUILD_TESTS=ON"), CTEST),
    "zlib": ("./configure --static && make -j2", "make test"),
    "libzstd": ('make -j2 -C tests CC="$CC" CFLAGS="$CFLAGS" fuzzer zstreamtest',
             "cd tests && ./fuzzer -s1 -i300 && ./zstreamtest -s1 -i100"),
}


def variants(build, work):
    """Name: what is added to the environment, and flags."""
    plugin, policies = sweep.built_parts(build)
    (work / "gates.txt").write_text(sweep.draw_gates(1))
    flag = f"-fpass-plugin={plugin}"
    return {
        "stock": ({}, ""),
        "shipped": ({}, flag),
        "wild": ({"MLGO_INLINE_MODEL": f"{policies}/opposite.mlgo",
                  "MLGO_INLINE_EVERYWHERE": "1",
                  "MLGO_REGALLOC_MODEL": f"{policies}/arbitrary.mlgo",
                  "MLGO_REGALLOC_ASSIGNMENT": "wild"}, flag),
        "gates": ({"MLGO_GATE_DECISIONS": str(work / "gates.txt")}, flag),
    }


def source_of(package, work):
    """The unpacked sources; None if they cannot be had."""
    folder = work / "packages" / package
    if not folder.exists():
        begun = work / "packages" / f"{package}.begun"
        shutil.rmtree(begun, ignore_errors=True)
        begun.mkdir(parents=True)
        if not sweep.fetch_source(package, work / "fetched"):
            return None
        trees = [path for path in (work / "fetched").glob("*/debian/changelog")
                 if path.read_text().startswith(f"{package} ")]
        if len(trees) != 1:
            return None
        trees[0].parents[1].rename(begun / "tree")
        begun.rename(folder)
    return folder / "tree"


def passed(output):
    """What a suite says that it has run: all such numbers, in order."""
    text = output.decode(errors="replace")
    return re.findall(
        r"(?m)^# (?:TOTAL|PASS|FAIL): +\d+|\d+ tests? failed out of \d+"
        r"|^All \d+ tests passed|\d+ tests? passed", text)


def tested(package, source, work, environment, flags):
    """How the build or its suite ended, and decisions unlike stock's."""
    tree = work / f"tree-{package}"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source, tree, symlinks=True)
    counts = work / f"counts-{package}"
    counts.unlink(missing_ok=True)
    environment = {**os.environ, **environment, "CC": "clang-22",
                   "CXX": "clang++-22", "CFLAGS": f"-Oz -w {flags}",
                   "CXXFLAGS": f"-Oz -w {flags}", "LC_ALL": "C",
                   "CCACHE_DISABLE": "1", "MLGO_INLINE_STATS_FILE": str(counts),
                   "MLGO_GATE_STATS_FILE": str(counts)}
    build, test = PACKAGES[package]
    made = sweep.run(["sh", "-c", build], 3000, cwd=tree, env=environment)
    text = counts.read_text() if counts.exists() else ""
    differ = sum(map(int, re.findall(r" differ=(\d+)", text)))
    if made.code != 0:
        return "build", made, differ
    # Suites may compile, too: the same, with the same flags.
    run = sweep.run(["sh", "-c", test], 3000, cwd=tree, env=environment)
    shutil.rmtree(tree)
    return "test", run, differ


def check(package, work, kinds):
    source = source_of(package, work)
    if source is None:
        return {"what": "no source"}
    stock = None
    result = {"faults": []}
    for kind, (environment, flags) in kinds.items():
        step, run, differ = tested(package, source, work, environment, flags)
        (work / f"{package}-{kind}.log").write_bytes(
            run.output + run.errors.encode())
        if stock is None:
            stock = (step, run.code, passed(run.output))
            result["what"] = "tested" if (step, run.code) == ("test", 0) else \
                f"stock's {step} fails"
            result["said"] = ", ".join(stock[2])
        elif (step, run.code, passed(run.output)) != stock:
            result["faults"].append(f"{kind}: {step} ends with {run.words()},"
                                    f" {passed(run.output)}")
        result[kind] = differ
    return result


def main():
    parser = sweep.make_parser(__doc__)
    parser.add_argument("--only", nargs="+", choices=PACKAGES,
                        default=list(PACKAGES))
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    kinds = variants(options.build.resolve(), work)
    for package in options.only:  # Apt does one thing at a time.
        source_of(package, work)
    found = sweep.Results(work / "packages.jsonl").sweep(
        options.only, lambda one: check(one, work, kinds), options.jobs)
    sweep.print_table(
        ("package", "result", "its suite says", "shipped: other decisions",
         "wild: other decisions", "gates: other decisions", "faults"),
        [(one["input"], one["what"], one.get("said", ""),
          one.get("shipped", ""), one.get("wild", ""), one.get("gates", ""),
          "; ".join(one.get("faults", [])) or "none") for one in found])
    sys.exit(any(one.get("faults") for one in found))


if __name__ == "__main__":
    main()
