; The score of an allocation: each kind of instruction by its weight, each block
; by its frequency.
;
; RUN: split-file %s %t
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-stats %t/load.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=LOAD
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-stats %t/store.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=STORE
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-stats %t/both.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=BOTH
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-stats %t/constant.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=CONSTANT
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-stats %t/copy.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=COPY
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-stats %t/assembly.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=ASSEMBLY
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-stats %t/often.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=OFTEN
; RUN: llc -O2 -regalloc-load-weight=7 -load %regalloc -mlgo-regalloc-stats %t/load.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=WEIGHT

; LOAD: score=4.000000
; STORE: score=1.000000
; BOTH: score=5.000000
; CONSTANT: score=0.200000
; COPY: score=0.200000
; ASSEMBLY: score=0.000000
; OFTEN: score=0.250000
; WEIGHT: score=7.000000

;--- load.ll
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %p) {
  %x = load volatile i32, ptr %p
  ret void
}
;--- store.ll
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  ret void
}
;--- both.ll
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %p, i32 %x) {
  %y = load i32, ptr %p
  %z = add i32 %x, %y
  store i32 %z, ptr %p
  ret void
}
;--- constant.ll
target triple = "x86_64-pc-linux-gnu"
define i32 @f() {
  ret i32 1234567
}
;--- copy.ll
target triple = "x86_64-pc-linux-gnu"
define i32 @f(i32 %x) {
  ret i32 %x
}
;--- assembly.ll
target triple = "x86_64-pc-linux-gnu"
define void @f() {
  call void asm sideeffect "nop", "~{memory}"()
  ret void
}
;--- often.ll
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %p, i1 %c) {
  br i1 %c, label %then, label %end, !prof !0
then:
  store volatile i32 7, ptr %p
  br label %end
end:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 3}
