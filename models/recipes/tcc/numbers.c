/* Compiled by the compiler that is measured: types, control, structures. */
typedef unsigned long size;
struct point {
  int x, y;
  double w;
  struct {
    char c : 3;
    unsigned u : 9;
  } bits;
};
static const char *const names[] = {"a", "b\n", [4] = "e"};
enum color { red, green = 5, blue };
int printf(const char *format, ...);
static double mix(struct point p, float f, long long l) {
  return p.x * f + p.w / (l ? l : 1);
}
int fold(int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    switch (i % 7) {
    case 0:
      s += i;
      break;
    case 3:
      s ^= i << 2;
    case 4:
      continue;
    default:
      s -= i > 10 ? i / 3 : ~i;
    }
    if (s > 1000)
      goto out;
  }
out:
  return s;
}
int main(int argc, char **argv) {
  struct point p = {.x = 1, .w = 2.5}, *q = &p;
  int (*f)(int) = fold, v[argc + 3];
  q->bits.u = 300;
  for (size i = 0; i < sizeof(v) / sizeof(*v); i++)
    v[i] = f((int)i * 40);
  do
    v[0]--;
  while (v[0] > 0 && argv[0]);
  return printf("%g %s %d %d\n", mix(p, 3, 4), names[1], v[1] + blue,
                p.bits.u) > 0
             ? 0
             : 1;
}
