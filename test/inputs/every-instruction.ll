; Functions whose instructions, flags, attributes, constants and metadata are of
; as many kinds as possible, for test/unit/compile/FunctionHashTest.cpp.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, ptr }
%outer = type { %pair, [2 x i64], <4 x i32> }
%unknown = type opaque

$group = comdat any
$other = comdat any

@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@text = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@texts = internal constant [2 x ptr] [ptr @text, ptr @word]
@word = private unnamed_addr constant [3 x i8] c"no\00"
@ring = internal constant { ptr, i32 } { ptr @gnir, i32 1 }
@gnir = internal constant { ptr, i32 } { ptr @ring, i32 2 }
@vtable = linkonce_odr constant { [2 x ptr] } { [2 x ptr] [ptr @callee, ptr @leaf] }, comdat($group)
@labels = internal constant [2 x ptr] [ptr blockaddress(@jump, %one), ptr blockaddress(@jump, %two)]
@mutable = global i32 7, align 4
@perthread = thread_local(initialexec) global i32 0
@outside = external global i32
@real = internal constant double 2.5
@0 = private constant i32 10
@1 = private constant i32 11
@alias = internal alias i32, ptr @mutable

declare void @callee(ptr nocapture, i32 zeroext)
declare i32 @leaf(i32)
declare i32 @__gxx_personality_v0(...)
declare void @llvm.assume(i1)
declare i64 @llvm.read_register.i64(metadata)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare void @llvm.lifetime.start.p0(ptr)

define i32 @arithmetic(i32 %a, i32 %b, i64 %c) minsize {
  %1 = add nsw i32 %a, %b
  %2 = sub nuw i32 %1, 5
  %3 = mul i32 %2, %a
  %4 = udiv exact i32 %3, 3
  %5 = srem i32 %4, 7
  %6 = shl nuw nsw i32 %5, 2
  %7 = lshr exact i32 %6, 1
  %8 = ashr i32 %7, %b
  %9 = and i32 %8, 255
  %10 = or disjoint i32 %9, 256
  %11 = xor i32 %10, -1
  %12 = trunc nuw i64 %c to i32
  %13 = zext nneg i32 %12 to i64
  %14 = sext i32 %11 to i64
  %15 = add i64 %13, %14
  %16 = icmp slt i64 %15, 100
  %17 = select i1 %16, i32 %11, i32 %12
  %18 = freeze i32 %17
  %19 = inttoptr i64 %15 to ptr
  %20 = ptrtoint ptr %19 to i64
  %21 = trunc i64 %20 to i32
  %22 = add i32 %21, %18
  ret i32 %22
}

define double @reals(double %a, float %b) {
  %1 = fadd nnan ninf double %a, 1.0
  %2 = fmul fast double %1, %a
  %3 = fdiv arcp double %2, 3.0
  %4 = fneg nsz double %3
  %5 = fpext float %b to double
  %6 = fcmp olt double %4, %5
  %7 = select i1 %6, double %4, double %5
  %8 = fptosi double %7 to i32
  %9 = sitofp i32 %8 to double
  %10 = uitofp nneg i32 %8 to double
  %11 = fsub contract double %9, %10
  %12 = call reassoc double @llvm.experimental.constrained.fadd.f64(double %11, double %7, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret double %12
}

define i32 @memory(ptr %p, i64 %i) {
  %slot = alloca i32, align 4
  %many = alloca [4 x i64], i32 2, align 16
  call void @llvm.lifetime.start.p0(ptr %slot)
  %1 = load i32, ptr %p, align 4, !tbaa !0, !range !4
  %2 = load volatile i32, ptr @mutable, align 4
  %3 = load atomic i32, ptr %p syncscope("singlethread") acquire, align 4
  %4 = load ptr, ptr %p, align 8, !nonnull !5, !align !6
  store i32 %1, ptr %slot, align 4, !noalias !7
  store volatile i32 %2, ptr %4, align 2, !alias.scope !7
  store atomic i32 %3, ptr %p release, align 4
  %5 = getelementptr inbounds %outer, ptr %p, i64 %i, i32 1, i64 1
  %6 = getelementptr nuw i32, ptr %5, i64 3
  fence seq_cst
  fence syncscope("singlethread") acquire
  %7 = atomicrmw add ptr %6, i32 1 monotonic, align 4
  %8 = atomicrmw volatile xchg ptr %6, i32 %7 syncscope("singlethread") seq_cst, align 4
  %9 = cmpxchg weak ptr %p, i32 %8, i32 5 acq_rel monotonic, align 4
  %10 = cmpxchg volatile ptr %p, i32 %8, i32 6 seq_cst seq_cst, align 8
  %11 = extractvalue { i32, i1 } %9, 0
  %12 = extractvalue { i32, i1 } %10, 1
  %13 = zext i1 %12 to i32
  %14 = add i32 %11, %13
  store i32 %14, ptr %many, align 4
  %15 = load i32, ptr %many, align 4
  ret i32 %15
}

define <4 x i32> @vectors(<4 x i32> %a, %pair %s, i32 %x) {
  %1 = insertelement <4 x i32> %a, i32 %x, i32 2
  %2 = shufflevector <4 x i32> %1, <4 x i32> %a, <4 x i32> <i32 0, i32 5, i32 2, i32 poison>
  %3 = extractelement <4 x i32> %2, i32 1
  %4 = insertvalue %pair %s, i32 %3, 0
  %5 = insertvalue %pair %4, ptr null, 1
  %6 = extractvalue %pair %5, 0
  %7 = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %6, i32 0
  %8 = add <4 x i32> %7, splat (i32 9)
  %9 = add <4 x i32> %8, <i32 1, i32 undef, i32 3, i32 poison>
  ret <4 x i32> %9
}

define i32 @control(i32 %x, i1 %b) {
entry:
  br i1 %b, label %first, label %second, !prof !10
first:
  switch i32 %x, label %last [
    i32 0, label %second
    i32 5, label %loop
    i32 9, label %last
  ]
second:
  %s = phi i32 [ 1, %entry ], [ 2, %first ]
  br label %loop
loop:
  %l = phi i32 [ %s, %second ], [ %n, %loop ], [ 0, %first ]
  %n = add i32 %l, 1
  %c = icmp ult i32 %n, %x
  br i1 %c, label %loop, label %last, !llvm.loop !11
last:
  %r = phi i32 [ %n, %loop ], [ %x, %first ], [ %x, %first ]
  %d = icmp eq i32 %r, 77
  br i1 %d, label %dead, label %end
end:
  ret i32 %r
dead:
  unreachable
}

define ptr @jump(i32 %i) {
  %p = getelementptr inbounds [2 x ptr], ptr @labels, i64 0, i32 %i
  %t = load ptr, ptr %p
  indirectbr ptr %t, [label %one, label %two]
one:
  ret ptr blockaddress(@jump, %two)
two:
  ret ptr @text
}

define linkonce_odr hidden i32 @exceptions(ptr %p) comdat($group) personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @leaf(i32 3) to label %next unwind label %pad
next:
  invoke void @callee(ptr %p, i32 zeroext 4) [ "deopt"(i32 1, i32 2), "tag"(i32 3) ] to label %done unwind label %pad
done:
  ret i32 %r
pad:
  %l = landingpad { ptr, i32 } cleanup catch ptr @vtable filter [1 x ptr] [ptr @mutable]
  resume { ptr, i32 } %l
}

