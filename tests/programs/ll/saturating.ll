; Saturating add, sub and shift, at odd widths.
; Every result goes into a hash, which is printed after each call.
; expect: output "cfd311f7fe0a03be\n"
; expect: output "89b44419ce88c239\n"
; expect: output "2be7208329ff8d85\n"
; expect: output "74c96a22fcd79747\n"
; expect: output "87353bacea455cbd\n"
; expect: output "4a1f6b0ec5e86362\n"
; expect: output "9a4453873907c9fc\n"
; expect: output "235cc0fdf5274bd7\n"
; expect: output "3ab6a67cba24fb31\n"
; expect: output "5a4df93d8b5b456f\n"
; expect: output "517302a8a11ecffb\n"
; expect: output "f6debf6cdb652f7c\n"
; expect: output "48eb8b8db6121cb2\n"
; expect: output "417c6a92af78cadd\n"
; expect: output "b660ceed5a7f6009\n"
; expect: output "19764aea136fe60b\n"
; expect: output "feef9046d417a877\n"
; expect: output "3d589a85a34d04de\n"
; expect: output "cf68c581f9c8cde0\n"
; expect: output "bca61294f7eed21b\n"
; expect: output "8099779c211d128d\n"
; expect: output "6f2129d510d0ae7b\n"
; expect: output "744d99e733cd9b87\n"
; expect: output "96975f2e3b8b38fe\n"
; expect: output "c010df0cc57e72c0\n"
; expect: output "facb1765e7c5c7fb\n"
; expect: output "6e573eba203513ad\n"
; expect: output "d433685bb7a3f61b\n"
; expect: output "172e01417bcd4e7\n"
; expect: output "8174a72ee057ed08\n"
; expect: output "9df6c45fe754041d\n"
; expect: output "8563ece10b2b0ad6\n"
; expect: output "b39d9a7d60055d67\n"
; expect: output "960176f8ff021aa3\n"
; expect: output "59afdd81c6784910\n"
; expect: output "136a3657b562b4dc\n"
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
declare i128 @llvm.sadd.sat.i128(i128, i128)
declare i128 @llvm.sshl.sat.i128(i128, i128)
declare i128 @llvm.ssub.sat.i128(i128, i128)
declare i128 @llvm.uadd.sat.i128(i128, i128)
declare i128 @llvm.ushl.sat.i128(i128, i128)
declare i128 @llvm.usub.sat.i128(i128, i128)
declare i17 @llvm.sadd.sat.i17(i17, i17)
declare i17 @llvm.sshl.sat.i17(i17, i17)
declare i17 @llvm.ssub.sat.i17(i17, i17)
declare i17 @llvm.uadd.sat.i17(i17, i17)
declare i17 @llvm.ushl.sat.i17(i17, i17)
declare i17 @llvm.usub.sat.i17(i17, i17)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.sshl.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.ushl.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i5 @llvm.sadd.sat.i5(i5, i5)
declare i5 @llvm.sshl.sat.i5(i5, i5)
declare i5 @llvm.ssub.sat.i5(i5, i5)
declare i5 @llvm.uadd.sat.i5(i5, i5)
declare i5 @llvm.ushl.sat.i5(i5, i5)
declare i5 @llvm.usub.sat.i5(i5, i5)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i64 @llvm.sshl.sat.i64(i64, i64)
declare i64 @llvm.ssub.sat.i64(i64, i64)
declare i64 @llvm.uadd.sat.i64(i64, i64)
declare i64 @llvm.ushl.sat.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)

