// A decisions file leaves out the passes that it names, in the functions that
// it names, and nothing else.
//
// DEFINE: %{flags} = -Oz -ffunction-sections -fpass-plugin=%gate -mllvm -mlgo-gate-mode=default -mllvm -mlgo-gate-stats
// DEFINE: %{say} = printf '# mlgo-gate-decisions 1\n%b'
// RUN: %clang -Oz -ffunction-sections -c %loops -o %t.stock
// RUN: %{say} '0\tsum\tindvars\t*\n' > %t.txt
// RUN: %clang %{flags} -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=IR
// RUN: %sections same %t.stock %t.o sum
// RUN: %{say} '0\tscan\tmachine-sink\t0\n' > %t.txt
// RUN: %clang %{flags} -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=CODE
// RUN: %sections same %t.stock %t.o scan
//
// Who asks is told where.
//
// RUN: %clang %{flags} -Rpass-missed=mlgo-gate -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=REMARK
//
// One of several occurrences; a function that is local to its file; the
// environment.
//
// RUN: %{say} '0\tsum\tlicm\t1\n0\tdepth@loops.c\ttailcallelim\t0\n' > %t.txt
// RUN: env MLGO_GATE_DECISIONS=%t.txt %clang %{flags} -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=ONCE
//
// What names more wins; what is not named runs.
//
// RUN: %{say} '0\t*\t*\t*\n1\t*\t*\t0\n1\ttable\t*\t*\n1\tsum\tlicm\t*\n' > %t.txt
// RUN: %clang %{flags} -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
//
// A file that cannot be read is told about once, and stock decides.
//
// RUN: %{say} '0\tsum\tisel\t*\n' > %t.txt
// RUN: %clang %{flags} -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %sections same %t.stock %t.o
// RUN: not %clang %{flags} -mllvm -mlgo-gate-decisions=%t.txt -mllvm -mlgo-strict -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=REQUIRED

// IR: differ=1 abstained=0 indvars=1/{{[0-9]+$}}
// CODE: differ=1 abstained=0 machine-sink=1/{{[0-9]+$}}
// REMARK: remark: {{.*}}machine-sink left out of scan, occurrence 0 [-Rpass-missed=mlgo-gate]
// ONCE: differ={{[0-9]+}} abstained=0 licm=1/{{[0-9]+}} tailcallelim={{[1-9]}}/
// ALL: differ={{[1-9]}}
// BAD: warning: mlgo gate: {{.*}}.txt: gate decisions: line 2: pass is 'isel', expected one that may be left out, or *; compiling without decisions
// REQUIRED: error: mlgo gate: {{.*}}.txt: gate decisions: line 2
