# Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drives the decisions of a compiler from Python.

An unmodified clang, opt or llc 19 or 22 sends the inputs of each decision
through two FIFOs and waits for the answer; so do mlgo's plugins and any pass
that uses mlgo's InteractiveModelRunner. CompilerEnv gives this the shape of a
Gymnasium environment, in which one compilation is an episode:

    import mlgo

    with mlgo.CompilerEnv(mlgo.inliner("x.c")) as env:
        observation, info = env.reset()
        over = False
        while not over:
            action = int(observation["cost_estimate"][0] < 10)
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        print(f"{reward:.2%} smaller than what stock makes of it")

read_log() reads training logs, whoever wrote them. Nothing but Python 3.11 and
Linux is needed. Where Gymnasium is installed, CompilerEnv is a gymnasium.Env,
its spaces are Gymnasium's, and tensors are numpy's instead of array.array.
"""

import array
import collections
import json
import os
import random
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import weakref
from typing import Callable, Iterator, NamedTuple, Optional, Sequence, Union

try:
    import gymnasium
    import numpy
except ImportError:
    gymnasium = None

__all__ = ["Box", "CompilerEnv", "CompilerError", "Dict", "Discrete",
           "FormatError", "Observation", "Program", "TensorSpec", "eviction",
           "inliner", "read_log", "text_size"]

_TYPES = {  # In C and JSON: code of struct and array, name of numpy.
    "float": ("f", "float32"), "double": ("d", "float64"),
    "int8_t": ("b", "int8"), "uint8_t": ("B", "uint8"),
    "int16_t": ("h", "int16"), "uint16_t": ("H", "uint16"),
    "int32_t": ("i", "int32"), "uint32_t": ("I", "uint32"),
    "int64_t": ("q", "int64"), "uint64_t": ("Q", "uint64")}
_MAX_LINE = 1 << 20  # What is longer is no text.
_MAX_OBSERVATION = 64 << 20  # Bytes. LLVM's largest have 3.4 kB.


class CompilerError(Exception):
    """A compiler that could not be run, or that never asked anything."""


class FormatError(ValueError):
    """What is no training log or breaks off. The text names file and byte."""


# --- Tensors and the training-log format -------------------------------------


class TensorSpec(NamedTuple):
    """Name, element type (as in C) and shape of a tensor, row-major."""
    name: str
    type: str
    shape: tuple

    @property
    def code(self) -> str:
        return _TYPES[self.type][0]

    @property
    def dtype(self) -> str:
        return _TYPES[self.type][1]

    @property
    def count(self) -> int:
        """Elements: the product of the dimensions."""
        count = 1
        for dimension in self.shape:
            count *= dimension
        return count

    @property
    def size(self) -> int:
        """Bytes."""
        return self.count * struct.calcsize(self.code)

    def decode(self, data: bytes):
        """The tensor in `data`, in this machine's byte order: a numpy array of
        `shape` where Gymnasium is installed, else an array.array of `count`."""
        if gymnasium:
            return numpy.frombuffer(data, self.dtype).reshape(self.shape).copy()
        return array.array(self.code, data)


class Observation(NamedTuple):
    """One decision: its inputs by name, and its score if the log has scores.
    `number` counts from 0 within `context`, a module or function."""
    context: str
    number: int
    tensors: dict
    score: object = None


def _parse_spec(value) -> TensorSpec:
    spec = TensorSpec(value["name"], value["type"], tuple(value["shape"]))
    if not (isinstance(spec.name, str) and spec.type in _TYPES and
            all(type(n) is int and n >= 0 for n in spec.shape)):
        raise ValueError
    return spec


class _Stream:
    """Parses a training log. `more()` gives the next bytes, none at the end."""

    def __init__(self, more: Callable[[], bytes], where: str):
        self._more, self._where = more, where
        self._buffer, self._start = b"", 0  # Of what was not taken yet.
        self.features, self.score, self.advice = [], None, None

    def _wrong(self, what: str) -> FormatError:
        return FormatError(f"{self._where}: byte {self._start}: {what}")

    def _take(self, size: int) -> bytes:
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        self._start += size
        return taken

    def _bytes(self, size: int, what: str) -> bytes:
        chunks, have = [self._buffer], len(self._buffer)
        while have < size:
            chunk = self._more()
            if not chunk:
                raise self._wrong(f"{what} breaks off: found {have} bytes, "
                                  f"expected {size}")
            chunks.append(chunk)
            have += len(chunk)
        self._buffer = b"".join(chunks)
        return self._take(size)

    def _line(self) -> Optional[dict]:
        """The JSON object that is the next line; None at the end."""
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > _MAX_LINE:
                raise self._wrong("a line without end, expected JSON")
            chunk = self._more()
            if not chunk:
                if self._buffer:
                    raise self._wrong("the last line breaks off")
                return None
            self._buffer += chunk
        try:
            value = json.loads(self._buffer[:end])
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise self._wrong("a line is no JSON object")
        self._take(end + 1)
        return value

    def read_header(self) -> None:
        """Sets features, score and advice, the last two None if absent."""
        line = self._line()
        if line is None:
            raise self._wrong("no header, expected one")
        try:
            self.features = [_parse_spec(f) for f in line["features"]]
            self.score = _parse_spec(line["score"]) if "score" in line else None
            self.advice = (_parse_spec(line["advice"])
                           if "advice" in line else None)
        except (KeyError, TypeError, ValueError):
            raise self._wrong("the header has no valid tensor specs") from None
        self._header = line
        size = sum(spec.size for spec in self.features)
        if size > _MAX_OBSERVATION:
            raise self._wrong(f"observations have {size} bytes, expected "
                              f"at most {_MAX_OBSERVATION}")

    def _tensors(self) -> dict:
        data = self._bytes(sum(spec.size for spec in self.features) + 1,
                           "an observation")
        if data[-1:] != b"\n":
            raise self._wrong("no newline after an observation")
        tensors, at = {}, 0
        for spec in self.features:
            tensors[spec.name] = spec.decode(data[at:at + spec.size])
            at += spec.size
        return tensors

    def observations(self, repeated: bool = False) -> Iterator[Observation]:
        """Until the end. The header may come again if `repeated`."""
        context = ""
        while (line := self._line()) is not None:
            if repeated and line == self._header:
                continue
            if "context" in line:
                context = line["context"]
                continue
            if type(line.get("observation")) is not int:
                raise self._wrong("expected a context or an observation")
            tensors, score = self._tensors(), None
            if self.score:
                if (self._line() or {}).get("outcome") != line["observation"]:
                    raise self._wrong("expected the outcome of observation "
                                      f"{line['observation']}")
                score = self.score.decode(
                    self._bytes(self.score.size + 1, "an outcome")[:-1])
            yield Observation(context, line["observation"], tensors, score)


def read_log(path: Union[str, os.PathLike]) -> Iterator[Observation]:
    """The observations of the training log at `path`, one at a time: memory is
    bounded by one. Raises OSError, or FormatError at what is not sound."""
    with open(path, "rb", buffering=0) as file:
        stream = _Stream(lambda: file.read(1 << 16), os.fspath(path))
        stream.read_header()
        yield from stream.observations()


# --- Objects -----------------------------------------------------------------


def text_size(path: Union[str, os.PathLike]) -> int:
    """Bytes of code, read-only data and unwind tables in an ELF file: what
    `size` calls text. Raises OSError, or ValueError for what is no ELF file."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        if data[:4] != b"\x7fELF":
            raise ValueError
        order = {1: "<", 2: ">"}[data[5]]
        # Header from e_shoff on; section from sh_type on. 32 or 64 bits.
        at, head, section = {1: (32, "I10xHH", "4xIIIII"),
                             2: (40, "Q10xHH", "4xIQQQQ")}[data[4]]
        table, entry, count = struct.unpack_from(order + head, data, at)
        if table and not count:  # Too many for two bytes.
            count = struct.unpack_from(order + section, data, table)[4]
        if not table or count > len(data):
            raise ValueError
        size = 0
        for i in range(count):
            kind, flags, _, _, bytes_of = struct.unpack_from(
                order + section, data, table + i * entry)
            write, allocate, execute = flags & 1, flags & 2, flags & 4
            if kind and allocate and (execute or not write):
                size += bytes_of
        return size
    except (KeyError, IndexError, ValueError, struct.error):
        raise ValueError(f"{os.fspath(path)}: no sound ELF file") from None


