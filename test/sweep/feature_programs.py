"""Writes random programs that rely on one feature of the compiler or language
each, for features.py. What they print depends on nothing but their text."""

import dataclasses

X86, ARM64, RISCV, THUMB = "x86-64", "aarch64", "riscv64", "thumb2"


@dataclasses.dataclass
class Case:
    """`library` names the files that become a shared library. With `profile` a
    profile is made, compared, and used with these flags."""
    files: dict
    flags: list = dataclasses.field(default_factory=list)
    link: list = dataclasses.field(default_factory=list)
    targets: tuple = (X86, ARM64, RISCV, THUMB)
    library: tuple = ()
    profile: tuple = ()
    dynamic: bool = False


# At the head of every file: what no compiler can know is behind ask().
HEAD = """
#ifdef __cplusplus
extern "C" {
#endif
int printf(const char *, ...);
unsigned ask(unsigned), asked(void);
void tell(unsigned);
extern unsigned seen;
#ifdef __cplusplus
}
#endif
"""
# The file that defines it, which is never the plugin's.
ASK = """
unsigned seen = 1;
int printf(const char *, ...);
__attribute__((noinline)) void tell(unsigned x) { seen = (seen ^ x) * 0x9e3779b1u + (seen >> 13); }
__attribute__((noinline)) unsigned ask(unsigned x) { tell(x); return x * 5 + (seen & 1); }
__attribute__((noinline)) unsigned asked(void) { return seen; }
"""


def number(rng):
    return f"{rng.choice((rng.randrange(9), rng.randrange(300), rng.randrange(1 << 32)))}u"


def value(rng, names, depth=2):
    """An unsigned expression of these names."""
    if depth == 0 or rng.random() < 0.25:
        return rng.choice(names) if names and rng.random() < 0.75 else \
            number(rng)
    left, right = (value(rng, names, depth - 1) for _ in range(2))
    return rng.choice((
        f"({left} {rng.choice('+-*^&|')} {right})",
        f"({left} >> ({right} & 15))", f"({left} / ({right} | 1))",
        f"({left} < {right} ? {left} : {right})"))


def steps(rng, names, size=None, calls=("ask",)):
    """Statements of a body that assign to some of the names, and may return."""
    lines, names = [], list(names)
    for i in range(size or rng.randrange(1, 7)):
        kind, own = rng.random(), rng.choice(names)
        if kind < 0.35:
            new = f"t{len(lines)}_{i}"
            lines.append(f"unsigned {new} = {rng.choice(calls)}"
                         f"({value(rng, names)});")
            names.append(new)
        elif kind < 0.5:
            lines.append(f"{own} = {value(rng, names)};")
        elif kind < 0.6:
            lines.append(f"tell({value(rng, names)});")
        elif kind < 0.75:
            lines.append(f"if ({value(rng, names, 1)} % 3 == 1) "
                         f"{own} += {rng.choice(calls)}({value(rng, names)});")
        elif kind < 0.85:
            lines.append(f"for (unsigned i = 0; i < {rng.randrange(2, 6)}; ++i) "
                         f"{own} = {rng.choice(calls)}({own} + i) ^ "
                         f"{value(rng, names, 1)};")
        elif kind < 0.93:
            cases = " ".join(f"case {j}: {own} += {number(rng)}; "
                             f"{'break;' if rng.random() < .8 else ''}"
                             for j in range(rng.randrange(3, 8)))
            lines.append(f"switch ({value(rng, names, 1)} % 9) {{ {cases} "
                         f"default: tell({own}); }}")
        else:
            lines.append(f"if ({value(rng, names, 1)} % 11 == 3) return {own};")
    lines.append(f"return {value(rng, names)};")
    return "\n  ".join(lines)


def function(rng, head, names, calls=("ask",), size=None):
    return f"{head} {{\n  {steps(rng, names, size, calls)}\n}}\n"


def done(more=""):
    return f'{more}\n  printf("%08x\\n", seen);'


BREAK = "\n#ifdef BREAK\n  tell(1);\n#endif"


