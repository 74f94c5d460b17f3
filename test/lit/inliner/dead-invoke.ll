; Inlining an invoke whose callee never returns, and then what ends that callee,
; takes the landing pad's last edge away. LLVM 22's advisor loses track of the
; caller's dominator tree there, and crashed.
;
; RUN: printf '# mlgo-inline-decisions 1\n' > %t.decisions
; RUN: printf '1\tcaller\tfails\tfails#0\n1\tcaller\tends\tfails#0/ends#0\n' >> %t.decisions
; RUN: opt -load-pass-plugin=%plugin -passes='default<Oz>' -mlgo-inline-decisions=%t.decisions -S %s | FileCheck %s

; CHECK-LABEL: @caller(
; CHECK: unreachable

target triple = "x86_64-pc-linux-gnu"

define { ptr, i32 } @caller() minsize "target-cpu"="x86-64" personality ptr null {
  invoke void @fails(ptr null)
          to label %never unwind label %cleanup

never:
  unreachable

cleanup:
  %exception = landingpad { ptr, i32 }
          cleanup
  ret { ptr, i32 } %exception
}

; Into @fails, which is not for this processor, nothing of it goes.
define available_externally void @ends() "target-cpu"="x86-64" {
  unreachable
}

define void @fails(ptr %message) personality ptr null {
  call void @ends()
  resume { ptr, i32 } zeroinitializer
}
