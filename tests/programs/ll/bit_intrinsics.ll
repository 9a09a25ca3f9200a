; Population count, leading and trailing zeros, bit reverse, byte swap, abs, min, max at odd widths.
; Every result goes into a hash, which is printed after each call.
; expect: output "100000001b2\n"
; expect: output "755a4c222bfec954\n"
; expect: output "65d1baabf272d416\n"
; expect: output "a4244425f83d63f8\n"
; expect: output "211d40d9b287c12a\n"
; expect: output "1b43817af7d4467c\n"
; expect: output "c6fdbef3b6244466\n"
; expect: output "544f4a56a2c459bd\n"
; expect: output "d623636ab83271f5\n"
; expect: output "14d0bbec29a96f7d\n"
; expect: output "e523be5984d7945d\n"
; expect: output "3cb45744aa125fe4\n"
; expect: output "e81eb001772bf3df\n"
; expect: output "e029f1edcda71e08\n"
; expect: output "a5dad62fed3fdf19\n"
; expect: output "4f87edef07b3cd6d\n"
; expect: output "125cf42665d99753\n"
; expect: output "34b18b024bc95ee4\n"
; expect: output "130cc80806bf51d4\n"
; expect: output "f87bc62853ad7229\n"
; expect: output "3e3467f9ea146e9\n"
; expect: output "f19e869c00e14318\n"
; expect: output "8c68c683c9e296b3\n"
; expect: output "800d4164046e8f54\n"
; expect: output "593a27fee355f903\n"
; expect: output "f74e180633d9d583\n"
; expect: output "8bb5155b2a697ae2\n"
; expect: output "cf279747bfc84a05\n"
; expect: output "6284cc5832d0cc28\n"
; expect: output "df209a2b12ffeb8\n"
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
declare i1 @llvm.bitreverse.i1(i1)
declare i1 @llvm.ctlz.i1(i1, i1)
declare i1 @llvm.ctpop.i1(i1)
declare i1 @llvm.cttz.i1(i1, i1)
declare i128 @llvm.abs.i128(i128, i1)
declare i128 @llvm.bitreverse.i128(i128)
declare i128 @llvm.bswap.i128(i128)
declare i128 @llvm.ctlz.i128(i128, i1)
declare i128 @llvm.ctpop.i128(i128)
declare i128 @llvm.cttz.i128(i128, i1)
declare i128 @llvm.smax.i128(i128, i128)
declare i128 @llvm.smin.i128(i128, i128)
declare i128 @llvm.umax.i128(i128, i128)
declare i128 @llvm.umin.i128(i128, i128)
declare i16 @llvm.abs.i16(i16, i1)
declare i16 @llvm.bitreverse.i16(i16)
declare i16 @llvm.bswap.i16(i16)
declare i16 @llvm.ctlz.i16(i16, i1)
declare i16 @llvm.ctpop.i16(i16)
declare i16 @llvm.cttz.i16(i16, i1)
declare i16 @llvm.smax.i16(i16, i16)
declare i16 @llvm.smin.i16(i16, i16)
declare i16 @llvm.umax.i16(i16, i16)
declare i16 @llvm.umin.i16(i16, i16)
declare i33 @llvm.abs.i33(i33, i1)
declare i33 @llvm.bitreverse.i33(i33)
declare i33 @llvm.ctlz.i33(i33, i1)
declare i33 @llvm.ctpop.i33(i33)
declare i33 @llvm.cttz.i33(i33, i1)
declare i33 @llvm.smax.i33(i33, i33)
declare i33 @llvm.smin.i33(i33, i33)
declare i33 @llvm.umax.i33(i33, i33)
declare i33 @llvm.umin.i33(i33, i33)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.bitreverse.i64(i64)
declare i64 @llvm.bswap.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i7 @llvm.abs.i7(i7, i1)
declare i7 @llvm.bitreverse.i7(i7)
declare i7 @llvm.ctlz.i7(i7, i1)
declare i7 @llvm.ctpop.i7(i7)
declare i7 @llvm.cttz.i7(i7, i1)
declare i7 @llvm.smax.i7(i7, i7)
declare i7 @llvm.smin.i7(i7, i7)
declare i7 @llvm.umax.i7(i7, i7)
declare i7 @llvm.umin.i7(i7, i7)

