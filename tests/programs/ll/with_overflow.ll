; add, sub and mul with overflow, signed and unsigned, at odd widths.
; Every result goes into a hash, which is printed after each call.
; expect: output "f2bf5b14178b066c\n"
; expect: output "f46de7a650b50609\n"
; expect: output "2d231214ee732edc\n"
; expect: output "926c514b1ceb861c\n"
; expect: output "41c14b68c3fbceb9\n"
; expect: output "cf2dcd27e1a55f7d\n"
; expect: output "a2493905fb03d31c\n"
; expect: output "821a29b47470fe6d\n"
; expect: output "6787ee13f61aac65\n"
; expect: output "7773fc677042e6f5\n"
; expect: output "282a81c85f7ecdd\n"
; expect: output "1161f44b256be3fc\n"
; expect: output "3e299efaf73740fd\n"
; expect: output "74a20cecf110ea5c\n"
; expect: output "58ead00ab1243db4\n"
; expect: output "1c5ec3f82cf0b8bd\n"
; expect: output "3f38ca33e274b194\n"
; expect: output "c412a903f1e945c\n"
; expect: output "4f53a8f81bc592dd\n"
; expect: output "6746f77d06b274bc\n"
; expect: output "e4525366bddcbb14\n"
; expect: output "a7ddd78dcfb7cb1d\n"
; expect: output "16ff4ef06410ca74\n"
; expect: output "8d77fbede4ec9289\n"
; expect: output "65e5cb7e467df458\n"
; expect: output "48b375b2090096d9\n"
; expect: output "fa520c5b00fe76e1\n"
; expect: output "9ffd04478173b9bc\n"
; expect: output "9c2b773bc4479c65\n"
; expect: output "5f89f4a01f63958\n"
; expect: output "b338f0e7d4d10519\n"
; expect: output "1444d1acab373038\n"
; expect: output "846c1c710fea7bd0\n"
; expect: output "2b5cc222eb90b2c5\n"
; expect: output "a22b240110f0addc\n"
; expect: output "9218c32c8609b9bc\n"
; expect: output "8c65dabde2daaa3d\n"
; expect: output "89ba41006fa3e1c\n"
; expect: output "6f4c138d8248f674\n"
; expect: output "82aac33fa7f08679\n"
; expect: output "13ec58f13a140a10\n"
; expect: output "b56f823c831c72b9\n"
; expect: output "2a59d5695e1fcce0\n"
; expect: output "29c52537822f3bab\n"
; expect: output "68c870c50386405b\n"
; expect: output "3e8018fef5276334\n"
; expect: output "b2e1d0836531f0d5\n"
; expect: output "b4528b6192976349\n"
; run: --opt 0
; run: --opt 1
; run: --opt 2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@lx = private constant [5 x i8] c"%lx\0A\00"
declare i32 @printf(ptr, ...)

