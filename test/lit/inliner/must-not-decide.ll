; Attributes outrank every policy, and the policy is not asked outside of
; functions with minsize unless that is wanted.
;
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/always.mlgo -mlgo-inline-stats -S %s 2>%t.stats | FileCheck %s
; RUN: FileCheck %s --check-prefix=STATS < %t.stats
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/never.mlgo -S %s | FileCheck %s --check-prefix=STOCK
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/never.mlgo -mlgo-inline-everywhere -S %s | FileCheck %s --check-prefix=EVERYWHERE

target triple = "x86_64-pc-linux-gnu"

declare void @sink(i32)

; One decision is left to the policy: the call of @tiny in @small.
; STATS: mlgo-inline-stats module={{.*}} decisions=1 inlined=1 differ=0 abstained=0

define i32 @kept(i32 %x) noinline minsize optsize {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @forced(i32 %x) alwaysinline minsize optsize {
  %y = add i32 %x, 2
  ret i32 %y
}

define i32 @tiny(i32 %x) {
  %a = mul i32 %x, 7
  %b = ashr i32 %x, 3
  %c = xor i32 %a, %b
  %y = add i32 %c, 3
  ret i32 %y
}

; CHECK-LABEL: define {{.*}}@small(
; CHECK: call {{.*}}@kept(
; CHECK-NOT: call {{.*}}@forced(
; CHECK-NOT: call {{.*}}@tiny(
; CHECK: ret i32
define i32 @small(i32 %x) minsize optsize {
  %a = call i32 @kept(i32 %x)
  %b = call i32 @forced(i32 %a)
  %c = call i32 @tiny(i32 %b)
  ret i32 %c
}

; CHECK-LABEL: define {{.*}}@untouched(
; CHECK: call {{.*}}@tiny(
define i32 @untouched(i32 %x) optnone noinline {
  %a = call i32 @tiny(i32 %x)
  ret i32 %a
}

; A caller without minsize is compiled as if there were no plugin.
; STOCK-LABEL: define {{.*}}@fast(
; STOCK-NOT: call {{.*}}@tiny(
; STOCK: ret i32
; EVERYWHERE-LABEL: define {{.*}}@fast(
; EVERYWHERE: call {{.*}}@tiny(
define i32 @fast(i32 %x) {
  %a = call i32 @tiny(i32 %x)
  ret i32 %a
}
