"""Writes functions of 50 to 2,000 basic blocks, for large.py, or one by hand:

  python3 test/sweep/large_functions.py 7 > large.c    # the function of seed 7

They are compiled, never run. Kinds take turns: interpreters by switch and by
computed goto, parsers, machines of states, chains of comparisons, ladders that
clean up, decoders, decision trees, functions that resume, nested loops, and C++
that destroys objects.
"""

import math
import random
import sys

from feature_programs import number, value

HEAD = """typedef unsigned char byte;
typedef unsigned long long wide;
typedef struct node { int kind; unsigned value; struct node *left, *right; } node;
typedef struct context {
  unsigned reg[256], *constants;
  const unsigned *pc;
  const byte *in, *end;
  wide acc;
  int error, depth, line, state;
  node *top;
  unsigned stack[64], field[512];
  char name[32];
  int (*hook)(struct context *, int);
} context;
#ifdef __cplusplus
extern "C" {
#endif
unsigned slow(context *, unsigned, unsigned, int);
int call(context *, unsigned), compare(context *, unsigned, unsigned);
void report(context *, int, const char *);
int peek(context *), next(context *);
node *make(context *, int, node *, node *);
void emit(context *, unsigned, unsigned);
void *acquire(context *, int, unsigned);
int use(context *, void *, unsigned);
void release(void *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, __SIZE_TYPE__);
void *memcpy(void *, const void *, __SIZE_TYPE__);
#ifdef __cplusplus
}
#endif
"""


def instruction(rng, i, done):
    """What the i-th instruction of an interpreter does; `done` goes on."""
    a, b, c = ("c->reg[ins >> 8 & 255]", rng.choice((
        "c->reg[ins >> 16 & 255]", "c->constants[ins >> 16 & 255]")),
        rng.choice(("c->reg[ins >> 24]", "(ins >> 24)")))
    op = rng.choice("+-*&|^")
    return rng.choice((
        f"x = {b}; y = {c}; if ((x | y) >> 30) goto slow_path; {a} = x {op} y; {done}",
        f"x = {b}; y = {c}; flag = {rng.randrange(2)}; goto compare_and_jump;",
        f"if ({b} {rng.choice(('==', '<', '>='))} {c}) pc += (int)ins >> 16; {done}",
        f"c->pc = pc; if (call(c, ins)) goto fail; pc = c->pc; {done}",
        f"y = {c}; if (!y) {{ c->error = {i}; goto fail; }} {a} = {b} {rng.choice('/%')} y; {done}",
        f"{a} = slow(c, {b}, {c}, {i}); {done}",
        f"c->acc {op}= {b}; if (c->acc >> 40) goto overflow; {a} = c->acc; {done}",
        f"x = {b}; y = {c}; {a} = x < y ? x : y; flag = x == y; goto maybe_jump;",
        f"{a} = (int)ins >> 16; {done}",
        f"if (c->depth >= 64) goto deep; c->stack[c->depth++] = {b}; {done}",
        f"if (c->depth == 0) goto deep; {a} = c->stack[--c->depth]; {done}",
        f"for (x = 0; x < ({c} & 7); x++) c->reg[x] = c->stack[x + {rng.randrange(50)}]; {done}",
        f"x = {b}; switch (x & 3) {{ case 0: {a} = y; break; case 1: emit(c, x, {i}); break; "
        f"case 2: goto maybe_jump; default: {a} {op}= x; }} {done}",
        f"if (c->hook && (flag = c->hook(c, {i})) < 0) goto fail; {a} = flag; {done}",
        f"{a} = {value(rng, ['x', 'y', 'flag'])}; {done}"))


TAILS = """
slow_path: c->reg[ins >> 8 & 255] = slow(c, x, y, ins & 255); if (c->error) goto fail; {done}
compare_and_jump: if (compare(c, x, y) == flag) pc += (int)ins >> 16; if (c->error) goto fail; {done}
maybe_jump: if (flag) pc++; {done}
overflow: c->acc = 0; c->error = 2; goto fail;
deep: report(c, c->depth, "stack"); c->error = 3;
fail: c->pc = pc; report(c, c->error, "failed"); if (c->error) return; {done}
"""


