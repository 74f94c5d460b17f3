"""The commands that faults.py disturbs, and what they write."""

import dataclasses
import pathlib
import shutil
import subprocess
import typing

HERE = pathlib.Path(__file__).resolve().parents[1]
EARLIER = b"an earlier result\n"


def file_bytes(path):
    return path.read_bytes() if path.exists() else None


def folder_files(path, ending=""):
    """Name: bytes; None if nothing is there."""
    found = {str(one.relative_to(path)): one.read_bytes()
             for one in sorted(path.rglob("*"))
             if one.is_file() and one.name.endswith(ending)}
    return found or None


def whole_lines(path):
    """Name: line, of a file that several processes append to."""
    if not path.exists():
        return None
    text = path.read_bytes()
    found = {line: line for line in text.split(b"\n")[:-1]}
    if not text.endswith(b"\n"):
        found["torn"] = text[-100:]
    return found


@dataclasses.dataclass
class Command:
    """Its result is `result` in the folder that it runs in."""
    name: str
    arguments: typing.Callable[[pathlib.Path], list]
    view: typing.Callable = file_bytes
    # What is there before; None: nothing, and parts that are whole may stay.
    earlier: typing.Callable[[pathlib.Path], None] = \
        lambda result: result.write_bytes(EARLIER)
    prepare: typing.Callable[[pathlib.Path], None] = lambda folder: None

    def begin(self, folder):
        """An empty `folder` with what is there before: its view."""
        for one in folder.iterdir():
            shutil.rmtree(one) if one.is_dir() else one.unlink()
        self.prepare(folder)
        if self.earlier:
            self.earlier(folder / "result")
        return self.view(folder / "result")

    def is_sound(self, found, expected, before):
        """What is there is of before, complete, or parts that are."""
        if self.earlier is None and found is not None:
            return all(expected.get(name) == data
                       for name, data in found.items())
        return found in (expected, before)


def make_objects(folder, count):
    """Objects with bitcode, of which a corpus is extracted."""
    folder.mkdir(parents=True)
    source = HERE / "inputs/corpus/twice.c"
    subprocess.run(["clang-22", "-Oz", "-Xclang", "-fembed-bitcode=all", "-c",
                    source, "-o", folder / "0.o"], check=True)
    for i in range(1, count):
        shutil.copy(folder / "0.o", folder / f"{i}.o")


def all_commands(mlgo, corpus, model, plugin, setup):
    """`setup` is a folder for what they read."""
    make_objects(setup / "objects", 400)
    make_objects(setup / "few", 3)
    modules = sorted(corpus.rglob("*.bc"))[:8]
    compiler = ["clang-22", "-cc1", "-w", "-Oz", "-emit-obj", "-x", "ir"]
    load = ["-fpass-plugin=" + plugin, "-load", plugin, "-o", "/dev/null"]

    def extract(objects, to):
        return [mlgo, "corpus", "extract", "--input", str(setup / objects),
                "--input_type", "directory", "--output_dir", str(to)]

    subprocess.run(extract("few", setup / "earlier"), check=True,
                   stdout=subprocess.DEVNULL)

    def earlier_corpus(result):
        shutil.copytree(setup / "earlier", result)

    def project(folder):
        shutil.copy(HERE / "lit/inliner/runs-the-same_exec.cpp",
                    folder / "app.cpp")
        (folder / "build.sh").write_text(
            "set -e\n$CXX -c app.cpp -o app.o\n$CXX app.o -o app\n")

    def shell(option, result):
        """All modules, four at a time, into one result."""
        lines = " ".join(f"'{module}'" for module in modules)
        words = " ".join(f"'{word}'" for word in
                         [*compiler, "MODULE", *load, *option(result)])
        return ["sh", "-c", f"printf '%s\\n' {lines} | xargs -P 4 -I MODULE"
                f" {words}"]

    def logs(result):
        return ["-mllvm", "-mlgo-inline-mode=default",
                "-mllvm", f"-mlgo-inline-training-log={result}",
                "-mllvm", "-mlgo-regalloc-mode=default",
                "-mllvm", f"-mlgo-regalloc-training-log={result}/evictions"]

    def record(result):
        return ["-mllvm", f"-mlgo-inline-record={result}"]

    corpus = str(corpus)
    return [
        Command("search", lambda to: [
            mlgo, "search", corpus, "-o", "result", "--trials", "24",
            "--jobs", "2", "--checkpoint", "state"]),
        Command("labels", lambda to: [
            mlgo, "labels", corpus, "-o", "result", "--sites", "6", "--jobs",
            "2"], lambda path: folder_files(path, ".log"), None),
        Command("train", lambda to: [
            mlgo, "train", "--task", "inline-oz", "--start-model", model,
            "--training-corpora", corpus, "--validation-corpora", corpus,
            "--generations", "3", "--pairs", "2", "--jobs", "2",
            "--checkpoint", "state", "--resume", "-o", "result"]),
        Command("tune", lambda to: [
            mlgo, "tune", "--trials", "60", "--jobs", "2", "-o", "result",
            "--", "sh", "build.sh"], prepare=project),
        Command("corpus extract", lambda to: extract("objects", to / "result"),
                folder_files, earlier_corpus),
        Command("corpus fetch", lambda to: [
            mlgo, "corpus", "fetch", "tiny", "--recipes",
            str(HERE / "inputs/recipes"), "--into", "result"],
                lambda path: folder_files(path / "tiny/corpus"),
                lambda result: None),
        Command("training logs", lambda to: shell(logs, to / "result"),
                folder_files, None, prepare=lambda folder: (
                    folder / "result/evictions").mkdir(parents=True)),
        Command("record", lambda to: shell(record, to / "result"), whole_lines,
                None),
    ]
