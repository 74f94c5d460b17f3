"""Writes random C++ programs whose every call throws once, for throwing.py and
unwind.py; what they call is in throwing/runtime.h."""

import random

SCALARS = "uld"
KINDS = {"u": "u", "l": "l", "d": "d", "S": "Small", "B": "Big"}
# At most so many ticks are counted in a function, and in a program.
FUNCTION_COST, PROGRAM_COST = 24, 200


class Function:
    """What a caller has to know of one."""

    def __init__(self, name, result, parameters, cost):
        self.name, self.result = name, result
        self.parameters, self.cost = parameters, cost


class Body:
    """The body of a function. Decisions come from `shape`, constants and
    operators from `detail`: functions of a family share the former."""

    def __init__(self, shape, detail, callees):
        self.shape, self.detail, self.callees = shape, detail, callees
        self.variables = {kind: [] for kind in KINDS}
        self.lines, self.cost, self.times, self.names = [], 0, 1, 0
        self.depth = 0

    def constant(self):
        return str(self.detail.choice(
            [self.detail.randrange(16), self.detail.randrange(1 << 8),
             self.detail.randrange(1 << 16), self.detail.randrange(1 << 32)])
        ) + "u"

    def fresh(self, letter="v"):
        self.names += 1
        return f"{letter}{self.names}"

    def say(self, line):
        self.lines.append("  " * (self.depth + 1) + line)

    def some(self, kind):
        names = self.variables[kind]
        return self.shape.choice(names) if names else None

    def value(self, kind, depth=2):
        """An expression of this kind, without calls."""
        shape, detail = self.shape, self.detail
        if kind == "S":
            return self.some("S") or f"Small{{{self.value('u', 0)}, 7}}"
        if kind == "B":
            return self.some("B") or (
                f"Big{{{{{self.value('l', 0)}, 2, 3, {self.value('l', 0)}}}}}")
        if depth == 0 or shape.random() < 0.3:
            name = self.some(kind)
            if name and shape.random() < 0.85:
                return name
            if kind == "d":
                return f"d({self.constant()} & 0xfff)"
            if shape.random() < 0.2:
                return f"{kind}(memory[{self.constant()} & 15])"
            return f"{kind}({self.constant()})"
        left, right = self.value(kind, depth - 1), self.value(kind, depth - 1)
        if kind == "d":
            return shape.choice([
                f"({left} * 0.5 + {right} * 0.25)",
                f"({left} < {right} ? {left} : {right})",
                f"d({self.value('u', depth - 1)} & 0xffff)"])
        choice = shape.randrange(9)
        if choice == 0 and self.variables["S"]:
            return f"{kind}({self.some('S')}.{shape.choice('ab')})"
        if choice == 1 and self.variables["B"]:
            return f"{kind}({self.some('B')}.v[{left} % 5])"
        if choice == 2:
            return f"{kind}({self.value('d', depth - 1)})"
        if choice == 3:
            return f"({left} < {right} ? {left} : {right})"
        if choice == 4:
            return f"({left} << ({right} & 7))"
        if choice == 5:
            return f"({left} / ({right} | 1))"
        if choice == 6:
            other = "l" if kind == "u" else "u"
            return f"{kind}({self.value(other, depth - 1)})"
        return f"({left} {detail.choice('+-*^&|')} {right})"

    def ticking(self, kind):
        """A call with a result of this kind, one that may throw."""
        shape = self.shape
        able = [f for f in self.callees if f.result == kind and
                f.cost * self.times + self.cost <= FUNCTION_COST]
        if able and shape.random() < 0.5:
            callee = shape.choice(able)
            self.cost += callee.cost * self.times
            words = [self.value(one, 1) for one in callee.parameters]
            return f"{callee.name}({', '.join(words)})"
        self.cost += self.times
        value = lambda of="u": self.value(of, 1)
        if kind == "l":
            return (f"tick9({value()}, {value()}, {value('l')}, {value()}, "
                    f"{value('d')}, {value()}, {value('l')}, {value()}, "
                    f"{value()})")
        if kind == "d":
            return f"tick_d({value('d')}, {value('d')})"
        if kind == "S":
            return f"tick_small({value('S')}, {value()})"
        if kind == "B":
            return f"tick_big({value('B')}, {value()})"
        choice = shape.randrange(6)
        if choice == 0:
            return f"tick3({value()}, {value('l')}, {value()})"
        if choice == 1:
            size = shape.randrange(1, 10)
            words = [value("l" if i % 2 else "u") for i in range(size)]
            return f"tick_list({size}, {', '.join(words)})"
        return f"tick({value()})"

    def can_tick(self):
        return self.cost + self.times <= FUNCTION_COST

    def assign(self):
        kind = self.shape.choices("uldSB", (6, 3, 2, 1, 1))[0]
        value = self.ticking(kind) if self.can_tick() and \
            self.shape.random() < 0.6 else self.value(kind)
        name = self.some(kind)
        if name and name[0] != "i" and self.shape.random() < 0.6:
            self.say(f"{name} = {value};")  # Those of loops stay theirs.
        else:
            name = self.fresh()
            self.say(f"{KINDS[kind]} {name} = {value};")
            self.variables[kind].append(name)

    def use(self, most=99):
        """All that is alive is noted, or some of it."""
        names = [(kind, name) for kind in KINDS
                 for name in self.variables[kind]]
        self.shape.shuffle(names)
        sums = []
        for kind, name in names[:most]:
            sums.append({"S": f"{name}.a + {name}.b * 3", "B": f"u({name}.v[1])",
                         }.get(kind, f"u({name})"))
        if sums:
            mixed = f" {self.detail.choice('^+')} ".join(
                f"({one}) * {2 * i + 1}" for i, one in enumerate(sums))
            self.say(f"note({mixed});")

    def block(self, size=None):
        before = {kind: list(names) for kind, names in self.variables.items()}
        self.depth += 1
        for _ in range(size or self.shape.randrange(1, 4)):
            self.statement()
        self.depth -= 1
        self.variables = before

    def branch(self):
        self.say(f"if (({self.value('u')} & "
                 f"{self.shape.choice((1, 3, 4))}) != 0) {{")
        self.block()
        if self.shape.random() < 0.5:
            self.say("} else {")
            self.block()
        self.say("}")

    def loop(self):
        name, times = self.fresh("i"), self.shape.randrange(2, 4)
        if (self.cost + self.times * times) > FUNCTION_COST:
            return self.assign()
        self.say(f"for (u {name} = 0; {name} < {times}; ++{name}) {{")
        self.times *= times
        self.variables["u"].append(name)
        self.block()
        self.variables["u"].remove(name)
        self.times //= times
        self.say("}")

    def switch(self):
        self.say(f"switch ({self.value('u')} % {self.shape.choice((3, 5, 7))}) "
                 "{")
        for case in range(self.shape.randrange(2, 6)):
            self.say(f"case {case}: {{")
            self.block(self.shape.randrange(1, 3))
            if self.shape.random() < 0.8:
                self.say("  break;")
            self.say("}")
        self.say("default: {")
        self.block(1)
        self.say("}")
        self.say("}")

    def handled(self):
        self.say("try {")
        self.block()
        kinds = self.shape.sample(
            ["int", "ThrownMore &", "Thrown &", "const char *"],
            self.shape.randrange(0, 4))
        if "Thrown &" in kinds and "ThrownMore &" in kinds:
            kinds.remove("ThrownMore &")
            kinds.insert(0, "ThrownMore &")
        if not kinds or self.shape.random() < 0.5:
            kinds.append("...")
        for kind in kinds:
            name = self.fresh("e") if kind != "..." else ""
            self.say(f"}} catch ({kind}{' ' if name else ''}{name}) {{")
            if kind == "int":
                self.say(f"  note(u({name}));")
            elif kind.startswith("Thrown"):
                self.say(f"  note({name}.value);")
            self.depth += 1
            self.use()
            self.depth -= 1
            if self.shape.random() < 0.6:
                self.block(self.shape.randrange(1, 3))
            if self.shape.random() < 0.3:
                self.say("  throw;")
        self.say("}")

    def guarded(self):
        self.say("{")
        kind = self.shape.choice(("Guard", "Guard", "LoudGuard"))
        if kind == "LoudGuard":
            if self.cost + 2 * self.times > FUNCTION_COST:
                kind = "Guard"
            else:
                self.cost += 2 * self.times
        self.say(f"  {kind} {self.fresh('g')}({self.value('u')});")
        self.block()
        self.say("}")

    def leave(self):
        self.say(f"if (({self.value('u')} & {self.shape.choice((7, 15))}) == "
                 f"{self.shape.randrange(4)})")
        self.say(f"  {self.result()}")

    def result(self):
        if self.returned is None:
            return "return;"
        return f"return {self.value(self.returned)};"

    def array(self):
        if not self.can_tick():
            return self.assign()
        self.cost += self.times
        name, size = self.fresh("p"), self.shape.choice((4, 8, 16))
        self.say("{")
        self.depth += 1
        kind = self.shape.randrange(3)
        if kind == 0:
            self.say(f"u {name}[{size}];")
        elif kind == 1:
            self.say(f"u {name}[({self.value('u', 1)} & 7) + {size}];")
        else:
            self.say(f"u *{name} = (u *)__builtin_alloca("
                     f"(({self.value('u', 1)} & 7) + {size}) * sizeof(u));")
        index = self.fresh("i")
        self.say(f"for (u {index} = 0; {index} < {size}; ++{index})")
        self.say(f"  {name}[{index}] = {self.value('u', 1)} + {index};")
        self.say(f"tick_memory({name}, {size});")
        self.variables["u"].append(f"{name}[{self.detail.randrange(size)}]")
        self.block(self.shape.randrange(1, 4))
        self.say(f"note({name}[{self.detail.randrange(size)}]);")
        self.variables["u"].pop()
        self.depth -= 1
        self.say("}")

    def statement(self):
        if self.depth > 3:
            return self.assign()
        choice = self.shape.random()
        for share, what in ((0.42, self.assign), (0.12, self.branch),
                            (0.08, self.loop), (0.06, self.switch),
                            (0.12, self.handled), (0.08, self.guarded),
                            (0.04, self.leave), (0.04, self.array)):
            choice -= share
            if choice < 0:
                return what()
        return self.use(4)

    def write(self, head, result, parameters, swallows):
        self.returned = result
        for i, kind in enumerate(parameters):
            self.variables[kind].append(f"a{i}")
        if self.shape.random() < 0.3:
            self.leave()
        if swallows:
            self.say("try {")
        for _ in range(self.shape.choice((0, 2, 5, 9))):
            self.assign()
        for _ in range(self.shape.randrange(1, 6)):
            self.statement()
        self.use()
        self.say(self.result())
        if swallows:
            self.variables = {kind: [name for name in names if name[0] == "a"]
                              for kind, names in self.variables.items()}
            self.say("} catch (...) {")
            self.use()
            self.say(f"  {self.result()}")
            self.say("}")
        return "\n".join([f"{head} {{", *self.lines, "}"])


