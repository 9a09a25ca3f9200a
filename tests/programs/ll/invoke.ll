; invoke, landingpad and resume, with the C++ runtime calls written by hand; cleanups run, filters by type.
; expect: output "1\n"
; expect: output "7\n"
; expect: output "2\n"
; expect: output "100\n"
; run: --opt 0
; run: --opt 1
; expect: no errors
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

@_ZTIi = external constant ptr
@_ZTId = external constant ptr
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)

define internal void @thrower(i32 %x) noinline {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 %x, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}
define internal void @cleanup(i32 %x) noinline personality ptr @__gxx_personality_v0 {
  invoke void @thrower(i32 %x) to label %ok unwind label %pad
ok:
  ret void
pad:
  %lp = landingpad { ptr, i32 } cleanup
  call void @show(i64 1)
  resume { ptr, i32 } %lp
}
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @cleanup(i32 7) to label %ok unwind label %pad
ok:
  call void @show(i64 -1)
  ret i32 1
pad:
  %lp = landingpad { ptr, i32 }
          catch ptr @_ZTId
          catch ptr @_ZTIi
  %p = extractvalue { ptr, i32 } %lp, 0
  %sel = extractvalue { ptr, i32 } %lp, 1
  %id = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi)
  %is = icmp eq i32 %sel, %id
  br i1 %is, label %int, label %other
int:
  %q = call ptr @__cxa_begin_catch(ptr %p)
  %v = load i32, ptr %q
  %ve = sext i32 %v to i64
  call void @show(i64 %ve)
  call void @__cxa_end_catch()
  invoke void @thrower(i32 2) to label %ok unwind label %all
all:
  %lp2 = landingpad { ptr, i32 } catch ptr null
  %p2 = extractvalue { ptr, i32 } %lp2, 0
  %q2 = call ptr @__cxa_begin_catch(ptr %p2)
  %v2 = load i32, ptr %q2
  %v2e = sext i32 %v2 to i64
  call void @show(i64 %v2e)
  call void @__cxa_end_catch()
  call void @show(i64 100)
  ret i32 0
other:
  resume { ptr, i32 } %lp
}
