; select on vectors, insert, extract, shuffle with undefined lanes, casts between vectors and integers, odd lane types.
; expect: output "11\n"
; expect: output "20\n"
; expect: output "-32536\n"
; expect: output "32767\n"
; expect: output "11\n"
; expect: output "20\n"
; expect: output "300\n"
; expect: output "32767\n"
; expect: output "32767\n"
; expect: output "1\n"
; expect: output "20\n"
; expect: output "300\n"
; expect: output "1\n"
; expect: output "0\n"
; expect: output "300\n"
; expect: output "-32768\n"
; expect: output "7fff80e80014000b\n"
; expect: output "80\n"
; expect: output "4\n"
; expect: output "99\n"
; expect: output "-31768\n"
; expect: output "-23\n"
; expect: output "2\n"
; expect: output "0\n"
; expect: output "2400\n"
; expect: output "-32768\n"
; expect: output "0\n"
; expect: output "0\n"
; expect: output "75\n"
; expect: output "-8192\n"
; expect: output "1\n"
; expect: output "0\n"
; expect: output "300\n"
; expect: output "-32768\n"
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

define internal void @show4(<4 x i16> %v) noinline {
  %a = extractelement <4 x i16> %v, i64 0
  %b = extractelement <4 x i16> %v, i64 1
  %c = extractelement <4 x i16> %v, i64 2
  %d = extractelement <4 x i16> %v, i64 3
  %a1 = sext i16 %a to i64
  %b1 = sext i16 %b to i64
  %c1 = sext i16 %c to i64
  %d1 = sext i16 %d to i64
  call void @show(i64 %a1)
  call void @show(i64 %b1)
  call void @show(i64 %c1)
  call void @show(i64 %d1)
  ret void
}
define i32 @main() {
  %z = call i64 @zero()
  %s = trunc i64 %z to i16
  %v = insertelement <4 x i16> <i16 1, i16 -2, i16 300, i16 -32768>, i16 %s, i64 1
  %w = add <4 x i16> %v, <i16 10, i16 20, i16 32700, i16 -1>
  call void @show4(<4 x i16> %w)
  %c = icmp slt <4 x i16> %w, %v
  %sel = select <4 x i1> %c, <4 x i16> %v, <4 x i16> %w
  call void @show4(<4 x i16> %sel)
  %sh = shufflevector <4 x i16> %v, <4 x i16> %w, <4 x i32> <i32 7, i32 0, i32 5, i32 2>
  call void @show4(<4 x i16> %sh)
  %wide = shufflevector <4 x i16> %v, <4 x i16> poison, <8 x i32> <i32 0, i32 poison, i32 1, i32 poison, i32 2, i32 3, i32 3, i32 0>
  %back = shufflevector <8 x i16> %wide, <8 x i16> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  call void @show4(<4 x i16> %back)
  %bits = bitcast <4 x i16> %w to i64
  call void @hex(i64 %bits)
  %again = bitcast i64 %bits to <8 x i8>
  %b5 = extractelement <8 x i8> %again, i64 5
  %b5e = zext i8 %b5 to i64
  call void @hex(i64 %b5e)
  %i1s = bitcast <4 x i1> %c to i4
  %i1e = zext i4 %i1s to i64
  call void @hex(i64 %i1e)
  %n = add i64 %z, 2
  %dyn = insertelement <4 x i16> %v, i16 99, i64 %n
  %out = extractelement <4 x i16> %dyn, i64 %n
  %oute = sext i16 %out to i64
  call void @show(i64 %oute)
  %ext = sext <4 x i16> %v to <4 x i64>
  %sum = add <4 x i64> %ext, splat (i64 1000)
  %x3 = extractelement <4 x i64> %sum, i64 3
  call void @show(i64 %x3)
  %tr = trunc <4 x i64> %sum to <4 x i7>
  %y0 = extractelement <4 x i7> %tr, i64 0
  %y0e = sext i7 %y0 to i64
  call void @show(i64 %y0e)
  %shl = shl <4 x i16> %v, <i16 1, i16 2, i16 3, i16 0>
  call void @show4(<4 x i16> %shl)
  %f = sitofp <4 x i16> %v to <4 x float>
  %fd = fdiv <4 x float> %f, splat (float 4.0)
  %fi = fptosi <4 x float> %fd to <4 x i16>
  call void @show4(<4 x i16> %fi)
  %cond = icmp eq i64 %z, 0
  %pick = select i1 %cond, <4 x i16> %v, <4 x i16> %w
  call void @show4(<4 x i16> %pick)
  ret i32 0
}
