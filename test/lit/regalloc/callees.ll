; Values stay in registers that a local callee leaves alone.
;
; RUN: sed 's/ATTRIBUTE//' %s > %t.ll
; RUN: llc -O2 -verify-machineinstrs -load %regalloc %t.ll -o - | FileCheck %s
; RUN: llc -O1 -verify-machineinstrs -load %regalloc -mlgo-regalloc-callees=known %t.ll -o - | FileCheck %s
;
; If it is not wanted, and on other targets, all is as in stock:
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-assignment=stock -mlgo-regalloc-callees=stock %t.ll -o %t.s && llc -O2 %t.ll -o %t.stock.s && cmp %t.stock.s %t.s
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-mode=default %t.ll -o %t.s && cmp %t.stock.s %t.s
; RUN: env MLGO_REGALLOC_CALLEES=stock llc -O2 -load %regalloc -mlgo-regalloc-assignment=stock %t.ll -o %t.s && cmp %t.stock.s %t.s
; RUN: llc -O2 -load %regalloc -mlgo-regalloc-callees=other %t.ll -o %t.s 2>%t.err && cmp %t.stock.s %t.s && FileCheck %s --check-prefix=WORD < %t.err
; RUN: llc -O0 -load %regalloc %t.ll -o %t.s && llc -O0 %t.ll -o %t.stock.s && cmp %t.stock.s %t.s
; RUN: grep -v 'target triple\|fxrstor' %t.ll > %t.other.ll
; RUN: for triple in x86_64-linux-gnux32 i386-linux-gnu x86_64-pc-windows-msvc; do \
; RUN:   llc -O2 -mtriple=$triple -load %regalloc %t.other.ll -o %t.s && llc -O2 -mtriple=$triple %t.other.ll -o %t.stock.s && cmp %t.stock.s %t.s || exit 1; \
; RUN: done
;
; Tools that put code into a function, patch it or have it run otherwise, and
; attributes that nobody knows, leave it to the convention:
; RUN: for attribute in returns_twice safestack shadowcallstack speculative_load_hardening fn_ret_thunk_extern \
; RUN:     sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memtag sanitize_memory sanitize_numerical_stability \
; RUN:     sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type '"fentry-call"="true"' '"patchable-function"="prologue-short-redirect"' \
; RUN:     '"patchable-function-entry"="5"' '"function-instrument"="xray-always"' '"no_callee_saved_registers"' '"zero-call-used-regs"="used"' \
; RUN:     '"instrument-function-entry-inlined"="mcount"' '"split-stack"' '"unknown"'; do \
; RUN:   sed "s/ATTRIBUTE/$attribute/" %s | llc -O2 -load %regalloc -o - | FileCheck %s --check-prefix=CONVENTION || exit 1; \
; RUN: done
;
; Nobody relies on more than what a limit says, or believes what one says of code
; that is elsewhere:
; RUN: sed 's/ATTRIBUTE/"mlgo-kept-registers"="0"/' %s | llc -O2 -load %regalloc -o - | FileCheck %s --check-prefix=CONVENTION
; RUN: sed 's/ATTRIBUTE/"mlgo-kept-registers"="4294967295"/; s/^declare i64 @other(i64)/& "mlgo-kept-registers"="4294967295"/' %s | llc -O2 -load %regalloc -o %t.limits.s
; RUN: llc -O2 -load %regalloc < %t.ll -o %t.s && cmp %t.s %t.limits.s
;
; With LLVM's outliner, which comes after registers, nothing is known:
; RUN: llc -O2 -enable-machine-outliner=always -load %regalloc %t.ll -o - | FileCheck %s --check-prefix=CONVENTION
;
; It is always the same:
; RUN: llc -O2 -filetype=obj -load %regalloc %t.ll -o %t.o && llc -O2 -filetype=obj -load %regalloc %t.ll -o %t.again.o && cmp %t.o %t.again.o

; WORD: warning: {{.*}}mlgo regalloc: {{.*}}other

target triple = "x86_64-pc-linux-gnu"

@taken = global ptr @address
@alias = internal alias i64 (i64), ptr @aliased
declare i64 @other(i64)
declare void @llvm.x86.fxrstor64(ptr)
declare i32 @setjmp(ptr) returns_twice
declare i32 @personality(...)