def interpreter(rng, count):
    mask = rng.choice(("ins & 1023", "ins >> 22", "ins & 0x3ff"))
    cases = "\n".join(f"case {i}: {instruction(rng, i, 'break;')}"
                      for i in range(count))
    return f"""void run(context *c) {{
  const unsigned *pc = c->pc; unsigned x = 0, y = 0; int flag = 0;
  for (;;) {{
    unsigned ins = *pc++;
    switch ({mask}) {{
    {cases}
    case {count + 3}: c->pc = pc; return;
    default: c->error = 1; goto fail;
    }}
    continue;
    {TAILS.format(done='continue;')}
  }}
}}"""


def threaded(rng, count):
    shared = rng.random() < 0.3
    done = "goto again;" if shared else \
        "do { ins = *pc++; goto *labels[ins & 1023]; } while (0);"
    labels = ", ".join(f"&&op{i}" for i in range(count))
    bodies = "\n".join(f"op{i}: {instruction(rng, i, done)}"
                       for i in range(count))
    return f"""void run(context *c) {{
  static const void *const labels[] = {{ {labels}, &&out }};
  const unsigned *pc = c->pc; unsigned ins, x = 0, y = 0; int flag = 0;
again:
  ins = *pc++;
  goto *labels[ins & 1023];
{bodies}
{TAILS.format(done=done)}
out:
  c->pc = pc;
}}"""


def parser(rng, count):
    """Rules are states of one function; where they return to is on a stack."""
    rules = []
    for i in range(count):
        to = f"{rng.randrange(count)}"
        token = rng.randrange(40, 90)
        rules.append(f"case {i}: " + rng.choice((
            f"if (peek(c) != {token}) goto syntax; next(c); state = {to}; break;",
            f"if (peek(c) == {token}) {{ next(c); "
            f"left = make(c, {i}, left, c->top); state = {to}; }} "
            f"else goto back; break;",
            f"if (c->depth >= 60) goto deep; c->stack[c->depth++] = {to}; "
            f"state = {rng.randrange(count)}; break;",
            f"switch (peek(c)) {{ case {token}: next(c); state = {to}; break; "
            f"case {token + 1}: case {token + 3}: c->top = make(c, {i}, 0, left); goto back; "
            f"case {token + 2}: kind = {i}; goto binary; default: goto syntax; }} break;",
            f"while (peek(c) == {token}) {{ next(c); "
            f"if (!(right = make(c, {i}, left, 0))) goto memory; left = right; }} "
            f"state = {to}; break;",
            f"kind = next(c); if (kind < {token} || kind > {token + 9}) goto syntax; "
            f"emit(c, kind, {i}); goto back;",
            f"c->top = left; if (!left || left->kind == {i}) "
            f"{{ report(c, {i}, \"expected rule {i}\"); goto recover; }} "
            f"left = left->right; goto back;")))
    return f"""int run(context *c) {{
  int state = c->state, kind = 0; node *left = 0, *right = 0;
  for (;;) {{
    switch (state) {{
    {chr(10).join(rules)}
    default: return kind;
    }}
    continue;
  binary: next(c); right = make(c, kind, left, c->top); if (!right) goto memory; left = right;
  back: if (!c->depth) return 0; state = c->stack[--c->depth]; continue;
  syntax: report(c, peek(c), "unexpected");
  recover: while (peek(c) && peek(c) != ';') next(c); c->error++; if (c->error > 20) return -1; goto back;
  deep: report(c, c->depth, "nested too deeply"); return -2;
  memory: return -3;
  }}
}}"""


def on_byte(rng, count, go):
    """Reacts to the byte `b`; `go(state)` is a statement."""
    lines, low = [], rng.randrange(32, 80)
    for _ in range(rng.randrange(1, 4)):
        test = rng.choice((
            f"b == {rng.randrange(33, 126)}",
            f"b >= {low} && b <= {low + rng.randrange(3, 26)}",
            f"b == {low} || b == {low + 2} || b == {low + 7}"))
        action = rng.choice((
            "", "length++;", "c->line++;", f"c->field[{rng.randrange(99)}] += b;",
            "sum = sum * 10 + (b - 48);", f"emit(c, b, {rng.randrange(99)});",
            "if (length < 31) c->name[length++] = b;"))
        lines.append(f"if ({test}) {{ {action} {go(rng.randrange(count))} }}")
    last = rng.choice(("goto bad;", go(rng.randrange(count)),
                       f"if (sum > {rng.randrange(9999)}u) goto bad; "
                       + go(rng.randrange(count))))
    return " else ".join([*lines, f"{{ {last} }}"])


