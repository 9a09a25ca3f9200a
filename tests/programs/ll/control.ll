; Critical edges, loops of one block, parallel phis, unreachable blocks, an infinite loop never entered, tail calls.
; expect: output "1234\n"
; expect: output "2143\n"
; expect: output "2\n"
; expect: output "3\n"
; expect: output "1\n"
; expect: output "500500\n"
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

define internal i64 @swap_loop(i64 %n) noinline {
entry:
  br label %loop
loop:
  %a = phi i64 [ 1, %entry ], [ %b, %loop ]
  %b = phi i64 [ 2, %entry ], [ %a, %loop ]
  %c = phi i64 [ 3, %entry ], [ %d, %loop ]
  %d = phi i64 [ 4, %entry ], [ %c, %loop ]
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add i64 %i, 1
  %go = icmp ult i64 %i1, %n
  br i1 %go, label %loop, label %end
end:
  %x = mul i64 %a, 1000
  %y = mul i64 %b, 100
  %w = mul i64 %c, 10
  %s = add i64 %x, %y
  %t = add i64 %s, %w
  %u = add i64 %t, %d
  ret i64 %u
}
define internal i64 @critical(i1 %p, i1 %q) noinline {
entry:
  br i1 %p, label %one, label %join
one:
  br i1 %q, label %join, label %two
two:
  br i1 %p, label %join, label %join
join:
  %v = phi i64 [ 1, %entry ], [ 2, %one ], [ 3, %two ], [ 3, %two ]
  ret i64 %v
dead:
  %k = add i64 1, 2
  br label %join2
join2:
  %z = phi i64 [ %k, %dead ]
  ret i64 %z
}
define internal i64 @count(i64 %n, i64 %acc) noinline {
  %done = icmp eq i64 %n, 0
  br i1 %done, label %end, label %more
end:
  ret i64 %acc
more:
  %n1 = sub i64 %n, 1
  %acc1 = add i64 %acc, %n
  %r = musttail call i64 @count(i64 %n1, i64 %acc1)
  ret i64 %r
}
define i32 @main() {
  %z = call i64 @zero()
  %n5 = add i64 %z, 5
  %n6 = add i64 %z, 6
  %r0 = call i64 @swap_loop(i64 %n5)
  call void @show(i64 %r0)
  %r1 = call i64 @swap_loop(i64 %n6)
  call void @show(i64 %r1)
  %c = icmp eq i64 %z, 0
  %nc = xor i1 %c, true
  %r2 = call i64 @critical(i1 %c, i1 %c)
  call void @show(i64 %r2)
  %r3 = call i64 @critical(i1 %c, i1 %nc)
  call void @show(i64 %r3)
  %r4 = call i64 @critical(i1 %nc, i1 %c)
  call void @show(i64 %r4)
  %r5 = call i64 @count(i64 1000, i64 %z)
  call void @show(i64 %r5)
  br i1 %c, label %out, label %forever
forever:
  br label %forever
out:
  ret i32 0
}
