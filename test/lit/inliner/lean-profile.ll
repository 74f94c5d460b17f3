; With a profile, what runs little is compiled for size at -O2, and the policy is
; asked there; what runs often is left to stock.
;
; RUN: (echo :ir; printf 'often\n742261418966908927\n1\n1000000\n'; for f in seldom 'lean-profile.c;helper'; do printf '%%s\n742261418966908927\n1\n2\n' "$f"; done) > %t.proftext
; RUN: llvm-profdata merge %t.proftext -o %t.profdata
; RUN: rm -f %t.record
; RUN: %clang -O2 -Werror $(mlgo flags inline --profile %t.profdata) -mllvm -mlgo-inline-record=%t.record -S -emit-llvm %s -o %t.ll
; RUN: FileCheck %s --check-prefix=ASKED --implicit-check-not=often < %t.record
; RUN: FileCheck %s --check-prefix=CODE < %t.ll
; ASKED: seldom{{[[:space:]]}}helper
; CODE-DAG: define {{.*}} @often({{.*}} [[OFTEN:#[0-9]+]] !prof
; CODE-DAG: define {{.*}} @seldom({{.*}} [[SELDOM:#[0-9]+]] !prof
; CODE-DAG: attributes [[SELDOM]] = { {{.*}}minsize
; CODE-NOT: attributes [[OFTEN]] = { {{.*}}{{minsize|optsize}}
;
; Assembler and links take the flags, too.
; RUN: echo nop > %t.s
; RUN: %clang -Werror $(mlgo flags --profile %t.profdata) -c %t.s -o %t.o
; RUN: %clang -Werror -shared $(mlgo flags --profile %t.profdata) %t.o -o %t.so
; RUN: not mlgo flags --profile %t.none 2>&1 | FileCheck %s --check-prefix=NONE
; NONE: no such file, expected a profile that llvm-profdata merged

source_filename = "lean-profile.c"
target triple = "x86_64-pc-linux-gnu"

declare i32 @sink(i32, i32)

define internal i32 @helper(i32 %x) {
  %a = call i32 @sink(i32 %x, i32 1)
  %b = call i32 @sink(i32 %a, i32 2)
  %c = call i32 @sink(i32 %b, i32 3)
  %d = call i32 @sink(i32 %c, i32 4)
  ret i32 %d
}

define i32 @often(i32 %x) {
  %a = call i32 @helper(i32 %x)
  ret i32 %a
}

define i32 @seldom(i32 %x) {
  %a = call i32 @helper(i32 %x)
  ret i32 %a
}