def machine(rng, count):
    states = "\n".join(
        f"case {i}: {on_byte(rng, count, lambda to: f'state = {to};')} break;"
        for i in range(count))
    return f"""int run(context *c) {{
  int state = c->state, length = 0; unsigned sum = 0;
  for (const byte *p = c->in; p < c->end; p++) {{
    byte b = *p;
    switch (state) {{
    {states}
    default: goto bad;
    }}
  }}
  c->state = state; c->acc = sum;
  return length;
bad:
  report(c, state, "bad byte");
  return -1;
}}"""


def gotos(rng, count):
    states = []
    for i in range(count):
        if rng.random() < 0.5:
            cases = "".join(
                f"case {b}: {rng.choice(('', 'length++; ', 'c->line++; '))}"
                f"goto s{rng.randrange(count)}; "
                for b in rng.sample(range(33, 126), rng.randrange(2, 9)))
            body = f"switch (b) {{ {cases} default: goto {rng.choice(('bad', f's{i}', 'out'))}; }}"
        else:
            body = on_byte(rng, count, lambda to: f"goto s{to};")
        states.append(f"s{i}: if (p == c->end) goto out; b = *p++; {body}")
    return f"""int run(context *c) {{
  const byte *p = c->in; byte b = 0; int length = 0; unsigned sum = 0;
  {chr(10).join(states)}
bad:
  report(c, b, "bad byte");
  return -1;
out:
  c->in = p; c->acc = sum;
  return length;
}}"""


def chain(rng, count):
    """Options, codes or ranges that are compared one after the other."""
    lines = []
    for i in range(count):
        test = rng.choice((
            f'!strcmp(c->name, "option-{i * 7919 % 1000}")',
            f'!strncmp(c->name, "with-{i}", {5 + len(str(i))})',
            f"kind == {i * 37 % 4096}",
            f"kind > {i * 9} && kind < {i * 9 + 6}",
            f"(c->field[{i % 512}] & {1 << i % 31}u) && kind != {i}"))
        body = rng.choice((
            f"c->field[{i % 512}] = {number(rng)};", f"return {i};",
            f"if (!c->hook) {{ report(c, {i}, c->name); return -1; }} r = c->hook(c, {i});",
            f"r |= {1 << i % 31}u; c->line++;", f"emit(c, kind, {i}); goto found;",
            f"for (int k = 0; k < {rng.randrange(3, 40)}; k++) c->field[k] ^= c->reg[k];"))
        lines.append(f"if ({test}) {{ {body} }}")
    joint = " else " if rng.random() < 0.7 else "\n"
    return f"""int run(context *c, int kind) {{
  unsigned r = 0;
  {joint.join(lines)}
  return r;
found:
  c->state = kind;
  return -2;
}}"""


def ladder(rng, count):
    """What was acquired is released in reverse."""
    steps, ends = [], []
    for i in range(count):
        steps.append(f"if (!(p{i} = acquire(c, {rng.randrange(16)}, {number(rng)}))) "
                     f"{{ r = -{rng.randrange(1, 40)}; goto end{i}; }}")
        if rng.random() < 0.6:
            steps.append(f"if ((r = use(c, p{i}, {number(rng)})) < 0) goto end{i + 1};")
        if rng.random() < 0.25:
            steps.append(f"for (int k = 0; k < c->depth; k++) "
            f"if (use(c, p{rng.randrange(i + 1)}, k)) "
                         f"{{ report(c, k, \"step {i}\"); goto end{i + 1}; }}")
        if rng.random() < 0.2:
            steps.append(f"if (c->field[{i}] & {1 << i % 31}u) "
            f"{{ emit(c, {i}, r); if (c->error) goto end{i + 1}; }}")
        ends.append(f"end{i + 1}: release(p{i});")
    names = ", ".join(f"*p{i} = 0" for i in range(count))
    return f"""int run(context *c) {{
  int r = 0; void {names};
  {chr(10).join(steps)}
  {rng.choice(('', 'c->error = 0; return 0;'))}
  {chr(10).join(reversed(ends))}
end0:
  return r;
}}"""


