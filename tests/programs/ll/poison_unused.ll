; Poison that is computed and never used for a decision, or chosen away, or frozen, is no error.
; expect: output "7\n"
; expect: output "0\n"
; expect: output "0\n"
; expect: output "11\n"
; expect: output "5\n"
; expect: output "6\n"
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

define i32 @main() {
  %z = call i64 @zero()
  %max = sub nsw i64 9223372036854775807, %z
  %p1 = add nsw i64 %max, 1
  %n = add i64 %z, 64
  %p2 = shl i64 1, %n
  %c = icmp eq i64 %z, 0
  %s = select i1 %c, i64 7, i64 %p1
  call void @show(i64 %s)
  %f = freeze i64 %p2
  %g = and i64 %f, 0
  call void @show(i64 %g)
  %u = freeze i64 undef
  %v = sub i64 %u, %u
  call void @show(i64 %v)
  br i1 %c, label %good, label %bad
bad:
  br label %join
good:
  br label %join
join:
  %phi = phi i64 [ %p1, %bad ], [ 11, %good ]
  call void @show(i64 %phi)
  %vec = insertelement <2 x i64> poison, i64 5, i64 0
  %e = extractelement <2 x i64> %vec, i64 0
  call void @show(i64 %e)
  %agg = insertvalue {i64, i64} poison, i64 6, 1
  %e2 = extractvalue {i64, i64} %agg, 1
  call void @show(i64 %e2)
  %land = select i1 %c, i1 true, i1 poison
  %le = zext i1 %land to i64
  call void @show(i64 %le)
  %ex = add i64 %z, 3
  %shr = lshr exact i64 %ex, 1
  ret i32 0
}
