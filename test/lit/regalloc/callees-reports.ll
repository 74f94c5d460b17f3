; Inputs of reports about LLVM's own interprocedural register allocation. Its
; faults do not concern a caller that only learns what its callee leaves alone.
;
; The input is the report's: LLVM's own fails.
; RUN: not --crash llc -O1 -enable-ipra %s -o %t.s 2>&1 | FileCheck %s --check-prefix=FAULT
; FAULT: FP Stackifier
;
; RUN: for options in -O1 -O2 -O3 "-O2 -frame-pointer=all" "-O2 -function-sections" "-O2 -enable-machine-outliner=always" "-O2 -split-machine-functions" "-O2 -enable-ipra=false -enable-shrink-wrap=false"; do \
; RUN:   llc $options -verify-machineinstrs --relocation-model=pic -filetype=obj -load %regalloc -mlgo-regalloc-callees=known %s -o %t.o && %clang %t.o -o %t.exe && %t.exe || exit 1; \
; RUN: done
; RUN: llc -O2 -load %regalloc %s -o - | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

; 109739: a callee changes the register that its caller has as frame pointer.
; CHECK-LABEL: {{^}}changes_frame:
; CHECK: pushq %rbp
define internal void @changes_frame() nounwind norecurse noinline {
  call void asm sideeffect "xorl %ebp, %ebp", "~{ebp}"()
  ret void
}
define i32 @has_frame(i32 %x) noinline "frame-pointer"="all" {
  %p = alloca i32
  store volatile i32 %x, ptr %p
  call void @changes_frame()
  %y = load volatile i32, ptr %p
  ret i32 %y
}

; 196864: the registers of x87 are clobbered all or none.
define internal x86_fp80 @square(x86_fp80 %a) noinline {
  %m = fmul x86_fp80 %a, %a
  ret x86_fp80 %m
}
define x86_fp80 @has_x87(x86_fp80 %x) noinline {
  %b = fadd x86_fp80 %x, 0xK40008000000000000000
  %r = call x86_fp80 @square(x86_fp80 %b)
  %d = fsub x86_fp80 %r, %x
  ret x86_fp80 %d
}

; 196865: registers that assembly changes are saved.
; CHECK-LABEL: {{^}}changes_saved:
; CHECK: pushq %r14
; CHECK: pushq %r13
define internal void @changes_saved() norecurse noinline {
  call void asm sideeffect "xorl %r13d, %r13d\0Axorl %r14d, %r14d", "~{r13},~{r14}"()
  ret void
}
define i64 @has_saved(i64 %x) noinline {
  %a = call i64 asm sideeffect "leaq 1($1), $0", "={r13},r"(i64 %x)
  %b = call i64 asm sideeffect "leaq 2($1), $0", "={r14},r"(i64 %x)
  call void @changes_saved()
  %c = call i64 asm sideeffect "leaq ($1,$2), $0", "=r,{r13},{r14}"(i64 %a, i64 %b)
  ret i64 %c
}

; 57482: a chain of local functions, each of which returns.
define internal i64 @low(i64 %x) noinline {
  %y = mul i64 %x, 31
  ret i64 %y
}
define internal i64 @mid(i64 %x, i64 %z) noinline {
  %y = call i64 @low(i64 %x)
  %r = add i64 %y, %z
  ret i64 %r
}
define i64 @top(i64 %x, i64 %z) noinline {
  %y = call i64 @mid(i64 %x, i64 %z)
  %w = mul i64 %y, %z
  %r = add i64 %w, %x
  ret i64 %r
}

; 119556: the outliner takes these.
@out = global [8 x i64] zeroinitializer
define internal void @fill(i64 %x) noinline minsize {
  store volatile i64 %x, ptr @out
  store volatile i64 12345678, ptr getelementptr (i8, ptr @out, i64 8)
  store volatile i64 %x, ptr getelementptr (i8, ptr @out, i64 16)
  store volatile i64 23456789, ptr getelementptr (i8, ptr @out, i64 24)
  ret void
}
define internal void @fill_more(i64 %x) noinline minsize {
  store volatile i64 %x, ptr @out
  store volatile i64 12345678, ptr getelementptr (i8, ptr @out, i64 8)
  store volatile i64 %x, ptr getelementptr (i8, ptr @out, i64 16)
  store volatile i64 23456789, ptr getelementptr (i8, ptr @out, i64 24)
  store volatile i64 %x, ptr getelementptr (i8, ptr @out, i64 32)
  ret void
}
define i64 @fills(i64 %x, i64 %y) noinline minsize {
  call void @fill(i64 %x)
  call void @fill_more(i64 %y)
  %a = load i64, ptr getelementptr (i8, ptr @out, i64 32)
  %b = mul i64 %a, %x
  %c = add i64 %b, %y
  ret i64 %c
}

define i32 @main(i32 %argc, ptr %argv) {
  %long = zext i32 %argc to i64
  %frame = call i32 @has_frame(i32 %argc)
  %frame.ok = icmp eq i32 %frame, 1
  %float = sitofp i32 %argc to x86_fp80
  %x87 = call x86_fp80 @has_x87(x86_fp80 %float)
  %x87.ok = fcmp oeq x86_fp80 %x87, 0xK40028000000000000000
  %saved = call i64 @has_saved(i64 %long)
  %saved.ok = icmp eq i64 %saved, 5
  %top = call i64 @top(i64 %long, i64 7)
  %top.ok = icmp eq i64 %top, 267
  %fills = call i64 @fills(i64 %long, i64 5)
  %fills.ok = icmp eq i64 %fills, 10
  %1 = and i1 %frame.ok, %x87.ok
  %2 = and i1 %saved.ok, %top.ok
  %3 = and i1 %1, %2
  %4 = and i1 %3, %fills.ok
  %5 = xor i1 %4, true
  %code = zext i1 %5 to i32
  ret i32 %code
}
