; A part of a pass is left out: GVN then removes what is redundant, but makes
; nothing redundant by a copy in a predecessor.
;
; RUN: printf '# mlgo-gate-decisions 1\n0\tpartly\tgvn-pre\t*\n' > %t.txt
; RUN: opt -passes='default<Oz>' -S %s | FileCheck %s --check-prefix=STOCK
; RUN: opt -load-pass-plugin=%gate -passes='default<Oz>' -mlgo-gate-decisions=%t.txt -mlgo-gate-stats -S %s -o %t.ll 2> %t.err
; RUN: FileCheck %s < %t.ll && FileCheck %s --check-prefix=STATS < %t.err
; RUN: opt -load-pass-plugin=%gate -passes='default<Oz>' -mlgo-gate-decisions=%t.txt -pass-remarks-missed=mlgo-gate -disable-output %s 2>&1 | FileCheck %s --check-prefix=REMARK
;
; Nothing runs where nothing is to run:
; RUN: opt -passes='default<Oz>' -opt-bisect-limit=0 -S %s -o %t.stock.ll 2> %t.log
; RUN: opt -load-pass-plugin=%gate -passes='default<Oz>' -opt-bisect-limit=0 -mlgo-gate-decisions=%t.txt -S %s -o %t.ll 2> %t.log && cmp %t.stock.ll %t.ll
;
; Who leaves out the whole pass does not ask about the part:
; RUN: printf '0\tpartly\tgvn\t*\n' >> %t.txt
; RUN: opt -load-pass-plugin=%gate -passes='default<Oz>' -mlgo-gate-decisions=%t.txt -S %s | FileCheck %s --check-prefix=WHOLE

; STATS: gvn-pre=1/
; REMARK: remark: {{.*}}gvn-pre left out of partly, occurrence 0

target triple = "x86_64-pc-linux-gnu"

declare void @use(ptr)

; STOCK-LABEL: @partly(
; STOCK: .pre = load i32
; STOCK-NOT: load
; STOCK: ret
; CHECK-LABEL: @partly(
; CHECK-NOT: .pre
; CHECK: %redundant = load
; CHECK: mul nsw i32 %redundant, %redundant
; CHECK: ret
; WHOLE-LABEL: @partly(
; WHOLE-NOT: .pre
; WHOLE: ret
define i32 @partly(ptr %p, i1 %c) minsize optsize {
entry:
  br i1 %c, label %left, label %right
left:
  %v = load i32, ptr %p
  store i32 %v, ptr @left.seen
  br label %join
right:
  call void @use(ptr %p)
  br label %join
join:
  %redundant = load i32, ptr %p
  %again = load i32, ptr %p
  %r = mul nsw i32 %redundant, %again
  ret i32 %r
}

@left.seen = global i32 0
