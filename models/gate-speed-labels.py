#!/usr/bin/env python3
"""Counts what functions execute without a pass, as labels for mlgo fit.

usage: python3 models/gate-speed-labels.py MLGO CORPORA LABELS [PACKAGE...]

CORPORA is where `mlgo corpus fetch --keep-builds --into CORPORA` was. Each
program is compiled at -O2, linked, and its workload counted by cachegrind:
once as stock compiles it, and once without each pass that policies decide where
code is to be fast. LABELS/PACKAGE.log has what the plugin's training log says of functions
that execute 0.2 % of a program or more, and as delta_size by how many 10,000ths
of all instructions the function executes more without the pass. Runs that need
a script or a build's own files are left out.
"""
import collections
import glob
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = "# mlgo-gate-decisions 1\n"
LEAST_SHARE = 0.002
LABEL_COLUMNS = ["function_bytes", "executed", "executed_flipped",
                 "label_confidence", "run_pass"]


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(command[:3])}: exit code {done.returncode}, "
                 f"expected 0: {done.stderr[-300:]}")
    return done.stdout


def pass_names():
    """The passes that may be left out, in the order of the input `pass`."""
    with open(f"{HERE}/../passes/gate/GatePasses.def") as listed:
        return re.findall(r'^MLGO_(?:IR|CODE)_GATE\("(.*)"\)', listed.read(),
                          re.M)


def items(link):
    """A program's modules and flags, with archives as lazy parts."""
    for item in link:
        if "archive" in item:
            yield "-Wl,--start-lib"
            yield from items(item["archive"])
            yield "-Wl,--end-lib"
        else:
            yield item


class Package:
    def __init__(self, mlgo, corpora, name, folder):
        self.name, self.folder = name, folder
        self.plugin = re.search(r"-fpass-plugin=(\S+)",
                                run([mlgo, "flags"])).group(1)
        self.recipe = f"{HERE}/recipes/{name}"
        self.source = f"{corpora}/.mlgo/sources/{name}/tree"
        corpus = f"{corpora}/{name}/corpus"
        run([mlgo, "eval", "--corpus", corpus, "--level", "O2", "--link",
             "--keep", f"{folder}/stock", "--policy", "stock"])
        self.bitcode = glob.glob(f"{folder}/stock/0/*/")[0]
        with open(f"{self.recipe}/recipe.json") as recipe:
            runs = {p["name"]: [r for r in p.get("runs", []) if self.has(r)]
                    for p in json.load(recipe)["programs"]}
        with open(f"{corpus}/programs.json") as programs:
            self.programs = [(p, runs[p["name"]])
                             for p in json.load(programs)["programs"]
                             if runs.get(p["name"])]
        self.modules = sorted({i["module"] for p, _ in self.programs
                               for i in items(p["link"])
                               if isinstance(i, dict) and "module" in i})

    def has(self, a_run):
        text = json.dumps(a_run)
        return (a_run.get("counted", True) and not a_run.get("script")
                and not a_run.get("threads") and "@BUILD@" not in text
                and ("@SOURCE@" not in text or os.path.isdir(self.source)))

    def compile(self, out, modules, options):
        def one(module):
            os.makedirs(os.path.dirname(f"{out}/{module}"), exist_ok=True)
            run(["clang-22", "-O2", "-w", "-x", "ir", "-ffunction-sections",
                 "-fdata-sections", "-c", f"{self.bitcode}{module}.o.bc", "-o",
                 f"{out}/{module}.o", f"-fpass-plugin={self.plugin}",
                 *[f for o in options(module) for f in ("-mllvm", o)]])
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            list(workers.map(one, modules))

    def count(self, out):
        """Instructions by function, of all programs together."""
        counts = collections.Counter()
        for program, runs in self.programs:
            linked = f"{out}/linked-{program['name']}"
            run(["clang++-22", "-fuse-ld=lld", "-Wl,--gc-sections", "-o", linked,
                 *[i if isinstance(i, str) else
                   f"{out}/{i['module']}.o" if "module" in i else i["flag"]
                   for i in items(program["link"])]])
            with tempfile.TemporaryDirectory() as place:
                for a_run in runs:
                    self.count_run(linked, a_run, place, counts)
        return counts

    def count_run(self, program, a_run, place, counts):
        arguments = [a.replace("@SOURCE@", self.source).replace("@RUN@", place)
                     .replace("@RECIPE@", self.recipe)
                     for a in a_run.get("arguments", [])]
        given = (open(f"{self.recipe}/{a_run['input']}", "rb")
                 if a_run.get("input") else subprocess.DEVNULL)
        subprocess.run(["valgrind", "--quiet", "--tool=cachegrind",
                        "--cache-sim=no", "--demangle=no", "--log-file=/dev/null",
                        f"--cachegrind-out-file={place}/counts", program,
                        *arguments], stdin=given, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, cwd=place,
                       env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC",
                            "HOME": place})
        function = None
        for line in open(f"{place}/counts"):
            if line.startswith("fn="):
                function = line[3:].strip()
            elif line[0].isdigit():
                counts[function] += int(line.split()[1])

    def keys(self, symbol):
        """How decisions name the functions of this symbol, with modules."""
        for module, kind in self.symbols.get(symbol, []):
            text = run(["llvm-dis-22", "-o", "-",
                        f"{self.bitcode}{module}.o.bc"])
            source = re.search('source_filename = "(.*)"', text).group(1)
            local = f"@{os.path.basename(source)}" if kind == "t" else ""
            yield symbol + local, module

    def label(self, file):
        stock = f"{self.folder}/with"
        log = lambda m: f"{self.folder}/{m.replace('/', '_')}.log"
        self.compile(stock, self.modules,
                     lambda m: [f"-mlgo-gate-training-log={log(m)}"])
        self.symbols = collections.defaultdict(list)
        for module in self.modules:
            for line in run(["llvm-nm-22", "-P",
                             f"{stock}/{module}.o"]).splitlines():
                name, kind = line.split()[:2]
                if kind in "tTwW":
                    self.symbols[name].append((module, kind))
        base = self.count(stock)
        total = sum(base.values())
        hot = [f for f in sorted(base)
               if f in self.symbols and base[f] > LEAST_SHARE * total]
        functions = {k: (h, m) for h in hot for k, m in self.keys(h)}
        modules = sorted({m for _, m in functions.values()})
        rows = []
        for module in modules:
            names, logged = read_log(log(module))
            rows += [(k, v) for k, v in logged if k in functions]
        if not rows:
            sys.exit(f"{self.name}: no workload, or nothing that runs often")
        place = names.index("pass")
        without = {}
        for number in sorted({v[place] for _, v in rows}):
            without[number] = self.count_without(stock, modules, number)
        write_log(file, self.name, names, [
            (values, base[functions[key][0]] / total,
             (without[values[place]][functions[key][0]]
              - base[functions[key][0]]) / total)
            for key, values in rows])

    def count_without(self, stock, modules, number):
        out = f"{self.folder}/without"
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(stock, out)
        with open(f"{out}/decisions", "w") as decisions:
            decisions.write(f"{HEADER}0\t*\t{pass_names()[number]}\tlate\n")
        self.compile(out, modules,
                     lambda _: [f"-mlgo-gate-decisions={out}/decisions"])
        return self.count(out)


