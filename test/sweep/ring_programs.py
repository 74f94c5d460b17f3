"""Writes random programs of functions that call each other last, in a ring, for
rings.py: each passes on to the next until its steps are used up."""

# Types of results: a name, its declaration, its value and what is printed of it.
RESULTS = {
    "nothing": ("void", "", "", "0"),
    "long": ("long", "", "(long)(a ^ b)", "(unsigned long)r"),
    "int": ("int", "", "(int)(a - b)", "(unsigned long)r"),
    "unsigned": ("unsigned", "", "(unsigned)(a + b)", "(unsigned long)r"),
    "truth": ("bool_t", "", "(a > b)", "(unsigned long)r"),
    "byte": ("unsigned char", "", "(unsigned char)(a + b)", "(unsigned long)r"),
    "double": ("double", "", "(double)(a & 0xffff)", "(unsigned long)r"),
    "pointer": ("long *", "", "&seen[a & 63]", "(unsigned long)(r - seen)"),
    "pair": ("struct pair", "struct pair { long x, y; };",
             "make(a, b)", "(unsigned long)(r.x ^ r.y)"),
    "small": ("struct small", "struct small { int x, y; };",
              "make(a, b)", "(unsigned long)(r.x ^ r.y)"),
    "mixed": ("struct mixed", "struct mixed { char x; int y; char z; };",
              "make(a, b)", "(unsigned long)(r.x ^ r.y)"),
    "big": ("struct big", "struct big { long x, y, z[4]; };",
            "make(a, b)", "(unsigned long)(r.x ^ r.y)"),
}
STRUCTURES = ("pair", "small", "mixed", "big")

# What the base of a ring calls, compiled by stock: it knows how deep it stands.
BASE = """
static char *top, *lowest;
void begin(void) { char here; top = lowest = &here; }
void mark(void) { char here; if (&here < lowest) lowest = &here; }
long depth(void) { return top - lowest; }
void look(const void *at) { (void)at; }
unsigned long opaque(unsigned long x) { return x; }
"""


