#!/usr/bin/env python3
"""What inlining costs in one function of very many calls.

    python3 bench/many-calls.py PLUGIN [calls...]

Prints the instructions of `opt -passes='default<Oz>'` with the plugin over
those of stock, counted by valgrind.
"""
import re
import subprocess
import sys
import tempfile


def callee(name, calls):
    """A function that makes so many calls; of none, stock inlines it."""
    lines = [f"define i32 @{name}(i32 %x) minsize optsize {{"]
    value = "%x"
    for i in range(calls):
        lines.append(f"  %a{i} = call i32 @sink(i32 {value}, i32 {i})")
        value = f"%a{i}"
    if not calls:
        lines += ["  %a = mul i32 %x, 7", "  %b = xor i32 %a, %x"]
        value = "%b"
    return lines + [f"  ret i32 {value}", "}"]


def module(sizes, calls):
    lines = ['target triple = "x86_64-pc-linux-gnu"', "declare i32 @sink(i32, i32)"]
    for i, size in enumerate(sizes):
        lines += callee(f"callee{i}", size)
    lines.append("define i32 @caller(i32 %x0) minsize optsize {")
    for i in range(calls):
        lines.append(f"  %x{i + 1} = call i32 @callee{i % len(sizes)}(i32 %x{i})")
    return "\n".join(lines + [f"  ret i32 %x{calls}", "}", ""])


def count(path, plugin):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "opt-22"]
    if plugin:
        command.append("-load-pass-plugin=" + plugin)
    command += ["-passes=default<Oz>", path, "-o", "/dev/null"]
    run = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit("many-calls: " + " ".join(command) + "\n" + run.stderr)
    return int(found[1])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    plugin, sizes = sys.argv[1], [int(n) for n in sys.argv[2:]] or [3000, 12000]
    print("| calls | " + " | ".join(f"{n:,}" for n in sizes) + " |")
    print("|---" * (len(sizes) + 1) + "|")
    for title, callees in [("of four functions in turn", [0, 1, 3, 20]),
                           ("of a function that stock inlines", [0]),
                           ("of a function that stays, and nothing else", [20])]:
        ratios = []
        for calls in sizes:
            with tempfile.NamedTemporaryFile("w", suffix=".ll") as file:
                file.write(module(callees, calls))
                file.flush()
                ratios.append(count(file.name, plugin) / count(file.name, None))
        print(f"| {title} | " + " | ".join(f"{r:.2f}" for r in ratios) + " |")


main()
