// More values live at once than there are registers.
extern int use(int, int, int, int);

int spills(const int *p, int n) {
  int a = 0, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7, i = 8, j = 9;
  int k = 10, l = 11, m = 12, o = 13;
  for (int x = 0; x < n; ++x) {
    a += p[x] * b;
    b ^= a + c;
    c += b * d;
    d -= c ^ e;
    e += d * f;
    f ^= e + g;
    g += f * h;
    h -= g ^ i;
    i += h * j;
    j ^= i + k;
    k += j * l;
    l -= k ^ m;
    m += l * o;
    o ^= use(a, d, h, k) + m;
  }
  return a + b + c + d + e + f + g + h + i + j + k + l + m + o;
}
