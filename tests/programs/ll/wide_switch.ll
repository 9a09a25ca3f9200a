; Switches on i128, i3 and i1, with duplicate targets.
; expect: output "1\n"
; expect: output "2\n"
; expect: output "1\n"
; expect: output "3\n"
; expect: output "4\n"
; expect: output "1\n"
; expect: output "2\n"
; expect: output "9\n"
; expect: output "5\n"
; expect: output "6\n"
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

define internal i64 @wide(i128 %x) noinline {
  switch i128 %x, label %other [ i128 0, label %a
                                 i128 18446744073709551616, label %b
                                 i128 -1, label %a
                                 i128 170141183460469231731687303715884105727, label %c ]
a:
  ret i64 1
b:
  ret i64 2
c:
  ret i64 3
other:
  ret i64 4
}
define internal i64 @narrow(i3 %x) noinline {
  switch i3 %x, label %other [ i3 -4, label %a
                               i3 3, label %b
                               i3 -1, label %a ]
a:
  ret i64 1
b:
  ret i64 2
other:
  %v = phi i64 [ 9, %0 ]
  ret i64 %v
}
define internal i64 @both(i8 %x) noinline {
entry:
  switch i8 %x, label %join [ i8 1, label %join
                              i8 2, label %join
                              i8 3, label %mid ]
mid:
  br label %join
join:
  %v = phi i64 [ 5, %entry ], [ 5, %entry ], [ 5, %entry ], [ 6, %mid ]
  ret i64 %v
}
define i32 @main() {
  %z = call i64 @zero()
  %w = zext i64 %z to i128
  %r0 = call i64 @wide(i128 %w)
  call void @show(i64 %r0)
  %w1 = or i128 %w, 18446744073709551616
  %r1 = call i64 @wide(i128 %w1)
  call void @show(i64 %r1)
  %w2 = sub i128 %w, 1
  %r2 = call i64 @wide(i128 %w2)
  call void @show(i64 %r2)
  %w3 = lshr i128 %w2, 1
  %r3 = call i64 @wide(i128 %w3)
  call void @show(i64 %r3)
  %w4 = lshr i128 %w2, 64
  %r4 = call i64 @wide(i128 %w4)
  call void @show(i64 %r4)
  %n = trunc i64 %z to i3
  %n1 = add i3 %n, -4
  %r5 = call i64 @narrow(i3 %n1)
  call void @show(i64 %r5)
  %n2 = add i3 %n, 3
  %r6 = call i64 @narrow(i3 %n2)
  call void @show(i64 %r6)
  %r7 = call i64 @narrow(i3 %n)
  call void @show(i64 %r7)
  %b = trunc i64 %z to i8
  %b1 = add i8 %b, 2
  %r8 = call i64 @both(i8 %b1)
  call void @show(i64 %r8)
  %b2 = add i8 %b, 3
  %r9 = call i64 @both(i8 %b2)
  call void @show(i64 %r9)
  ret i32 0
}
