// Loops that go round without a call keep the passes that serve them, unless
// size alone is to decide. A policy that would leave out all passes decides.
//
// DEFINE: %{flags} = -Oz -fPIE -fpass-plugin=%gate -mllvm -mlgo-gate-model=%policies/no-pass.mlgo
// RUN: rm -f %t.guard %t.ignore
// RUN: %clang %{flags} -mllvm -mlgo-gate-record=%t.guard -c %s -o %t.o
// RUN: %clang %{flags} -mllvm -mlgo-gate-record=%t.ignore -mllvm -mlgo-gate-hot=ignore -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=GUARD --input-file=%t.guard --implicit-check-not="stencil licm" --implicit-check-not="stencil indvars" --implicit-check-not="hash early-machinelicm"
// RUN: FileCheck %s --check-prefix=IGNORE --input-file=%t.ignore
// RUN: %clang %{flags} -mllvm -mlgo-gate-hot=often -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WORD

// GUARD: calls licm
// IGNORE-DAG: stencil licm
// IGNORE-DAG: hash early-machinelicm
// IGNORE-DAG: calls licm
// WORD: mlgo-gate-hot is 'often', expected guard or ignore; using the stock heuristic

void other(int);

void stencil(double *restrict to, const double *from, const double *scale,
             int rows, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      to[i * columns + j] = from[i * columns + j] / scale[0] + i * 2.5;
}

void calls(const int *p, int n) {
  for (int i = 0; i < n; i++)
    other(p[0] * i + p[n]);
}

// Their addresses are loaded in each round unless that is taken out.
extern const unsigned table[256], salt[];

unsigned hash(const unsigned char *p, int n) {
  unsigned h = 0;
  for (int i = 0; i < n; i++)
    h = h * 31 + (table[p[i]] ^ salt[i]);
  return h;
}
