#!/usr/bin/env python3
# Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Learns which calls to inline in files of yours, with an unmodified clang.

    train_linear.py x.c y.cpp -o policy.json      # or LLVM's .bc and .ll
    train_linear.py x.c y.cpp --play policy.json  # decides as the policy says
    mlgo model import policy.json -o policy.mlgo  # for plugins, in release mode

With --command, any yes-or-no decision of a compiler whose inputs are whole
numbers: `{channel}`, `{source}` and `{output}` are replaced in it.

The policy is a line: yes if the weighted sum of the inputs' signed bit widths
is above 0. It starts near clang's own -Oz, or with always yes, and is trained by
augmented random search (Mania, Guy, Recht: Simple random search provides a
competitive approach to reinforcement learning, 2018): compile with weights
moved a little to both sides, in random directions, and go where the objects got
smaller; here always from the best so far. Same seed, same policy.
"""

import argparse
import json
import queue
import random
import shlex
import statistics
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import mlgo

# With inputs and weights on such grids no sum is rounded, whatever its order
# and precision: the policy decides alike in Python and in mlgo.
SCALE, GRID = 1 / 8, 1 / 1024


def signed_width(value: int) -> int:
    return value.bit_length() if value > 0 else -value.bit_length()


def decide(weights: list, tensors: dict) -> int:
    """`weights` has one for each input, and the bias."""
    total = weights[-1]
    for weight, tensor in zip(weights, tensors.values()):
        total += weight * signed_width(int(tensor[0])) * SCALE
    return int(total > 0)


class Played(NamedTuple):
    size: int  # Text bytes of all objects.
    stock: int  # The same of the baseline.
    decisions: int

    def __str__(self) -> str:
        return (f"{self.size} bytes, stock {self.stock}, "
                f"{self.size / self.stock - 1:+.2%}, "
                f"{self.decisions} decisions")


def negative_size(output: str, program: int) -> float:
    return -mlgo.text_size(output)


def play(env: mlgo.CompilerEnv, weights: list) -> Played:
    """Compiles all programs of `env`, whose reward is negative_size."""
    size = stock = decisions = 0
    for program in range(len(env.programs)):
        observation, info = env.reset(options={"program": program})
        over = False
        while not over:
            decisions += "number" in info  # Not if there is none to make.
            observation, reward, terminated, truncated, info = env.step(
                decide(weights, observation))
            over = terminated or truncated
        if truncated:
            raise mlgo.CompilerError(info["error"])
        stock += env.baseline_size(program)
        size -= int(reward)
    return Played(size, stock, decisions)


def first_weights(names: list) -> list:
    """Always yes; of calls to what is cheaper than 8, about what -Oz does."""
    weights = [0.0] * len(names) + [3.5 * SCALE]
    if "cost_estimate" in names:
        weights[names.index("cost_estimate")] = -1.0
    return weights


def train(envs: list, options: argparse.Namespace) -> list:
    """The best weights of all that were tried."""
    free = queue.SimpleQueue()
    for env in envs:
        free.put(env)

    def score(weights: list) -> Played:
        env = free.get()
        try:
            return play(env, weights)
        finally:
            free.put(env)

    def on_grid(weights) -> list:
        return [round(weight / GRID) * GRID for weight in weights]

    rng = random.Random(options.seed)
    weights = first_weights([spec.name for spec in envs[0].inputs])
    best, best_weights = score(weights), weights
    print(f"start: {best}", flush=True)
    with ThreadPoolExecutor(len(envs)) as pool:
        for generation in range(1, options.generations + 1):
            directions = [[rng.gauss(0, 1) for _ in weights]
                          for _ in range(options.pairs)]
            tried = [on_grid(w + side * options.noise * d
                             for w, d in zip(weights, direction))
                     for direction in directions for side in (1, -1)]
            played = list(pool.map(score, tried))
            for candidate, result in zip(tried, played):
                if result.size < best.size:
                    best, best_weights = result, candidate
            saved = [1 - p.size / p.stock for p in played]
            spread = statistics.pstdev(saved) or 1.0
            step = options.step / (options.pairs * spread)
            weights = best_weights
            for direction, up, down in zip(directions, saved[::2], saved[1::2]):
                weights = [w + step * (up - down) * d
                           for w, d in zip(weights, direction)]
            print(f"generation {generation}: best {best}", flush=True)
    return best_weights


def to_json(env: mlgo.CompilerEnv, weights: list, task: str) -> dict:
    """A network of one layer, for `mlgo model import`: its second logit is the
    sum, its first is 0, and the larger one is the answer."""
    def spec(s: mlgo.TensorSpec) -> dict:
        return {"name": s.name, "type": s.type, "port": 0,
                "shape": list(s.shape)}

    return {
        "task": task,
        "inputs": [spec(s) for s in env.inputs],
        "output": spec(env.advice),
        "transforms": [{"kind": "log2", "input": i, "scale": SCALE}
                       for i in range(len(env.inputs))],
        "layers": [{"relu": False, "weights": [[0, w] for w in weights[:-1]],
                    "biases": [0, weights[-1]]}],
        "provenance": {"trained by": "train_linear.py"}}


def from_json(policy: dict) -> list:
    layer = policy["layers"][0]
    return [row[1] for row in layer["weights"]] + [layer["biases"][1]]


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sources", nargs="+")
    parser.add_argument("-o", "--output", help="where to write the policy")
    parser.add_argument("--play", metavar="POLICY", help="do not train")
    parser.add_argument("--task", default="inline-oz",
                        help="what the policy is for, as plugins check")
    parser.add_argument("--compiler", default="clang-22")
    parser.add_argument("--flags", default="-Oz", help="for all files")
    parser.add_argument("--plugin", help="let mlgo's inliner ask, not LLVM's")
    parser.add_argument("--command", help="something else than inlining")
    parser.add_argument("--baseline", help="what is without it")
    parser.add_argument("--generations", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--noise", type=float, default=0.3)
    parser.add_argument("--step", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def make_program(source: str, options: argparse.Namespace) -> mlgo.Program:
    if not options.command:
        return mlgo.inliner(source, options.compiler, options.flags.split(),
                            options.plugin)
    return mlgo.Program(*([word.replace("{source}", source)
                           for word in shlex.split(command)]
                          for command in (options.command, options.baseline)))


def main() -> None:
    options = parse_options()
    if options.command and not options.baseline:
        raise SystemExit("train_linear.py: --command needs a --baseline")
    programs = [make_program(source, options) for source in options.sources]
    envs = [mlgo.CompilerEnv(programs, reward=negative_size, actions=2)
            for _ in range(1 if options.play else options.jobs)]
    try:
        if options.play:
            with open(options.play) as file:
                policy = json.load(file)
            if [s["name"] for s in policy["inputs"]] != [
                    s.name for s in envs[0].inputs]:
                raise SystemExit(f"{options.play}: made for other inputs")
            print(play(envs[0], from_json(policy)))
            return
        weights = train(envs, options)
        if options.output:
            with open(options.output, "w") as file:
                json.dump(to_json(envs[0], weights, options.task), file,
                          indent=1)
    except mlgo.CompilerError as error:
        raise SystemExit(f"train_linear.py: {error}") from None
    finally:
        for env in envs:
            env.close()


if __name__ == "__main__":
    main()
