"""Runs the tests of crates, built with the plugin and without.

  python3 test/sweep/crates.py build sweep

Crates are Debian's (librust-...-dev). Each is tested at opt-level z by stock rustc,
with MLGO-22 as it ships, with policies that decide something else everywhere,
and with half of all passes left out. A fault is a build or a test that ends
otherwise than stock's. What an earlier run has done is not done again. The exit
code is 1 if there are faults.
"""

import os
import pathlib
import re
import shutil
import sys

import sweep

REGISTRY = pathlib.Path("/usr/share/cargo/registry")
CRATES = ("strsim", "fixedbitset", "smallvec", "adler", "unicode-width", "either",
          "fnv", "scopeguard", "itoa", "memchr", "unicode-xid", "indexmap", "shlex",
          "hashbrown", "once_cell")


def variants(build, work):
    """Name: what is added to the environment."""
    (work / "gates.txt").write_text(sweep.draw_gates(1))
    _, policies = sweep.built_parts(build)
    ours = {"RUSTC_WRAPPER": str(build / "src/tools/mlgo-rustc"),
            "CARGO_CACHE_RUSTC_INFO": "0"}
    return {
        "stock": {},
        "shipped": ours,
        "wild": {**ours, "MLGO_INLINE_MODEL": f"{policies}/opposite.mlgo",
                 "MLGO_INLINE_EVERYWHERE": "1",
                 "MLGO_REGALLOC_MODEL": f"{policies}/arbitrary.mlgo",
                 "MLGO_REGALLOC_ASSIGNMENT": "wild"},
        "gates": {**ours, "MLGO_GATE_DECISIONS": str(work / "gates.txt")},
    }


def copy_crate(crate, tree):
    """The sources, which need no crate for tests that is not there; None if the
    crate is not there itself."""
    found = sorted(REGISTRY.glob(f"{crate}-[0-9]*"))
    if not found:
        return None
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(found[-1], tree)
    (tree / ".cargo").mkdir()
    (tree / ".cargo/config.toml").write_text(
        '[source.crates-io]\nreplace-with = "debian"\n'
        f'[source.debian]\ndirectory = "{REGISTRY}"\n')
    (tree / "Cargo.lock").unlink(missing_ok=True)
    parts = re.split(r"(?m)^(?=\[)", (tree / "Cargo.toml").read_text())
    tests = re.compile(r"\[dev-dependencies\.\"?([\w-]+)|\[(bench)")
    (tree / "Cargo.toml").write_text("".join(
        part for part in parts
        if not (needs := tests.match(part)) or
        (needs[1] and any(REGISTRY.glob(f"{needs[1]}-[0-9]*")))))
    return tree


def check(crate, work, kinds):
    tree = copy_crate(crate, work / f"tree-{crate}")
    if tree is None:
        return {"what": "not installed"}
    stock = None
    result = {"faults": []}
    for kind, variables in kinds.items():
        counts = work / f"counts-{crate}-{kind}"
        counts.unlink(missing_ok=True)
        environment = {
            **os.environ, "RUSTC": "/usr/bin/rustc", "CARGO_NET_OFFLINE": "true",
            "CARGO_PROFILE_TEST_OPT_LEVEL": "z", "CARGO_PROFILE_DEV_OPT_LEVEL": "z",
            "CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_BUILD_JOBS": "1",
            "CARGO_TARGET_DIR": str(work / f"target-{crate}"),
            "MLGO_INLINE_STATS_FILE": str(counts),
            "MLGO_GATE_STATS_FILE": str(counts), **variables}
        run = sweep.run(["cargo", "test", "--lib", "--tests", "--no-fail-fast"],
                        3000, cwd=tree, env=environment)
        (work / f"{crate}-{kind}.log").write_bytes(
            run.output + run.errors.encode())
        ended = (run.code, sorted(re.findall(
            r"(?m)^test (.* \.\.\. \w+)", run.output.decode(errors="replace"))))
        text = counts.read_text() if counts.exists() else ""
        result[kind] = sum(map(int, re.findall(r" differ=(\d+)", text)))
        if stock is None:
            stock = ended
            result["what"] = f"{len(ended[1])} tests" if ended[1] else \
                f"stock fails: {run.words()}"
        elif ended != stock:
            result["faults"].append(f"{kind}: {run.words()},"
                                    f" {sorted(set(ended[1]) ^ set(stock[1]))}")
        if not stock[1]:
            break
    shutil.rmtree(tree)
    shutil.rmtree(work / f"target-{crate}", ignore_errors=True)
    return result


def main():
    parser = sweep.make_parser(__doc__)
    parser.add_argument("--only", nargs="+", default=CRATES)
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    kinds = variants(options.build.resolve(), work)
    found = sweep.Results(work / "crates.jsonl").sweep(
        options.only, lambda one: check(one, work, kinds), options.jobs)
    sweep.print_table(
        ("crate", "result", "shipped: other decisions",
         "wild: other decisions", "gates: other decisions", "faults"),
        [(one["input"], one["what"], one.get("shipped", ""),
          one.get("wild", ""), one.get("gates", ""),
          "; ".join(one.get("faults", [])) or "none")
         for one in found])
    sys.exit(any(one.get("faults") for one in found))


if __name__ == "__main__":
    main()
