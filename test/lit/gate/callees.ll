; Who calls a convention by which rbp is not preserved gets no frame pointer: LLVM
; refuses to save it there. Other conventions do no harm.
;
; RUN: printf '# mlgo-gate-decisions 1\n0\t*\tframe-pointer-elimination\t*\n' > %t.txt
; RUN: llc -load=%gate -mlgo-gate-mode=default -mlgo-gate-decisions=%t.txt -o - %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}calls_ghc:
; CHECK-NOT: movq %rsp, %rbp
; CHECK-LABEL: {{^}}invokes_ghc:
; CHECK-NOT: movq %rsp, %rbp
; CHECK-LABEL: {{^}}calls_hipe:
; CHECK-NOT: movq %rsp, %rbp
; CHECK-LABEL: {{^}}calls_guard:
; CHECK-NOT: movq %rsp, %rbp
; CHECK-LABEL: {{^}}saves_nothing:
; CHECK-NOT: movq %rsp, %rbp
; CHECK-LABEL: {{^}}calls_none:
; CHECK: movq %rsp, %rbp
; CHECK-LABEL: {{^}}calls_swift:
; CHECK: movq %rsp, %rbp

define i64 @calls_ghc(i64 %a) minsize optsize uwtable {
  %p = call i32 @other(i32 7)
  %r = call ghccc i64 @ghc(i64 %a)
  %q = call i32 @other(i32 9)
  %s = add i64 %r, %a
  ret i64 %s
}
define i64 @invokes_ghc(i64 %a) minsize optsize uwtable personality ptr @personality {
  %r = invoke ghccc i64 @ghc(i64 %a) to label %ok unwind label %pad
ok:
  %s = add i64 %r, %a
  ret i64 %s
pad:
  %l = landingpad {ptr, i32} cleanup
  %q = call i32 @other(i32 9)
  resume {ptr, i32} %l
}
define i64 @calls_hipe(i64 %a) minsize optsize uwtable {
  %p = call i32 @other(i32 7)
  %r = call cc 11 i64 @hipe(i64 %a)
  %q = call i32 @other(i32 9)
  %s = add i64 %r, %a
  ret i64 %s
}
define i64 @calls_guard(i64 %a) minsize optsize uwtable {
  %p = call i32 @other(i32 7)
  %r = call cfguard_checkcc i64 @guard(i64 %a)
  %q = call i32 @other(i32 9)
  %s = add i64 %r, %a
  ret i64 %s
}
define i64 @saves_nothing(i64 %a) minsize optsize uwtable {
  %p = call i32 @other(i32 7)
  %r = call i64 @plain(i64 %a) "no_callee_saved_registers"
  %q = call i32 @other(i32 9)
  %s = add i64 %r, %a
  ret i64 %s
}
define i64 @calls_none(i64 %a) minsize optsize uwtable {
  %p = call i32 @other(i32 7)
  %r = call preserve_nonecc i64 @none(i64 %a)
  %q = call i32 @other(i32 9)
  %s = add i64 %r, %a
  ret i64 %s
}
define i64 @calls_swift(i64 %a) minsize optsize uwtable {
  %p = call i32 @other(i32 7)
  %r = call swifttailcc i64 @swift(i64 %a)
  %q = call i32 @other(i32 9)
  %s = add i64 %r, %a
  ret i64 %s
}

declare i32 @other(i32)
declare i32 @personality(...)
declare ghccc i64 @ghc(i64)
declare cc 11 i64 @hipe(i64)
declare cfguard_checkcc i64 @guard(i64)
declare i64 @plain(i64)
declare preserve_nonecc i64 @none(i64)
declare swifttailcc i64 @swift(i64)
