"""Disturbs commands, and looks at what is left.

  mlgo corpus fetch protobuf-c --into corpora
  python3 test/faults/faults.py build corpora/protobuf-c --times 30
  python3 test/faults/faults.py build corpora/protobuf-c --disks

For each of commands.py, a run without faults gives the expected result. Then the
command is started beside an earlier result and killed with its whole process
group (SIGKILL), again and again, at a moment drawn between its start and its
usual end; where it was done, all begins anew. After each kill the earlier result
is there unchanged or the new one is complete. The last start is left alone and
must give the expected bytes, going on from what was there. At last two instances
write to one output at once.

With --disks, they write to a disk of 16 KB instead, of 64 KB and so on until they
succeed, and to one that is read-only: they fail with a word, and the earlier
result is unchanged, or they give the expected bytes.

Prints a row for each command; the exit code is 1 if anything was wrong.
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

import commands


def start(command, folder):
    return subprocess.Popen(command.arguments(folder), cwd=folder,
                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, start_new_session=True)


def finish(child):
    """Its exit code; its last words if it failed."""
    errors = child.communicate()[1].decode(errors="replace")
    return child.returncode, errors.strip()[-300:]


def kill_often(command, expected, usual, times, dice, folder):
    """How many kills met a running command, and what was wrong."""
    result = folder / "result"
    before = command.begin(folder)
    met, wrong = 0, []
    for turn in range(times):
        child = start(command, folder)
        time.sleep(dice.uniform(0, usual))
        if child.poll() is None:
            met += 1
            os.killpg(child.pid, signal.SIGKILL)
        finish(child)
        found = command.view(result)
        if not command.is_sound(found, expected, before):
            wrong.append(f"kill {turn}: what is left is neither old nor new")
            break
        if found == expected and turn + 1 < times:
            before = command.begin(folder)
    code, words = finish(start(command, folder))
    if code != 0:
        wrong.append(f"the last run: exit code {code}: {words}")
    elif command.view(result) != expected:
        wrong.append("the last run has another result")
    return met, wrong


def run_two(command, expected, folder):
    """What was wrong when two instances wrote to one output."""
    command.begin(folder)
    ends = [finish(child)
            for child in [start(command, folder), start(command, folder)]]
    if all(code != 0 for code, _ in ends):
        return [f"two at once: both failed: {ends[0][1]}"]
    if command.view(folder / "result") != expected:
        return ["two at once: another result"]
    return []


def run_on_disk(command, expected, folder, kilobytes):
    """On a disk of this size, or with 0 on one that is read-only: whether it
    succeeded, and what was wrong."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes or 65536}k",
             "tmpfs", folder]
    subprocess.run(mount, check=True)
    try:
        before = command.begin(folder)
        if not kilobytes:
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        code, words = finish(start(command, folder))
        found = command.view(folder / "result")
    except (OSError, shutil.Error):
        return False, []  # Not even what was there before fits.
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
    where = f"{kilobytes} KB" if kilobytes else "read-only"
    if code == 0:
        return True, [] if found == expected else [f"{where}: exit code 0,"
                                                   " another result"]
    wrong = [] if code > 0 and words else [f"{where}: exit code {code}, says"
                                           f" '{words}'"]
    if not command.is_sound(found, expected, before):
        wrong.append(f"{where}: what is left is neither old nor new")
    print(f"{command.name}, {where}: {words[-200:]}", file=sys.stderr)
    return False, wrong


def fill_disks(command, expected, folder):
    """How many disks were too small, and what was wrong."""
    small, wrong = 0, []
    for power in range(2, 11):
        done, faults = run_on_disk(command, expected, folder, 4 ** power)
        wrong += faults
        if done:
            break
        small += 1
    done, faults = run_on_disk(command, expected, folder, 0)
    if done:
        faults.append("it succeeds on a disk that is read-only")
    return small, wrong + faults


def in_mount_namespace():
    """Starts this program again where it may mount."""
    if os.environ.get("MLGO_FAULTS_MOUNTS"):
        return
    root = [] if os.geteuid() == 0 else ["--map-root-user"]
    os.environ["MLGO_FAULTS_MOUNTS"] = "1"
    os.execvp("unshare", ["unshare", *root, "--mount", sys.executable,
                          *sys.argv])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--model", default="models/inline-oz-imitation.mlgo",
                        help="what train starts from")
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--disks", action="store_true")
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args()
    if options.disks:
        in_mount_namespace()
    dice = random.Random(options.seed)
    failed = False
    top = pathlib.Path(tempfile.mkdtemp(prefix="mlgo-faults-"))
    folder = top / "work"
    folder.mkdir()
    build = options.build.resolve()
    try:
        for command in commands.all_commands(
                str(build / "src/tools/mlgo"), options.corpus.resolve(),
                str(pathlib.Path(options.model).resolve()),
                str(build / "passes/all/MLGO-22.so"), top / "setup"):
            if options.only and command.name not in options.only:
                continue
            command.begin(folder)
            begin = time.monotonic()
            code, words = finish(start(command, folder))
            usual = time.monotonic() - begin
            expected = command.view(folder / "result")
            if code != 0 or not expected:
                sys.exit(f"faults: {command.name} without faults: {words}")
            if options.disks:
                count, wrong = fill_disks(command, expected, folder)
                said = f"{count} disks too small, one read-only"
            else:
                count, wrong = kill_often(command, expected, usual,
                                          options.times, dice, folder)
                wrong += run_two(command, expected, folder)
                said = f"{usual:.1f} s | {options.times} | {count}"
            failed |= bool(wrong)
            print(f"| {command.name} | {said} |"
                  f" {'; '.join(wrong) or 'all as expected'} |", flush=True)
    finally:
        shutil.rmtree(top)
    sys.exit(failed)


if __name__ == "__main__":
    main()