def identity(rng):
    """Functions of equal code have different addresses, which they know."""
    names, files = [], ["", ""]
    declared = ""
    for group in range(rng.randrange(2, 4)):
        text = steps(rng, ["x"])
        registers = rng.random() < 0.5
        for i in range(rng.randrange(2, 5)):
            name, file = f"f{group}_{i}", rng.randrange(2)
            static = "static " if file == 0 and rng.random() < 0.4 else ""
            line = f"{static}unsigned {name}(unsigned x)"
            declared += "" if static else f"{line};\n"
            own = f"  put({name});\n" if registers else ""
            files[file] += f"{line} {{\n{own}  {text}\n}}\n"
            names.append(name)
    table = f"typedef unsigned (*F)(unsigned);\nvoid put(F);\n{declared}"
    rng.shuffle(names)
    listed = ", ".join(names)
    files[0] = HEAD + table + files[0] + f"""
static F all[] = {{{listed}}};
static unsigned count = sizeof all / sizeof *all;
static F last;
void put(F f) {{ last = f; }}
static unsigned find(F f) {{
  for (unsigned i = 0; i < count; ++i)
    if (all[i] == f) return i;
  return 99;
}}
int main(void) {{
  for (unsigned i = 0; i < count; ++i) {{
    last = 0;
    tell(all[i](i * 7 + {rng.randrange(99)}));
    printf("%u %u\\n", find(all[i]), last ? find(last) : 0);
  }}
  printf("%d %d\\n", {names[0]} == {names[1]}, {names[-1]} == {names[-2]});{BREAK}
  {done()}
}}
"""
    return Case({"main.c": files[0], "other.c": HEAD + table + files[1]},
                link=rng.choice(([], ["-Wl,--icf=safe"])))


def instrument(rng):
    """-finstrument-functions says which functions run, in which order."""
    names, text = [], ""
    equal = steps(rng, ["x"])
    for i in range(rng.randrange(3, 8)):
        static = rng.choice(("static ", "static inline ", "", "__attribute__((noinline)) "))
        head = f"{static}unsigned f{i}(unsigned x)"
        text += f"{head} {{\n  {equal}\n}}\n" if rng.random() < 0.6 else \
            function(rng, head, ["x"], ("ask", *names))
        names.append(f"f{i}")
    off = "__attribute__((no_instrument_function))"
    return Case({"main.c": f"""{HEAD}{text}
int main(void);
{off} static unsigned find(void *at) {{
  void *all[] = {{main, {", ".join(names)}}};
  for (unsigned i = 0; i < sizeof all / sizeof *all; ++i)
    if (all[i] == at) return i;
  return 99;
}}
{off} void __cyg_profile_func_enter(void *f, void *from) {{ printf("> %u\\n", find(f)); }}
{off} void __cyg_profile_func_exit(void *f, void *from) {{ printf("< %u\\n", find(f)); }}
int main(void) {{
  unsigned s = 0;
  {" ".join(f"s += {name}(s + {number(rng)});" for name in names)}
  tell(s);{BREAK}
  {done()}
}}
"""}, ["-finstrument-functions"])


def interposition(rng):
    """A program replaces functions that a shared library exports and calls."""
    count, library, program, declared = rng.randrange(4, 9), "", "", ""
    equal = None
    for i in range(count):
        head = f"unsigned e{i}(unsigned x)"
        declared += head + ";\n"
        calls = ["ask", *(f"e{rng.randrange(i)}" for _ in range(2 if i else 0))]
        if equal is None or rng.random() < 0.4:
            equal = steps(rng, ["x"], None, calls)
        kind = rng.choice(("", "", "", "__attribute__((weak)) ",
                           "__attribute__((noinline)) "))
        library += f"{kind}{head} {{\n  {equal}\n}}\n"
        if rng.random() < 0.4:
            to = f"e{rng.randrange(i)}(x + 1)" if i else "7"
            program += f"{head} {{ tell({i}); return {to} * 3; }}\n"
    calls = " ".join(f"tell(e{i}({number(rng)}));" for i in range(count))
    flags = ["-fPIC", *rng.choice(([], ["-fsemantic-interposition"]))]
    return Case({"main.c": f"""{HEAD}{declared}{program}
int main(void) {{ {calls} {BREAK}
  {done()} }}
""", "library.c": HEAD + declared + library}, flags, ["-rdynamic"],
                library=("library.c",), dynamic=True)