# --- Spaces ------------------------------------------------------------------


class _Space:
    def __init__(self, shape: tuple, dtype: str):
        self.shape, self.dtype = shape, dtype
        self.seed()

    def seed(self, seed: Optional[int] = None) -> None:
        """Makes what sample() gives a function of `seed`."""
        self._random = random.Random(seed)

    def __contains__(self, x) -> bool:
        return self.contains(x)



class Discrete(_Space):
    """The numbers 0 to n - 1."""

    def __init__(self, n: int):
        super().__init__((), "int64")
        self.n = n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"

    def sample(self) -> int:
        return self._random.randrange(self.n)

    def contains(self, x) -> bool:
        try:
            return 0 <= x.__index__() < self.n
        except (AttributeError, TypeError):
            return False


class Box(_Space):
    """Tensors of one shape and element type, without further bounds. Samples
    are array.array, flat and row-major."""

    def __init__(self, spec: TensorSpec):
        super().__init__(spec.shape, spec.dtype)
        self._spec = spec

    def __repr__(self) -> str:
        return f"Box({self.shape}, {self.dtype})"

    def sample(self) -> array.array:
        code = self._spec.code
        if code in "fd":
            values = [self._random.gauss(0, 1) for _ in range(self._spec.count)]
            return array.array(code, values)
        return array.array(code, self._random.randbytes(self._spec.size))

    def contains(self, x) -> bool:
        return (isinstance(x, array.array) and x.typecode == self._spec.code and
                len(x) == self._spec.count)


