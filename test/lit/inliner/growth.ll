; A policy may say by how much its choices let a module grow. Stock inlines none
; of these 40 calls, each of 6 instructions. 200 instructions are always free, and
; 20 per cent of the module are eight more: one call.
;
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%policies/always.mlgo -S %s | FileCheck %s --check-prefix=ALL
; RUN: mlgo model scope %policies/always.mlgo --levels Oz --growth 20 -o %t.mlgo
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%t.mlgo -S %s | FileCheck %s --check-prefix=SOME
; RUN: mlgo model scope %policies/always.mlgo --levels Oz --growth 0 -o %t.mlgo
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-model=%t.mlgo -S %s | FileCheck %s --check-prefix=FREE
;
; mlgo why knows the reason:
; RUN: mlgo why %S/Inputs/many-calls.c caller --model %t.mlgo -- -Oz | FileCheck %s --check-prefix=WHY
; WHY: stock leaves it, the policy inlines it
; WHY: {{^}}    stock leaves it, and so does the policy, which would inline it: what it may add to the file was added before

target triple = "x86_64-pc-linux-gnu"

declare i32 @sink(i32)

define i32 @callee(i32 %x) minsize optsize {
  %a = call i32 @sink(i32 %x)
  %b = mul i32 %a, 7
  %c = xor i32 %b, %x
  %d = call i32 @sink(i32 %c)
  %e = add i32 %d, %c
  ret i32 %e
}

; ALL-LABEL: @caller(
; ALL-NOT: @callee(
; SOME-LABEL: @caller(
; SOME-COUNT-6: call i32 @callee(
; SOME-NOT: @callee(
; FREE-LABEL: @caller(
; FREE-COUNT-7: call i32 @callee(
; FREE-NOT: @callee(
define i32 @caller(i32 %a0) minsize optsize {
  %a1 = call i32 @callee(i32 %a0)
  %a2 = call i32 @callee(i32 %a1)
  %a3 = call i32 @callee(i32 %a2)
  %a4 = call i32 @callee(i32 %a3)
  %a5 = call i32 @callee(i32 %a4)
  %a6 = call i32 @callee(i32 %a5)
  %a7 = call i32 @callee(i32 %a6)
  %a8 = call i32 @callee(i32 %a7)
  %a9 = call i32 @callee(i32 %a8)
  %a10 = call i32 @callee(i32 %a9)
  %a11 = call i32 @callee(i32 %a10)
  %a12 = call i32 @callee(i32 %a11)
  %a13 = call i32 @callee(i32 %a12)
  %a14 = call i32 @callee(i32 %a13)
  %a15 = call i32 @callee(i32 %a14)
  %a16 = call i32 @callee(i32 %a15)
  %a17 = call i32 @callee(i32 %a16)
  %a18 = call i32 @callee(i32 %a17)
  %a19 = call i32 @callee(i32 %a18)
  %a20 = call i32 @callee(i32 %a19)
  %a21 = call i32 @callee(i32 %a20)
  %a22 = call i32 @callee(i32 %a21)
  %a23 = call i32 @callee(i32 %a22)
  %a24 = call i32 @callee(i32 %a23)
  %a25 = call i32 @callee(i32 %a24)
  %a26 = call i32 @callee(i32 %a25)
  %a27 = call i32 @callee(i32 %a26)
  %a28 = call i32 @callee(i32 %a27)
  %a29 = call i32 @callee(i32 %a28)
  %a30 = call i32 @callee(i32 %a29)
  %a31 = call i32 @callee(i32 %a30)
  %a32 = call i32 @callee(i32 %a31)
  %a33 = call i32 @callee(i32 %a32)
  %a34 = call i32 @callee(i32 %a33)
  %a35 = call i32 @callee(i32 %a34)
  %a36 = call i32 @callee(i32 %a35)
  %a37 = call i32 @callee(i32 %a36)
  %a38 = call i32 @callee(i32 %a37)
  %a39 = call i32 @callee(i32 %a38)
  %a40 = call i32 @callee(i32 %a39)
  ret i32 %a40
}