def registers(rng):
    """Named registers, and addresses of frames."""
    stack = "#if defined(__x86_64__)\nregister unsigned long sp asm(\"rsp\");\n" \
        "#else\nregister unsigned long sp asm(\"sp\");\n#endif\n"
    text, calls = "", ""
    for i in range(rng.randrange(2, 5)):
        size = rng.choice((64, 256, 1024))
        text += f"""
__attribute__((noinline)) unsigned long at{i}(unsigned x) {{
  volatile char room[{size}];
  room[x % {size}] = (char)x;
  ask(x);
  return sp;
}}
__attribute__((noinline)) unsigned below{i}(unsigned x) {{
  volatile unsigned here = x;
  unsigned long there = at{i}(x + here);
  tell(there + {size} <= (unsigned long)&here + {size} && there % 4 == 0);
  {steps(rng, ["x"])}
}}
__attribute__((noinline)) unsigned frame{i}(unsigned x) {{
  unsigned long frame = (unsigned long)__builtin_frame_address(0);
  {"unsigned y = ask(x);"}
  tell(frame >= sp);
  tell(frame == (unsigned long)__builtin_frame_address(0));
  return y;
}}
"""
        calls += f"tell(below{i}({number(rng)}) + frame{i}({i}));\n  "
    return Case({"main.c": f"{HEAD}{stack}{text}int main(void) {{\n  {calls}"
                 f"{BREAK}\n{done()}\n}}\n"},
                rng.choice(([], ["-fno-omit-frame-pointer"])))


def tails(rng):
    """Chains of millions of calls that have to be tail calls."""
    count = rng.choice((2, 3, 4))
    words = ", ".join(f"unsigned a{i}" for i in range(rng.randrange(1, 4)))
    given = words.replace("unsigned ", "").split(", ")
    first = value(rng, ["s", *given])
    text = [f"typedef unsigned (*F)(unsigned, unsigned, {words});\n"
            f"extern const F all[{count}];\n"] * 2
    listed = []
    for i in range(count):
        if rng.random() < 0.4:
            first = value(rng, ["s", *given])
        name, file = f"f{i}", rng.randrange(2)
        head = f"unsigned {name}(unsigned n, unsigned s, {words})"
        direct = f"f{rng.randrange(i)}" if i and rng.random() < 0.3 else None
        to = direct or f"all[(n ^ s) % {count}]"
        text = [one + head + ";\n" for one in text]
        text[file] += f"""{head} {{
  if (n == 0) return s;
  {"if (n % 1024 == 0) s += ask(s);" if rng.random() < .6 else ""}
  s = s * 3 + ({first});
  __attribute__((musttail)) return {to}(n - 1, s, {", ".join(given)});
}}
"""
        listed.append(name)
    numbers = ", ".join(number(rng) for _ in given)
    return Case({"main.c": f"""{HEAD}{text[0]}
const F all[{count}] = {{{", ".join(listed)}}};
int main(void) {{
  tell(f0(3000000, 1, {numbers}));{BREAK}
  {done()}
}}
""", "other.c": HEAD + text[1]},
                rng.choice(([], ["-fno-optimize-sibling-calls"])))


def coroutines(rng):
    """Tasks that go on in each other by symmetric transfer."""
    tasks, count = "", rng.randrange(2, 5)
    body = None
    for i in range(count):
        if body is None or rng.random() < 0.3:
            body = "\n    ".join(
                f"y += {value(rng, ['x', 'y', 'z'])}; z ^= "
                f"{'ask(y)' if rng.random() < 0.2 else value(rng, ['y', 'z'])}; "
                "co_await Next{};" for _ in range(rng.randrange(1, 4)))
        tasks += f"""
Task task{i}(unsigned x) {{
  unsigned y = x * 3, z = {number(rng)};
  Guard guard{{y}};
  for (;;) {{
    {body}
    if (z % 1021 == 1) tell(y);
    shared += y ^ z;
  }}
}}
"""
    started = " ".join(f"all[{i}] = task{i}({number(rng)}).at;"
                       for i in range(count))
    return Case({"main.cpp": f"""{HEAD}
#include <coroutine>
#include <exception>
struct Task {{
  struct promise_type {{
    Task get_return_object() {{ return {{std::coroutine_handle<promise_type>::from_promise(*this)}}; }}
    std::suspend_always initial_suspend() noexcept {{ return {{}}; }}
    std::suspend_always final_suspend() noexcept {{ return {{}}; }}
    void return_void() {{}}
    void unhandled_exception() {{ std::terminate(); }}
  }};
  std::coroutine_handle<> at;
}};
struct Guard {{ unsigned value; ~Guard() {{ tell(value); }} }};
static std::coroutine_handle<> all[{count}];
static unsigned now, left, shared;
struct Next {{
  bool await_ready() noexcept {{ return false; }}
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept {{
    if (left-- == 0) return std::noop_coroutine();
    return all[now = (now + 1 + shared % {count}) % {count}];
  }}
  void await_resume() noexcept {{}}
}};
{tasks}
int main() {{
  {started}
  for (unsigned i = 0; i < 3; ++i) {{
    left = 300000;
    all[now].resume();
    tell(shared);
  }}
  for (auto one : all) one.destroy();{BREAK}
  {done()}
}}
"""}, ["-std=c++20"])


