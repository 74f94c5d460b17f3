"""Reads a corpus the way LLVM's tools and ml-compiler-opt do, and complains.

USAGE: ReadCorpus.py CORPUS MODULE...

They open corpus_description.json, know the keys below, and for each module open
NAME.bc, NAME.cmd unless the command is overridden, and NAME.thinlto.bc if the
corpus has ThinLTO. Command lines are UTF-8 and split at zero bytes.
"""

import json
import os
import sys

corpus, expected = sys.argv[1], sys.argv[2:]
with open(os.path.join(corpus, "corpus_description.json"), encoding="utf-8") as f:
    description = json.load(f)

known = {"has_thinlto", "modules", "global_command_override"}
assert set(description) <= known, description.keys()
assert isinstance(description["has_thinlto"], bool)
assert isinstance(description["modules"], list)
assert description["modules"] == expected, description["modules"]
override = description.get("global_command_override")
assert override is None or all(isinstance(o, str) for o in override)

for name in description["modules"]:
    assert not os.path.isabs(name) and not name.endswith(".bc"), name
    with open(os.path.join(corpus, name + ".bc"), "rb") as f:
        assert f.read(4) == b"BC\xc0\xde", name
    if override is None:
        with open(os.path.join(corpus, name + ".cmd"), encoding="utf-8") as f:
            text = f.read()
        # One line, so that a filter can be applied option by option.
        assert "\n" not in text, name
        options = text.split("\0")
        assert options[0] == "-cc1", options
        assert "-Oz" in options and "" not in options[:-1], options
    if description["has_thinlto"]:
        assert os.path.exists(os.path.join(corpus, name + ".thinlto.bc")), name
