// Calls that are worth inlining and calls that are not, at -Oz.
extern int use(int);

static int scale(int x, int by) { return x * by + 3; }
static int clamp(int x, int low, int high) {
  if (x < low)
    return low;
  return x > high ? high : x;
}
static int digits(unsigned x) {
  int n = 1;
  while (x >= 10) {
    x /= 10;
    ++n;
  }
  return n;
}
static int mix(int a, int b) {
  int h = a * 31 + b;
  h ^= h >> 7;
  h *= 131;
  h ^= h >> 11;
  return use(h) + use(h ^ a);
}

int report(int a, int b) {
  int t = mix(a, b);
  if (a > 3)
    t += mix(b, a);
  if (b > 3)
    t += mix(7, t);
  return digits(t) + clamp(t, 0, 255) + scale(t, 5);
}
int total(const int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += clamp(scale(p[i], i), -100, 100) + digits(p[i]);
  return mix(sum, n);
}
int pick(int k, int x) {
  switch (k) {
  case 0:
    return clamp(x, 1, 9);
  case 1:
    return clamp(x, -9, 9) + digits(x);
  case 2:
    return scale(x, 8);
  default:
    return clamp(scale(x, k), 0, k);
  }
}
