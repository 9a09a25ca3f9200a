; Masked loads and stores: lanes that are off touch no memory, even outside of the object.
; expect: output "10\n"
; expect: output "2\n"
; expect: output "30\n"
; expect: output "4\n"
; expect: output "77\n"
; expect: output "88\n"
; expect: output "30\n"
; expect: output "30\n"
; expect: output "77\n"
; expect: output "7\n"
; expect: output "5\n"
; run: --opt 0
; run: --opt 1
; run: --opt 2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@d = private constant [4 x i8] c"%d\0A\00"
@ld = private constant [5 x i8] c"%ld\0A\00"
@lx = private constant [5 x i8] c"%lx\0A\00"
@g = private constant [4 x i8] c"%g\0A\00"
declare i32 @printf(ptr, ...)

define internal void @show(i64 %x) noinline {
  call i32 (ptr, ...) @printf(ptr @ld, i64 %x)
  ret void
}
define internal void @hex(i64 %x) noinline {
  call i32 (ptr, ...) @printf(ptr @lx, i64 %x)
  ret void
}
define internal void @real(double %x) noinline {
  call i32 (ptr, ...) @printf(ptr @g, double %x)
  ret void
}
@opaque = global i64 0
; zero that no pass can see through
define internal i64 @zero() noinline {
  %v = load volatile i64, ptr @opaque
  ret i64 %v
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
@a = global [3 x i32] [i32 10, i32 20, i32 30]

define i32 @main() {
  %z = call i64 @zero()
  %m1 = insertelement <4 x i1> <i1 true, i1 false, i1 true, i1 false>, i1 true, i64 %z
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @a, i32 4, <4 x i1> %m1, <4 x i32> <i32 1, i32 2, i32 3, i32 4>)
  %e0 = extractelement <4 x i32> %v, i64 0
  %e1 = extractelement <4 x i32> %v, i64 1
  %e2 = extractelement <4 x i32> %v, i64 2
  %e3 = extractelement <4 x i32> %v, i64 3
  %s0 = sext i32 %e0 to i64
  %s1 = sext i32 %e1 to i64
  %s2 = sext i32 %e2 to i64
  %s3 = sext i32 %e3 to i64
  call void @show(i64 %s0)
  call void @show(i64 %s1)
  call void @show(i64 %s2)
  call void @show(i64 %s3)
  %m2 = insertelement <4 x i1> <i1 false, i1 true, i1 false, i1 false>, i1 true, i64 %z
  call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 77, i32 88, i32 99, i32 66>, ptr @a, i32 4, <4 x i1> %m2)
  %p1 = getelementptr i32, ptr @a, i64 1
  %p2 = getelementptr i32, ptr @a, i64 2
  %l0 = load i32, ptr @a
  %l1 = load i32, ptr %p1
  %l2 = load i32, ptr %p2
  %t0 = sext i32 %l0 to i64
  %t1 = sext i32 %l1 to i64
  %t2 = sext i32 %l2 to i64
  call void @show(i64 %t0)
  call void @show(i64 %t1)
  call void @show(i64 %t2)
  %q0 = insertelement <4 x ptr> poison, ptr %p2, i64 0
  %q1 = insertelement <4 x ptr> %q0, ptr null, i64 1
  %q2 = insertelement <4 x ptr> %q1, ptr @a, i64 2
  %q3 = insertelement <4 x ptr> %q2, ptr null, i64 3
  %gv = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %q3, i32 4, <4 x i1> %m1, <4 x i32> zeroinitializer)
  %g0 = extractelement <4 x i32> %gv, i64 0
  %g2 = extractelement <4 x i32> %gv, i64 2
  %u0 = sext i32 %g0 to i64
  %u2 = sext i32 %g2 to i64
  call void @show(i64 %u0)
  call void @show(i64 %u2)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> <i32 5, i32 6, i32 7, i32 8>, <4 x ptr> %q3, i32 4, <4 x i1> %m1)
  %k0 = load i32, ptr @a
  %k2 = load i32, ptr %p2
  %x0 = sext i32 %k0 to i64
  %x2 = sext i32 %k2 to i64
  call void @show(i64 %x0)
  call void @show(i64 %x2)
  ret i32 0
}