; The callee stands behind its caller, but is compiled first.
; CHECK-LABEL: {{^}}leaf:
; CHECK-LABEL: {{^}}caller:
; CHECK-NOT: %r{{b[xp]|1[2-5]}}
; CHECK: callq leaf
; CONVENTION-LABEL: {{^}}caller:
; CONVENTION: pushq %rbx
; CONVENTION: callq leaf
; CONVENTION-LABEL: {{^}}whole:
define i64 @caller(i64 %a, i64 %b) {
  %r = call i64 @leaf(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @leaf(i64 %x) noinline ATTRIBUTE {
  %y = mul i64 %x, 3
  ret i64 %y
}

; Vectors, too, but not the high parts of ymm, which the caller clears.
; CHECK-LABEL: {{^}}vector:
; CHECK-NOT: (%rsp)
; CHECK: callq whole
; CHECK-NOT: (%rsp)
; CHECK: retq
define <4 x float> @vector(i64 %a, <4 x float> %v) {
  %r = call i64 @whole(i64 %a)
  %f = uitofp i64 %r to float
  %w = insertelement <4 x float> %v, float %f, i64 0
  ret <4 x float> %w
}
; CHECK-LABEL: {{^}}wide:
; CHECK: vmovups %ymm0, {{.*}}(%rsp)
; CHECK: callq whole
define <8 x float> @wide(i64 %a, <8 x float> %v) #1 {
  %r = call i64 @whole(i64 %a)
  %f = trunc i64 %r to i32
  %g = bitcast i32 %f to float
  %w = insertelement <8 x float> %v, float %g, i64 0
  ret <8 x float> %w
}
define internal i64 @whole(i64 %x) noinline {
  %y = mul i64 %x, 3
  ret i64 %y
}

; A jump to a callee does what the callee does.
; CHECK-LABEL: {{^}}tail:
; CHECK: jmp leaf
; CHECK-LABEL: {{^}}to_tail:
; CHECK-NOT: pushq %rbx
; CHECK: callq tail
define i64 @to_tail(i64 %a, i64 %b) {
  %r = call i64 @tail(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @tail(i64 %x) noinline {
  %y = add i64 %x, 3
  %r = tail call i64 @leaf(i64 %y)
  ret i64 %r
}
; CHECK-LABEL: {{^}}to_stranger:
; CHECK: pushq %rbx
; CHECK: callq stranger
define i64 @to_stranger(i64 %a, i64 %b) {
  %r = call i64 @stranger(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @stranger(i64 %x) noinline {
  %r = tail call i64 @other(i64 %x)
  ret i64 %r
}

; Of functions that call each other the first has to trust the convention.
; CHECK-LABEL: {{^}}even:
; CHECK: pushq
; CHECK: callq odd
; CHECK-LABEL: {{^}}odd:
; CHECK: pushq
; CHECK: callq even
; CHECK-LABEL: {{^}}ring:
; CHECK: pushq %rbx
; CHECK: callq odd
define i64 @ring(i64 %a, i64 %b) {
  %r = call i64 @odd(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @odd(i64 %x) noinline {
  %c = icmp eq i64 %x, 0
  br i1 %c, label %end, label %more
more:
  %y = sub i64 %x, 1
  %r = call i64 @even(i64 %y)
  %s = mul i64 %r, %x
  ret i64 %s
end:
  ret i64 0
}
define internal i64 @even(i64 %x) noinline {
  %c = icmp eq i64 %x, 0
  br i1 %c, label %end, label %more
more:
  %y = sub i64 %x, 1
  %r = call i64 @odd(i64 %y)
  %s = add i64 %r, %x
  ret i64 %s
end:
  ret i64 1
}

; Who has the address, or another linkage or convention, is left to it, as is
; code that something stands before.
; CHECK-LABEL: {{^}}to_address:
; CHECK: pushq %rbx
; CHECK: callq address
define i64 @to_address(i64 %a, i64 %b) {
  %r = call i64 @address(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @address(i64 %x) noinline {
  ret i64 %x
}
; CHECK-LABEL: {{^}}to_aliased:
; CHECK: pushq %rbx
; CHECK: callq aliased
define i64 @to_aliased(i64 %a, i64 %b) {
  %r = call i64 @aliased(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @aliased(i64 %x) noinline {
  ret i64 %x
}
; CHECK-LABEL: {{^}}to_exported:
; CHECK: pushq %rbx
; CHECK: callq exported
define i64 @to_exported(i64 %a, i64 %b) {
  %r = call i64 @exported(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define i64 @exported(i64 %x) noinline {
  ret i64 %x
}
; CHECK-LABEL: {{^}}to_hidden:
; CHECK: pushq %rbx
; CHECK: callq hidden
define i64 @to_hidden(i64 %a, i64 %b) {
  %r = call i64 @hidden(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define hidden i64 @hidden(i64 %x) noinline {
  ret i64 %x
}
; CHECK-LABEL: {{^}}to_merged:
; CHECK: pushq %rbx
; CHECK: callq merged
define i64 @to_merged(i64 %a, i64 %b) {
  %r = call i64 @merged(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define linkonce_odr i64 @merged(i64 %x) noinline {
  ret i64 %x
}
; CHECK-LABEL: {{^}}to_patched:
; CHECK: pushq %rbx
; CHECK: callq patched
define i64 @to_patched(i64 %a, i64 %b) {
  %r = call i64 @patched(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @patched(i64 %x) noinline prologue i8 144 {
  ret i64 %x
}
; CHECK-LABEL: {{^}}to_collected:
; CHECK: pushq %rbx
; CHECK: callq collected
define i64 @to_collected(i64 %a, i64 %b) {
  %r = call i64 @collected(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @collected(i64 %x) noinline gc "statepoint-example" {
  ret i64 %x
}
; CHECK-LABEL: {{^}}to_preserving:
; CHECK: movaps %xmm0, {{.*}}(%rsp)
; CHECK: callq preserving
define <4 x float> @to_preserving(i64 %a, <4 x float> %v) {
  %r = call preserve_mostcc i64 @preserving(i64 %a)
  ret <4 x float> %v
}
define internal preserve_mostcc i64 @preserving(i64 %x) noinline {
  ret i64 %x
}

; Assembly may do what it does not say; an empty one cannot.
; CHECK-LABEL: {{^}}to_assembly:
; CHECK: pushq %rbx
; CHECK: callq assembly
define i64 @to_assembly(i64 %a, i64 %b) {
  %r = call i64 @assembly(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @assembly(i64 %x) noinline {
  call void asm sideeffect "syscall", ""()
  ret i64 %x
}
; CHECK-LABEL: {{^}}to_barrier:
; CHECK-NOT: pushq %rbx
; CHECK: callq barrier
define i64 @to_barrier(i64 %a, i64 %b) {
  %r = call i64 @barrier(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}
define internal i64 @barrier(i64 %x) noinline {
  call void asm sideeffect "", "~{memory}"()
  ret i64 %x
}

; This loads registers, which no operand says.
; CHECK-LABEL: {{^}}to_restore:
; CHECK: pushq %rbx
; CHECK: callq restore
define i64 @to_restore(ptr %a, i64 %b) {
  call void @restore(ptr %a)
  ret i64 %b
}
define internal void @restore(ptr %p) noinline "target-features"="+fxsr" {
  call void @llvm.x86.fxrstor64(ptr %p)
  ret void
}

; Unwinding restores what the convention says.
; CHECK-LABEL: {{^}}lands:
; CHECK: pushq %rbx
; CHECK: callq throws
define i64 @lands(i64 %a, i64 %b) personality ptr @personality {
  %r = invoke i64 @throws(i64 %a) to label %end unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i64 %b
end:
  ret i64 %r
}
define internal i64 @throws(i64 %x) noinline {
  %y = mul i64 %x, 5
  ret i64 %y
}

; So does a second return.
; CHECK-LABEL: {{^}}jumps:
; CHECK: pushq %rbx
; CHECK: callq setjmp
; CHECK: callq leaf
define i64 @jumps(ptr %p) {
  %j = call i32 @setjmp(ptr %p) returns_twice
  %v = load volatile i64, ptr @taken
  %r = call i64 @leaf(i64 %v)
  %s = add i64 %r, %v
  ret i64 %s
}

; A caller that is not optimised is left alone.
; CHECK-LABEL: {{^}}debugged:
; CHECK: pushq %rbx
; CHECK: callq leaf
define i64 @debugged(i64 %a, i64 %b) noinline optnone {
  %r = call i64 @leaf(i64 %a)
  %s = add i64 %r, %b
  ret i64 %s
}

attributes #1 = { "target-features"="+avx" }
