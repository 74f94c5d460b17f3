; Functions with optnone are not asked about, whatever decides.
;
; RUN: llc -filetype=obj %s -o %t.stock
; RUN: llc -filetype=obj -load=%gate -mlgo-gate-stats -mlgo-gate-model=%policies/no-pass.mlgo %s -o %t.o 2>&1 | FileCheck %s
; RUN: cmp %t.stock %t.o
; RUN: opt -S -passes='default<Oz>' %s -o %t.stock.ll
; RUN: opt -S -load-pass-plugin=%gate -mlgo-gate-stats -mlgo-gate-model=%policies/no-pass.mlgo -passes='default<Oz>' %s -o %t.ll 2>&1 | FileCheck %s
; RUN: cmp %t.stock.ll %t.ll

; CHECK: mlgo-gate-stats module={{.*}} functions=0 decisions=0 differ=0

target triple = "x86_64-unknown-linux-gnu"

define i32 @f(i32 %n) optnone noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %next
}
