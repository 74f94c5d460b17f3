#!/usr/bin/env python3
"""Runs the commands of a page as they stand there.

USAGE: readme.py PAGE --source PROJECT --build FOLDER --work FOLDER

Each block of sh in the page follows a comment that says how it is tested, and so
does each of yaml, a job of some service, of which the steps "run:" are tested:

  <!-- test: run -->                 as it is
  <!-- test: run; A => B -->         with B instead of each A, to take less time
  <!-- test: by hand, 2026-11-27 --> not run: it takes long or needs the network;
                                     its commands, options and files must exist

Blocks run in one folder, in the order of the page, by sh -eu; variables and PATH
stay. The folder has the project's folders as links, and what is in
test/scripts/readme: a small program with a makefile. The exit code is 1 if a
block fails, or says nothing of how it is tested.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(
    r"(?:<!-- test: (?P<how>[^\n]*) -->\n+)?```(?P<kind>sh|yaml)\n(?P<text>.*?)\n```",
    re.DOTALL)
STEP = re.compile(r"^ *- run: (.*)$", re.MULTILINE)
COMMAND = re.compile(
    r"(?:^|[\s/\"(`])(?:mlgo|\$mlgo|\$\{?mlgo\}?)\"? "
    r"((?:(?:corpus|log|model) )?[a-z]+(?:-[a-z]+)*)([^|;&)\n]*)")
FILE = re.compile(r"(?:python3|sh) ((?:cmake|models|bench|test)/[\w/.-]+)")


def blocks(page):
    """Each block: its line, how it is tested, its text."""
    text = page.read_text()
    for match in BLOCK.finditer(text):
        steps = STEP.findall(match["text"])
        yield (text.count("\n", 0, match.start("text")) + 1, match["how"],
               match["text"] if match["kind"] == "sh" else "\n".join(steps))


class Commands:
    """What mlgo understands, asked once."""

    def __init__(self, mlgo):
        self.mlgo = mlgo
        self.known = {}

    def options(self, command):
        if command not in self.known:
            done = subprocess.run([self.mlgo, *command.split(), "--help-all"],
                                  capture_output=True, text=True)
            self.known[command] = (
                set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", done.stdout))
                if done.returncode == 0 else None)
        return self.known[command]

    def faults(self, text, source):
        """Names in the text that are not there."""
        lines = re.sub(r"\s*\\\n\s*", " ", text)
        lines = re.sub(r"[ ]#.*", "", lines)
        for command, rest in COMMAND.findall(lines):
            options = self.options(command)
            if options is None:
                yield f"there is no command mlgo {command}"
                continue
            own = re.sub(r"\"[^\"]*\"|'[^']*'", "", rest).split(" -- ")[0]
            for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", own):
                if not (option in options or is_of_plugin(option, source)):
                    yield f"mlgo {command} has no option {option}"
        for name in FILE.findall(lines):
            if not (source / name).exists():
                yield f"there is no file {name}"


def is_of_plugin(option, source):
    """Whether a plugin has the option --mlgo-TASK-NAME."""
    name = re.fullmatch(r"--mlgo-[a-z]+-([a-z-]+)", option)
    return name and any(f'"{name[1]}"' in code.read_text(encoding="utf-8")
                        for code in source.glob("passes/*/*.cpp"))


def prepare(source, build, work):
    """A folder in which the page's paths are right."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(source / "test" / "scripts" / "readme", work)
    for folder in ("models", "bench", "test", "cmake", "src", "passes"):
        (work / folder).symlink_to(source / folder)
    (work / "build").symlink_to(build)


def changed(how, text):
    """The text with what the comment replaces, each of which must be there."""
    for rule in how.split(";")[1:]:
        old, new = (part.strip() for part in rule.split("=>"))
        if old not in text:
            raise ValueError(f"'{old}' is not in the block")
        text = text.replace(old, new)
    return text


def run(steps, work):
    """Runs steps in one shell; returns the number of those that began."""
    script = "".join(
        f"echo step {number} >&3\n{text}\n" for number, text in steps)
    began = work / "began"
    with began.open("w") as log:
        done = subprocess.run(
            ["sh", "-eu", "-c", f"exec 3>&{log.fileno()}\n{script}"], cwd=work,
            pass_fds=(log.fileno(),), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, len(began.read_text().split("\n")) - 1, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", type=pathlib.Path)
    for name in ("source", "build", "work"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    options = parser.parse_args()
    commands = Commands(options.build / "src" / "tools" / "mlgo")
    faults, steps, lines, by_hand = [], [], [], 0
    for line, how, text in blocks(options.page):
        if how is None:
            faults.append(f"line {line}: the block does not say how it is tested")
            continue
        faults += [f"line {line}: {fault}"
                   for fault in commands.faults(text, options.source)]
        if how.startswith("run"):
            try:
                steps.append((len(steps), changed(how, text)))
                lines.append(line)
            except ValueError as error:
                faults.append(f"line {line}: {error}")
        elif re.fullmatch(r"by hand, \d{4}-\d{2}-\d{2}", how):
            by_hand += 1
        else:
            faults.append(f"line {line}: '{how}' is no way to test")
    if steps and not faults:
        prepare(options.source, options.build, options.work)
        code, began, output = run(steps, options.work)
        if code != 0:
            faults.append(f"line {lines[began - 1]}: exit code {code}\n{output}")
    for fault in faults:
        print(f"{options.page}: {fault}", file=sys.stderr)
    if not lines and not by_hand:
        sys.exit(f"{options.page}: no block of sh")
    print(f"{len(lines)} blocks ran, {by_hand} were looked at")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