def decoder(rng, count):
    varint = ("x = 0; s = 0; do { if (p >= c->end || s > 28) goto bad; b = *p++; "
              "x |= (unsigned)(b & 127) << s; s += 7; } while (b & 128);")
    cases = []
    for i in range(count):
        cases.append(f"case {i}: " + rng.choice((
            f"if ((tag & 7) != 0) goto skip; {varint} c->field[{i % 512}] = x; break;",
            f"if ((tag & 7) != 5) goto skip; if (c->end - p < 4) goto bad; "
            f"memcpy(&c->reg[{i % 256}], p, 4); p += 4; break;",
            f"if ((tag & 7) != 2) goto skip; {varint} if (x > c->end - p) goto bad; "
            f"for (n = 0; n < x && n < {rng.randrange(4, 31)}; n++) "
            f"c->name[n] = p[n]; p += x; break;",
            f"x = p < c->end ? *p++ : 0; c->field[{i % 512}] = (x >> 1) ^ -(x & 1); break;",
            f"c->state = {i}; if (!call(c, tag)) goto bad; p = c->in; break;",
            f"if (c->field[{i % 512}]++) {{ report(c, {i}, \"twice\"); goto bad; }} goto skip;")))
    return f"""int run(context *c) {{
  const byte *p = c->in; byte b; unsigned tag, x = 0, s, n;
  while (p < c->end) {{
    tag = *p++;
    if (tag & 128) {{ if (p == c->end) goto bad; tag = (tag & 127) | *p++ << 7; }}
    switch (tag >> 3) {{
    {chr(10).join(cases)}
    default:
    skip:
      if ((tag & 7) == 2) {{ {varint} if (x > c->end - p) goto bad; p += x; }}
      else if ((tag & 7) == 0) {{ {varint} }}
      else if (c->end - p < 4) goto bad; else p += 4;
    }}
  }}
  c->in = p;
  return 0;
bad:
  return -1;
}}"""


def tree(rng, count):
    """Decisions of a compiler's matcher: conditions halve what is left."""
    def grow(left, depth):
        if left <= 1 or depth > 14:
            return rng.choice((
                f"return {rng.randrange(200)};", f"emit(c, {rng.randrange(99)}, n->value); return 1;",
                f"r = {value(rng, ['r', 'n->value'])};", "goto no_match;",
                f"return call(c, {rng.randrange(99)});"))
        cut = rng.randrange(1, left)
        test = rng.choice((
            f"n->kind == {rng.randrange(60)}", f"n->value < {number(rng)}",
            f"n->left && n->left->kind == {rng.randrange(60)}",
            f"n->right && n->right->value == {rng.randrange(9)}",
            f"(r & {1 << rng.randrange(31)}u)", f"c->field[{rng.randrange(64)}]"))
        inner = "{ node *up = n; n = n->left ? n->left : n; %s n = up; }" \
            if rng.random() < 0.3 else "{ %s }"
        return (f"if ({test}) {inner % grow(cut, depth + 1)}\n"
                f"else {{ {grow(left - cut, depth + 1)} }}")
    return f"""int run(context *c, node *n) {{
  unsigned r = n->value;
  {grow(count, 0)}
  emit(c, r, n->kind);
  return 0;
no_match:
  return -1;
}}"""


def resumable(rng, count):
    """Goes on at the line where it waited."""
    steps = []
    for i in range(1, count + 1):
        steps.append(f"c->line = {i}; case {i}: " + rng.choice((
            f"if (!call(c, {i})) return 0;",
            f"if (c->in == c->end) return 0; c->reg[{i % 256}] = *c->in++;",
            f"if (compare(c, {i}, c->state) < 0) {{ c->error = {i}; goto fail; }}",
            f"if ((c->acc += c->reg[{i % 256}]) > {number(rng)}) return 1;",
            f"if (c->hook(c, {i})) {{ c->line = {rng.randrange(1, count + 1)}; goto again; }}",
            f"emit(c, {value(rng, ['c->state', 'c->depth'])}, {i});")))
    return f"""int run(context *c) {{
again:
  switch (c->line) {{
  case 0:
    {chr(10).join(steps)}
  }}
  c->line = 0;
  return 2;
fail:
  report(c, c->error, "failed");
  return -1;
}}"""


