; Float comparison predicates, casts that saturate, minimum and maximum, classification, copysign, half and x86_fp80.
; expect: output "1366\n"
; expect: output "ad5\n"
; expect: output "3f80\n"
; expect: output "1c78\n"
; expect: output "8000000000000000\n"
; expect: output "0\n"
; expect: output "1\n"
; expect: output "inf\n"
; expect: output "1\n"
; expect: output "127\n"
; expect: output "0\n"
; expect: output "0\n"
; expect: output "-9223372036854775808\n"
; expect: output "1\n"
; expect: output "1\n"
; expect: output "1\n"
; expect: output "1\n"
; expect: output "0.333252\n"
; expect: output "3ffdaaaaaaaaaaaa\n"
; expect: output "2\n"
; expect: output "1\n"
; expect: output "-1\n"
; expect: output "-5\n"
; expect: output "0.5\n"
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

declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i32 @llvm.fptoui.sat.i32.f64(double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare double @llvm.roundeven.f64(double)

define internal void @bit(i1 %b) noinline {
  %e = zext i1 %b to i64
  call void @show(i64 %e)
  ret void
}
define internal void @compare(double %a, double %b) noinline {
  %c0 = fcmp oeq double %a, %b
  %c1 = fcmp ogt double %a, %b
  %c2 = fcmp oge double %a, %b
  %c3 = fcmp olt double %a, %b
  %c4 = fcmp ole double %a, %b
  %c5 = fcmp one double %a, %b
  %c6 = fcmp ord double %a, %b
  %c7 = fcmp ueq double %a, %b
  %c8 = fcmp ugt double %a, %b
  %c9 = fcmp uge double %a, %b
  %ca = fcmp ult double %a, %b
  %cb = fcmp ule double %a, %b
  %cc = fcmp une double %a, %b
  %cd = fcmp uno double %a, %b
  %v0 = insertelement <16 x i1> zeroinitializer, i1 %c0, i64 0
  %v1 = insertelement <16 x i1> %v0, i1 %c1, i64 1
  %v2 = insertelement <16 x i1> %v1, i1 %c2, i64 2
  %v3 = insertelement <16 x i1> %v2, i1 %c3, i64 3
  %v4 = insertelement <16 x i1> %v3, i1 %c4, i64 4
  %v5 = insertelement <16 x i1> %v4, i1 %c5, i64 5
  %v6 = insertelement <16 x i1> %v5, i1 %c6, i64 6
  %v7 = insertelement <16 x i1> %v6, i1 %c7, i64 7
  %v8 = insertelement <16 x i1> %v7, i1 %c8, i64 8
  %v9 = insertelement <16 x i1> %v8, i1 %c9, i64 9
  %va = insertelement <16 x i1> %v9, i1 %ca, i64 10
  %vb = insertelement <16 x i1> %va, i1 %cb, i64 11
  %vc = insertelement <16 x i1> %vb, i1 %cc, i64 12
  %vd = insertelement <16 x i1> %vc, i1 %cd, i64 13
  %w = bitcast <16 x i1> %vd to i16
  %e = zext i16 %w to i64
  call void @hex(i64 %e)
  ret void
}
define i32 @main() {
  %z = call i64 @zero()
  %zf = sitofp i64 %z to double
  %one = fadd double %zf, 1.0
  %nz = fneg double %zf
  %nan = fdiv double %zf, %zf
  %inf = fdiv double %one, %zf
  call void @compare(double %one, double %zf)
  call void @compare(double %zf, double %nz)
  call void @compare(double %nan, double %one)
  call void @compare(double %one, double %inf)
  %m0 = call double @llvm.minimum.f64(double %zf, double %nz)
  %m0b = bitcast double %m0 to i64
  call void @hex(i64 %m0b)
  %m1 = call double @llvm.maximum.f64(double %nz, double %zf)
  %m1b = bitcast double %m1 to i64
  call void @hex(i64 %m1b)
  %m2 = call double @llvm.minnum.f64(double %nan, double %one)
  call void @real(double %m2)
  %m3 = call double @llvm.maxnum.f64(double %one, double %inf)
  call void @real(double %m3)
  %m4 = call double @llvm.maximum.f64(double %nan, double %one)
  %m4u = fcmp uno double %m4, %m4
  call void @bit(i1 %m4u)
  %big = fmul double %one, 1.0e20
  %s0 = call i8 @llvm.fptosi.sat.i8.f64(double %big)
  %s0e = sext i8 %s0 to i64
  call void @show(i64 %s0e)
  %neg = fneg double %big
  %s1 = call i32 @llvm.fptoui.sat.i32.f64(double %neg)
  %s1e = zext i32 %s1 to i64
  call void @show(i64 %s1e)
  %s2 = call i64 @llvm.fptosi.sat.i64.f64(double %nan)
  call void @show(i64 %s2)
  %s3 = call i64 @llvm.fptosi.sat.i64.f64(double %neg)
  call void @show(i64 %s3)
  %k0 = call i1 @llvm.is.fpclass.f64(double %nan, i32 3)
  call void @bit(i1 %k0)
  %k1 = call i1 @llvm.is.fpclass.f64(double %nz, i32 32)
  call void @bit(i1 %k1)
  %k2 = call i1 @llvm.is.fpclass.f64(double %inf, i32 516)
  call void @bit(i1 %k2)
  %k3 = call i1 @llvm.is.fpclass.f64(double 4.9406564584124654e-324, i32 144)
  call void @bit(i1 %k3)
  %h = fptrunc double %one to half
  %h1 = fdiv half %h, 0xH4200
  %h2 = fpext half %h1 to double
  call void @real(double %h2)
  %x = fpext double %one to x86_fp80
  %x1 = fdiv x86_fp80 %x, 0xK4000C000000000000000
  %x2 = bitcast x86_fp80 %x1 to i80
  %x3 = lshr i80 %x2, 16
  %x4 = trunc i80 %x3 to i64
  call void @hex(i64 %x4)
  %re = fmul double %one, 2.5
  %r0 = call double @llvm.roundeven.f64(double %re)
  call void @real(double %r0)
  %u0 = uitofp i1 true to double
  call void @real(double %u0)
  %n1 = sitofp i1 true to double
  call void @real(double %n1)
  %wide = sub i128 0, 5
  %w0 = sitofp i128 %wide to double
  call void @real(double %w0)
  %fr = frem double %re, %one
  call void @real(double %fr)
  ret i32 0
}
