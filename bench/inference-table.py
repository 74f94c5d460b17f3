"""The table of inference from the JSON of inference-bench, as Markdown.

  build/bench/inference/inference-bench --benchmark_out=inference.json
  python3 bench/inference-table.py inference.json
"""

import json
import sys

# Multiply-adds of one decision of the networks, and their inputs one after the
# other: each output adds its products in order.
NETWORKS = {
    "evict": (33 * 32, 32),
    "imitation-396-16-8-2": (396 * 16 + 16 * 8 + 8 * 2, 396 + 16 + 8),
    "70-40-40-20-2": (70 * 40 + 40 * 40 + 40 * 20 + 20 * 2, 170),
    "70-64-64-64-64-2": (70 * 64 + 3 * 64 * 64 + 64 * 2, 326),
    "33x(42-80-40-1)": (33 * (42 * 80 + 80 * 40 + 40), 162),
}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: inference-table.py INFERENCE.json")
    with open(sys.argv[1], encoding="utf-8") as file:
        runs = json.load(file)["benchmarks"]
    shapes, floors = {}, {}
    for run in runs:
        shape, _, who = run["name"].removesuffix("/manual_time").partition("/")
        if shape == "floor":
            floors[who] = run
        else:
            shapes.setdefault(shape, {})[who] = run
    rate = floors.get("multiply-add", {}).get("GFLOPs")
    reads = floors.get("first cache", {}).get("GBs")
    wait = floors["addition"]["ns"]
    if rate:
        print(f"Multiply-adds in registers: {rate:.0f} GFLOP/s. Reads of the"
              f" first cache: {reads:.0f} GB/s. An addition that waits for"
              f" another: {wait:.2f} ns.\n")
    print("| policy | who | ns warm | ns cold | allocations | warm / ours |")
    print("|---|---|---|---|---|---|")
    for shape, rows in shapes.items():
        ours = rows.get("ours", {}).get("fastest_ns")
        for who, run in rows.items():
            if "fastest_ns" not in run:
                print(f"| {shape} | {who} |"
                      f" {run.get('error_message', 'nothing')} | | | |")
                continue
            ratio = f"{run['fastest_ns'] / ours:.2f}" if ours else ""
            print(f"| {shape} | {who} | {run['fastest_ns']:,.0f} |"
                  f" {run['cold_ns']:,.0f} | {run['allocations']:.0f} |"
                  f" {ratio} |")
        if shape in NETWORKS and rate:
            products, chain = NETWORKS[shape]
            print(f"| {shape} | floor: multiply-adds | {2 * products / rate:,.0f}"
                  " | | | |")
            print(f"| {shape} | floor: additions in order | {chain * wait:,.0f}"
                  " | | | |")


if __name__ == "__main__":
    main()