def kcfi(rng):
    """Indirect calls are checked: functions have the type ids of their types."""
    kinds = ("unsigned", "int", "unsigned short", "long")
    files, tables, calls, declared = ["", ""], "", "", ""
    equal = steps(rng, ["x"])
    for k, kind in enumerate(kinds):
        names = []
        for i in range(rng.randrange(2, 5)):
            file = rng.randrange(2)
            static = "static " if file == 0 and rng.random() < 0.4 else \
                rng.choice(("", "__attribute__((weak)) "))
            name = f"f{k}_{i}"
            head = f"unsigned {name}({kind} given)"
            declared += "" if static[:6] == "static" else head + ";\n"
            files[file] += f"{static}{head} {{\n  unsigned x = given;\n  " \
                f"{equal if rng.random() < .7 else steps(rng, ['x'])}\n}}\n"
            names.append(name)
        tables += f"static unsigned (*volatile table{k}[])({kind}) = " \
            f"{{{', '.join(names)}}};\n"
        calls += f"for (unsigned i = 0; i < {len(names)}; ++i) " \
            f"tell(table{k}[i](({kind})(i + {k})));\n  "
    return Case({"main.c": f"""{HEAD}{declared}{files[0]}{tables}
int main(void) {{
  {calls}{BREAK}
  {done()}
}}
""", "other.c": HEAD + declared + files[1]}, ["-fsanitize=kcfi"],
                targets=(X86, ARM64, RISCV))


def coverage(rng):
    """Counters of coverage; how many there are is the compiler's choice."""
    names, text = [], ""
    for i in range(rng.randrange(3, 8)):
        kind = rng.choice(("static ", "", "__attribute__((weak)) "))
        text += function(rng, f"{kind}unsigned f{i}(unsigned x)", ["x"],
                         ("ask", *names))
        names.append(f"f{i}")
    calls = " ".join(f"tell({name}({number(rng)}));" for name in names)
    off = '__attribute__((no_sanitize("coverage")))'
    how = rng.choice(("trace-pc-guard", "trace-pc-guard,trace-cmp", "trace-pc",
                      "inline-8bit-counters,pc-table", "func,trace-pc-guard"))
    compared = "".join(
        f"void __sanitizer_cov_trace_{const}cmp{size}({kind} a, {kind} b) {{}}\n"
        for const in ("", "const_")
        for size, kind in ((1, "unsigned char"), (2, "unsigned short"),
                           (4, "unsigned"), (8, "unsigned long long")))
    return Case({"main.c": f"""{HEAD}{text}
int main(void) {{ {calls}{BREAK}
  {done()} return asked() == 0; }}
""", "hooks.c": f"""
static unsigned hits, guards;
void __sanitizer_cov_trace_pc(void) {{ ++hits; }}
void __sanitizer_cov_trace_pc_guard(unsigned *guard) {{ if (*guard) ++hits; }}
void __sanitizer_cov_trace_pc_guard_init(unsigned *from, unsigned *to) {{
  for (; from < to; ++from) *from = ++guards;
}}
void __sanitizer_cov_8bit_counters_init(char *from, char *to) {{ guards += to - from; }}
void __sanitizer_cov_pcs_init(const void *from, const void *to) {{}}
void __sanitizer_cov_trace_switch(unsigned long long x, void *cases) {{}}
{compared}"""}, [f"-fsanitize-coverage={how}"])


def profiled(rng):
    """Counts of a front end's profile; code is then split by it."""
    case = (coverage if rng.random() < 0.3 else jumps)(rng)
    case.files.pop("hooks.c", None)
    case.flags, case.targets = [], (X86,)
    case.profile = rng.choice((
        ("-fsplit-machine-functions",), ("-fbasic-block-sections=all",), (),
        ("-mllvm", "-pgo-cold-func-opt=minsize"), ("-ffunction-sections",)))
    return case


