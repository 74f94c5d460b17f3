; A module that has more than doubled is compiled on as stock does: LLVM's own
; advisor would inline nothing more.
;
; RUN: opt -passes='default<Oz>' -S %s -o %t.stock
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -S %s -o %t.ll
; RUN: cmp %t.stock %t.ll

target triple = "x86_64-pc-linux-gnu"

define i32 @callee(i32 %x) minsize optsize {
  %a = mul i32 %x, 7
  %b = ashr i32 %x, 3
  %c = xor i32 %a, %b
  %y = add i32 %c, 3
  ret i32 %y
}

define i32 @caller(i32 %x) minsize optsize {
  %a0 = call i32 @callee(i32 %x)
  %a1 = call i32 @callee(i32 %a0)
  %a2 = call i32 @callee(i32 %a1)
  %a3 = call i32 @callee(i32 %a2)
  %a4 = call i32 @callee(i32 %a3)
  %a5 = call i32 @callee(i32 %a4)
  %a6 = call i32 @callee(i32 %a5)
  %a7 = call i32 @callee(i32 %a6)
  ret i32 %a7
}