class Dict(_Space):
    """One space for each name; keys in the order of the compiler's inputs."""

    def __init__(self, spaces: dict):
        self.spaces = dict(spaces)
        super().__init__(None, None)

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"

    def seed(self, seed: Optional[int] = None) -> None:
        for i, space in enumerate(self.spaces.values()):
            space.seed(None if seed is None else seed + i)

    def __getitem__(self, name: str):
        return self.spaces[name]

    def __iter__(self):
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)

    def sample(self) -> dict:
        return {name: space.sample() for name, space in self.spaces.items()}

    def contains(self, x) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys() and
                all(space.contains(x[n]) for n, space in self.spaces.items()))


def _make_box(spec: TensorSpec):
    if not gymnasium:
        return Box(spec)
    kind = numpy.dtype(spec.dtype)
    low, high = -numpy.inf, numpy.inf
    if kind.kind != "f":
        # One less: Gymnasium samples up to and without the bound plus one.
        low, high = numpy.iinfo(kind).min, numpy.iinfo(kind).max - 1
    return gymnasium.spaces.Box(low, high, spec.shape, kind)


# --- Compilers ---------------------------------------------------------------


class Program(NamedTuple):
    """How to compile one file. In both commands `{output}` stands for the
    object to write; in `command` `{channel}` for what comes before `.in` and
    `.out` in the names of the two FIFOs. Without a `baseline` there is no size
    to compare with."""
    command: Sequence[str]
    baseline: Sequence[str] = ()


def inliner(source: Union[str, os.PathLike], compiler: str = "clang-22",
            flags: Sequence[str] = ("-Oz",),
            plugin: Union[str, os.PathLike, None] = None) -> Program:
    """Decide which calls of `source` (C, C++, or LLVM's .bc or .ll) to inline:
    1 inlines. Asked is by LLVM's own advisor, or by mlgo's `plugin`."""
    end = [*flags, "-c", os.fspath(source), "-o", "{output}"]
    if plugin is None:
        asking = [compiler, "-mllvm", "-enable-ml-inliner=release", "-mllvm",
                  "-inliner-interactive-channel-base={channel}"]
    else:  # clang 19 knows no options of plugins.
        asking = ["env", "MLGO_INLINE_MODE=interactive",
                  "MLGO_INLINE_CHANNEL={channel}", compiler,
                  f"-fpass-plugin={os.fspath(plugin)}"]
    return Program(asking + end, [compiler] + end)


def eviction(source: Union[str, os.PathLike], compiler: str = "clang-22",
             flags: Sequence[str] = ("-O2",)) -> Program:
    """Decide which live range the register allocator evicts: the number of a
    column whose `mask` is not 0. Where a weight is infinite, LLVM sends a
    `use_def_density` that is not a number."""
    end = [*flags, "-c", os.fspath(source), "-o", "{output}"]
    return Program(
        [compiler, "-mllvm", "-regalloc-enable-advisor=release", "-mllvm",
         "-regalloc-evict-interactive-channel-base={channel}"] + end,
        [compiler] + end)


# Ends what runs and removes the folder when this process ends, however it does:
# then the pipe that is its standard input has no writer any more. A compiler of
# LLVM's would wait for an answer for ever.
_JANITOR = """while read -r group; do last=$group; done
[ -z "$last" ] || kill -s KILL -- "-$last"
rm -rf -- "$1" """