def program(rng, terminates=True):
    """The text of a program. With `terminates`, exceptions may meet noexcept."""
    functions, texts, total, names = [], [], 0, 0
    terminates = terminates and rng.random() < 0.2
    for _ in range(rng.randrange(3, 8)):
        shape_seed, callees = rng.random(), list(functions)
        result = rng.choice(["u", "u", "l", "d", "S", "B", None])
        parameters = rng.choices("uldSB", (6, 3, 2, 1, 1),
                                 k=rng.choice((0, 1, 2, 3, 4, 6, 9)))
        kind = rng.choices(
            ("", "static ", "inline ", "__attribute__((noinline)) ",
             "static __attribute__((noinline)) ", "__attribute__((cold)) ",
             "__attribute__((always_inline)) inline ",
             "__attribute__((weak)) "), (6, 4, 3, 4, 3, 1, 1, 1))[0]
        swallows = rng.random() < 0.15
        ending = " noexcept" if (swallows and rng.random() < 0.7) or (
            terminates and rng.random() < 0.2) else ""
        family = []
        for _ in range(rng.choice((1, 1, 2, 3, 4))):
            name = f"f{names}"
            names += 1
            body = Body(random.Random(shape_seed),
                        random.Random(rng.random()), callees)
            words = ", ".join(f"{KINDS[one]} a{i}"
                              for i, one in enumerate(parameters))
            head = f"{kind}{KINDS[result] if result else 'void'} {name}" \
                f"({words}){ending}"
            texts.append(body.write(head, result, parameters, swallows))
            # One at least, so that all that is called counts.
            family.append(Function(name, result, parameters,
                                   max(body.cost, 1)))
        functions += family
    main = Body(rng, rng, [])
    for function in reversed(functions):
        if total + function.cost > PROGRAM_COST and total:
            continue
        total += function.cost
        words = ", ".join(main.value(one, 1) for one in function.parameters)
        call = f"{function.name}({words})"
        if function.result in ("u", "l", "d"):
            name = main.fresh()
            main.say(f"{KINDS[function.result]} {name} = {call};")
            main.variables[function.result].append(name)
        else:
            main.say(f"{call};")
    main.use()
    texts.append("\n".join(["void entry() {", *main.lines, "#ifdef BREAK",
                            "  note(1);", "#endif", "}"]))
    return '#include "runtime.h"\n\n' + "\n\n".join(texts) + "\n"
