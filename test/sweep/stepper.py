"""Steps a program through its instructions under qemu-user, and compares what
its unwind tables say at each with what was true when its function was entered:
the canonical frame address, the return address, and registers that a call
preserves."""

import bisect
import dataclasses
import os
import re
import socket
import subprocess
import time


@dataclasses.dataclass(frozen=True)
class Machine:
    """`names` of registers in tables are matched by their number in what qemu
    sends; `link` holds the return address, `second` is the second argument."""
    runner: str
    registers: int
    stack: int
    counter: int
    second: int
    link: int
    preserved: tuple
    calls: tuple
    leaves: tuple
    names: dict


MACHINES = {
    "x86-64": Machine(
        "qemu-x86_64", 17, 7, 16, 4, None, (1, 6, 12, 13, 14, 15),
        ("call", "callq"), ("ret", "retq"),
        {name: i for i, name in enumerate(
            "RAX RBX RCX RDX RSI RDI RBP RSP R8 R9 R10 R11 R12 R13 R14 R15 RIP"
            .split())}),
    "aarch64": Machine(
        "qemu-aarch64", 33, 31, 32, 1, 30, tuple(range(19, 30)), ("bl", "blr"),
        ("ret", "retaa"),
        {**{f"{letter}{i}": i for i in range(31) for letter in "WX"},
         "WSP": 31, "SP": 31}),
    "riscv64": Machine(
        "qemu-riscv64", 33, 2, 32, 11, 1, (8, 9, *range(18, 28)),
        ("jal", "jalr"), ("ret", "jr"), {f"X{i}": i for i in range(32)}),
}
ROW = re.compile(r"^  0x([0-9a-f]+): CFA=(\w+?)([+-]\d+)?(?:: (.*))?$")
RULE = re.compile(r"(\w+)=(\[CFA([+-]\d+)?\]|same|undefined)")
ENTRY = re.compile(r"FDE cie=\w+ pc=([0-9a-f]+)\.\.\.([0-9a-f]+)")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+((?:[0-9a-f]{2,8} )+)\s*(\S+)")


def said(*command):
    return subprocess.run(command, check=True, text=True, errors="replace",
                          stdout=subprocess.PIPE).stdout.splitlines()


@dataclasses.dataclass
class Row:
    end: int
    base: int
    offset: int
    rules: tuple


class Tables:
    """Rows of a linked file's unwind tables."""

    def __init__(self, path, machine):
        self.rows, end, last = {}, 0, None
        for line in said("llvm-dwarfdump-22", "--eh-frame", path):
            if entry := ENTRY.search(line):
                end, last = int(entry[2], 16), None
            elif found := ROW.match(line):
                start = int(found[1], 16)
                rules = tuple(
                    (machine.names[name], int(offset or 0))
                    for name, kind, offset in RULE.findall(found[4] or "")
                    if name in machine.names and kind[0] == "[")
                if last is not None:
                    self.rows[last].end = start
                last = start
                self.rows[start] = Row(end, machine.names.get(found[2]),
                                       int(found[3] or 0), rules)
        self.starts = sorted(self.rows)

    def at(self, address):
        index = bisect.bisect_right(self.starts, address) - 1
        if index < 0:
            return None
        row = self.rows[self.starts[index]]
        return row if address < row.end else None


