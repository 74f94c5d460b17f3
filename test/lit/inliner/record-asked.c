// A record says where the policy was asked. It changes nothing where no policy is
// for: there, nobody is asked and nothing recorded.

// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-record=%t.sites -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=SITES <%t.sites
// RUN: %clang -O2 -fpass-plugin=%plugin -mllvm -mlgo-inline-record=%t.none -mllvm -mlgo-inline-stats-file=%t.stats -c %s -o %t.o2
// RUN: FileCheck %s --check-prefix=STATS <%t.stats
// RUN: not ls %t.none

int outside(int);
int same(int X) { return X; }
static int large(int X) { return outside(X) + outside(X + 1) + outside(3 * X); }
int caller(int X) { return same(X) + large(X) + large(X + 7); }

// SITES-DAG: {{^}}1{{.}}caller{{.}}same{{.}}same#0{{.}}{{.*}}inlining_default=1{{.}}stock=1{{$}}
// SITES-DAG: {{^}}{{.}}{{.}}caller{{.}}large{{.}}large#0{{.}}{{.*}}{{[[:blank:]]}}asked{{.}}stock=0{{$}}
// STATS: unserved=O2
