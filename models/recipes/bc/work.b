/* Numbers of many digits, functions, arrays, bases. */
scale = 60
pi = 4 * a(1)
pi
e(1); l(10); s(pi / 6); sqrt(2)
define f(n) { if (n <= 1) return (1); return (n * f(n - 1)); }
f(80)
define g(n) { auto a[], i; a[0] = 0; a[1] = 1; for (i = 2; i <= n; ++i) a[i] = a[i - 1] + a[i - 2]; return (a[n]); }
g(300)
obase = 16
f(30)
obase = 10
ibase = 2
101101
ibase = 1010
scale = 0
2 ^ 500 % 1000007
length(f(50)); x = 7; x += 3; x; x++ * 2; "text
"
for (i = 2; i < 60; ++i) { p = 1; for (j = 2; j * j <= i; ++j) if (i % j == 0) { p = 0; break; }; if (p) i }