class Debugged:
    """A program under qemu-user, by the protocol that debuggers speak."""

    def __init__(self, machine, command, folder):
        self.machine = machine
        path = os.path.join(folder, "debug.socket")
        self.process = subprocess.Popen(
            [machine.runner, "-g", path, *command], cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL)
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(200):
            try:
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.05)
        self.socket.settimeout(60)
        self.buffer, self.owed = b"", b""

    def send(self, word):
        # What was received is acknowledged first.
        self.socket.sendall(self.owed + b"$%s#%02x" % (
            word.encode(), sum(word.encode()) & 255))
        self.owed = b""

    def receive(self):
        while True:
            start = self.buffer.find(b"$")
            end = self.buffer.find(b"#", start)
            if start >= 0 and 0 <= end <= len(self.buffer) - 3:
                word = self.buffer[start + 1:end].decode()
                self.buffer = self.buffer[end + 3:]
                self.owed += b"+"
                return word
            more = self.socket.recv(65536)
            if not more:
                raise EOFError
            self.buffer += more

    def ask(self, word):
        self.send(word)
        return self.receive()

    def resume(self, how):
        """Steps ("s") or continues ("c"); the registers, or None at the end."""
        self.send(how)
        try:
            if self.receive()[0] in "WX":
                return None
            text = self.ask("g")
        except (EOFError, ConnectionError):
            return None
        size = self.machine.registers * 16
        data = bytes.fromhex(text[:size])
        return [int.from_bytes(data[i:i + 8], "little")
                for i in range(0, size // 2, 8)]

    def word_at(self, address):
        return int.from_bytes(bytes.fromhex(
            self.ask(f"m{address:x},8")), "little")

    def stop_at(self, address):
        # x86's are of any length, the others' need to know: 4 does for both.
        self.ask(f"Z0,{address:x},{1 if self.machine.link is None else 4}")

    def close(self):
        self.socket.close()
        self.process.kill()
        self.process.wait()


@dataclasses.dataclass
class Frame:
    """What was true at the entry of a function."""
    address: int
    returns: int
    registers: list


class Stepper:
    """Steps through `functions` of a file whose main calls entry(). What is in
    `wrong` and `seen` are addresses of instructions."""

    def __init__(self, target, path, functions, most_steps):
        self.machine = MACHINES[target]
        self.path, self.left = path, most_steps
        self.tables = Tables(path, self.machine)
        self.sizes, self.calls, self.leaves = {}, set(), set()
        self.ranges = self.addresses(functions)
        for line in said("llvm-objdump-22", "-d", path):
            if found := INSTRUCTION.match(line):
                address = int(found[1], 16)
                self.sizes[address] = len(found[2].replace(" ", "")) // 2
                if found[3] in self.machine.calls:
                    self.calls.add(address)
                if found[3] in self.machine.leaves:
                    self.leaves.add(address)
        self.frames, self.stops = [], set()
        self.seen, self.wrong, self.steps = set(), {}, 0

    def addresses(self, functions):
        """(start, end, name) of functions, and where _Unwind_SetIP is."""
        found, self.entries = [], {}
        for line in said("llvm-nm-22", "-S", self.path):
            words = line.split()
            if len(words) == 4 and words[3] == "_Unwind_SetIP":
                self.set_ip = int(words[0], 16)
            if len(words) == 4 and words[2] in "tTwW" and \
                    words[3] in functions:
                start = int(words[0], 16)
                found.append((start, start + int(words[1], 16), words[3]))
                self.entries[words[3]] = start
        return sorted(found)

    def function_at(self, address):
        index = bisect.bisect_right(self.ranges, (address, 1 << 64, "")) - 1
        if index >= 0 and address < self.ranges[index][1]:
            return self.ranges[index]
        return None

    def stop_at(self, program, address):
        if address not in self.stops:
            self.stops.add(address)
            program.stop_at(address)

    def check(self, program, registers):
        machine, frame = self.machine, self.frames[-1]
        at = registers[machine.counter]
        self.seen.add(at)
        row = self.tables.at(at)
        if row is None or at in self.wrong:
            if row is None:
                self.wrong[at] = "no row"
            return
        if row.base is None:
            return
        address = registers[row.base] + row.offset & (1 << 64) - 1
        if address != frame.address:
            self.wrong[at] = f"CFA is {address - frame.address:+d}"
            return
        rules = dict(row.rules)
        # Outlined code sets its caller's registers.
        outlined = self.function_at(at)[2].startswith("OUTLINED")
        for one in (machine.link,) if outlined else (
                *machine.preserved, machine.link):
            if one is None:
                continue
            value = registers[one]
            if one in rules:
                value = program.word_at(address + rules[one])
            if value != frame.registers[one]:
                self.wrong[at] = f"register {one} is {value:#x} not " \
                    f"{frame.registers[one]:#x}"

    def enter(self, program, registers, returns):
        """A function was called: its frame."""
        address = registers[self.machine.stack]
        if self.machine.link is None:
            address += 8
            returns = program.word_at(address - 8)
        else:
            returns = returns or registers[self.machine.link]
            registers = list(registers)
            registers[self.machine.link] = returns
        self.frames.append(Frame(address, returns, registers))

    def run(self, words, folder):
        program = Debugged(self.machine, [self.path, *words], folder)
        try:
            self.follow(program)
        finally:
            program.close()

    def outside(self, program):
        """Continues until the program's own code is reached again."""
        while True:
            registers = program.resume("c")
            if registers is None:
                return None
            at = registers[self.machine.counter]
            if at != self.set_ip:
                break
            # An exception will come out there.
            self.landing = registers[self.machine.second]
            self.stop_at(program, self.landing)
            if program.resume("s") is None:
                return None
        stack = registers[self.machine.stack]
        if at == self.landing:
            self.landing = None
            while self.frames and self.frames[-1].address <= stack:
                self.frames.pop()
        elif at == self.entries["_Z5entryv"]:
            self.frames = []
            self.enter(program, registers, None)
        else:
            while self.frames and self.frames[-1].returns == at and \
                    self.frames[-1].address == stack:
                self.frames.pop()
        return registers

    def follow(self, program):
        self.landing = None
        self.stop_at(program, self.set_ip)
        self.stop_at(program, self.entries["_Z5entryv"])
        registers = self.outside(program)
        machine = self.machine
        while registers is not None and self.steps < self.left:
            at = registers[machine.counter]
            if not self.frames or self.function_at(at) is None:
                # What runs on needs no stop where it is.
                registers = program.resume("s")
                if registers is not None:
                    registers = self.outside(program)
                continue
            self.check(program, registers)
            registers = program.resume("s")
            self.steps += 1
            if registers is None:
                return
            now = registers[machine.counter]
            if at in self.calls:
                returns = at + self.sizes[at]
                if self.function_at(now):
                    self.enter(program, registers, returns)
                else:
                    self.stop_at(program, returns)
                    registers = self.outside(program)
            elif at in self.leaves and now == self.frames[-1].returns:
                # Outlined code may leave the stack otherwise than it came.
                self.frames.pop()
            elif self.function_at(now) is None:
                # A tail call of something else: it returns to the caller.
                self.stop_at(program, self.frames[-1].returns)
                registers = self.outside(program)