def nested(rng, count):
    """Loops, conditions and exits inside of each other."""
    left = [count]

    def block(depth, in_loop):
        lines = []
        for _ in range(rng.randrange(1, 6)):
            if left[0] <= 0:
                break
            left[0] -= 1
            lines.append(statement(depth, in_loop))
        return "\n".join(lines)

    def statement(depth, in_loop):
        v, kind = rng.choice("xyz"), rng.randrange(4 if depth > 5 else 8)
        names = ["x", "y", "z", f"c->field[{rng.randrange(512)}]"]
        if kind == 0:
            return f"{v} += slow(c, x, y, {rng.randrange(99)});"
        if kind == 1:
            return f"c->reg[{v} & 255] = {value(rng, names)};"
        if kind == 2:
            leave = rng.choice(("break", "continue")) if in_loop else "goto out"
            return f"if (!{v}) {leave};"
        if kind == 3:
            return f"if ({value(rng, names, 1)} & 1) {v} = {value(rng, names)};"
        inner = block(depth + 1, in_loop or kind > 5)
        if kind == 4:
            return (f"if (c->field[x & 511] < {v}) {{ {inner} }} "
                    f"else {{ {v} = {value(rng, names)}; }}")
        if kind == 5:
            return (f"if ({v} % 3 == 0) {{ {inner} }} else if ({v} & 8) "
                    f"{{ y = z; }} else if ({v} > 99) {{ return x; }} else z++;")
        if kind == 6:
            rounds = rng.choice(("c->depth", str(rng.randrange(3, 50))))
            return (f"for (unsigned i = 0; i < {rounds}; i++) {{ "
                    f"c->field[i & 511] += {v} * c->depth; {inner} }}")
        return f"while ({v} > {rng.randrange(99)}) {{ {v} /= 3; {inner} }}"

    body = []
    while left[0] > 0:
        body.append(block(0, False))
    return f"""unsigned run(context *c, unsigned x, unsigned y) {{
  unsigned z = x ^ y;
  {chr(10).join(body)}
out:
  return x + y + z;
}}"""


def objects(rng, count):
    """C++: each object is destroyed wherever an exception leaves."""
    steps = []
    for i in range(count):
        steps.append(rng.choice((
            f"resource o{i}(c, {number(rng)});",
            f"if (resource(c, {i}).use(state)) state += {i};",
            f"if (c->state == {i}) throw failure{{{i}}};",
            f"try {{ resource o(c, {i}); state ^= o.use({i}); }} "
            f"catch (const failure &f) {{ state += f.code; "
            f"if (f.code == {i}) throw; }}",
            f"for (int k = 0; k < c->depth; k++) {{ resource o(c, k); "
            f"if (o.use({i}) < 0) {rng.choice(('break', 'continue', 'return -1'))}; }}",
            f"switch (state & 3) {{ case 0: {{ resource o(c, {i}); "
            f"state = o.use(1); break; }} case 1: return state; default: state--; }}")))
    blocks = []
    while steps:
        cut = rng.randrange(1, 9)
        blocks.append("{ " + "\n".join(steps[:cut]) + " }")
        steps = steps[cut:]
    return f"""struct failure {{ int code; }};
struct resource {{
  resource(context *, unsigned);
  ~resource();
  int use(int);
  void *held;
}};
int run(context *c) {{
  int state = c->state;
  {chr(10).join(blocks)}
  return state;
}}"""


# Blocks that an item becomes at -Oz, about.
KINDS = {interpreter: 2.0, threaded: 1.9, parser: 2.6, machine: 3.5, gotos: 5.2,
         chain: 2.4, ladder: 4.0, decoder: 4.3, tree: 0.8, resumable: 2.0,
         nested: 1.3, objects: 4.5}
# Everything may follow everything there, for which stock needs minutes.
MOST_BLOCKS = {gotos: 600}


def write(seed):
    """The text of a function, its language and its kind."""
    rng = random.Random(f"large {seed}")
    kind = list(KINDS)[seed % len(KINDS)]
    blocks = math.exp(rng.uniform(math.log(50), math.log(2000)))
    blocks = min(blocks, MOST_BLOCKS.get(kind, blocks))
    text = kind(rng, max(4, round(blocks / KINDS[kind])))
    return HEAD + text + "\n", "cpp" if kind is objects else "c", kind.__name__


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    print(write(int(sys.argv[1]))[0], end="")