define internal void @check1(i1 %x) noinline {
  %t1 = call i1 @llvm.ctpop.i1(i1 %x)
  %t2 = zext i1 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i1 @llvm.bitreverse.i1(i1 %x)
  %t4 = zext i1 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i1 @llvm.ctlz.i1(i1 %x, i1 false)
  %t6 = zext i1 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = call i1 @llvm.cttz.i1(i1 %x, i1 false)
  %t8 = zext i1 %t7 to i64
  call void @mix(i64 %t8)
  ret void
}
define internal void @check7(i7 %x) noinline {
  %t1 = call i7 @llvm.ctpop.i7(i7 %x)
  %t2 = zext i7 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i7 @llvm.bitreverse.i7(i7 %x)
  %t4 = zext i7 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i7 @llvm.ctlz.i7(i7 %x, i1 false)
  %t6 = zext i7 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = call i7 @llvm.cttz.i7(i7 %x, i1 false)
  %t8 = zext i7 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = call i7 @llvm.abs.i7(i7 %x, i1 false)
  %t10 = zext i7 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = call i7 @llvm.smax.i7(i7 %x, i7 5)
  %t12 = zext i7 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = call i7 @llvm.smin.i7(i7 %x, i7 5)
  %t14 = zext i7 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = call i7 @llvm.umax.i7(i7 %x, i7 5)
  %t16 = zext i7 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = call i7 @llvm.umin.i7(i7 %x, i7 5)
  %t18 = zext i7 %t17 to i64
  call void @mix(i64 %t18)
  ret void
}
define internal void @check16(i16 %x) noinline {
  %t1 = call i16 @llvm.ctpop.i16(i16 %x)
  %t2 = zext i16 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i16 @llvm.bitreverse.i16(i16 %x)
  %t4 = zext i16 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i16 @llvm.ctlz.i16(i16 %x, i1 false)
  %t6 = zext i16 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = call i16 @llvm.cttz.i16(i16 %x, i1 false)
  %t8 = zext i16 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = call i16 @llvm.abs.i16(i16 %x, i1 false)
  %t10 = zext i16 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = call i16 @llvm.smax.i16(i16 %x, i16 5)
  %t12 = zext i16 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = call i16 @llvm.smin.i16(i16 %x, i16 5)
  %t14 = zext i16 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = call i16 @llvm.umax.i16(i16 %x, i16 5)
  %t16 = zext i16 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = call i16 @llvm.umin.i16(i16 %x, i16 5)
  %t18 = zext i16 %t17 to i64
  call void @mix(i64 %t18)
  %t19 = call i16 @llvm.bswap.i16(i16 %x)
  %t20 = zext i16 %t19 to i64
  call void @mix(i64 %t20)
  ret void
}
define internal void @check33(i33 %x) noinline {
  %t1 = call i33 @llvm.ctpop.i33(i33 %x)
  %t2 = zext i33 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i33 @llvm.bitreverse.i33(i33 %x)
  %t4 = zext i33 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i33 @llvm.ctlz.i33(i33 %x, i1 false)
  %t6 = zext i33 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = call i33 @llvm.cttz.i33(i33 %x, i1 false)
  %t8 = zext i33 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = call i33 @llvm.abs.i33(i33 %x, i1 false)
  %t10 = zext i33 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = call i33 @llvm.smax.i33(i33 %x, i33 5)
  %t12 = zext i33 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = call i33 @llvm.smin.i33(i33 %x, i33 5)
  %t14 = zext i33 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = call i33 @llvm.umax.i33(i33 %x, i33 5)
  %t16 = zext i33 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = call i33 @llvm.umin.i33(i33 %x, i33 5)
  %t18 = zext i33 %t17 to i64
  call void @mix(i64 %t18)
  ret void
}
define internal void @check64(i64 %x) noinline {
  %t1 = call i64 @llvm.ctpop.i64(i64 %x)
  call void @mix(i64 %t1)
  %t2 = call i64 @llvm.bitreverse.i64(i64 %x)
  call void @mix(i64 %t2)
  %t3 = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  call void @mix(i64 %t3)
  %t4 = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  call void @mix(i64 %t4)
  %t5 = call i64 @llvm.abs.i64(i64 %x, i1 false)
  call void @mix(i64 %t5)
  %t6 = call i64 @llvm.smax.i64(i64 %x, i64 5)
  call void @mix(i64 %t6)
  %t7 = call i64 @llvm.smin.i64(i64 %x, i64 5)
  call void @mix(i64 %t7)
  %t8 = call i64 @llvm.umax.i64(i64 %x, i64 5)
  call void @mix(i64 %t8)
  %t9 = call i64 @llvm.umin.i64(i64 %x, i64 5)
  call void @mix(i64 %t9)
  %t10 = call i64 @llvm.bswap.i64(i64 %x)
  call void @mix(i64 %t10)
  ret void
}
define internal void @check128(i128 %x) noinline {
  %t1 = call i128 @llvm.ctpop.i128(i128 %x)
  %t2 = trunc i128 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = lshr i128 %t1, 64
  %t4 = trunc i128 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i128 @llvm.bitreverse.i128(i128 %x)
  %t6 = trunc i128 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = lshr i128 %t5, 64
  %t8 = trunc i128 %t7 to i64
  call void @mix(i64 %t8)
  %t9 = call i128 @llvm.ctlz.i128(i128 %x, i1 false)
  %t10 = trunc i128 %t9 to i64
  call void @mix(i64 %t10)
  %t11 = lshr i128 %t9, 64
  %t12 = trunc i128 %t11 to i64
  call void @mix(i64 %t12)
  %t13 = call i128 @llvm.cttz.i128(i128 %x, i1 false)
  %t14 = trunc i128 %t13 to i64
  call void @mix(i64 %t14)
  %t15 = lshr i128 %t13, 64
  %t16 = trunc i128 %t15 to i64
  call void @mix(i64 %t16)
  %t17 = call i128 @llvm.abs.i128(i128 %x, i1 false)
  %t18 = trunc i128 %t17 to i64
  call void @mix(i64 %t18)
  %t19 = lshr i128 %t17, 64
  %t20 = trunc i128 %t19 to i64
  call void @mix(i64 %t20)
  %t21 = call i128 @llvm.smax.i128(i128 %x, i128 5)
  %t22 = trunc i128 %t21 to i64
  call void @mix(i64 %t22)
  %t23 = lshr i128 %t21, 64
  %t24 = trunc i128 %t23 to i64
  call void @mix(i64 %t24)
  %t25 = call i128 @llvm.smin.i128(i128 %x, i128 5)
  %t26 = trunc i128 %t25 to i64
  call void @mix(i64 %t26)
  %t27 = lshr i128 %t25, 64
  %t28 = trunc i128 %t27 to i64
  call void @mix(i64 %t28)
  %t29 = call i128 @llvm.umax.i128(i128 %x, i128 5)
  %t30 = trunc i128 %t29 to i64
  call void @mix(i64 %t30)
  %t31 = lshr i128 %t29, 64
  %t32 = trunc i128 %t31 to i64
  call void @mix(i64 %t32)
  %t33 = call i128 @llvm.umin.i128(i128 %x, i128 5)
  %t34 = trunc i128 %t33 to i64
  call void @mix(i64 %t34)
  %t35 = lshr i128 %t33, 64
  %t36 = trunc i128 %t35 to i64
  call void @mix(i64 %t36)
  %t37 = call i128 @llvm.bswap.i128(i128 %x)
  %t38 = trunc i128 %t37 to i64
  call void @mix(i64 %t38)
  %t39 = lshr i128 %t37, 64
  %t40 = trunc i128 %t39 to i64
  call void @mix(i64 %t40)
  ret void
}
define i32 @main() {
  call void @check1(i1 false)
  call void @print_hash()
  call void @check1(i1 true)
  call void @print_hash()
  call void @check1(i1 true)
  call void @print_hash()
  call void @check1(i1 true)
  call void @print_hash()
  call void @check1(i1 false)
  call void @print_hash()
  call void @check7(i7 0)
  call void @print_hash()
  call void @check7(i7 1)
  call void @print_hash()
  call void @check7(i7 127)
  call void @print_hash()
  call void @check7(i7 64)
  call void @print_hash()
  call void @check7(i7 0)
  call void @print_hash()
  call void @check16(i16 0)
  call void @print_hash()
  call void @check16(i16 1)
  call void @print_hash()
  call void @check16(i16 65535)
  call void @print_hash()
  call void @check16(i16 32768)
  call void @print_hash()
  call void @check16(i16 36992)
  call void @print_hash()
  call void @check33(i33 0)
  call void @print_hash()
  call void @check33(i33 1)
  call void @print_hash()
  call void @check33(i33 8589934591)
  call void @print_hash()
  call void @check33(i33 4294967296)
  call void @print_hash()
  call void @check33(i33 7291900032)
  call void @print_hash()
  call void @check64(i64 0)
  call void @print_hash()
  call void @check64(i64 1)
  call void @print_hash()
  call void @check64(i64 18446744073709551615)
  call void @print_hash()
  call void @check64(i64 9223372036854775808)
  call void @print_hash()
  call void @check64(i64 17790859839977656448)
  call void @print_hash()
  call void @check128(i128 0)
  call void @print_hash()
  call void @check128(i128 1)
  call void @print_hash()
  call void @check128(i128 340282366920938463463374607431768211455)
  call void @print_hash()
  call void @check128(i128 170141183460469231731687303715884105728)
  call void @print_hash()
  call void @check128(i128 193582857626133879054770461980273774720)
  call void @print_hash()
  ret i32 0
}