def linkage(rng):
    """Weak functions, aliases, ifuncs, constructors, sections."""
    text, other, declared, calls, hooks = "", "", "", "", ""
    equal = steps(rng, ["x"])
    body = lambda: equal if rng.random() < 0.6 else steps(rng, ["x"])
    for i in range(rng.randrange(4, 9)):
        kind, name = rng.randrange(7), f"f{i}"
        head = f"unsigned {name}(unsigned x)"
        static = False
        if kind == 0:  # The strong one wins.
            text += f"__attribute__((weak)) {head} {{\n  {body()}\n}}\n"
            if rng.random() < 0.6:
                other += f"{head} {{\n  {body()}\n}}\n"
        elif kind == 1:
            text += f"static unsigned own{i}(unsigned x) {{\n  {body()}\n}}\n" \
                f"{head} __attribute__((alias(\"own{i}\")));\n"
            static = True
        elif kind == 2:
            text += f"static unsigned one{i}(unsigned x) {{\n  {body()}\n}}\n" \
                f"static unsigned two{i}(unsigned x) {{\n  {body()}\n}}\n" \
                "#if defined(__x86_64__) || defined(__aarch64__)\n" \
                f"static void *pick{i}(void) {{ return one{i} != two{i} ? " \
                f"(void *)two{i} : (void *)one{i}; }}\n" \
                f"{head} __attribute__((ifunc(\"pick{i}\")));\n" \
                f"#else\n{head} {{ return one{i}(x) + two{i}(x); }}\n#endif\n"
            static = True
        elif kind == 3:
            when = rng.choice(("constructor", f"constructor({101 + i * 3})"))
            text += f"__attribute__(({when})) static void begin{i}(void) " \
                f"{{ tell({i}); }}\n{head} {{\n  {body()}\n}}\n"
        elif kind == 4:
            text += f"__attribute__((section(\"part{i % 2}\"))) {head} {{\n" \
                f"  {body()}\n}}\n"
        elif kind == 5:
            text += f"static unsigned hook{i}(unsigned x) {{\n  {body()}\n}}\n" \
                "__attribute__((used, retain, section(\"hooks\"))) static unsigned " \
                f"(*const at{i})(unsigned) = hook{i};\n" \
                f"{head} {{ return hook{i}(x) + 1; }}\n"
            hooks = "yes"
        else:
            other += f"__attribute__((visibility(\"hidden\"))) {head} {{\n" \
                f"  {body()}\n}}\n"
        declared += "" if static else head + ";\n"
        calls += f"tell({name}({number(rng)}));\n  "
    if hooks:
        declared += "extern unsigned (*const __start_hooks[])(unsigned);\n" \
            "extern unsigned (*const __stop_hooks[])(unsigned);\n"
        calls += "for (unsigned (*const *f)(unsigned) = __start_hooks; f != " \
            "__stop_hooks; ++f) tell((*f)(3));\n  "
    return Case({"main.c": f"""{HEAD}{declared}{text}
__attribute__((destructor)) static void end(void) {{ printf("end %08x\\n", asked()); }}
int main(void) {{
  {calls}{BREAK}
  {done()}
}}
""", "other.c": HEAD + declared + other}, rng.choice(([], ["-ffunction-sections"])),
                rng.choice(([], ["-Wl,--icf=safe"])))


def jumps(rng):
    """setjmp, computed goto and jump tables."""
    leaps = "".join(f"""
__attribute__((noinline)) unsigned leap{i}(unsigned x) {{
  {"unsigned y = ask(x);" if rng.random() < .5 else "unsigned y = x;"}
  if (y % {rng.randrange(2, 7)} == 1) longjmp(at, (int)(x % 7) + 1);
  {steps(rng, ["x", "y"])}
}}
__attribute__((noinline)) unsigned land{i}(unsigned x, unsigned z) {{
  volatile unsigned kept = x ^ {number(rng)};
  const unsigned steady = {value(rng, ["x", "z"])};
  int found = setjmp(at);
  if (found) return kept + found + steady * z;
  for (unsigned i = 0; i < 9; ++i) {{ kept += leap{i}(x + i); tell(kept ^ steady); }}
  return kept - steady;
}}
""" for i in range(rng.randrange(1, 4)))
    places = rng.randrange(4, 10)
    code = "".join(f"""
  l{i}: tell({i});
  {rng.choice(("s", "u", "w"))} = {value(rng, ["s", "u", "w"])};
  {"s += ask(u);" if rng.random() < .3 else ""}
  if (n-- == 0) goto end;
  goto *to[(s ^ n) % {places}];""" for i in range(places))
    labels = ", ".join(f"&&l{i}" for i in range(places))
    calls = "".join(f"tell(land{i}({number(rng)}, {number(rng)}));\n  "
                    for i in range(leaps.count(" land")))
    return Case({"main.c": f"""{HEAD}
#include <setjmp.h>
static jmp_buf at;
{leaps}
unsigned machine(unsigned n, unsigned s) {{
  static const void *const to[] = {{{labels}}};
  unsigned u = s * 3, w = {number(rng)};
  goto *to[n % {places}];
  {code}
end:
  return s ^ u + w;
}}
{function(rng, "static unsigned more(unsigned x)", ["x"], size=9)}
int main(void) {{
  {calls}tell(machine(2000, {number(rng)}));
  for (unsigned i = 0; i < 30; ++i) tell(more(i));{BREAK}
  {done()}
}}
"""})


