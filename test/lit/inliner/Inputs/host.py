# A host for LLVM's interactive protocol, with the standard library alone.
#
# USAGE: host.py RULE BASE COMMAND...
#
# Makes the FIFOs BASE.in and BASE.out, runs the command, answers what it asks
# and exits as it does. All that was sent is in BASE.sent, for every time that
# the channel was opened. RULE is what to answer:
#
#   always, never, alternate  1, 0, and both in turn, 1 first
#   stock, opposite           the last input, inlining_default, and its opposite
#   die=N                     closes the channel before answer N, counted from 0
#   silent                    never answers
#   short, garbage            three bytes and the end; bytes that are no answer
#   absent                    never opens the channel
import json
import os
import struct
import subprocess
import sys
import threading

SIZES = {"float": 4, "double": 8, "int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2,
         "int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8}


def tensor_size(spec):
    size = SIZES[spec["type"]]
    for dimension in spec["shape"]:
        size *= dimension
    return size


def converse(rule, answers, questions, sent):
    def line():
        text = questions.readline()
        sent.write(text)
        return json.loads(text) if text else None

    header = line()
    if header is None:
        return
    size = sum(tensor_size(spec) for spec in header["features"])
    form = "=f" if header["advice"]["type"] == "float" else "=q"
    count = 0
    while True:
        message = line()
        if message is None:
            return
        if "observation" not in message:
            continue
        data = questions.read(size + 1)
        sent.write(data)
        default = struct.unpack("=q", data[-9:-1])[0]
        if rule == "silent":
            questions.read()
            return
        if rule == "die=%d" % count:
            return
        if rule == "short":
            answers.write(b"\1\0\0")
            return
        if rule == "garbage":
            answers.write(b"hello, compiler\n")
            questions.read()
            return
        answer = {"always": 1, "never": 0, "alternate": 1 - count % 2, "stock": default,
                  "opposite": 1 - default}.get(rule, 1)
        answers.write(struct.pack(form, answer))
        count += 1


def host(rule, base):
    with open(base + ".sent", "wb") as sent:
        while True:
            with open(base + ".in", "wb", buffering=0) as answers:
                with open(base + ".out", "rb") as questions:
                    try:
                        converse(rule, answers, questions, sent)
                    except BrokenPipeError:
                        pass
            sent.flush()
            if rule.startswith("die") or rule == "short":
                return


def main():
    rule, base, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    for end in (".in", ".out"):
        if os.path.exists(base + end):
            os.unlink(base + end)
        os.mkfifo(base + end)
    if rule != "absent":
        threading.Thread(target=host, args=(rule, base), daemon=True).start()
    code = subprocess.run(command, timeout=100).returncode
    os._exit(code if code >= 0 else 128 - code)


main()
