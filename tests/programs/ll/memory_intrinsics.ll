; memcpy, memmove and memset as intrinsics, inline forms, of dynamic and zero length, on whole objects.
; expect: output "hello world\n"
; expect: output "hehello wor\n"
; expect: output "hexxxlo wor\n"
; expect: output "7\n"
; expect: output "1\n"
; expect: output "0\n"
; expect: output "12\n"
; expect: output "104\n"
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

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i1 @llvm.is.constant.i64(i64)
declare i64 @llvm.expect.i64(i64, i64)
declare void @llvm.assume(i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
@text = constant [12 x i8] c"hello world\00"
@puts_ = private constant [4 x i8] c"%s\0A\00"

define i32 @main() {
  %z = call i64 @zero()
  %buf = alloca [16 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 16, ptr %buf)
  call void @llvm.memset.p0.i64(ptr %buf, i8 0, i64 16, i1 false)
  %n = add i64 %z, 12
  call void @llvm.memcpy.p0.p0.i64(ptr %buf, ptr @text, i64 %n, i1 true)
  call i32 (ptr, ...) @printf(ptr @puts_, ptr %buf)
  %p = getelementptr i8, ptr %buf, i64 2
  call void @llvm.memmove.p0.p0.i32(ptr %p, ptr %buf, i32 9, i1 false)
  call i32 (ptr, ...) @printf(ptr @puts_, ptr %buf)
  call void @llvm.memset.inline.p0.i64(ptr %p, i8 120, i64 3, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %buf, ptr @text, i64 2, i1 false)
  call i32 (ptr, ...) @printf(ptr @puts_, ptr %buf)
  %end = getelementptr i8, ptr %buf, i64 16
  call void @llvm.memset.p0.i64(ptr %end, i8 1, i64 %z, i1 false)
  %s = call ptr @llvm.stacksave.p0()
  %v = alloca i8, i64 %n
  store i8 7, ptr %v
  %l = load i8, ptr %v
  call void @llvm.stackrestore.p0(ptr %s)
  %le = zext i8 %l to i64
  call void @show(i64 %le)
  %os = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %osgood = icmp uge i64 %os, 14
  %ose = zext i1 %osgood to i64
  call void @show(i64 %ose)
  %k = call i1 @llvm.is.constant.i64(i64 %z)
  %ke = zext i1 %k to i64
  call void @show(i64 %ke)
  %x = call i64 @llvm.expect.i64(i64 %n, i64 5)
  call void @show(i64 %x)
  %c = icmp eq i64 %n, 12
  call void @llvm.assume(i1 %c)
  call void @llvm.prefetch.p0(ptr %buf, i32 0, i32 3, i32 1)
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %buf)
  %qv = load i8, ptr %q
  %qe = zext i8 %qv to i64
  call void @show(i64 %qe)
  %odd = getelementptr i8, ptr %buf, i64 5
  %m = call ptr @llvm.ptrmask.p0.i64(ptr %odd, i64 -8)
  %same = icmp eq ptr %m, %buf
  %se = zext i1 %same to i64
  call void @show(i64 %se)
  call void @llvm.lifetime.end.p0(i64 16, ptr %buf)
  ret i32 0
}