def varargs(rng):
    """Functions of many and of unknown arguments, structures by value."""
    text, calls = "", ""
    for i in range(rng.randrange(2, 5)):
        size = rng.randrange(1, 11)
        fields = " ".join(f"{rng.choice(('char', 'short', 'int', 'long long', 'double', 'float'))} "
                          f"m{j};" for j in range(size))
        sums = " + ".join(f"(unsigned)(int)s.m{j} * {2 * j + 1}"
                          for j in range(size))
        text += f"""
struct S{i} {{ {fields} }};
__attribute__((noinline)) unsigned sum{i}(struct S{i} s, unsigned x) {{ tell({sums}); return x + {sums}; }}
__attribute__((noinline)) struct S{i} make{i}(unsigned x) {{
  struct S{i} s = {{0}};
  {" ".join(f"s.m{j} = (int)(ask(x + {j}) % 100);" for j in range(size))}
  return s;
}}
unsigned list{i}(unsigned count, ...) {{
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  unsigned x = count;
  for (unsigned n = 0; n < count; ++n) {{
    x = x * 31 + va_arg(list, unsigned);
    x += (unsigned)(int)va_arg(list, double);
    x += sum{i}(va_arg(list, struct S{i}), x);
  }}
  x ^= va_arg(again, unsigned);
  va_end(again);
  va_end(list);
  {steps(rng, ["x"])}
}}
static unsigned pass{i}(struct S{i} s, unsigned x) {{ return sum{i}(s, x) * 3; }}
unsigned other{i}(struct S{i} s, unsigned x) {{ return sum{i}(s, x) * 3; }}
"""
        calls += f"tell(list{i}(2, 5u, 2.0, make{i}(3), 7u, 4.0, make{i}(9)));\n  " \
            f"tell(pass{i}(make{i}(1), 2) + other{i}(make{i}(4), 5));\n  "
    return Case({"main.c": f"""{HEAD}
#include <stdarg.h>
#include <stddef.h>
{text}
int main(void) {{
  {calls}{BREAK}
  {done()}
}}
"""})


ASSEMBLY = {
    X86: (("rbx", "r12", "r13", "r14", "r15", "rcx", "rdi", "cc", "memory"),
          "lea 1(%1), %0", "jmp %l1"),
    ARM64: (("x19", "x20", "x25", "x28", "x3", "x17", "v8", "cc", "memory"),
            "add %0, %1, #1", "b %l1"),
    RISCV: (("s2", "s3", "s11", "t0", "t5", "a5", "fs1", "memory"),
            "addi %0, %1, 1", "j %l1"),
    THUMB: (("r4", "r5", "r8", "r10", "r3", "cc", "memory"),
            "adds %0, %1, #1", "b %l1"),
}


def assembly(rng, target):
    """Assembly in functions, with clobbers, labels and gotos."""
    registers_, add, jump = ASSEMBLY[target]
    text, calls = "", ""
    for i in range(rng.randrange(2, 6)):
        clobbers = ", ".join(f'"{one}"' for one in rng.sample(
            registers_, rng.randrange(1, len(registers_))))
        lines = []
        for _ in range(rng.randrange(1, 4)):
            lines.append(rng.choice((
                f'__asm__ volatile("" : "+r"(x), "+r"(y) : : {clobbers});',
                f'{{ long in = (long)x, out; __asm__("{add}" : "=&r"(out) : "r"(in)'
                ' : "cc"); y += (unsigned)out; }',
                '__asm__ volatile(".Lown%=:" : "+r"(x));',
                f'__asm__ goto("{jump}" : : "r"(x) : "memory" : skip); y = 1;',
                '__asm__ volatile("" : "+m"(y) : : "memory");',
                f"x = {value(rng, ['x', 'y'])};", "y += ask(x);")))
        if not any("skip" in line for line in lines):
            lines.append("if (x == 77) goto skip;")
        kind = rng.choice(("static ", "", "static inline "))
        text += f"""
{kind}unsigned f{i}(unsigned x) {{
  unsigned y = x ^ {number(rng)};
  unsigned z = ask(y), w = ask(z + x);
  {" ".join(lines)}
skip:
  tell(x + y * 3 + z * 5 + w * 7);
  {steps(rng, ["x", "y", "z", "w"])}
}}
"""
        calls += f"tell(f{i}({number(rng)}));\n  "
    text = text.replace("__asm__ volatile(\".Lown%=:\"", '__asm__ volatile(".Lown%=:"')
    return Case({"main.c": f"{HEAD}{text}int main(void) {{\n  {calls}{calls}"
                 f"{BREAK}\n{done()}\n}}\n"})


