; With the stock heuristic's decisions the output is the stock compiler's, byte
; for byte, although our advisor makes and logs them all.
;
; RUN: opt -passes='default<Oz>' -S %s -o %t.stock
; RUN: rm -f %t.log
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -mlgo-inline-training-log=%t.log -S %s -o %t.logged
; RUN: cmp %t.stock %t.logged
; RUN: mlgo log check %t.log
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-mode=default -S %s -o %t.default
; RUN: cmp %t.stock %t.default
; RUN: opt -load-pass-plugin=%plugin -passes='default<O2>' -mlgo-inline-mode=default -S %s -o %t.o2
; RUN: opt -passes='default<O2>' -S %s -o %t.stock-o2
; RUN: cmp %t.stock-o2 %t.o2

target triple = "x86_64-pc-linux-gnu"

declare void @sink(i32)

define linkonce_odr i32 @twice(i32 %x) minsize optsize {
  call void @sink(i32 %x)
  call void @sink(i32 %x)
  %y = shl i32 %x, 1
  ret i32 %y
}

define internal i32 @once(i32 %x) minsize optsize {
  %c = icmp sgt i32 %x, 7
  br i1 %c, label %big, label %small
big:
  %a = call i32 @twice(i32 %x)
  ret i32 %a
small:
  call void @sink(i32 0)
  ret i32 5
}

define i32 @main_entry(i32 %x) minsize optsize {
  %a = call i32 @once(i32 %x)
  %b = call i32 @twice(i32 %a)
  %c = call i32 @twice(i32 3)
  %d = add i32 %b, %c
  ret i32 %d
}
