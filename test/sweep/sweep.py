"""What the sweeps share: running commands, results that a later run goes on
from, tables."""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile


@dataclasses.dataclass
class Outcome:
    """How a command ended; `code` is negative if a signal ended it."""
    code: int
    output: bytes
    errors: str
    timed_out: bool = False

    @property
    def crashed(self):
        return self.code < 0 and not self.timed_out

    def words(self):
        """What it said about its failure, in a line."""
        if self.timed_out:
            return "takes too long"
        lines = self.errors.strip().splitlines()
        tellers = ("rror", "ssert", "Bad machine code", "atal")
        line = next((l for l in lines if any(t in l for t in tellers)),
                    lines[0] if lines else "")
        return f"exit {self.code}: {line[:200]}"


def run(command, seconds=120, **options):
    """Runs `command`; a missing program ends the sweep."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, timeout=seconds, check=False, **options)
        return Outcome(done.returncode, done.stdout,
                       done.stderr.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        return Outcome(-9, b"", "", timed_out=True)
    except FileNotFoundError as error:
        sys.exit(f"sweep: {error}")


def make_parser(about):
    """The arguments of all who build much: `about` begins with what for."""
    parser = argparse.ArgumentParser(description=about.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=1)
    return parser


def built_parts(build):
    """The plugin of all advisors, and the folder of policies that decide
    otherwise, in the build folder; what is not built ends the sweep."""
    plugin = build / "passes/all/MLGO-22.so"
    policies = build / "test/lit/policies"
    for path in (plugin, policies / "opposite.mlgo",
                 policies / "arbitrary.mlgo"):
        if not path.exists():
            sys.exit(f"sweep: {path} is not built")
    return plugin, policies


def draw_gates(seed):
    """A decisions file that leaves out half of all passes, each everywhere or
    when it comes for the first, second or third time."""
    known = (pathlib.Path(__file__).parents[2] /
             "passes/gate/GatePasses.def").read_text()
    passes = re.findall(r'^MLGO_[A-Z]+_GATE\("(.*)"\)', known, flags=re.M)
    draw = random.Random(seed)
    lines = [f"0\t*\t{name}\t{draw.choice('*012')}\n"
             for name in passes if draw.random() < 0.5]
    return "# mlgo-gate-decisions 1\n" + "".join(lines)


def source_lists(folder):
    """The machine's package sources as lists of source packages, and the same
    archive's sid: mirrors of a security update may lack its source."""
    folder.mkdir()
    archives = []
    for path in [pathlib.Path("/etc/apt/sources.list"),
                 *pathlib.Path("/etc/apt/sources.list.d").glob("*")]:
        if path.exists():
            text = re.sub(r"^Types:.*", "Types: deb-src", path.read_text(),
                          flags=re.M)
            text = re.sub(r"^deb(?=[ \t])", "deb-src", text, flags=re.M)
            (folder / path.name).write_text(text)
            archives += re.findall(r"\bhttps?://\S+/debian/?(?=\s)", re.sub(
                r"(?m)^#.*", "", text))
    if archives:
        (folder / "sid.list").write_text(f"deb-src {archives[0]} sid main\n")


def fetch_source(package, folder, *flags):
    """`apt-get source` into `folder`, of the first version that can be had:
    whether there was one. The machine's own lists stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    state = folder / ".apt"
    options = ["-qq", "-o", "Dir::Etc::SourceList=/dev/null",
               "-o", f"Dir::Etc::SourceParts={state}/parts",
               "-o", f"Dir::State::Lists={state}/lists",
               "-o", f"Dir::Cache={state}/cache", "-o", "APT::Sandbox::User=root"]
    if not state.exists():
        with tempfile.TemporaryDirectory(dir=folder) as begun:
            source_lists(pathlib.Path(begun) / "parts")
            for part in ("lists/partial", "cache/archives/partial"):
                (pathlib.Path(begun) / part).mkdir(parents=True)
            os.rename(begun, state)
            pathlib.Path(begun).mkdir()  # Its end removes it.
        subprocess.run(["apt-get", "update", *options], check=True)
    shown = run(["apt-cache", "showsrc", "--only-source", package, *options])
    versions = re.findall(r"^Version: (.*)", shown.output.decode(), flags=re.M)
    return any(run(["apt-get", "source", *flags, *options,
                    f"{package}={version}"], 1800, cwd=folder).code == 0
               for version in versions)


class Results:
    """One JSON line for each input: what is there is not done again."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.found = {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                try:
                    one = json.loads(line)
                except ValueError:
                    continue  # The last line of a sweep that was killed.
                self.found[one["input"]] = one

    def sweep(self, inputs, check, jobs):
        """Calls `check(input)` for what is not done; it returns a dict, or None
        for what stays undone."""
        left = [one for one in inputs if one not in self.found]
        with open(self.path, "a", encoding="utf-8") as file, \
                concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for done, (one, result) in enumerate(
                    zip(left, pool.map(check, left)), 1):
                if result is None:
                    continue
                result = {"input": one, **result}
                self.found[one] = result
                print(json.dumps(result), file=file, flush=True)
                for fault in result.get("faults", []):
                    print(f"{one}: {fault}", file=sys.stderr, flush=True)
                if done % 500 == 0:
                    print(f"{done} of {len(left)}", file=sys.stderr, flush=True)
        return [self.found[one] for one in inputs if one in self.found]


def print_table(heads, rows):
    print("| " + " | ".join(heads) + " |")
    print("|---" * len(heads) + "|")
    for row in rows:
        print("| " + " | ".join(
            f"{cell:,}" if isinstance(cell, int) else str(cell)
            for cell in row) + " |")