class _Workplace:
    """A private folder, in which one command runs at a time."""

    def __init__(self, deadline: float):
        self.deadline = deadline
        self.folder = tempfile.mkdtemp(prefix="mlgo-")
        self._janitor = subprocess.Popen(
            ["sh", "-c", _JANITOR, "sh", self.folder], stdin=subprocess.PIPE,
            start_new_session=True, bufsize=0)
        self._process = None

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def start(self, command: Sequence[str], **places: str) -> None:
        for name, path in places.items():
            command = [word.replace("{" + name + "}", path) for word in command]
        with open(self.path("messages"), "wb") as messages:
            try:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=messages,
                    stderr=messages, start_new_session=True)
            except OSError as error:
                raise CompilerError(f"{command[0]}: {error.strerror}") from None
        self._tell(b"%d\n" % self._process.pid)

    def _tell(self, line: bytes) -> None:
        try:
            self._janitor.stdin.write(line)
        except BrokenPipeError:  # Killed; this process cleans up after itself.
            pass

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def run(self, command: Sequence[str], **places: str) -> None:
        """Raises CompilerError if anything goes wrong."""
        self.start(command, **places)
        try:
            self._process.wait(self.deadline)
        except subprocess.TimeoutExpired:
            raise CompilerError(self.kill("did not end in time")) from None
        if failure := self.end():
            raise CompilerError(failure)

    def end(self) -> Optional[str]:
        """What went wrong, if anything, in a command that has ended."""
        code = self._process.returncode
        return self.kill(f"exit code is {code}" if code > 0 else
                         f"ended by {signal.Signals(-code).name}" if code
                         else None)

    def kill(self, why: Optional[str] = None) -> Optional[str]:
        """Ends the command and all that it started, if there is one. Returns
        `why` with its last messages."""
        if self._process:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self._process.wait()
            self._process = None
            self._tell(b"\n")
        if why is None:
            return None
        with open(self.path("messages"), "rb") as messages:
            messages.seek(max(0, os.fstat(messages.fileno()).st_size - 2000))
            said = messages.read().decode(errors="replace").strip()
        return f"compiler {why}" + (f": {said}" if said else "")

    def close(self) -> None:
        self.kill()
        self._janitor.stdin.close()
        self._janitor.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class _Channel:
    """Our end of the two FIFOs of a compiler in a workplace. The compiler may
    open and close them several times, as it does for several modules."""

    def __init__(self, place: _Workplace):
        self.base, self._place = place.path("channel"), place
        for name in (".in", ".out"):
            os.mkfifo(self.base + name, 0o600)
        self._out = self._open(".out", os.O_RDONLY)
        # Also for reading, or it could not be opened before the compiler does.
        self._in = self._open(".in", os.O_RDWR)

    def _open(self, name: str, flags: int) -> int:
        return os.open(self.base + name, flags | os.O_NONBLOCK | os.O_CLOEXEC)

    def close(self) -> None:
        for name in (".in", ".out"):
            os.unlink(self.base + name)
        os.close(self._in)
        os.close(self._out)

    def _wait(self) -> bool:
        """Waits until there is something to read, or its end. False if the
        compiler has ended instead."""
        end, slice_ = time.monotonic() + self._place.deadline, 0.001
        while True:
            gone = self._place.has_ended()  # Before looking for a last word.
            left = end - time.monotonic()
            # In slices: a compiler that ends without opening wakes nobody.
            if select.select([self._out], [], [], max(0, min(left, slice_)))[0]:
                return True
            if gone:
                return False
            if left <= 0:
                raise TimeoutError
            slice_ = min(2 * slice_, 0.02)

    def read(self) -> bytes:
        """Some bytes; none when the compiler has ended."""
        while self._wait():
            try:
                data = os.read(self._out, 1 << 16)
            except BlockingIOError:
                continue  # The end was seen, but another has opened it since.
            if data:
                return data
            # It has closed its end, of which the old descriptor would report
            # again and again.
            old, self._out = self._out, self._open(".out", os.O_RDONLY)
            os.close(old)
        return b""

    def write(self, data: bytes) -> None:
        end = time.monotonic() + self._place.deadline
        while data:
            wait = end - time.monotonic()
            _, ready, _ = select.select([], [self._in], [], max(0, wait))
            if ready:
                data = data[os.write(self._in, data):]
            elif wait <= 0:
                raise TimeoutError


