// What the programs of throwing.py call. Each tick counts down, and the one
// that reaches zero throws.

typedef unsigned u;
typedef unsigned long long l;
typedef double d; // Small numbers, so that conversions are defined.

struct Small {
  u a, b;
};
struct Big {
  l v[5];
};
struct Thrown {
  u value;
  virtual ~Thrown();
};
struct ThrownMore : Thrown {
  u more;
};

extern u memory[16];

void note(u value);
u tick(u value);
u tick3(u a, l b, u c);
l tick9(u a, u b, l c, u e, d f, u g, l h, u i, u j);
d tick_d(d a, d b);
Small tick_small(Small value, u other);
Big tick_big(Big value, u other);
void tick_memory(u *p, u size);
u tick_list(u size, ...);

struct Guard {
  u id;
  explicit Guard(u value) : id(value) { note(value ^ 0x61); }
  Guard(const Guard &) = delete;
  ~Guard() { note(id ^ 0x5a5a); }
};
struct LoudGuard { // Its destructor throws, too, but nothing leaves it.
  u id;
  explicit LoudGuard(u value) : id(tick(value)) {}
  LoudGuard(const LoudGuard &) = delete;
  ~LoudGuard() {
    try {
      note(tick(id));
    } catch (...) {
      note(id + 3);
    }
  }
};

void entry();
