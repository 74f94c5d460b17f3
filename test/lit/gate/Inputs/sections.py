"""Compares the functions of two objects, each in a section of its own.

sections.py same OLD NEW NAME...: all but NAME... have equal bytes, and these have not
sections.py bounded OLD NEW: no function is larger
sections.py smaller OLD NEW: no function is larger, and all together are smaller
"""
import subprocess
import sys


def read_sections(path):
    """The bytes of each function of the object PATH, as text."""
    text = subprocess.run(["llvm-objdump", "-dr", "--no-show-raw-insn", path], check=True, capture_output=True, text=True).stdout
    functions, sizes = {}, {}
    for part in text.split("Disassembly of section ")[1:]:
        name, _, body = part.partition(":\n")
        functions[name.removeprefix(".text.")] = body
    headers = subprocess.run(["llvm-size", "-A", "-d", path], check=True, capture_output=True, text=True).stdout
    for line in headers.splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[0].startswith(".text."):
            sizes[fields[0].removeprefix(".text.")] = int(fields[1])
    return functions, sizes


def main(mode, old, new, *names):
    functions, sizes = read_sections(old)
    new_functions, new_sizes = read_sections(new)
    assert functions and functions.keys() == new_functions.keys(), (functions.keys(), new_functions.keys())
    if mode == "same":
        changed = {name for name in functions if functions[name] != new_functions[name]}
        assert changed == set(names), changed
    else:
        grown = {name: (sizes[name], new_sizes[name]) for name in sizes if new_sizes[name] > sizes[name]}
        assert not grown, grown
        assert mode == "bounded" or sum(new_sizes.values()) < sum(sizes.values()), (sizes, new_sizes)


main(*sys.argv[1:])
