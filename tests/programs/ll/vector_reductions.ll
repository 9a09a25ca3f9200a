; Vector reductions of integers and floats.
; expect: output "19\n"
; expect: output "-3780\n"
; expect: output "0\n"
; expect: output "-3\n"
; expect: output "-7\n"
; expect: output "12\n"
; expect: output "-7\n"
; expect: output "4294967289\n"
; expect: output "5\n"
; expect: output "19.5\n"
; expect: output "-7560\n"
; expect: output "12\n"
; expect: output "-7\n"
; expect: output "1\n"
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

declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.and.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>)
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmax.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmin.v4f64(<4 x double>)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)

define i32 @main() {
  %z = call i64 @zero()
  %z32 = trunc i64 %z to i32
  %v = insertelement <4 x i32> <i32 3, i32 -7, i32 12, i32 5>, i32 %z32, i64 %z
  %w = insertelement <4 x i32> %v, i32 9, i64 0
  %r0 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %w)
  %e0 = sext i32 %r0 to i64
  call void @show(i64 %e0)
  %r1 = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %w)
  %e1 = sext i32 %r1 to i64
  call void @show(i64 %e1)
  %r2 = call i32 @llvm.vector.reduce.and.v4i32(<4 x i32> %w)
  %e2 = sext i32 %r2 to i64
  call void @show(i64 %e2)
  %r3 = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %w)
  %e3 = sext i32 %r3 to i64
  call void @show(i64 %e3)
  %r4 = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %w)
  %e4 = sext i32 %r4 to i64
  call void @show(i64 %e4)
  %r5 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %w)
  %e5 = sext i32 %r5 to i64
  call void @show(i64 %e5)
  %r6 = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %w)
  %e6 = sext i32 %r6 to i64
  call void @show(i64 %e6)
  %r7 = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %w)
  %e7 = zext i32 %r7 to i64
  call void @show(i64 %e7)
  %r8 = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %w)
  %e8 = zext i32 %r8 to i64
  call void @show(i64 %e8)
  %f = sitofp <4 x i32> %w to <4 x double>
  %f0 = call double @llvm.vector.reduce.fadd.v4f64(double 0.5, <4 x double> %f)
  call void @real(double %f0)
  %f1 = call double @llvm.vector.reduce.fmul.v4f64(double 2.0, <4 x double> %f)
  call void @real(double %f1)
  %f2 = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %f)
  call void @real(double %f2)
  %f3 = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %f)
  call void @real(double %f3)
  %c = icmp sgt <4 x i32> %w, <i32 10, i32 10, i32 10, i32 10>
  %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %c)
  %e9 = zext i1 %any to i64
  call void @show(i64 %e9)
  ret i32 0
}
