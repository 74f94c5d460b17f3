; The policy decides about calls in functions with minsize: the same call is
; inlined by one policy and kept by the other.
;
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/always.mlgo -S %s | FileCheck %s --check-prefix=ALWAYS
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/never.mlgo -S %s | FileCheck %s --check-prefix=NEVER
; RUN: env MLGO_INLINE_MODEL=%policies/never.mlgo opt -load-pass-plugin=%plugin -passes='default<Oz>' -S %s | FileCheck %s --check-prefix=NEVER

target triple = "x86_64-pc-linux-gnu"

declare void @sink(i32)

define i32 @callee(i32 %x) minsize optsize {
  call void @sink(i32 %x)
  %y = mul i32 %x, 3
  call void @sink(i32 %y)
  call void @sink(i32 %x)
  call void @sink(i32 %y)
  ret i32 %y
}

; ALWAYS-LABEL: define {{.*}}@caller(
; ALWAYS-NOT: call {{.*}}@callee(
; ALWAYS: call void @sink(
; NEVER-LABEL: define {{.*}}@caller(
; NEVER: call {{.*}}@callee(
define i32 @caller(i32 %x) minsize optsize {
  %a = call i32 @callee(i32 %x)
  %b = call i32 @callee(i32 %a)
  ret i32 %b
}
