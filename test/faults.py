"""Kills commands at random moments, and looks at what is left.

  mlgo corpus fetch jansson --into corpora
  python3 test/faults.py build/src/tools/mlgo corpora/jansson --times 30

For search, labels and train: a run without faults gives the expected result.
Then the command is started beside an earlier result and killed with its whole
process group (SIGKILL), again and again, at a moment drawn between its start and
its usual end; where it was done, all begins anew. After each kill the earlier result is there unchanged or the new
one is complete. The last start is left alone and must give the expected bytes,
going on from what was there. At last two instances write to one output at once.

Prints a line for each command; the exit code is 1 if anything was wrong.
"""

import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

EARLIER = b"an earlier result\n"


def commands(mlgo, corpus, model):
    """Name: arguments for a folder, and what they write there."""
    return {
        "search": (lambda to: [
            mlgo, "search", corpus, "-o", f"{to}/result", "--trials", "24",
            "--jobs", "2", "--checkpoint", f"{to}/state"], "result"),
        "labels": (lambda to: [
            mlgo, "labels", corpus, "-o", f"{to}/result", "--sites", "6",
            "--jobs", "2"], "result"),
        "train": (lambda to: [
            mlgo, "train", "--task", "inline-oz", "--start-model", model,
            "--training-corpora", corpus, "--validation-corpora", corpus,
            "--generations", "3", "--pairs", "2", "--jobs", "2",
            "--checkpoint", f"{to}/state", "--resume", "-o", f"{to}/result"],
                  "result"),
    }


def start(arguments):
    return subprocess.Popen(arguments, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, start_new_session=True)


def finish(child):
    """Its exit code; its last words if it failed."""
    errors = child.communicate()[1].decode(errors="replace")
    return child.returncode, errors.strip()[-300:]


def contents(path):
    """All bytes at `path`, a file or a folder; None if nothing is there."""
    if path.is_dir():
        return {str(p.relative_to(path)): p.read_bytes()
                for p in sorted(path.rglob("*"))
                if p.is_file() and p.suffix == ".log"}
    return path.read_bytes() if path.exists() else None


def is_sound(found, expected, earlier):
    """What is there is of before, complete, or a part that is complete."""
    if isinstance(found, dict):
        return all(expected.get(name) == data for name, data in found.items())
    return found in (expected, earlier)


def kill_often(make, name, expected, usual, times, dice, folder):
    """How many kills met a running command, and what was wrong."""
    to = folder / "killed"
    earlier = None if isinstance(expected, dict) else EARLIER

    def begin():
        shutil.rmtree(to, ignore_errors=True)
        to.mkdir()
        if earlier:
            (to / name).write_bytes(earlier)

    begin()
    met, wrong = 0, []
    for turn in range(times):
        child = start(make(to))
        time.sleep(dice.uniform(0, usual))
        if child.poll() is None:
            met += 1
            os.killpg(child.pid, signal.SIGKILL)
        finish(child)
        is_done = contents(to / name) == expected
        if not is_sound(contents(to / name), expected, earlier):
            wrong.append(f"kill {turn}: what is left is neither old nor new")
            break
        if is_done and turn + 1 < times:
            begin()
    code, words = finish(start(make(to)))
    if code != 0:
        wrong.append(f"the last run: exit code {code}: {words}")
    elif contents(to / name) != expected:
        wrong.append("the last run has another result")
    return met, wrong


def run_two(make, name, expected, folder):
    """What was wrong when two instances wrote to one output."""
    to = folder / "two"
    to.mkdir()
    ends = [finish(child) for child in [start(make(to)), start(make(to))]]
    if all(code != 0 for code, _ in ends):
        return [f"two at once: both failed: {ends[0][1]}"]
    if contents(to / name) != expected:
        return ["two at once: another result"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("mlgo", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--model", default="models/inline-oz-imitation.mlgo",
                        help="what train starts from")
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    failed = False
    for command, (make, name) in commands(
            str(options.mlgo.resolve()), str(options.corpus.resolve()),
            str(pathlib.Path(options.model).resolve())).items():
        if options.only and command not in options.only:
            continue
        folder = pathlib.Path(tempfile.mkdtemp(prefix="mlgo-faults-"))
        try:
            (folder / "whole").mkdir()
            begin = time.monotonic()
            code, words = finish(start(make(folder / "whole")))
            usual = time.monotonic() - begin
            if code != 0:
                sys.exit(f"faults: {command} without faults: {words}")
            expected = contents(folder / "whole" / name)
            met, wrong = kill_often(make, name, expected, usual, options.times,
                                    dice, folder)
            wrong += run_two(make, name, expected, folder)
        finally:
            shutil.rmtree(folder)
        failed |= bool(wrong)
        print(f"{command}: {options.times} starts, {met} killed, one run takes"
              f" {usual:.1f} s: {'; '.join(wrong) or 'all as expected'}",
              flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