def read_log(path):
    """The columns, and (function, values) of each row, the first of each pass."""
    with open(path, "rb") as log:
        header = json.loads(log.readline())
        names = [f["name"] for f in header["features"]]
        rows, seen, function = [], set(), None
        while line := log.readline():
            event = json.loads(line)
            if "context" in event:
                function = event["context"]
            elif "observation" in event:
                values = struct.unpack(f"<{len(names)}q",
                                       log.read(8 * len(names)))
                log.read(1)
                rows.append((function, values))
            else:
                log.read(5)
        return names, rows


def write_log(path, package, names, rows):
    """In LLVM's format, as GateLabels.h describes it."""
    inputs = [i for i, n in enumerate(names) if n != "run_pass"]
    spec = lambda name, kind: {"name": name, "type": kind, "port": 0,
                               "shape": [1]}
    line = lambda value: json.dumps(value, separators=(",", ":")).encode() + b"\n"
    with open(path + ".new", "wb") as log:
        columns = [names[i] for i in inputs] + LABEL_COLUMNS
        log.write(line({"features": [spec(n, "int64_t") for n in columns],
                        "score": spec("delta_size", "float")}))
        log.write(line({"context": package}))
        for number, (values, share, change) in enumerate(rows):
            row = [values[i] for i in inputs] + [max(1, int(1e4 * share)), 0, 0,
                                                 100, 1]
            log.write(line({"observation": number}))
            log.write(struct.pack(f"<{len(row)}q", *row) + b"\n")
            log.write(line({"outcome": number}))
            log.write(struct.pack("<f", 1e4 * change) + b"\n")
    os.replace(path + ".new", path)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    mlgo, corpora, labels = (os.path.abspath(a) for a in sys.argv[1:4])
    for name in sys.argv[4:]:
        file = f"{labels}/{name}/{name}.log"
        if os.path.exists(file):
            continue
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            Package(mlgo, corpora, name, folder).label(file)
        print(name, flush=True)


main()