define internal void @hex(i64 %x) noinline {
  call i32 (ptr, ...) @printf(ptr @lx, i64 %x)
  ret void
}
@hash = global i64 0
define internal void @mix(i64 %x) noinline {
  %h = load i64, ptr @hash
  %m = mul i64 %h, 1099511628211
  %n = xor i64 %m, %x
  store i64 %n, ptr @hash
  ret void
}
define internal void @print_hash() noinline {
  %h = load i64, ptr @hash
  call void @hex(i64 %h)
  ret void
}
declare {i1, i1} @llvm.sadd.with.overflow.i1(i1, i1)
declare {i1, i1} @llvm.smul.with.overflow.i1(i1, i1)
declare {i1, i1} @llvm.ssub.with.overflow.i1(i1, i1)
declare {i1, i1} @llvm.uadd.with.overflow.i1(i1, i1)
declare {i1, i1} @llvm.umul.with.overflow.i1(i1, i1)
declare {i1, i1} @llvm.usub.with.overflow.i1(i1, i1)
declare {i128, i1} @llvm.sadd.with.overflow.i128(i128, i128)
declare {i128, i1} @llvm.smul.with.overflow.i128(i128, i128)
declare {i128, i1} @llvm.ssub.with.overflow.i128(i128, i128)
declare {i128, i1} @llvm.uadd.with.overflow.i128(i128, i128)
declare {i128, i1} @llvm.umul.with.overflow.i128(i128, i128)
declare {i128, i1} @llvm.usub.with.overflow.i128(i128, i128)
declare {i13, i1} @llvm.sadd.with.overflow.i13(i13, i13)
declare {i13, i1} @llvm.smul.with.overflow.i13(i13, i13)
declare {i13, i1} @llvm.ssub.with.overflow.i13(i13, i13)
declare {i13, i1} @llvm.uadd.with.overflow.i13(i13, i13)
declare {i13, i1} @llvm.umul.with.overflow.i13(i13, i13)
declare {i13, i1} @llvm.usub.with.overflow.i13(i13, i13)
declare {i3, i1} @llvm.sadd.with.overflow.i3(i3, i3)
declare {i3, i1} @llvm.smul.with.overflow.i3(i3, i3)
declare {i3, i1} @llvm.ssub.with.overflow.i3(i3, i3)
declare {i3, i1} @llvm.uadd.with.overflow.i3(i3, i3)
declare {i3, i1} @llvm.umul.with.overflow.i3(i3, i3)
declare {i3, i1} @llvm.usub.with.overflow.i3(i3, i3)
declare {i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)
declare {i32, i1} @llvm.smul.with.overflow.i32(i32, i32)
declare {i32, i1} @llvm.ssub.with.overflow.i32(i32, i32)
declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)
declare {i32, i1} @llvm.umul.with.overflow.i32(i32, i32)
declare {i32, i1} @llvm.usub.with.overflow.i32(i32, i32)
declare {i48, i1} @llvm.sadd.with.overflow.i48(i48, i48)
declare {i48, i1} @llvm.smul.with.overflow.i48(i48, i48)
declare {i48, i1} @llvm.ssub.with.overflow.i48(i48, i48)
declare {i48, i1} @llvm.uadd.with.overflow.i48(i48, i48)
declare {i48, i1} @llvm.umul.with.overflow.i48(i48, i48)
declare {i48, i1} @llvm.usub.with.overflow.i48(i48, i48)
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.uadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.umul.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.usub.with.overflow.i64(i64, i64)
declare {i7, i1} @llvm.sadd.with.overflow.i7(i7, i7)
declare {i7, i1} @llvm.smul.with.overflow.i7(i7, i7)
declare {i7, i1} @llvm.ssub.with.overflow.i7(i7, i7)
declare {i7, i1} @llvm.uadd.with.overflow.i7(i7, i7)
declare {i7, i1} @llvm.umul.with.overflow.i7(i7, i7)
declare {i7, i1} @llvm.usub.with.overflow.i7(i7, i7)