class Writer:
    """One program. `rng` decides everything."""

    def __init__(self, rng, is_cpp):
        self.rng, self.is_cpp = rng, is_cpp
        self.kind = rng.choice(list(RESULTS))
        self.result, self.structure, self.base, self.printed = \
            RESULTS[self.kind]
        self.size = rng.randrange(2, 6)
        self.files = rng.randrange(1, min(3, self.size) + 1)
        self.more = rng.choice((0, 0, 0, 1, 2))
        self.parameters = "long left, unsigned long a, unsigned long b" + "".join(
            f", unsigned long more{i}" for i in range(self.more))
        self.place = [i % self.files for i in range(self.size)]
        rng.shuffle(self.place)
        self.is_method = is_cpp and rng.random() < 0.25

    def returns(self, value):
        return "return;" if self.kind == "nothing" else f"return {value};"

    def number(self):
        return f"{self.rng.randrange(1, 1 << self.rng.choice((3, 8, 16)))}ul"

    def arguments(self):
        rng = self.rng
        words = [rng.choice(("a", "b", f"a + {self.number()}", "a ^ b",
                             f"b * {self.number()}", f"a ^ {self.number()}",
                             "(unsigned long)left", "(a >> 3) + b"))
                 for _ in range(2)]
        words += [rng.choice((f"more{i}", f"more{i} + 1", "a"))
                  for i in range(self.more)]
        return ", ".join(["left - 1", *words])

    def callee(self, index):
        """An expression that names the next function, or several."""
        rng, following = self.rng, (index + 1) % self.size
        kind = rng.choice(("plain", "plain", "plain", "pointer", "table",
                           "constant table"))
        if kind == "pointer":
            return f"next[{following}]"
        if kind == "table":
            return f"table[(a ^ b) & 3]"
        if kind == "constant table":
            return "fixed[a & 1]"
        return f"f{following}"

    def call(self, index):
        return f"{self.callee(index)}({self.arguments()})"

    def condition(self):
        return self.rng.choice(("a & 1", "b & 4", "left & 1", "a > b",
                                f"(a & 15) > {self.rng.randrange(15)}",
                                "seen[3] > a"))

    def last(self, index, depth=0):
        """Statements that end in calls of the next function."""
        rng = self.rng
        forms = [self.plainly, self.plainly, self.named, self.assuming,
                 self.out_of_scope, self.dead_store, self.cleaned]
        if depth < 2:
            forms += [self.branching, self.switching, self.joining, self.looping]
        if self.kind in ("long", "int", "unsigned", "pointer", "byte"):
            forms += [self.selecting, self.casting]
        if self.kind in STRUCTURES:
            forms += [self.copying, self.by_field]
        if self.kind == "truth":
            forms += [self.deciding, self.deciding]
        if self.is_cpp:
            forms += [self.guarded]
        return rng.choice(forms)(index, depth)

    def plainly(self, index, depth):
        call = self.call(index)
        return f"{call}; LAST return;" if self.kind == "nothing" \
            else f"return {call};"

    def named(self, index, depth, after=""):
        call = self.call(index)
        if self.kind == "nothing":
            return f"{call}; {after} LAST return;"
        return f"{{ {self.result} r = {call}; {after} LAST return r; }}"

    def assuming(self, index, depth):
        assumption = self.rng.choice((
            "ASSUME(a != 777777777);", "ASSUME(left > 0);",
            "if (left <= 0) __builtin_unreachable();",
            "ASSUME(((unsigned long)seen & 7) == 0 || sizeof(long) == 4);",
            "ASSUME(opaque_pure(b) != 7);", "nothing_at(&seen[1], &seen[2]);",
            "(void)opaque_pure(a);"))
        return self.named(index, depth, assumption)

    def out_of_scope(self, index, depth):
        size = self.rng.choice((2, 8, 40))
        use = self.rng.choice(("", "", "", "look(scratch);"))
        return (f"{{ unsigned long scratch[{size}]; "
                f"for (int i = 0; i < {size}; i++) scratch[i] = a * i + b; "
                f"{use} b ^= scratch[a % {size}]; "
                f"{self.named(index, depth)} }}")

    def dead_store(self, index, depth):
        store = self.rng.choice(("log[1] = a;", "log[b & 3] = a;",
                                 "log[0] += b; log[1] = log[0];"))
        return (f"{{ unsigned long log[4] = {{a, b, a ^ b, 0}}; "
                f"log[a & 3] += b; a += log[b & 3]; "
                f"{self.named(index, depth, store)} }}")

    def cleaned(self, index, depth):
        if self.is_cpp:
            return self.guarded(index, depth)
        return (f"{{ int held __attribute__((cleanup(release_{self.file}))) = 1; (void)held; "
                f"{self.named(index, depth)} }}")

    def guarded(self, index, depth):
        kind = self.rng.choice(("Guard held;", "Guard held(a);",
                                "Checked held(b);"))
        return f"{{ {kind} {self.named(index, depth)} }}"

    def branching(self, index, depth):
        return (f"if ({self.condition()}) {{ {self.last(index, depth + 1)} }} "
                f"else {{ {self.last(index, depth + 1)} }}")

    def switching(self, index, depth):
        cases = " ".join(f"case {i}: {{ {self.last(index, depth + 1)} }}"
                         for i in range(self.rng.randrange(2, 5)))
        other = self.rng.choice((
            "__builtin_unreachable();", f"{{ {self.plainly(index, depth)} }}"))
        mask = "a & 1" if "unreachable" in other else "(a ^ left) & 7"
        return f"switch ({mask}) {{ {cases} default: {other} }}"

    def joining(self, index, depth):
        if self.kind == "nothing":
            return (f"if ({self.condition()}) {{ {self.call(index)}; goto out; }} "
                    f"a ^= 5; {self.call(index)}; out: LAST return;"
                    if depth == 0 else self.plainly(index, depth))
        start = "" if self.kind in STRUCTURES else " = 0"
        return (f"{{ {self.result} r{start}; "
                f"if ({self.condition()}) r = {self.call(index)}; "
                f"else if ({self.condition()}) {{ a += 3; r = {self.call(index)}; }} "
                f"else r = {self.call(index)}; LAST return r; }}")

    def looping(self, index, depth):
        return (f"for (unsigned long i = 0;; i++) {{ if (i >= (b & 3)) "
                f"{{ {self.last(index, depth + 1)} }} a += seen[i & 63] ^ i; }}")

    def selecting(self, index, depth):
        then = self.rng.choice((
            "return r ? r : 0;", "if (r == 0) return 0; return r;",
            f"if ({self.condition()}) return r; return r;",
            "if (!r) return r; return r;"))
        return f"{{ {self.result} r = {self.call(index)}; LAST {then} }}"

    def casting(self, index, depth):
        if self.kind == "pointer":
            then = "(long *)(void *)r"
        else:
            then = self.rng.choice((f"({self.result})(unsigned long)r",
                                    f"({self.result})(long long)r", "r | 0",
                                    "r + 0"))
        return (f"{{ {self.result} r = {self.call(index)}; LAST "
                f"return {then}; }}")

    def deciding(self, index, depth):
        call = self.call(index)
        return self.rng.choice((
            f"if ({call}) return 1; return 0;", f"return {call} ? 1 : 0;",
            f"return !!{call};", f"return {call} != 0;",
            f"return {call} && left > 0;"))

    def copying(self, index, depth):
        return (f"{{ {self.result} r = {self.call(index)}, copy = r; LAST "
                f"return copy; }}")

    def by_field(self, index, depth):
        return (f"{{ {self.result} r = {self.call(index)}, copy = r; "
                f"copy.x = r.x; copy.y = r.y; LAST return copy; }}")

    def function(self, index):
        rng = self.rng
        work = []
        if rng.random() < 0.7:
            work.append("steps += a & 0xff;")
        if rng.random() < 0.6:
            work.append("seen[(a + b) & 63] ^= left;")
        if rng.random() < 0.2:
            work.append("while (a & 0x100) a = a / 2 + 1;")
        if rng.random() < 0.2:
            work.append(f"if ((a & 63) == 9) b ^= opaque(b);")
        if rng.random() < 0.2:
            work.append(f"for (int i = 0; i < 5; i++) b += seen[i] * {self.number()};")
        body = (f"  if (left <= 0) {{ mark(); {self.returns(self.base)} }}\n  "
                + " ".join(work) + "\n  " + self.last(index) + "\n")
        helper = ""
        if rng.random() < 0.2 and self.kind != "nothing":
            # What is inlined brings its last calls along.
            helper = (f"static {self.result} g{index}({self.parameters}) {{\n"
                      f"{body}}}\n")
            passed = ", ".join(["left", "a", "b",
                                *(f"more{i}" for i in range(self.more))])
            body = f"  return g{index}({passed});\n"
        return f"{helper}{self.attributes(index)}{self.result} f{index}({self.parameters}) {{\n{body}}}\n"

    def attributes(self, index):
        return self.rng.choice(("", "", "__attribute__((noinline)) ",
                                "__attribute__((cold)) "))

    def head(self):
        structure = self.structure
        maker = ""
        if structure:
            maker = (f"static inline {self.result} make(unsigned long a, unsigned long b) {{ "
                     f"{self.result} r; __builtin_memset(&r, 0, sizeof r); "
                     f"r.x = (int)a & 127; r.y = (int)b; return r; }}\n")
        language = ('extern "C" {\n' if self.is_cpp else "")
        close = "}\n" if self.is_cpp else ""
        signature = ", ".join(["long", "unsigned long", "unsigned long",
                               *(["unsigned long"] * self.more)])
        classes = """
struct Guard { unsigned long of; Guard(unsigned long x = 0) : of(x) {} ~Guard() {} };
struct Checked { unsigned long of; Checked(unsigned long x) : of(x) {} ~Checked() { ASSUME(of != 777777777); } };
""" if self.is_cpp else ""
        bool_t = "typedef bool bool_t;" if self.is_cpp else "typedef _Bool bool_t;"
        functions = "".join(f"{self.result} f{i}({self.parameters});\n"
                            for i in range(self.size))
        return f"""
{bool_t}
{structure}
#define ASSUME(x) __builtin_assume(x)
#ifdef BREAK
#define LAST __asm__ volatile("");
#else
#define LAST
#endif
{language}
void begin(void); void mark(void); long depth(void); void look(const void *);
unsigned long opaque(unsigned long);
__attribute__((pure)) unsigned long opaque_pure(unsigned long);
{close}
extern volatile unsigned long steps;
extern long seen[64];
typedef {self.result} (*function)({signature});
extern function next[{self.size}], table[4];
extern const function fixed[2];
{functions}
static inline void nothing_at(long *__restrict p, long *__restrict q) {{ (void)p; (void)q; }}
{maker}{classes}"""

    def tail(self):
        """What main's file has beside the ring."""
        rng, names = self.rng, [f"f{i}" for i in range(self.size)]
        some = lambda count: ", ".join(rng.choice(names) for _ in range(count))
        extra = "".join(f", {i}" for i in range(self.more))
        # All lengths of rings divide what is between both.
        run = "\n".join(
            f"""  begin();
  {{ {'' if self.kind == 'nothing' else self.result + ' r = '}start({steps}, seed, 3{extra});
    printf("%lu %lu %ld\\n", {self.printed}, (unsigned long)steps, seen[5]); }}
  deep[{i}] = depth();"""
            for i, steps in enumerate((STEPS_FEW, STEPS_MANY)))
        return f"""
#include <stdio.h>
#include <stdlib.h>
volatile unsigned long steps;
long seen[64];
function next[{self.size}] = {{{", ".join(names)}}}, table[4] = {{{some(4)}}};
extern const function fixed[2] = {{{some(2)}}};
int main(int c, char **v) {{
  unsigned long seed = c > 1 ? atol(v[1]) : 11; long deep[2];
  function start = next[seed % {self.size}];
{run}
  printf("%ld\\n", deep[1] - deep[0]);
  return 0;
}}
"""

    def texts(self):
        """The text of each file, by name."""
        ending = "cpp" if self.is_cpp else "c"
        texts = {}
        for file in range(self.files):
            self.file = file
            text = self.head()
            if not self.is_cpp:
                text += (f"static inline void release_{file}(int *held) "
                         f"{{ (void)held; }}\n")
            members = [i for i in range(self.size) if self.place[i] == file]
            text += "".join(self.function(i) for i in members)
            if file == 0:
                text += self.tail()
            texts[f"part{file}.{ending}"] = text
        return texts


STEPS_FEW, STEPS_MANY = 600, 12600


def program(rng):
    """Files of a program in C or C++, by name."""
    return Writer(rng, rng.random() < 0.4).texts()
