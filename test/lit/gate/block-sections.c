// Where each block has a section, code generation is left as it is: LLVM 22
// would lose landing pads.
//
// DEFINE: %{flags} = -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-model=%policies/no-pass.mlgo -mllvm -mlgo-gate-stats
// RUN: %clang %{flags} -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: %clang %{flags} -fbasic-block-sections=all -c %loops -o %t.o 2>&1 | FileCheck %s
// WITHOUT: block-placement=
// CHECK-NOT: block-placement=
// CHECK: mlgo-gate-stats module={{.*}} licm=
// CHECK-NOT: block-placement=