define internal fastcc i32 @calls(ptr %p, i32 %x, ptr %f) section ".here" align 32 gc "statepoint-example" prefix i32 5 prologue i8 3 {
  %1 = tail call i32 @leaf(i32 noundef %x)
  call void @callee(ptr nonnull byval(%pair) %p, i32 zeroext 1) nounwind
  %2 = call fastcc i32 %f(i32 %1, ptr @leaf)
  %3 = call i32 asm sideeffect "nop; $0 $1", "=r,r"(i32 %2), !srcloc !12
  %4 = call i64 @llvm.read_register.i64(metadata !13)
  %5 = trunc i64 %4 to i32
  %6 = add i32 %3, %5
  %7 = call i32 @calls(ptr @perthread, i32 %6, ptr getelementptr inbounds (i8, ptr @outside, i64 8))
  %8 = icmp ugt i32 %7, 3
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  %9 = notail call i32 @leaf(i32 ptrtoint (ptr @alias to i32))
  ret i32 %9
}

define i32 @constants(i64 %i) unnamed_addr #0 {
  %1 = getelementptr inbounds [4 x i32], ptr @table, i64 0, i64 %i
  %2 = load i32, ptr %1
  %3 = getelementptr inbounds [2 x ptr], ptr @texts, i64 0, i64 %i
  %4 = load ptr, ptr %3
  %5 = load i8, ptr %4
  %6 = zext i8 %5 to i32
  %7 = load ptr, ptr @ring
  %8 = getelementptr inbounds { ptr, i32 }, ptr %7, i64 0, i32 1
  %9 = load i32, ptr %8
  %10 = load double, ptr @real
  %11 = fptosi double %10 to i32
  %12 = load i32, ptr @0
  %13 = load i32, ptr @1
  %14 = load ptr, ptr getelementptr inbounds (i8, ptr @vtable, i64 8)
  %15 = call i32 %14(i32 %13)
  %16 = add i32 %2, %6
  %17 = add i32 %9, %11
  %18 = add i32 %12, %15
  %19 = add i32 %16, %17
  %20 = add i32 %18, %19
  ret i32 %20
}

define void @windows(ptr %p) personality ptr @__gxx_personality_v0 {
  invoke void @callee(ptr %p, i32 0) to label %done unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %handler] unwind label %clean
handler:
  %c = catchpad within %s [ptr @mutable, i32 0, ptr null]
  catchret from %c to label %done
clean:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
done:
  ret void
}

define i32 @various(i32 %n, ...) {
  %list = alloca [24 x i8], align 16
  %1 = va_arg ptr %list, i32
  %2 = callbr i32 asm "", "=r,r,!i"(i32 %1) to label %direct [label %indirect]
direct:
  ret i32 %2
indirect:
  ret i32 0
}

attributes #0 = { nounwind optsize "frame-pointer"="all" }

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}
!4 = !{i32 0, i32 10}
!5 = !{}
!6 = !{i64 8}
!7 = !{!8}
!8 = distinct !{!8, !9, !"scope"}
!9 = distinct !{!9, !"domain"}
!10 = !{!"branch_weights", i32 10, i32 3}
!11 = distinct !{!11, !14}
!12 = !{i64 5}
!13 = !{!"rsp\00"}
!14 = !{!"llvm.loop.mustprogress"}