def threads(rng):
    """Variables of threads, with constructors; one thread at a time."""
    text, calls = "", ""
    for i in range(rng.randrange(2, 5)):
        kind = rng.choice(("static ", "", "inline "))
        text += f"""
struct Own{i} {{
  unsigned value;
  Own{i}() : value(ask({i})) {{}}
  ~Own{i}() {{ tell(value); }}
}};
{kind}thread_local Own{i} own{i};
{kind}thread_local unsigned plain{i} = {number(rng)};
unsigned *place{i}() {{ return &plain{i}; }}
static unsigned use{i}(unsigned x) {{
  own{i}.value += x;
  plain{i} ^= x * 3;
  static unsigned once = ask(x + 5);
  x += plain{i} + once;
  {steps(rng, ["x"])}
}}
"""
        calls += f"tell(use{i}(x + {number(rng)}));\n  "
    return Case({"main.cpp": f"""{HEAD}
#include <pthread.h>
{text}
static void *run(void *given) {{
  const unsigned x = (unsigned)(unsigned long)given;
  {calls}return place0();
}}
int main() {{
  void *mine = run((void *)1ul);
  for (unsigned i = 0; i < 3; ++i) {{
    pthread_t one;
    void *theirs;
    pthread_create(&one, nullptr, run, (void *)(unsigned long)(i + 2));
    pthread_join(one, &theirs);
    tell(mine == theirs);
  }}{BREAK}
  {done()}
}}
"""}, ["-pthread", *rng.choice(([], ["-ftls-model=initial-exec"],
                                ["-fPIC", "-ftls-model=global-dynamic"],
                                ["-femulated-tls"]))], ["-pthread"])


CONVENTIONS = {
    X86: ("__attribute__((ms_abi))", "__attribute__((preserve_most))",
          "__attribute__((preserve_all))", "__attribute__((regcall))",
          "__attribute__((no_caller_saved_registers, target(\"general-regs-only\")))",
          "__attribute__((target(\"avx2\")))", "__attribute__((vectorcall))"),
    ARM64: ("__attribute__((preserve_most))", "__attribute__((preserve_all))",
            "__attribute__((aarch64_vector_pcs))",
            "__attribute__((target(\"branch-protection=standard\")))"),
    RISCV: ("__attribute__((target(\"arch=+zba\")))",),
    THUMB: ("__attribute__((pcs(\"aapcs\")))", "__attribute__((target(\"arm\")))",
            "__attribute__((long_call))"),
}
PLAIN = ("", "static ", "static inline ", "__attribute__((noinline)) ",
         "__attribute__((cold)) ", "__attribute__((hot)) ",
         "__attribute__((optnone, noinline)) ", "__attribute__((minsize)) ",
         "__attribute__((always_inline)) static inline ",
         "__attribute__((flatten)) ", "__attribute__((weak)) ",
         "__attribute__((no_stack_protector)) ", "__attribute__((pure)) static ",
         "__attribute__((patchable_function_entry(3))) ",
         "__attribute__((disable_tail_calls)) ", "__attribute__((nomerge)) ",
         "__attribute__((no_split_stack)) ", "__attribute__((used)) static ",
         "__attribute__((aligned(64))) ", "__attribute__((section(\".text.own\"))) ",
         "__attribute__((zero_call_used_regs(\"used\"))) ",
         "__attribute__((strub)) ", "__attribute__((noduplicate)) ")


