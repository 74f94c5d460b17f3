# Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A policy trained in Python with a stock clang serves in the plugin: the same
object from a host of stock's advisor, a host of the plugin, and the model file
in release and in development mode.

USAGE: PluginTest.py MODULE_FOLDER MLGO CLANG PLUGIN
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOLDER, MLGO, CLANG, PLUGIN = sys.argv[1:]
sys.path.insert(0, FOLDER)
import mlgo  # noqa: E402
import train_linear  # noqa: E402

CALLS = str(pathlib.Path(__file__).parent / "Calls.c")
# LLVM's inputs alone, and asked wherever LLVM's advisor asks.
os.environ["MLGO_INLINE_FEATURES"] = "llvm"


class TrainedPolicy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def host(self, program, weights):
        with mlgo.CompilerEnv(program) as env:
            observation, _ = env.reset()
            over = False
            while not over:
                observation, reward, over, truncated, info = env.step(
                    train_linear.decide(weights, observation))
                self.assertFalse(truncated, info)
            return pathlib.Path(info["output"]).read_bytes(), reward

    def serve(self, **variables):
        output = self.folder / "x.o"
        subprocess.run(
            [CLANG, "-Oz", f"-fpass-plugin={PLUGIN}", "-c", CALLS, "-o",
             output], check=True,
            env={**os.environ, "MLGO_STRICT": "1",
                 **{f"MLGO_INLINE_{name}": str(value)
                    for name, value in variables.items()}})
        return output.read_bytes()

    def test_same_object_in_all_modes(self):
        policy = self.folder / "policy.json"
        model, log = self.folder / "policy.mlgo", self.folder / "log"
        subprocess.run(
            [sys.executable, os.path.join(FOLDER, "train_linear.py"), CALLS,
             "--compiler", CLANG, "--generations", "1", "--pairs", "4", "-o",
             policy], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([MLGO, "model", "import", policy, "-o", model],
                       check=True)
        weights = train_linear.from_json(json.loads(policy.read_text()))
        hosted, saved = self.host(mlgo.inliner(CALLS, CLANG), weights)
        self.assertGreater(saved, 0.1)
        self.assertEqual(
            self.host(mlgo.inliner(CALLS, CLANG, plugin=PLUGIN), weights),
            (hosted, saved))
        self.assertEqual(self.serve(MODEL=model), hosted)
        self.assertEqual(self.serve(MODEL=model, MODE="development",
                                    TRAINING_LOG=log), hosted)
        for observation in mlgo.read_log(log):
            decision = int(observation.tensors["inlining_decision"][0])
            inputs = {name: tensor
                      for name, tensor in observation.tensors.items()
                      if not name.startswith("inlining_")}
            self.assertEqual(len(inputs), 38)
            self.assertEqual(train_linear.decide(weights, inputs), decision)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
