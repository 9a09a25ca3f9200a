; First-class structs and arrays: arguments, results, phis, selects, nested insert and extract.
; expect: output "50\n"
; expect: output "-60\n"
; expect: output "2.5\n"
; expect: output "30\n"
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

define internal { i64, [2 x i32], { i8, double } } @build(i64 %x, i32 %y) noinline {
  %a = insertvalue { i64, [2 x i32], { i8, double } } undef, i64 %x, 0
  %b = insertvalue { i64, [2 x i32], { i8, double } } %a, i32 %y, 1, 1
  %c = insertvalue { i64, [2 x i32], { i8, double } } %b, i32 3, 1, 0
  %d = insertvalue { i64, [2 x i32], { i8, double } } %c, double 2.5, 2, 1
  %e = insertvalue { i64, [2 x i32], { i8, double } } %d, i8 9, 2, 0
  ret { i64, [2 x i32], { i8, double } } %e
}
define internal i64 @use({ i64, i32 } %s, [3 x i64] %a) noinline {
  %x = extractvalue { i64, i32 } %s, 0
  %y = extractvalue { i64, i32 } %s, 1
  %ye = sext i32 %y to i64
  %z = extractvalue [3 x i64] %a, 2
  %t = add i64 %x, %ye
  %u = mul i64 %t, %z
  ret i64 %u
}
define i32 @main() {
  %z = call i64 @zero()
  %c = icmp eq i64 %z, 0
  %s = call { i64, [2 x i32], { i8, double } } @build(i64 5, i32 -6)
  %t = call { i64, [2 x i32], { i8, double } } @build(i64 50, i32 -60)
  %p = select i1 %c, { i64, [2 x i32], { i8, double } } %t, { i64, [2 x i32], { i8, double } } %s
  %v0 = extractvalue { i64, [2 x i32], { i8, double } } %p, 0
  call void @show(i64 %v0)
  %v1 = extractvalue { i64, [2 x i32], { i8, double } } %p, 1, 1
  %v1e = sext i32 %v1 to i64
  call void @show(i64 %v1e)
  %in = extractvalue { i64, [2 x i32], { i8, double } } %p, 2
  %v2 = extractvalue { i8, double } %in, 1
  call void @real(double %v2)
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %phi = phi { i64, i32 } [ { i64 4, i32 6 }, %a ], [ zeroinitializer, %b ]
  %r = call i64 @use({ i64, i32 } %phi, [3 x i64] [i64 1, i64 2, i64 3])
  call void @show(i64 %r)
  ret i32 0
}