define internal void @check1(i1 %x, i1 %y) noinline {
  %t1 = call {i1, i1} @llvm.sadd.with.overflow.i1(i1 %x, i1 %y)
  %t2 = extractvalue {i1, i1} %t1, 0
  %t3 = extractvalue {i1, i1} %t1, 1
  %t4 = zext i1 %t2 to i64
  call void @mix(i64 %t4)
  %t5 = zext i1 %t3 to i64
  call void @mix(i64 %t5)
  %t6 = call {i1, i1} @llvm.uadd.with.overflow.i1(i1 %x, i1 %y)
  %t7 = extractvalue {i1, i1} %t6, 0
  %t8 = extractvalue {i1, i1} %t6, 1
  %t9 = zext i1 %t7 to i64
  call void @mix(i64 %t9)
  %t10 = zext i1 %t8 to i64
  call void @mix(i64 %t10)
  %t11 = call {i1, i1} @llvm.ssub.with.overflow.i1(i1 %x, i1 %y)
  %t12 = extractvalue {i1, i1} %t11, 0
  %t13 = extractvalue {i1, i1} %t11, 1
  %t14 = zext i1 %t12 to i64
  call void @mix(i64 %t14)
  %t15 = zext i1 %t13 to i64
  call void @mix(i64 %t15)
  %t16 = call {i1, i1} @llvm.usub.with.overflow.i1(i1 %x, i1 %y)
  %t17 = extractvalue {i1, i1} %t16, 0
  %t18 = extractvalue {i1, i1} %t16, 1
  %t19 = zext i1 %t17 to i64
  call void @mix(i64 %t19)
  %t20 = zext i1 %t18 to i64
  call void @mix(i64 %t20)
  %t21 = call {i1, i1} @llvm.smul.with.overflow.i1(i1 %x, i1 %y)
  %t22 = extractvalue {i1, i1} %t21, 0
  %t23 = extractvalue {i1, i1} %t21, 1
  %t24 = zext i1 %t22 to i64
  call void @mix(i64 %t24)
  %t25 = zext i1 %t23 to i64
  call void @mix(i64 %t25)
  %t26 = call {i1, i1} @llvm.umul.with.overflow.i1(i1 %x, i1 %y)
  %t27 = extractvalue {i1, i1} %t26, 0
  %t28 = extractvalue {i1, i1} %t26, 1
  %t29 = zext i1 %t27 to i64
  call void @mix(i64 %t29)
  %t30 = zext i1 %t28 to i64
  call void @mix(i64 %t30)
  ret void
}
define internal void @check3(i3 %x, i3 %y) noinline {
  %t1 = call {i3, i1} @llvm.sadd.with.overflow.i3(i3 %x, i3 %y)
  %t2 = extractvalue {i3, i1} %t1, 0
  %t3 = extractvalue {i3, i1} %t1, 1
  %t4 = zext i3 %t2 to i64
  call void @mix(i64 %t4)
  %t5 = zext i1 %t3 to i64
  call void @mix(i64 %t5)
  %t6 = call {i3, i1} @llvm.uadd.with.overflow.i3(i3 %x, i3 %y)
  %t7 = extractvalue {i3, i1} %t6, 0
  %t8 = extractvalue {i3, i1} %t6, 1
  %t9 = zext i3 %t7 to i64
  call void @mix(i64 %t9)
  %t10 = zext i1 %t8 to i64
  call void @mix(i64 %t10)
  %t11 = call {i3, i1} @llvm.ssub.with.overflow.i3(i3 %x, i3 %y)
  %t12 = extractvalue {i3, i1} %t11, 0
  %t13 = extractvalue {i3, i1} %t11, 1
  %t14 = zext i3 %t12 to i64
  call void @mix(i64 %t14)
  %t15 = zext i1 %t13 to i64
  call void @mix(i64 %t15)
  %t16 = call {i3, i1} @llvm.usub.with.overflow.i3(i3 %x, i3 %y)
  %t17 = extractvalue {i3, i1} %t16, 0
  %t18 = extractvalue {i3, i1} %t16, 1
  %t19 = zext i3 %t17 to i64
  call void @mix(i64 %t19)
  %t20 = zext i1 %t18 to i64
  call void @mix(i64 %t20)
  %t21 = call {i3, i1} @llvm.smul.with.overflow.i3(i3 %x, i3 %y)
  %t22 = extractvalue {i3, i1} %t21, 0
  %t23 = extractvalue {i3, i1} %t21, 1
  %t24 = zext i3 %t22 to i64
  call void @mix(i64 %t24)
  %t25 = zext i1 %t23 to i64
  call void @mix(i64 %t25)
  %t26 = call {i3, i1} @llvm.umul.with.overflow.i3(i3 %x, i3 %y)
  %t27 = extractvalue {i3, i1} %t26, 0
  %t28 = extractvalue {i3, i1} %t26, 1
  %t29 = zext i3 %t27 to i64
  call void @mix(i64 %t29)
  %t30 = zext i1 %t28 to i64
  call void @mix(i64 %t30)
  ret void
}
define internal void @check7(i7 %x, i7 %y) noinline {
  %t1 = call {i7, i1} @llvm.sadd.with.overflow.i7(i7 %x, i7 %y)
  %t2 = extractvalue {i7, i1} %t1, 0
  %t3 = extractvalue {i7, i1} %t1, 1
  %t4 = zext i7 %t2 to i64
  call void @mix(i64 %t4)
  %t5 = zext i1 %t3 to i64
  call void @mix(i64 %t5)
  %t6 = call {i7, i1} @llvm.uadd.with.overflow.i7(i7 %x, i7 %y)
  %t7 = extractvalue {i7, i1} %t6, 0
  %t8 = extractvalue {i7, i1} %t6, 1
  %t9 = zext i7 %t7 to i64
  call void @mix(i64 %t9)
  %t10 = zext i1 %t8 to i64
  call void @mix(i64 %t10)
  %t11 = call {i7, i1} @llvm.ssub.with.overflow.i7(i7 %x, i7 %y)
  %t12 = extractvalue {i7, i1} %t11, 0
  %t13 = extractvalue {i7, i1} %t11, 1
  %t14 = zext i7 %t12 to i64
  call void @mix(i64 %t14)
  %t15 = zext i1 %t13 to i64
  call void @mix(i64 %t15)
  %t16 = call {i7, i1} @llvm.usub.with.overflow.i7(i7 %x, i7 %y)
  %t17 = extractvalue {i7, i1} %t16, 0
  %t18 = extractvalue {i7, i1} %t16, 1
  %t19 = zext i7 %t17 to i64
  call void @mix(i64 %t19)
  %t20 = zext i1 %t18 to i64
  call void @mix(i64 %t20)
  %t21 = call {i7, i1} @llvm.smul.with.overflow.i7(i7 %x, i7 %y)
  %t22 = extractvalue {i7, i1} %t21, 0
  %t23 = extractvalue {i7, i1} %t21, 1
  %t24 = zext i7 %t22 to i64
  call void @mix(i64 %t24)
  %t25 = zext i1 %t23 to i64
  call void @mix(i64 %t25)
  %t26 = call {i7, i1} @llvm.umul.with.overflow.i7(i7 %x, i7 %y)
  %t27 = extractvalue {i7, i1} %t26, 0
  %t28 = extractvalue {i7, i1} %t26, 1
  %t29 = zext i7 %t27 to i64
  call void @mix(i64 %t29)
  %t30 = zext i1 %t28 to i64
  call void @mix(i64 %t30)
  ret void
}
define internal void @check13(i13 %x, i13 %y) noinline {
  %t1 = call {i13, i1} @llvm.sadd.with.overflow.i13(i13 %x, i13 %y)
  %t2 = extractvalue {i13, i1} %t1, 0
  %t3 = extractvalue {i13, i1} %t1, 1
  %t4 = zext i13 %t2 to i64
  call void @mix(i64 %t4)
  %t5 = zext i1 %t3 to i64
  call void @mix(i64 %t5)
  %t6 = call {i13, i1} @llvm.uadd.with.overflow.i13(i13 %x, i13 %y)
  %t7 = extractvalue {i13, i1} %t6, 0
  %t8 = extractvalue {i13, i1} %t6, 1
  %t9 = zext i13 %t7 to i64
  call void @mix(i64 %t9)
  %t10 = zext i1 %t8 to i64
  call void @mix(i64 %t10)
  %t11 = call {i13, i1} @llvm.ssub.with.overflow.i13(i13 %x, i13 %y)
  %t12 = extractvalue {i13, i1} %t11, 0
  %t13 = extractvalue {i13, i1} %t11, 1
  %t14 = zext i13 %t12 to i64
  call void @mix(i64 %t14)
  %t15 = zext i1 %t13 to i64
  call void @mix(i64 %t15)
  %t16 = call {i13, i1} @llvm.usub.with.overflow.i13(i13 %x, i13 %y)
  %t17 = extractvalue {i13, i1} %t16, 0
  %t18 = extractvalue {i13, i1} %t16, 1
  %t19 = zext i13 %t17 to i64
  call void @mix(i64 %t19)
  %t20 = zext i1 %t18 to i64
  call void @mix(i64 %t20)
  %t21 = call {i13, i1} @llvm.smul.with.overflow.i13(i13 %x, i13 %y)
  %t22 = extractvalue {i13, i1} %t21, 0
  %t23 = extractvalue {i13, i1} %t21, 1
  %t24 = zext i13 %t22 to i64
  call void @mix(i64 %t24)
  %t25 = zext i1 %t23 to i64
  call void @mix(i64 %t25)
  %t26 = call {i13, i1} @llvm.umul.with.overflow.i13(i13 %x, i13 %y)
  %t27 = extractvalue {i13, i1} %t26, 0
  %t28 = extractvalue {i13, i1} %t26, 1
  %t29 = zext i13 %t27 to i64
  call void @mix(i64 %t29)
  %t30 = zext i1 %t28 to i64
  call void @mix(i64 %t30)
  ret void
}
define internal void @check32(i32 %x, i32 %y) noinline {
  %t1 = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
  %t2 = extractvalue {i32, i1} %t1, 0
  %t3 = extractvalue {i32, i1} %t1, 1
  %t4 = zext i32 %t2 to i64
  call void @mix(i64 %t4)
  %t5 = zext i1 %t3 to i64
  call void @mix(i64 %t5)
  %t6 = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %x, i32 %y)
  %t7 = extractvalue {i32, i1} %t6, 0
  %t8 = extractvalue {i32, i1} %t6, 1
  %t9 = zext i32 %t7 to i64
  call void @mix(i64 %t9)
  %t10 = zext i1 %t8 to i64
  call void @mix(i64 %t10)
  %t11 = call {i32, i1} @llvm.ssub.with.overflow.i32(i32 %x, i32 %y)
  %t12 = extractvalue {i32, i1} %t11, 0
  %t13 = extractvalue {i32, i1} %t11, 1
  %t14 = zext i32 %t12 to i64
  call void @mix(i64 %t14)
  %t15 = zext i1 %t13 to i64
  call void @mix(i64 %t15)
  %t16 = call {i32, i1} @llvm.usub.with.overflow.i32(i32 %x, i32 %y)
  %t17 = extractvalue {i32, i1} %t16, 0
  %t18 = extractvalue {i32, i1} %t16, 1
  %t19 = zext i32 %t17 to i64
  call void @mix(i64 %t19)
  %t20 = zext i1 %t18 to i64
  call void @mix(i64 %t20)
  %t21 = call {i32, i1} @llvm.smul.with.overflow.i32(i32 %x, i32 %y)
  %t22 = extractvalue {i32, i1} %t21, 0
  %t23 = extractvalue {i32, i1} %t21, 1
  %t24 = zext i32 %t22 to i64
  call void @mix(i64 %t24)
  %t25 = zext i1 %t23 to i64
  call void @mix(i64 %t25)
  %t26 = call {i32, i1} @llvm.umul.with.overflow.i32(i32 %x, i32 %y)
  %t27 = extractvalue {i32, i1} %t26, 0
  %t28 = extractvalue {i32, i1} %t26, 1
  %t29 = zext i32 %t27 to i64
  call void @mix(i64 %t29)
  %t30 = zext i1 %t28 to i64
  call void @mix(i64 %t30)
  ret void
}
define internal void @check48(i48 %x, i48 %y) noinline {
  %t1 = call {i48, i1} @llvm.sadd.with.overflow.i48(i48 %x, i48 %y)
  %t2 = extractvalue {i48, i1} %t1, 0
  %t3 = extractvalue {i48, i1} %t1, 1
  %t4 = zext i48 %t2 to i64
  call void @mix(i64 %t4)
  %t5 = zext i1 %t3 to i64
  call void @mix(i64 %t5)
  %t6 = call {i48, i1} @llvm.uadd.with.overflow.i48(i48 %x, i48 %y)
  %t7 = extractvalue {i48, i1} %t6, 0
  %t8 = extractvalue {i48, i1} %t6, 1
  %t9 = zext i48 %t7 to i64
  call void @mix(i64 %t9)
  %t10 = zext i1 %t8 to i64
  call void @mix(i64 %t10)
  %t11 = call {i48, i1} @llvm.ssub.with.overflow.i48(i48 %x, i48 %y)
  %t12 = extractvalue {i48, i1} %t11, 0
  %t13 = extractvalue {i48, i1} %t11, 1
  %t14 = zext i48 %t12 to i64
  call void @mix(i64 %t14)
  %t15 = zext i1 %t13 to i64
  call void @mix(i64 %t15)
  %t16 = call {i48, i1} @llvm.usub.with.overflow.i48(i48 %x, i48 %y)
  %t17 = extractvalue {i48, i1} %t16, 0
  %t18 = extractvalue {i48, i1} %t16, 1
  %t19 = zext i48 %t17 to i64
  call void @mix(i64 %t19)
  %t20 = zext i1 %t18 to i64
  call void @mix(i64 %t20)
  %t21 = call {i48, i1} @llvm.smul.with.overflow.i48(i48 %x, i48 %y)
  %t22 = extractvalue {i48, i1} %t21, 0
  %t23 = extractvalue {i48, i1} %t21, 1
  %t24 = zext i48 %t22 to i64
  call void @mix(i64 %t24)
  %t25 = zext i1 %t23 to i64
  call void @mix(i64 %t25)
  %t26 = call {i48, i1} @llvm.umul.with.overflow.i48(i48 %x, i48 %y)
  %t27 = extractvalue {i48, i1} %t26, 0
  %t28 = extractvalue {i48, i1} %t26, 1
  %t29 = zext i48 %t27 to i64
  call void @mix(i64 %t29)
  %t30 = zext i1 %t28 to i64
  call void @mix(i64 %t30)
  ret void
}
define internal void @check64(i64 %x, i64 %y) noinline {
  %t1 = call {i64, i1} @llvm.sadd.with.overflow.i64(i64 %x, i64 %y)
  %t2 = extractvalue {i64, i1} %t1, 0
  %t3 = extractvalue {i64, i1} %t1, 1
  call void @mix(i64 %t2)
  %t4 = zext i1 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call {i64, i1} @llvm.uadd.with.overflow.i64(i64 %x, i64 %y)
  %t6 = extractvalue {i64, i1} %t5, 0
  %t7 = extractvalue {i64, i1} %t5, 1
  call void @mix(i64 %t6)
  %t8 = zext i1 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = call {i64, i1} @llvm.ssub.with.overflow.i64(i64 %x, i64 %y)
  %t10 = extractvalue {i64, i1} %t9, 0
  %t11 = extractvalue {i64, i1} %t9, 1
  call void @mix(i64 %t10)
  %t12 = zext i1 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = call {i64, i1} @llvm.usub.with.overflow.i64(i64 %x, i64 %y)
  %t14 = extractvalue {i64, i1} %t13, 0
  %t15 = extractvalue {i64, i1} %t13, 1
  call void @mix(i64 %t14)
  %t16 = zext i1 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %x, i64 %y)
  %t18 = extractvalue {i64, i1} %t17, 0
  %t19 = extractvalue {i64, i1} %t17, 1
  call void @mix(i64 %t18)
  %t20 = zext i1 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = call {i64, i1} @llvm.umul.with.overflow.i64(i64 %x, i64 %y)
  %t22 = extractvalue {i64, i1} %t21, 0
  %t23 = extractvalue {i64, i1} %t21, 1
  call void @mix(i64 %t22)
  %t24 = zext i1 %t23 to i64
  call void @mix(i64 %t24)
  ret void
}
define internal void @check128(i128 %x, i128 %y) noinline {
  %t1 = call {i128, i1} @llvm.sadd.with.overflow.i128(i128 %x, i128 %y)
  %t2 = extractvalue {i128, i1} %t1, 0
  %t3 = extractvalue {i128, i1} %t1, 1
  %t4 = trunc i128 %t2 to i64
  call void @mix(i64 %t4)
  %t5 = lshr i128 %t2, 64
  %t6 = trunc i128 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = zext i1 %t3 to i64
  call void @mix(i64 %t7)
  %t8 = call {i128, i1} @llvm.uadd.with.overflow.i128(i128 %x, i128 %y)
  %t9 = extractvalue {i128, i1} %t8, 0
  %t10 = extractvalue {i128, i1} %t8, 1
  %t11 = trunc i128 %t9 to i64
  call void @mix(i64 %t11)
  %t12 = lshr i128 %t9, 64
  %t13 = trunc i128 %t12 to i64
  call void @mix(i64 %t13)
  %t14 = zext i1 %t10 to i64
  call void @mix(i64 %t14)
  %t15 = call {i128, i1} @llvm.ssub.with.overflow.i128(i128 %x, i128 %y)
  %t16 = extractvalue {i128, i1} %t15, 0
  %t17 = extractvalue {i128, i1} %t15, 1
  %t18 = trunc i128 %t16 to i64
  call void @mix(i64 %t18)
  %t19 = lshr i128 %t16, 64
  %t20 = trunc i128 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = zext i1 %t17 to i64
  call void @mix(i64 %t21)
  %t22 = call {i128, i1} @llvm.usub.with.overflow.i128(i128 %x, i128 %y)
  %t23 = extractvalue {i128, i1} %t22, 0
  %t24 = extractvalue {i128, i1} %t22, 1
  %t25 = trunc i128 %t23 to i64
  call void @mix(i64 %t25)
  %t26 = lshr i128 %t23, 64
  %t27 = trunc i128 %t26 to i64
  call void @mix(i64 %t27)
  %t28 = zext i1 %t24 to i64
  call void @mix(i64 %t28)
  %t29 = call {i128, i1} @llvm.smul.with.overflow.i128(i128 %x, i128 %y)
  %t30 = extractvalue {i128, i1} %t29, 0
  %t31 = extractvalue {i128, i1} %t29, 1
  %t32 = trunc i128 %t30 to i64
  call void @mix(i64 %t32)
  %t33 = lshr i128 %t30, 64
  %t34 = trunc i128 %t33 to i64
  call void @mix(i64 %t34)
  %t35 = zext i1 %t31 to i64
  call void @mix(i64 %t35)
  %t36 = call {i128, i1} @llvm.umul.with.overflow.i128(i128 %x, i128 %y)
  %t37 = extractvalue {i128, i1} %t36, 0
  %t38 = extractvalue {i128, i1} %t36, 1
  %t39 = trunc i128 %t37 to i64
  call void @mix(i64 %t39)
  %t40 = lshr i128 %t37, 64
  %t41 = trunc i128 %t40 to i64
  call void @mix(i64 %t41)
  %t42 = zext i1 %t38 to i64
  call void @mix(i64 %t42)
  ret void
}
define i32 @main() {
  call void @check1(i1 false, i1 true)
  call void @print_hash()
  call void @check1(i1 true, i1 true)
  call void @print_hash()
  call void @check1(i1 true, i1 true)
  call void @print_hash()
  call void @check1(i1 false, i1 false)
  call void @print_hash()
  call void @check1(i1 true, i1 true)
  call void @print_hash()
  call void @check1(i1 false, i1 true)
  call void @print_hash()
  call void @check3(i3 3, i3 1)
  call void @print_hash()
  call void @check3(i3 4, i3 7)
  call void @print_hash()
  call void @check3(i3 7, i3 7)
  call void @print_hash()
  call void @check3(i3 2, i3 2)
  call void @print_hash()
  call void @check3(i3 5, i3 1)
  call void @print_hash()
  call void @check3(i3 0, i3 7)
  call void @print_hash()
  call void @check7(i7 63, i7 1)
  call void @print_hash()
  call void @check7(i7 64, i7 127)
  call void @print_hash()
  call void @check7(i7 127, i7 127)
  call void @print_hash()
  call void @check7(i7 42, i7 2)
  call void @print_hash()
  call void @check7(i7 5, i7 9)
  call void @print_hash()
  call void @check7(i7 16, i7 119)
  call void @print_hash()
  call void @check13(i13 4095, i13 1)
  call void @print_hash()
  call void @check13(i13 4096, i13 8191)
  call void @print_hash()
  call void @check13(i13 8191, i13 8191)
  call void @print_hash()
  call void @check13(i13 2730, i13 2)
  call void @print_hash()
  call void @check13(i13 5, i13 9)
  call void @print_hash()
  call void @check13(i13 4624, i13 2679)
  call void @print_hash()
  call void @check32(i32 2147483647, i32 1)
  call void @print_hash()
  call void @check32(i32 2147483648, i32 4294967295)
  call void @print_hash()
  call void @check32(i32 4294967295, i32 4294967295)
  call void @print_hash()
  call void @check32(i32 1431655765, i32 2)
  call void @print_hash()
  call void @check32(i32 5, i32 9)
  call void @print_hash()
  call void @check32(i32 1985229328, i32 4015368823)
  call void @print_hash()
  call void @check48(i48 140737488355327, i48 1)
  call void @print_hash()
  call void @check48(i48 140737488355328, i48 281474976710655)
  call void @print_hash()
  call void @check48(i48 281474976710655, i48 281474976710655)
  call void @print_hash()
  call void @check48(i48 93824992236885, i48 2)
  call void @print_hash()
  call void @check48(i48 5, i48 9)
  call void @print_hash()
  call void @check48(i48 205163983024656, i48 191035570760311)
  call void @print_hash()
  call void @check64(i64 9223372036854775807, i64 1)
  call void @print_hash()
  call void @check64(i64 9223372036854775808, i64 18446744073709551615)
  call void @print_hash()
  call void @check64(i64 18446744073709551615, i64 18446744073709551615)
  call void @print_hash()
  call void @check64(i64 6148914691236517205, i64 2)
  call void @print_hash()
  call void @check64(i64 5, i64 9)
  call void @print_hash()
  call void @check64(i64 18364758544493064720, i64 3809673370372778615)
  call void @print_hash()
  call void @check128(i128 170141183460469231731687303715884105727, i128 1)
  call void @print_hash()
  call void @check128(i128 170141183460469231731687303715884105728, i128 340282366920938463463374607431768211455)
  call void @print_hash()
  call void @check128(i128 340282366920938463463374607431768211455, i128 340282366920938463463374607431768211455)
  call void @print_hash()
  call void @check128(i128 113427455640312821154458202477256070485, i128 2)
  call void @print_hash()
  call void @check128(i128 5, i128 9)
  call void @print_hash()
  call void @check128(i128 24197857203266734881846307747534221840, i128 860091089374329649091423076938525303)
  call void @print_hash()
  ret i32 0
}
