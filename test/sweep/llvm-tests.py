"""Compiles LLVM's own regression inputs with the plugins and without.

  python3 test/sweep/llvm-tests.py build sweep --every 10 --jobs 2

Fetches Debian's source package of LLVM once, into the second folder. Then

- llc compiles what is in llvm/test/CodeGen, for all targets, with the flags of
  the test's first RUN line;
- opt optimises what is in llvm/test/Transforms at -Oz;
- clang compiles what is in clang/test/CodeGen and CodeGenCXX at -Oz, with the
  flags of the RUN line.

Each by stock; with plugins that let stock decide, which has to give the same
bytes; with the policies that ship; with policies that decide something else
everywhere; and, but for llc, without half of all passes, what comes out being
verified. What stock itself cannot compile is
counted and not compared. A fault is a crash, a failure or a difference that
stock has not. Inputs of an earlier run are not compiled again; --every N takes
each N-th, beginning with the --first. The exit code is 1 if there are faults.
"""

import collections
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import zlib

import sweep

KINDS = {
    "llc": ("llvm/test/CodeGen", (".ll",)),
    "opt": ("llvm/test/Transforms", (".ll",)),
    "clang": ("clang/test", (".c", ".cpp")),
}
FOLDERS = ("llvm/test/CodeGen", "llvm/test/Transforms", "clang/test/CodeGen",
           "clang/test/CodeGenCXX")
SOURCE = "llvm-toolchain-22"


def fetch(folder):
    """The folder of LLVM's sources below `folder`."""
    found = sorted(folder.glob(f"{SOURCE}_*/{FOLDERS[-1]}"))
    if found:
        return found[-1].parents[2]
    if not sweep.fetch_source(SOURCE, folder, "--tar-only"):
        sys.exit(f"llvm-tests: no version of {SOURCE} can be downloaded")
    archive = max(folder.glob(f"{SOURCE}_*.orig.tar.xz"))
    subprocess.run(["tar", "-xJf", archive.name, "--wildcards",
                    *(f"*/{part}" for part in FOLDERS)], cwd=folder, check=True)
    archive.unlink()
    return fetch(folder)


def run_line(text, tool):
    """Arguments of the first call of `tool` in the RUN lines, or None."""
    joined = re.sub(r"\\\n[;/#* ]*RUN:", " ", text)
    for line in re.findall(r"RUN:(.*)", joined):
        match = re.search(r"(?:^|[\s|;])" + re.escape(tool) + r"\s([^|;&>]*)",
                          line)
        if not match:
            continue
        try:
            words = shlex.split(match.group(1).replace("<", " "))
        except ValueError:
            continue
        kept, skip = [], False
        for word in words:
            if skip or word in ("%s", "2"):
                skip = False
            elif word in ("-o", "-verify"):
                skip = word == "-o"
            elif not re.match(r"--?(o=|verify=|debug|stats)", word):
                kept.append(word)
        if any("%" in word for word in kept):
            continue
        return kept
    return None


