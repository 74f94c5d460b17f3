; Functions get a frame pointer, and lose jump tables, where that is decided and
; where nothing forbids it: a leaf has no use for one, inline assembly may need
; the register, some conventions pass arguments in it, and without an unwind
; table little is left to gain.
;
; DEFINE: %{decide} = llc -load=%gate -mlgo-gate-mode=default -mlgo-gate-decisions=%t.txt -mlgo-gate-record=%t.record -o -
; RUN: printf '# mlgo-gate-decisions 1\n0\t*\tframe-pointer-elimination\t*\n' > %t.txt
; RUN: rm -f %t.record
; RUN: %{decide} %s | FileCheck %s --check-prefix=FRAME
; RUN: FileCheck %s --check-prefix=RECORD < %t.record
; RUN: printf '# mlgo-gate-decisions 1\n0\tswitches\tjump-tables\t*\n' > %t.txt
; RUN: %{decide} %s | FileCheck %s --check-prefix=TABLE
;
; Elsewhere than on x86-64 frame pointers are the target's business, and without
; optimisation everything is.
;
; RUN: printf '# mlgo-gate-decisions 1\n0\t*\tframe-pointer-elimination\t*\n' > %t.txt
; RUN: %{decide} -mtriple=riscv64-linux-gnu -mattr=+f,+d %s -mlgo-gate-stats 2>&1 | FileCheck %s --check-prefix=OTHER
; RUN: %{decide} -O0 %s | FileCheck %s --check-prefix=NONE

target triple = "x86_64-unknown-linux-gnu"

; FRAME-LABEL: {{^}}calls:
; FRAME: movq %rsp, %rbp
; FRAME: .cfi_def_cfa_register %rbp
; TABLE-LABEL: {{^}}calls:
; TABLE-NOT: %rbp
; NONE-NOT: movq %rsp, %rbp
define i32 @calls() minsize optsize uwtable {
  %a = call i32 @other(i32 7)
  %b = call i32 @other(i32 9)
  %c = add i32 %a, %b
  ret i32 %c
}

; FRAME-LABEL: {{^}}leaf:
; FRAME-NOT: %rbp
; FRAME-LABEL: {{^}}assembly:
; FRAME-NOT: %rbp
; FRAME-LABEL: {{^}}convention:
; FRAME-NOT: movq %rsp, %rbp
define i32 @leaf(i32 %a) minsize optsize uwtable {
  %b = add i32 %a, 3
  ret i32 %b
}

define i32 @assembly() minsize optsize uwtable {
  call void asm sideeffect "nop", "~{rbx}"()
  %a = call i32 @other(i32 7)
  ret i32 %a
}

define ghccc void @convention() minsize optsize uwtable {
  call ghccc void @convention2()
  ret void
}

; FRAME-LABEL: {{^}}tableless:
; FRAME-NOT: movq %rsp, %rbp
define i32 @tableless() minsize optsize nounwind {
  %a = call i32 @other(i32 7)
  %b = call i32 @other(i32 %a)
  ret i32 %b
}

; FRAME-LABEL: {{^}}switches:
; FRAME: .LJTI
; TABLE-LABEL: {{^}}switches:
; TABLE-NOT: .LJTI
; OTHER: differ=0
define i32 @switches(i32 %x) minsize optsize {
entry:
  switch i32 %x, label %other [ i32 0, label %a i32 1, label %b i32 2, label %c i32 3, label %d i32 4, label %e ]
a:
  %ra = call i32 @other(i32 10)
  ret i32 %ra
b:
  %rb = call i32 @other(i32 %x)
  ret i32 %rb
c:
  %rc = call i32 @third(i32 %x)
  ret i32 %rc
d:
  %rd = call i32 @third(i32 12)
  ret i32 %rd
e:
  ret i32 4
other:
  ret i32 77
}

declare i32 @other(i32)
declare i32 @third(i32)
declare ghccc void @convention2()

; RECORD: # mlgo-gate-decisions 1
; RECORD: 0{{.}}calls{{.}}frame-pointer-elimination{{.}}0
; RECORD-NOT: assembly
; RECORD-NOT: convention
