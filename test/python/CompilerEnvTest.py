# Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python side of the interactive channel, with stock compilers.

USAGE: CompilerEnvTest.py MODULE_FOLDER INPUTS LLVM_SIZE CLANG... [-- OPTIONS]
"""

import array
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

FOLDER, INPUTS, LLVM_SIZE = sys.argv[1:4]
CLANGS = sys.argv[4:]
sys.path.insert(0, FOLDER)
import mlgo  # noqa: E402

HERE = pathlib.Path(__file__).parent
CALLS, SPILLS = HERE / "Calls.c", HERE / "Spills.c"
LOG = pathlib.Path(INPUTS) / "stock-inliner.log"

# A compiler of ours: asks once, then does what `END` says.
FAKE = r'''
import os, signal, sys, time
spec = '{"name":"%s","type":"%s","port":0,"shape":[%d]}'
def start():
    global out, answers
    answers = open(sys.argv[1] + ".in", "rb", buffering=0)
    out = open(sys.argv[1] + ".out", "wb", buffering=0)
    out.write(('{"features":[%s],"advice":%s}\n{"context":"f"}\n' % (
        spec % ("x", "int64_t", 2), spec % ("d", "float", 2))).encode())
def ask():
    out.write(b'{"observation":0}\n' + bytes(15) + b"\x07\n")
    return answers.read(8)
start()
answer = ask()
END
'''


def run(env, decide, **options):
    """Plays an episode. Returns how it ends, and all observations."""
    observation, info = env.reset(options=options)
    seen, over = [], False
    while not over:
        seen.append(observation)
        observation, reward, terminated, truncated, info = env.step(
            decide(observation))
        over = terminated or truncated
    return reward, terminated, info, seen


def first_legal(observation):
    return list(observation["mask"]).index(1)


def exists(process):
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def eventually(condition):
    end = time.monotonic() + 20
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


class StockCompilers(unittest.TestCase):
    def test_inliner(self):
        for clang in CLANGS:
            with self.subTest(clang), mlgo.CompilerEnv(
                    mlgo.inliner(CALLS, clang)) as env:
                self.assertEqual(env.action_space.n, 2)
                self.assertEqual(len(env.observation_space), 38)
                box = env.observation_space["cost_estimate"]
                self.assertEqual((box.shape, box.dtype), ((1,), "int64"))
                never, whole, info, seen = run(env, lambda _: 0)
                self.assertTrue(whole)
                self.assertTrue(os.path.exists(info["output"]))
                self.assertEqual(info["number"], len(seen) - 1)
                self.assertTrue(all(o in env.observation_space for o in seen))
                again = run(env, lambda _: 0)
                self.assertEqual((never, seen), (again[0], again[3]))
                cheap = run(env, lambda o: int(o["cost_estimate"][0] < 30))[0]
                self.assertLess(never, 0)
                self.assertGreater(cheap, 0)
                # As policies answer that work on arrays.
                for action in ([0], array.array("q", [0])):
                    self.assertEqual(run(env, lambda _: action)[0], never)
                env.reset()
                with self.assertRaises(ValueError):
                    env.step([0, 0])

    def test_eviction(self):
        for clang in CLANGS:
            with self.subTest(clang), mlgo.CompilerEnv(
                    mlgo.eviction(SPILLS, clang)) as env:
                _, whole, info, seen = run(env, first_legal)
                self.assertTrue(whole)
                self.assertEqual(info["context"], "spills")
                self.assertEqual(env.action_space.n, 33)
                self.assertEqual(len(seen[0]["mask"]), 33)
                self.assertEqual(seen[0]["progress"].typecode, "f")
                observation, _ = env.reset()
                with self.assertRaises(RuntimeError):
                    env.baseline_size()  # Not while a compiler runs.
                illegal = list(observation["mask"]).index(0)
                with self.assertRaisesRegex(ValueError, "whose mask is 1"):
                    env.step(illegal)
                self.assertFalse(env.step(first_legal(observation))[3])

    def test_without_decisions(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "empty.c"
            source.write_text("int x;\n")
            with mlgo.CompilerEnv(mlgo.inliner(source, CLANGS[0])) as env:
                reward, whole, _, seen = run(env, lambda _: 0)
        self.assertEqual((reward, whole, len(seen)), (0.0, True, 1))
        self.assertEqual(set(seen[0]["nr_ctant_params"]), {0})

    def test_several_programs(self):
        with mlgo.CompilerEnv([mlgo.inliner(CALLS, CLANGS[0]),
                               mlgo.inliner(SPILLS, CLANGS[0])]) as env:
            drawn = [env.reset(seed=3 if i == 0 else None)[1]["program"]
                     for i in range(6)]
            self.assertEqual(set(drawn), {0, 1})
            self.assertEqual(drawn, [
                env.reset(seed=3 if i == 0 else None)[1]["program"]
                for i in range(6)])
            self.assertEqual(
                env.reset(options={"program": 1})[1]["program"], 1)

    def test_wrong_commands(self):
        for command, message in (
                (["no-such-compiler"], "no-such-compiler: No such file"),
                ([CLANGS[0], "no-such-file.c"], "did not open the channel"),
                (["sleep", "60"], "did not open the channel in time")):
            with self.subTest(message), mlgo.CompilerEnv(
                    mlgo.Program(command), deadline=2) as env:
                with self.assertRaisesRegex(mlgo.CompilerError, message):
                    env.reset()
                with self.assertRaises(RuntimeError):
                    env.step(0)
                folder = env._place.folder
            self.assertFalse(os.path.exists(folder))


class Failures(unittest.TestCase):
    """Whatever the compiler does, the episode ends."""

    def play(self, end, **arguments):
        program = mlgo.Program([sys.executable, "-c",
                                FAKE.replace("END", end), "{channel}"])
        with mlgo.CompilerEnv(program, **arguments) as env:
            observation, _ = env.reset()
            self.assertEqual(observation["x"], array.array("q", [0, 7 << 56]))
            self.assertEqual(env.action_space.shape, (2,))
            start = time.monotonic()
            result = env.step([0.5, 2])
            self.assertLess(time.monotonic() - start, 30)
            return result

    def assert_truncated(self, end, message, **arguments):
        _, reward, terminated, truncated, info = self.play(end, **arguments)
        self.assertEqual((reward, terminated, truncated), (0.0, False, True))
        self.assertIn(message, info["error"])
        self.assertNotIn("output", info)

    def test_exit_code(self):
        self.assert_truncated("print('oh no'); sys.exit(3)",
                              "compiler exit code is 3: oh no")

    def test_signal(self):
        self.assert_truncated("os.kill(os.getpid(), signal.SIGSEGV)",
                              "ended by SIGSEGV")

    def test_hang(self):
        self.assert_truncated("time.sleep(100)", "neither asked nor ended in time",
                              deadline=0.5)

    def test_hang_after_closing(self):
        self.assert_truncated("out.close(); time.sleep(100)",
                              "neither asked nor ended in time", deadline=0.5)

    def test_garbage(self):
        self.assert_truncated("out.write(b'garbage\\n')", "no JSON object")
        self.assert_truncated("out.write(b'{\"observation\":1}\\nab')",
                              "breaks off: found 2 bytes, expected 17")
        self.assert_truncated("out.write(b'x' * (2 << 20))", "without end")

    def test_answer_arrives(self):
        _, reward, terminated, _, _ = self.play(
            "sys.exit(0 if answer == b'\\0\\0\\0?\\0\\0\\0@' else 1)",
            reward=lambda output, program: 5 + program)
        self.assertEqual((reward, terminated), (5.0, True))

    def test_several_modules(self):
        """One compiler may open the channel again and again."""
        program = mlgo.Program([
            sys.executable, "-c", FAKE.replace(
                "END", "for _ in range(3): out.close(); start(); ask()"),
            "{channel}"])
        with mlgo.CompilerEnv(program, reward=lambda *_: 1.0) as env:
            _, whole, info, seen = run(env, lambda _: [0, 0])
        self.assertEqual((whole, len(seen)), (True, 4), info)

    def test_host_dies(self):
        """The compiler is ended and the folder removed, whoever is killed."""
        script = (f"import sys; sys.path.insert(0, {FOLDER!r}); import mlgo\n"
                  f"env = mlgo.CompilerEnv(mlgo.inliner({str(CALLS)!r}, "
                  f"{CLANGS[0]!r}))\n"
                  "env.reset()\n"
                  "print(env._place.folder, env._place._process.pid,"
                  " flush=True)\nsys.stdin.read()\n")
        for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT, None):
            with self.subTest(how), subprocess.Popen(
                    [sys.executable, "-c", script], stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as host:
                folder, compiler = host.stdout.readline().decode().split()
                self.assertTrue(os.path.isdir(folder) and exists(compiler))
                if how:
                    host.send_signal(how)
                else:
                    host.stdin.close()
                host.wait()
                self.assertTrue(eventually(lambda: not os.path.exists(folder)))
                self.assertTrue(eventually(lambda: not exists(compiler)))


class Logs(unittest.TestCase):
    def test_reads_what_stock_wrote(self):
        observations = list(mlgo.read_log(LOG))
        self.assertEqual([o.number for o in observations],
                         list(range(len(observations))))
        self.assertGreater(len(observations), 2)
        self.assertEqual(len(observations[0].tensors), 38)

    def test_scores(self):
        spec = '{"name":"%s","type":"float","port":0,"shape":[1]}'
        text = ('{"features":[%s],"score":%s}\n' % (spec % "x", spec % "r"))
        text = text.encode() + b'{"context":"f"}\n'
        for n in range(2):
            text += b'{"observation":%d}\n' % n + b"\0\0\x80?\n"
            text += b'{"outcome":%d}\n' % n + b"\0\0\0@\n"
        with tempfile.NamedTemporaryFile() as file:
            file.write(text)
            file.flush()
            self.assertEqual(
                [(o.context, o.number, o.tensors["x"][0], o.score[0])
                 for o in mlgo.read_log(file.name)],
                [("f", 0, 1.0, 2.0), ("f", 1, 1.0, 2.0)])

    def test_damage(self):
        data = LOG.read_bytes()
        whole = len(list(mlgo.read_log(LOG)))
        with tempfile.TemporaryDirectory() as folder:
            damaged = pathlib.Path(folder) / "log"
            for size in range(0, len(data) - 1, 97):
                damaged.write_bytes(data[:size])
                try:
                    self.assertLess(len(list(mlgo.read_log(damaged))), whole)
                except mlgo.FormatError as error:
                    self.assertIn(f"{damaged}: byte ", str(error))
            damaged.write_bytes(data[:80] + b"\xff" + data[81:])
            with self.assertRaises(mlgo.FormatError):
                list(mlgo.read_log(damaged))
            damaged.write_bytes(data.replace(b"[1]", b"[9999999999]", 1))
            with self.assertRaisesRegex(mlgo.FormatError, "at most 67108864"):
                list(mlgo.read_log(damaged))
        with self.assertRaises(OSError):
            list(mlgo.read_log(INPUTS))


class Objects(unittest.TestCase):
    def test_text_size_is_that_of_llvm_size(self):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "x.o")
            for flags in (["-Oz"], ["-O2", "-ffunction-sections", "-g"],
                          ["-O1", "-m32"], ["-O2", "-fno-pic",
                                            "--target=aarch64-linux-gnu"]):
                for source in (CALLS, SPILLS):
                    subprocess.run([CLANGS[0], *flags, "-c", source, "-o",
                                    output], check=True)
                    said = subprocess.run([LLVM_SIZE, output], check=True,
                                          capture_output=True, text=True)
                    self.assertEqual(mlgo.text_size(output),
                                     int(said.stdout.split("\n")[1].split()[0]))
            data = pathlib.Path(output).read_bytes()
            for damaged in (b"", data[:70], b"\x7fELF" + data[4:40]):
                pathlib.Path(output).write_bytes(damaged)
                with self.assertRaisesRegex(ValueError, "no sound ELF file"):
                    mlgo.text_size(output)


# As much of Gymnasium as importing the module takes.
GYMNASIUM = r'''
import importlib, types, sys
gymnasium = types.ModuleType("gymnasium")
gymnasium.Env, gymnasium.registry = type("Env", (), {}), {}
gymnasium.register = lambda id, entry_point: gymnasium.registry.update(
    {id: entry_point})
sys.modules.update(gymnasium=gymnasium, numpy=types.ModuleType("numpy"))
import mlgo
importlib.reload(mlgo)
module, name = gymnasium.registry["mlgo/Compiler-v0"].split(":")
assert issubclass(getattr(sys.modules[module], name), gymnasium.Env)
'''


class Gymnasium(unittest.TestCase):
    def test_knows_the_environment(self):
        subprocess.run([sys.executable, "-c", GYMNASIUM], check=True,
                       cwd=FOLDER)


class Spaces(unittest.TestCase):
    def test_samples_are_seeded_and_contained(self):
        box = mlgo.Box(mlgo.TensorSpec("x", "float", (2, 3)))
        for space in (mlgo.Discrete(5), box, mlgo.Dict({"x": box}),
                      mlgo.Box(mlgo.TensorSpec("y", "uint16_t", (4,)))):
            space.seed(7)
            first = [space.sample() for _ in range(3)]
            space.seed(7)
            self.assertEqual(first, [space.sample() for _ in range(3)])
            self.assertTrue(all(sample in space for sample in first))
            self.assertNotIn("text", space)
        self.assertNotIn(5, mlgo.Discrete(5))
        self.assertNotIn(array.array("f", [1]), box)


class Example(unittest.TestCase):
    def test_learns_and_plays(self):
        script = [sys.executable, os.path.join(FOLDER, "train_linear.py"),
                  str(CALLS), "--compiler", CLANGS[0]]
        with tempfile.TemporaryDirectory() as folder:
            weights = [os.path.join(folder, f"{i}.json") for i in range(2)]
            for output, jobs in zip(weights, "12"):
                said = subprocess.run(
                    script + ["--generations", "1", "--pairs", "4", "-o",
                              output, "--jobs", jobs],
                    check=True, capture_output=True, text=True).stdout
            best = said.splitlines()[-1].partition(": best ")[2]
            self.assertRegex(best, r"^\d+ bytes, stock \d+, -1\d\.\d\d%")
            self.assertEqual(*(pathlib.Path(w).read_text() for w in weights))
            played = subprocess.run(
                script + ["--play", weights[0]], check=True,
                capture_output=True, text=True).stdout
            self.assertEqual(played.strip(), best)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