define internal void @check5(i5 %x, i5 %y) noinline {
  %t1 = call i5 @llvm.sadd.sat.i5(i5 %x, i5 %y)
  %t2 = zext i5 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i5 @llvm.uadd.sat.i5(i5 %x, i5 %y)
  %t4 = zext i5 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i5 @llvm.ssub.sat.i5(i5 %x, i5 %y)
  %t6 = zext i5 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = call i5 @llvm.usub.sat.i5(i5 %x, i5 %y)
  %t8 = zext i5 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = urem i5 %y, 5
  %t10 = call i5 @llvm.sshl.sat.i5(i5 %x, i5 %t9)
  %t11 = zext i5 %t10 to i64
  call void @mix(i64 %t11)
  %t12 = urem i5 %y, 5
  %t13 = call i5 @llvm.ushl.sat.i5(i5 %x, i5 %t12)
  %t14 = zext i5 %t13 to i64
  call void @mix(i64 %t14)
  ret void
}
define internal void @check8(i8 %x, i8 %y) noinline {
  %t1 = call i8 @llvm.sadd.sat.i8(i8 %x, i8 %y)
  %t2 = zext i8 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)
  %t4 = zext i8 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i8 @llvm.ssub.sat.i8(i8 %x, i8 %y)
  %t6 = zext i8 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)
  %t8 = zext i8 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = urem i8 %y, 8
  %t10 = call i8 @llvm.sshl.sat.i8(i8 %x, i8 %t9)
  %t11 = zext i8 %t10 to i64
  call void @mix(i64 %t11)
  %t12 = urem i8 %y, 8
  %t13 = call i8 @llvm.ushl.sat.i8(i8 %x, i8 %t12)
  %t14 = zext i8 %t13 to i64
  call void @mix(i64 %t14)
  ret void
}
define internal void @check17(i17 %x, i17 %y) noinline {
  %t1 = call i17 @llvm.sadd.sat.i17(i17 %x, i17 %y)
  %t2 = zext i17 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i17 @llvm.uadd.sat.i17(i17 %x, i17 %y)
  %t4 = zext i17 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i17 @llvm.ssub.sat.i17(i17 %x, i17 %y)
  %t6 = zext i17 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = call i17 @llvm.usub.sat.i17(i17 %x, i17 %y)
  %t8 = zext i17 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = urem i17 %y, 17
  %t10 = call i17 @llvm.sshl.sat.i17(i17 %x, i17 %t9)
  %t11 = zext i17 %t10 to i64
  call void @mix(i64 %t11)
  %t12 = urem i17 %y, 17
  %t13 = call i17 @llvm.ushl.sat.i17(i17 %x, i17 %t12)
  %t14 = zext i17 %t13 to i64
  call void @mix(i64 %t14)
  ret void
}
define internal void @check32(i32 %x, i32 %y) noinline {
  %t1 = call i32 @llvm.sadd.sat.i32(i32 %x, i32 %y)
  %t2 = zext i32 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i32 @llvm.uadd.sat.i32(i32 %x, i32 %y)
  %t4 = zext i32 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i32 @llvm.ssub.sat.i32(i32 %x, i32 %y)
  %t6 = zext i32 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = call i32 @llvm.usub.sat.i32(i32 %x, i32 %y)
  %t8 = zext i32 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = urem i32 %y, 32
  %t10 = call i32 @llvm.sshl.sat.i32(i32 %x, i32 %t9)
  %t11 = zext i32 %t10 to i64
  call void @mix(i64 %t11)
  %t12 = urem i32 %y, 32
  %t13 = call i32 @llvm.ushl.sat.i32(i32 %x, i32 %t12)
  %t14 = zext i32 %t13 to i64
  call void @mix(i64 %t14)
  ret void
}
define internal void @check64(i64 %x, i64 %y) noinline {
  %t1 = call i64 @llvm.sadd.sat.i64(i64 %x, i64 %y)
  call void @mix(i64 %t1)
  %t2 = call i64 @llvm.uadd.sat.i64(i64 %x, i64 %y)
  call void @mix(i64 %t2)
  %t3 = call i64 @llvm.ssub.sat.i64(i64 %x, i64 %y)
  call void @mix(i64 %t3)
  %t4 = call i64 @llvm.usub.sat.i64(i64 %x, i64 %y)
  call void @mix(i64 %t4)
  %t5 = urem i64 %y, 64
  %t6 = call i64 @llvm.sshl.sat.i64(i64 %x, i64 %t5)
  call void @mix(i64 %t6)
  %t7 = urem i64 %y, 64
  %t8 = call i64 @llvm.ushl.sat.i64(i64 %x, i64 %t7)
  call void @mix(i64 %t8)
  ret void
}
define internal void @check128(i128 %x, i128 %y) noinline {
  %t1 = call i128 @llvm.sadd.sat.i128(i128 %x, i128 %y)
  %t2 = trunc i128 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = lshr i128 %t1, 64
  %t4 = trunc i128 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i128 @llvm.uadd.sat.i128(i128 %x, i128 %y)
  %t6 = trunc i128 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = lshr i128 %t5, 64
  %t8 = trunc i128 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = call i128 @llvm.ssub.sat.i128(i128 %x, i128 %y)
  %t10 = trunc i128 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = lshr i128 %t9, 64
  %t12 = trunc i128 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = call i128 @llvm.usub.sat.i128(i128 %x, i128 %y)
  %t14 = trunc i128 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = lshr i128 %t13, 64
  %t16 = trunc i128 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = urem i128 %y, 128
  %t18 = call i128 @llvm.sshl.sat.i128(i128 %x, i128 %t17)
  %t19 = trunc i128 %t18 to i64
  call void @mix(i64 %t19)
  %t20 = lshr i128 %t18, 64
  %t21 = trunc i128 %t20 to i64
  call void @mix(i64 %t21)
  %t22 = urem i128 %y, 128
  %t23 = call i128 @llvm.ushl.sat.i128(i128 %x, i128 %t22)
  %t24 = trunc i128 %t23 to i64
  call void @mix(i64 %t24)
  %t25 = lshr i128 %t23, 64
  %t26 = trunc i128 %t25 to i64
  call void @mix(i64 %t26)
  ret void
}
define i32 @main() {
  call void @check5(i5 15, i5 1)
  call void @print_hash()
  call void @check5(i5 16, i5 31)
  call void @print_hash()
  call void @check5(i5 31, i5 31)
  call void @print_hash()
  call void @check5(i5 10, i5 2)
  call void @print_hash()
  call void @check5(i5 5, i5 9)
  call void @print_hash()
  call void @check5(i5 16, i5 23)
  call void @print_hash()
  call void @check8(i8 127, i8 1)
  call void @print_hash()
  call void @check8(i8 128, i8 255)
  call void @print_hash()
  call void @check8(i8 255, i8 255)
  call void @print_hash()
  call void @check8(i8 85, i8 2)
  call void @print_hash()
  call void @check8(i8 5, i8 9)
  call void @print_hash()
  call void @check8(i8 16, i8 119)
  call void @print_hash()
  call void @check17(i17 65535, i17 1)
  call void @print_hash()
  call void @check17(i17 65536, i17 131071)
  call void @print_hash()
  call void @check17(i17 131071, i17 131071)
  call void @print_hash()
  call void @check17(i17 43690, i17 2)
  call void @print_hash()
  call void @check17(i17 5, i17 9)
  call void @print_hash()
  call void @check17(i17 12816, i17 109175)
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