class Checker:
    def __init__(self, build, source):
        self.source = source
        plugin, self.policies = sweep.built_parts(build)
        self.plugin = str(plugin)
        said = lambda *command: sweep.run(command).output.decode().strip()
        self.bin = pathlib.Path(said("llvm-config-22", "--bindir"))
        self.resources = said("clang-22", "-print-resource-dir")

    def inputs(self, kind):
        folder, endings = KINDS[kind]
        return sorted(f"{kind}:{path.relative_to(self.source)}"
                      for path in (self.source / folder).rglob("*")
                      if path.suffix in endings and "Inputs" not in path.parts)

    def commands(self, kind, path):
        """Stock's command and flags of the variants; None without a RUN line."""
        off = [f"-mlgo-{task}-mode=default"
               for task in ("inline", "regalloc", "gate")]
        wild = [f"-mlgo-inline-model={self.policies}/opposite.mlgo",
                "-mlgo-inline-everywhere",
                f"-mlgo-regalloc-model={self.policies}/arbitrary.mlgo",
                "-mlgo-regalloc-assignment=wild"]
        gates = ["-mlgo-gate-decisions=gates.txt"]
        load = ["-load", self.plugin]
        verify = ["-verify-machineinstrs"]
        if kind == "opt":
            load += [f"-load-pass-plugin={self.plugin}"]
            stock = [str(self.bin / "opt"), "-S", "-passes=default<Oz>,verify",
                     str(path), "-o", "-"]
            verify = []
        elif kind == "llc":
            flags = run_line(path.read_text(errors="replace"), "llc")
            if flags is None:
                return None
            stock = [str(self.bin / "llc"), *flags, str(path), "-o", "-"]
        else:
            flags = run_line(path.read_text(errors="replace"), "%clang_cc1")
            if flags is None:
                return None
            drop = re.compile(r"-emit-|-S$|-O|-disable-|-fsyntax-only|-main-file")
            flags = [flag for flag in flags if not drop.match(flag)]
            stock = [str(self.bin / "clang"), "-cc1", "-w", *flags, "-Oz", "-S",
                     "-nostdsysteminc", "-internal-isystem",
                     f"{self.resources}/include", str(path), "-o", "-"]
            load = [f"-fpass-plugin={self.plugin}", *load]
            off, wild, gates, verify = (
                [word for flag in flags for word in ("-mllvm", flag)]
                for flags in (off, wild, gates, verify))
        variants = {"pass-through": load + off, "shipped": load + verify,
                    "wild": load + wild + verify}
        if kind != "llc":
            variants["gates"] = load + gates + verify
        return stock, variants, verify

    def check(self, name):
        kind, relative = name.split(":", 1)
        made = self.commands(kind, self.source / relative)
        if made is None:
            return {"what": "no RUN line"}
        command, variants, verify = made
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "gates.txt").write_text(
                sweep.draw_gates(zlib.crc32(name.encode())))
            stock = sweep.run(command, cwd=folder)
            if stock.crashed or stock.timed_out:
                return {"what": "stock crashes"}
            faults = []
            for variant, flags in variants.items():
                # Behind the program and -cc1: options have to be known first.
                at = 2 if kind == "clang" else 1
                ours = sweep.run(command[:at] + flags + command[at:],
                                 cwd=folder)
                if ours.code != stock.code:
                    again = sweep.run(command + verify, cwd=folder)
                    if again.code != ours.code:
                        faults.append(f"{variant}: {ours.words()}")
                elif variant == "pass-through" and ours.output != stock.output:
                    # Some of stock's bytes depend on where memory lies, others
                    # on the time, and never come again.
                    again = [sweep.run(command, cwd=folder).output
                             for _ in range(20)]
                    if ours.output not in again and \
                            len(set(again)) < len(again):
                        faults.append(f"{variant}: other bytes")
                elif ours.output != stock.output and stock.code == 0:
                    variants[variant] = "other"
            changed = [v for v, flags in variants.items() if flags == "other"]
        what = "compiled" if stock.code == 0 else "stock fails"
        return {"what": what, "changed": changed, "faults": faults}


def target_of(name):
    """The row of the table that an input belongs to."""
    kind, path = name.split(":", 1)
    return f"llc, {path.split('/')[3]}" if kind == "llc" else kind


def main():
    parser = sweep.make_parser(__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="N")
    parser.add_argument("--only", choices=KINDS, nargs="+", default=list(KINDS))
    options = parser.parse_args()
    checker = Checker(options.build.resolve(),
                      fetch(options.work.resolve() / "source"))
    results = sweep.Results(options.work / "llvm-tests.jsonl")
    inputs = [one for kind in options.only for one in
              checker.inputs(kind)[options.first::options.every]]
    rows = collections.defaultdict(collections.Counter)
    for one in results.sweep(inputs, checker.check, options.jobs):
        for row in (target_of(one["input"]), "all"):
            counts = rows[row]
            counts["tried"] += 1
            counts[one["what"]] += 1
            for variant in one.get("changed", []):
                counts[variant] += 1
            counts["faults"] += bool(one.get("faults"))
    heads = ("tried", "compiled", "stock fails", "stock crashes", "no RUN line",
             "shipped", "wild", "gates", "faults")
    sweep.print_table(
        ("inputs", *heads[:5], "the shipped policies change",
         "the others change", "without passes", heads[-1]),
        [(row, *(counts[head] for head in heads))
         for row, counts in sorted(rows.items(), key=lambda r: r[0] == "all")])
    sys.exit(rows["all"]["faults"] > 0)


if __name__ == "__main__":
    main()
