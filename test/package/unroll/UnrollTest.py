# Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example pass in all modes, with a stock clang.

USAGE: UnrollTest.py MODULE_FOLDER CLANG MLGO PLUGIN MODEL
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

FOLDER, CLANG, MLGO, PLUGIN, MODEL = sys.argv[1:]
sys.path.insert(0, FOLDER)
import mlgo  # noqa: E402
import train_linear  # noqa: E402

HERE = pathlib.Path(__file__).parent
LOOPS, POLICY = str(HERE / "Loops.c"), HERE / "UnrollPolicy.json"
STOCK = [CLANG, "-O2", "-c", LOOPS, "-o", "{output}"]
LEARNED = [CLANG, "-O2", f"-fpass-plugin={PLUGIN}", *STOCK[2:]]
HOSTED = ["env", "UNROLL_MODE=interactive", "UNROLL_CHANNEL={channel}"]


class Modes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compile(self, command=LEARNED, says="", **variables):
        output = self.folder / "x.o"
        said = subprocess.run(
            [word.replace("{output}", str(output)) for word in command],
            env={**os.environ, **{f"UNROLL_{name}": value
                                  for name, value in variables.items()}},
            check=True, capture_output=True, text=True).stderr
        self.assertIn(says, said)
        self.assertEqual(bool(said), bool(says), said)
        return output.read_bytes()

    def print_log(self, path):
        return subprocess.run([MLGO, "log", "print", path], check=True,
                              capture_output=True, text=True).stdout

    def test_default_and_failures_are_stock(self):
        stock = self.compile(STOCK)
        self.assertEqual(self.compile(MODE="default"), stock)
        self.assertEqual(self.compile(says="expected release", MODE="fast"),
                         stock)
        self.assertEqual(self.compile(says="absent.mlgo: cannot open",
                                      MODEL="absent.mlgo"), stock)
        self.assertEqual(self.compile(says="channel", MODE="interactive",
                                      CHANNEL=str(self.folder / "channel")),
                         stock)

    def test_all_modes_decide_alike(self):
        released = self.compile()
        self.assertNotEqual(released, self.compile(STOCK))
        self.assertEqual(self.compile(MODEL=MODEL), released)
        log = str(self.folder / "log")
        self.assertEqual(self.compile(MODE="development", MODEL=MODEL,
                                      TRAINING_LOG=log), released)
        self.assertIn("unroll: 0", self.print_log(log))
        weights = train_linear.from_json(json.loads(POLICY.read_text()))
        logged = [int(o.tensors.pop("unroll")[0]) for o in mlgo.read_log(log)]
        self.assertEqual(logged, [train_linear.decide(weights, {
            n: t for n, t in o.tensors.items() if n != "unroll"})
            for o in mlgo.read_log(log)])
        with mlgo.CompilerEnv(mlgo.Program(HOSTED + LEARNED, STOCK),
                              actions=2) as env:
            observation, info = env.reset()
            over = False
            while not over:
                self.assertIn(observation, env.observation_space)
                observation, reward, over, truncated, info = env.step(
                    train_linear.decide(weights, observation))
                self.assertFalse(truncated, info)
            self.assertGreater(reward, 0.1)
            self.assertEqual(pathlib.Path(info["output"]).read_bytes(),
                             released)

    def test_logs_what_stock_does(self):
        log = str(self.folder / "log")
        self.assertEqual(self.compile(MODE="development", TRAINING_LOG=log),
                         self.compile(STOCK))
        text = self.print_log(log)
        self.assertIn("unroll: 1", text)
        self.assertNotIn("unroll: 0", text)

    def test_learns(self):
        output = self.folder / "policy.json"
        said = subprocess.run(
            [sys.executable, os.path.join(FOLDER, "train_linear.py"), LOOPS,
             "--task", "unroll", "--generations", "1", "-o", output,
             "--command", shlex.join(HOSTED + LEARNED),
             "--baseline", shlex.join(STOCK)],
            check=True, capture_output=True, text=True).stdout.splitlines()
        self.assertRegex(said[0], r"start: (\d+) bytes, stock \1, \+0.00%")
        self.assertRegex(said[1], r"generation 1: .*, -\d")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
