// Loops that LLVM unrolls at -O2.
void scale(float *restrict p, const float *restrict q) {
  for (int i = 0; i < 12; ++i)
    p[i] = p[i] * q[i] + q[12 - i];
}
unsigned hash(const unsigned char *p) {
  unsigned h = 2166136261u;
  for (int i = 0; i < 16; ++i)
    h = (h ^ p[i]) * 16777619u;
  return h;
}
int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i] ^ (s >> 3);
  return s;
}
void shift(int *p, int by) {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      p[4 * i + j] = p[4 * j + i] << by;
}
int bits(unsigned x) {
  int n = 0;
  for (int i = 0; i < 2; ++i)
    n += x >> i & 1;
  return n;
}
int corners(const int p[2][2]) {
  int s = 0;
  for (int i = 0; i < 2; ++i)
    s += p[i][i] * (i ? 1 : 1000);
  return s;
}
int any(const char *p) {
  for (int i = 0; i < 2; ++i)
    if (p[i] != "ab"[i])
      return 0;
  return 1;
}
