#!/usr/bin/env python3
"""Compares what two builds' unwind tables say at calls.

usage: unwind-rows.py STOCK OTHER

Both are linked files of the same modules. Functions with the same instructions
in both are compared: whoever unwinds from a call has to find the same frame.
Prints how much was compared, and on standard error each call that differs; then
the exit status is 1, as it is without a call to compare.
"""

import bisect
import re
import subprocess
import sys

LABEL = re.compile(r"^([0-9a-f]+) <(.+)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)")
ROW = re.compile(r"^\s+0x([0-9a-f]+): (CFA=.*)$")
CALLS = {"callq", "call", "jal", "jalr"}


def read(tool, *arguments):
    return subprocess.run([tool, *arguments], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.splitlines()


def functions(path):
    """Instructions of each function: name to (address, mnemonic)s."""
    found, current = {}, None
    for line in read("llvm-objdump-22", "-d", "--no-show-raw-insn", path):
        if label := LABEL.match(line):
            current = found.setdefault(label[2], [])
        elif (instruction := INSTRUCTION.match(line)) and current is not None:
            current.append((int(instruction[1], 16), instruction[2]))
    return found


def rows(path):
    """Sorted addresses from which rows hold, and these rows."""
    found = {}
    for line in read("llvm-dwarfdump-22", "--eh-frame", path):
        if row := ROW.match(line):
            found[int(row[1], 16)] = row[2]
    return sorted(found), found


def row_at(table, address):
    starts, texts = table
    index = bisect.bisect_right(starts, address) - 1
    return texts[starts[index]] if index >= 0 else "none"


def shape(instructions):
    start = instructions[0][0]
    return [(address - start, name) for address, name in instructions]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    stock, other = map(functions, sys.argv[1:])
    tables = [rows(path) for path in sys.argv[1:]]
    same = calls = differ = 0
    for name, ours in other.items():
        theirs = stock.get(name)
        if not theirs or not ours or shape(theirs) != shape(ours):
            continue
        same += 1
        for (address, mnemonic), (own, _) in zip(theirs, ours):
            if mnemonic not in CALLS:
                continue
            calls += 1
            # As unwinders look up the address of a return, less one.
            found = [row_at(table, at + 1)
                     for table, at in zip(tables, (address, own))]
            if found[0] != found[1]:
                differ += 1
                print(f"{name}+{own - ours[0][0]:#x}: stock {found[0]}, "
                      f"other {found[1]}", file=sys.stderr)
    print(f"{same} of {len(other)} functions have the same code, "
          f"{calls} calls, {differ} differ")
    sys.exit(1 if differ or not calls else 0)


if __name__ == "__main__":
    main()
