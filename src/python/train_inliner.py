#!/usr/bin/env python3
# Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Learns which calls to inline in files of yours, with an unmodified clang.

    train_inliner.py x.c y.cpp -o weights.json     # or LLVM's .bc and .ll
    train_inliner.py x.c y.cpp --play weights.json # prints sizes, decides alike

The policy is a line through LLVM's 38 inputs: inline if the weighted sum of
their signed bit widths is above 0. It starts near clang's own -Oz, and is
trained by augmented random search (Mania, Guy, Recht: Simple random search
provides a competitive approach to reinforcement learning, 2018): compile with
weights moved a little to both sides of where they are, in random directions,
and go where the objects got smaller. Same seed, same weights.
"""

import argparse
import json
import queue
import random
import statistics
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import mlgo

SCALE = 1 / 8


def sees(tensors: dict) -> list:
    """What the policy sees: for each input its bit width, signed; and 1."""
    values = [int(tensor[0]) for tensor in tensors.values()]
    return [(v.bit_length() if v > 0 else -v.bit_length()) * SCALE
            for v in values] + [1.0]


def decide(weights: list, tensors: dict) -> int:
    return int(sum(w * x for w, x in zip(weights, sees(tensors))) > 0)


class Played(NamedTuple):
    size: int  # Text bytes of all objects.
    stock: int  # The same of the baseline.
    decisions: int


def play(env: mlgo.CompilerEnv, weights: list) -> Played:
    """Compiles all programs of `env`, whose reward is minus the size."""
    size = stock = decisions = 0
    for program in range(len(env.programs)):
        observation, _ = env.reset(options={"program": program})
        over = False
        while not over:
            observation, reward, terminated, truncated, info = env.step(
                decide(weights, observation))
            decisions += 1
            over = terminated or truncated
        if truncated:
            raise mlgo.CompilerError(info["error"])
        stock += env.baseline_size(program)
        size -= int(reward)
    return Played(size, stock, decisions)


def negative_size(output: str, program: int) -> float:
    return -mlgo.text_size(output)


def first_weights(inputs: list) -> list:
    """Inline what is cheaper than 8, which is about what -Oz does."""
    weights = [0.0] * (len(inputs) + 1)
    weights[inputs.index("cost_estimate")] = -1.0
    weights[-1] = 3.5 * SCALE
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

    rng = random.Random(options.seed)
    weights = first_weights(list(envs[0].observation_space))
    best, best_weights = score(weights), weights
    print(f"start: {describe(best)}", flush=True)
    with ThreadPoolExecutor(len(envs)) as pool:
        for generation in range(1, options.generations + 1):
            directions = [[rng.gauss(0, 1) for _ in weights]
                          for _ in range(options.pairs)]
            tried = [[w + side * options.noise * d
                      for w, d in zip(weights, direction)]
                     for direction in directions for side in (1, -1)]
            played = list(pool.map(score, tried))
            for candidate, result in zip(tried, played):
                if result.size < best.size:
                    best, best_weights = result, candidate
            saved = [1 - p.size / p.stock for p in played]
            spread = statistics.pstdev(saved) or 1.0
            step = options.step / (options.pairs * spread)
            for direction, up, down in zip(directions, saved[::2], saved[1::2]):
                weights = [w + step * (up - down) * d
                           for w, d in zip(weights, direction)]
            print(f"generation {generation}: best {describe(best)}", flush=True)
    return best_weights


def describe(played: Played) -> str:
    return (f"{played.size} bytes, stock {played.stock}, "
            f"{played.size / played.stock - 1:+.2%}, "
            f"{played.decisions} decisions")


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sources", nargs="+")
    parser.add_argument("-o", "--output", help="where to write the weights")
    parser.add_argument("--play", metavar="WEIGHTS", help="do not train")
    parser.add_argument("--compiler", default="clang-22")
    parser.add_argument("--flags", default="-Oz", help="for all files")
    parser.add_argument("--plugin", help="let mlgo's plugin ask, not LLVM")
    parser.add_argument("--generations", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--noise", type=float, default=0.3)
    parser.add_argument("--step", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main() -> None:
    options = parse_options()
    programs = [mlgo.inliner(source, options.compiler, options.flags.split(),
                             options.plugin) for source in options.sources]
    envs = [mlgo.CompilerEnv(programs, reward=negative_size)
            for _ in range(1 if options.play else options.jobs)]
    try:
        if options.play:
            with open(options.play) as file:
                saved = json.load(file)
            if list(envs[0].observation_space) != saved["inputs"]:
                raise SystemExit(f"{options.play}: made for other inputs")
            print(describe(play(envs[0], saved["weights"])))
            return
        weights = train(envs, options)
        if options.output:
            with open(options.output, "w") as file:
                json.dump({"inputs": list(envs[0].observation_space),
                           "weights": weights}, file, indent=1)
    finally:
        for env in envs:
            env.close()


if __name__ == "__main__":
    main()