def attributes(rng, target):
    """Functions of other conventions and attributes call each other."""
    text, names, equal = "", [], None
    for i in range(rng.randrange(4, 11)):
        before = rng.choice(PLAIN)
        after = rng.choice(CONVENTIONS[target]) + " " if rng.random() < 0.4 else ""
        pure = "pure" in before
        if equal is None or pure or rng.random() < 0.4:
            equal = f"return {value(rng, ['x', 'y'], 3)};" if pure else \
                steps(rng, ["x", "y"], None, ("ask",))
        calls = "".join(f"x += {rng.choice(names)}(x, y); "
                        for _ in range(2 if names and not pure else 0))
        text += f"{before}{after}unsigned f{i}(unsigned x, unsigned y) {{\n" \
            f"  {calls}\n  {equal}\n}}\n"
        if pure:
            equal = None
        else:
            names.append(f"f{i}")
    if not names:
        return attributes(rng, target)
    # Each calls earlier ones twice: the last ones would run for long.
    calls = "".join(f"tell({name}({number(rng)}, {number(rng)}));\n  "
                    for name in names[:9])
    return Case({"main.c": f"{HEAD}{text}int main(void) {{\n  {calls}{BREAK}\n"
                 f"{done()}\n}}\n"})


def classes(rng):
    """Virtual functions, thunks, member pointers, templates, statics, lambdas."""
    count = rng.randrange(2, 6)
    body = steps(rng, ["x"])
    kinds = "".join(f"""
struct D{i} : A, B {{
  unsigned own;
  explicit D{i}(unsigned x) : own(x) {{}}
  ~D{i}() override {{ tell(own); }}
  unsigned first(unsigned x) override {{ x += own;
  {body if rng.random() < .7 else steps(rng, ["x"])} }}
  unsigned second(unsigned x) override {{ x ^= own;
  {body if rng.random() < .7 else steps(rng, ["x"])} }}
  D{i} *self() override {{ return this; }}
}};
""" for i in range(count))
    templates = f"""
template <class T> unsigned both(unsigned x) {{
  static unsigned calls;
  x += ++calls + sizeof(T);
  {steps(rng, ["x"])}
}}
template <class T> void *tag() {{ static char here; return &here; }}
template <class T> unsigned same(unsigned x) {{
  {steps(rng, ["x"])}
}}
"""
    uses = "".join(f"use(D{i}({number(rng)}));\n  " for i in range(count))
    use = f"""
static void use(A &&given) {{
  A *a = &given;
  B *b = dynamic_cast<B *>(a);
  unsigned (A::*pick)(unsigned) = seen & 1 ? &A::first : &A::again;
  tell((a->*pick)(3));
  tell(a->first(seen));
  tell(b->second(seen));
  tell(a->self() == dynamic_cast<A *>(b->self()));
  tell(typeid(*a) == typeid(*b));
  tell(typeid(*a) == typeid(D0));
}}
static unsigned (*lambdas[])(unsigned) = {{
  [](unsigned x) -> unsigned {{ {body} }}, [](unsigned x) -> unsigned {{ {body} }}}};
"""
    head = f"""{HEAD}
#include <typeinfo>
struct A {{
  virtual ~A() {{ tell(1); }}
  virtual unsigned first(unsigned x) = 0;
  virtual unsigned again(unsigned x) {{ return first(x + 1) * 3; }}
  virtual A *self() {{ return this; }}
}};
struct B {{
  unsigned b = 5;
  virtual ~B() {{ tell(b); }}
  virtual unsigned second(unsigned x) {{ return x + b; }}
  virtual B *self() {{ return this; }}
}};
""".replace("virtual B *self() { return this; }", "")
    use = use.replace("dynamic_cast<A *>(b->self())", "dynamic_cast<A *>(b)")
    types = ("int", "unsigned", "long long", "void *", "A", "B")
    more = " ".join(f"tell(both<{one}>({i}) + same<{one}>({i}));"
                    for i, one in enumerate(types))
    tags = " ".join(f"tell(tag<{one}>() == tag<{other}>());" for one, other in
                    zip(types, types[1:]))
    functions = " ".join(f"tell(&same<{one}> == &same<{other}>);" for one, other
                         in zip(types, types[1:]))
    return Case({"main.cpp": f"""{head}{kinds}{templates}{use}
void more();
int main() {{
  {uses}{more}
  more();
  {tags}
  {functions}
  tell(lambdas[0](1) + lambdas[1](2) + (lambdas[0] == lambdas[1]));{BREAK}
  {done()}
}}
""", "other.cpp": f"{head}{templates}void more() {{ {more} {tags} }}\n"},
                link=rng.choice(([], ["-Wl,--icf=safe"])))


FEATURES = (identity, instrument, interposition, registers, tails, coroutines,
            kcfi, coverage, profiled, linkage, jumps, varargs, assembly, threads,
            attributes, classes)