class CompilerEnv(gymnasium.Env if gymnasium else object):
    """Compilations as episodes, decisions as steps.

    programs   A Program, or several, of which reset() takes one.
    reward     Called with the path of a finished object and the number of its
               program; what it returns is the reward of the last step, all
               others have 0. By default the share of the text (see text_size)
               that is saved: 1 - size / size of the baseline's object.
    deadline   Seconds that the compiler may take to the next decision, from the
               last one to its end, and for the baseline.
    actions    How many actions there are, if action_space cannot know: it does
               for LLVM's two advisors.

    Observations are dicts: input name -> tensor (see TensorSpec.decode). Infos
    are dicts: `program`, its number; `context` and `number` of the observation;
    at the end `output`, the path of the object, until the next reset(); `error`
    if the compiler failed: then the episode is truncated, with a reward of 0.

    The object is to be closed, or used in a `with`. FIFOs and objects lie in a
    private folder that goes away also when this process is killed. One thread at
    a time may use an environment; any number may exist.
    """

    metadata = {"render_modes": []}

    def __init__(self, programs: Union[Program, Sequence[Program]], *,
                 reward: Optional[Callable[[str, int], float]] = None,
                 deadline: float = 60.0, actions: Optional[int] = None):
        self.programs = ([programs] if isinstance(programs, Program)
                         else list(programs))
        if not self.programs:
            raise ValueError("no programs, expected at least one")
        self._reward, self._actions = reward or self._saved_share, actions
        self._place = _Workplace(deadline)
        # On close(), when this is collected, and at the end of the interpreter.
        self._finalizer = weakref.finalize(self, self._place.close)
        self._random = random.Random()
        self._sizes = {}  # Of baselines, by program.
        self._channel = self._stream = self._spaces = self._last = None
        self._info, self._running = {}, False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        """Ends a compilation that runs and removes all files."""
        self._running = False
        self._stop()
        self._finalizer()

    @property
    def inputs(self) -> list:
        """The TensorSpecs of what observations hold, in the compiler's order.
        Starts the first program to ask it, before the first reset()."""
        return self._get_spaces()[2]

    @property
    def advice(self) -> TensorSpec:
        """What the compiler takes for an answer. As with `inputs`."""
        return self._get_spaces()[3]

    @property
    def observation_space(self):
        """A Dict of Boxes, one for each of `inputs`."""
        return self._get_spaces()[0]

    @property
    def action_space(self):
        """Discrete; a Box for advice that is none of LLVM's two."""
        return self._get_spaces()[1]

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[dict] = None) -> tuple:
        """Starts a compilation: of program number options["program"] if given,
        else of one drawn with the `seed` of the first reset that had one.
        Returns the first observation and info. A program without decisions
        gives zeros, and one step whose action is ignored.

        Raises CompilerError if the compiler does not open the channel."""
        if gymnasium:
            super().reset(seed=seed)
        if seed is not None:
            self._random.seed(seed)
        program = (options or {}).get("program")
        if program is None:
            program = self._random.randrange(len(self.programs))
        self._start(program)
        self._running = True
        self._advance()
        return self._last, dict(self._info)

    def step(self, action) -> tuple:
        """Answers with `action`: an int, alone or in a sequence or array of
        one, or a sequence for a Box. Returns
        (observation, reward, terminated, truncated, info); at the end the
        observation is the last one.

        Raises ValueError, and leaves things as they are, if the action is not
        in action_space or not in the observation's mask."""
        if not self._running:
            raise RuntimeError("no episode, expected a reset() before step()")
        if self._stream:
            data = self._encode(action)
            try:
                self._channel.write(data)
            except TimeoutError:
                self._fail("did not take an answer")
            else:
                self._advance()
        if self._stream:
            return self._last, 0.0, False, False, dict(self._info)
        self._running = False
        failed = "error" in self._info
        reward = 0.0 if failed else float(
            self._reward(self._info["output"], self._info["program"]))
        return self._last, reward, not failed, failed, dict(self._info)

    def baseline_size(self, program: int = 0) -> int:
        """Text bytes of the baseline's object, which is compiled once. Raises
        CompilerError if that fails, RuntimeError during an episode."""
        if self._running:
            raise RuntimeError("an episode runs, expected its end")
        if program not in self._sizes:
            if not self.programs[program].baseline:
                raise CompilerError(f"program {program} has no baseline")
            output = self._place.path("baseline.o")
            self._place.run(self.programs[program].baseline, output=output)
            self._sizes[program] = text_size(output)
            os.unlink(output)
        return self._sizes[program]

    def _saved_share(self, output: str, program: int) -> float:
        stock = self.baseline_size(program)
        return 1 - text_size(output) / stock if stock else 0.0

    def _get_spaces(self) -> tuple:
        if not self._spaces:
            self._start(0)
            self._stop()
        return self._spaces

    def _start(self, program: int) -> None:
        """Starts a compilation and reads what it will ask."""
        self._running = False
        self._stop()
        output = self._place.path("output.o")
        if os.path.exists(output):
            os.unlink(output)
        self._info = {"program": program}
        self._channel = _Channel(self._place)
        try:
            self._place.start(self.programs[program].command, output=output,
                              channel=self._channel.base)
            self._stream = _Stream(self._channel.read, "channel")
            self._stream.read_header()
            if not self._stream.advice:
                raise FormatError("channel: the header has no advice")
        except TimeoutError:
            raise self._refuse("did not open the channel in time") from None
        except FormatError as error:
            raise self._refuse(f"did not open the channel ({error})") from None
        except BaseException:
            self._stop()
            raise
        self._observations = self._stream.observations(repeated=True)
        self._spaces = self._spaces or self._make_spaces()
        self._last = {spec.name: spec.decode(bytes(spec.size))
                      for spec in self._stream.features}

    def _refuse(self, what: str) -> CompilerError:
        self._fail(what)
        return CompilerError(self._info["error"])

    def _advance(self) -> None:
        """Reads the next observation, or comes to the end."""
        try:
            observation = next(self._observations, None)
        except TimeoutError:
            self._fail("neither asked nor ended in time")
        except FormatError as error:
            self._fail(f"broke off ({error})")
        else:
            if observation:
                self._last = observation.tensors
                self._info["context"] = observation.context
                self._info["number"] = observation.number
            elif failure := self._place.end():
                self._info["error"] = failure
                self._stop()
            else:
                self._info["output"] = self._place.path("output.o")
                self._stop()

    def _fail(self, what: str) -> None:
        self._info["error"] = self._place.kill(what)
        self._stop()

    def _stop(self) -> None:
        self._place.kill()
        if self._channel:
            self._channel.close()
        self._channel = self._stream = self._observations = None

    def _make_spaces(self) -> tuple:
        advice = self._stream.advice
        # Some versions of Gymnasium sort the keys of a plain dict.
        boxes = collections.OrderedDict(
            (spec.name, _make_box(spec)) for spec in self._stream.features)
        count = self._actions
        if count is None and advice.name == "inlining_decision":
            count = 2
        if count is None and advice.name == "index_to_evict":
            count = boxes["mask"].shape[-1]
        discrete = gymnasium.spaces.Discrete if gymnasium else Discrete
        make_dict = gymnasium.spaces.Dict if gymnasium else Dict
        return (make_dict(boxes),
                discrete(count) if count else _make_box(advice),
                self._stream.features, advice)

    def _encode(self, action) -> bytes:
        advice, space = self._stream.advice, self._spaces[1]
        if hasattr(space, "n") and getattr(action, "shape", None) != ():
            # What a policy answers is often an array of one element.
            values = list(action) if hasattr(action, "__len__") else [action]
            if len(values) != 1:
                raise ValueError(f"action has {len(values)} elements, expected "
                                 "1")
            action = values[0]
        if not hasattr(space, "n"):
            values = list(action)
            if len(values) != advice.count:
                raise ValueError(f"action has {len(values)} elements, expected "
                                 f"{advice.count}")
        elif action not in space:
            raise ValueError(f"action is {action}, expected 0 to {space.n - 1}")
        elif (advice.name == "index_to_evict" and
              not memoryview(self._last["mask"]).cast("B").cast("q")[action]):
            raise ValueError(f"action is {action}, expected one whose mask is 1")
        else:
            values = [action]
        try:
            return struct.pack(f"={advice.count}{advice.code}", *values)
        except struct.error as error:
            raise ValueError(f"action is no {advice.dtype}: {error}") from None


if gymnasium and "mlgo/Compiler-v0" not in gymnasium.registry:
    # gymnasium.make("mlgo:mlgo/Compiler-v0", programs=...) imports this.
    gymnasium.register(id="mlgo/Compiler-v0", entry_point="mlgo:CompilerEnv")
