; Funnel shifts at odd widths, by counts beyond the width too.
; Every result goes into a hash, which is printed after each call.
; expect: output "100000001b27\n"
; expect: output "8a7919004e65ec87\n"
; expect: output "2263b65cc81ca5eb\n"
; expect: output "b5429c86bf8bd864\n"
; expect: output "92e7e1855f0e4ee9\n"
; expect: output "8752f3c287153aee\n"
; expect: output "48387a19eb839539\n"
; expect: output "c6a437038fd6a7ba\n"
; expect: output "591e5acaaf8f0d2f\n"
; expect: output "cc14d4010f7ae20\n"
; expect: output "c6b6933db35221b7\n"
; expect: output "fcdc9887cf7aa631\n"
; expect: output "1c810faf4882c87e\n"
; expect: output "964ad56425af45b5\n"
; expect: output "bee688d2ff5462fc\n"
; expect: output "d83758db7e22975b\n"
; expect: output "f4cd9c450e904937\n"
; expect: output "17de3619d87c20fa\n"
; expect: output "ed06f1c39259ad4d\n"
; expect: output "2c9c14140c173c39\n"
; expect: output "ffcbd1dd7b57cb81\n"
; expect: output "414e059fa87f0e\n"
; expect: output "cd08d2f2adc52b99\n"
; expect: output "726cfdcc7a3647ff\n"
; expect: output "9a11c3796a372070\n"
; expect: output "a5381912eb36db38\n"
; expect: output "38afc90f280ceb68\n"
; expect: output "1ae32fb3fe626c0f\n"
; expect: output "fbe5a57c2fc10926\n"
; expect: output "f5bd6ae2281a5d88\n"
; expect: output "bb662cdcb6e84bef\n"
; expect: output "2a615a1b0a21759c\n"
; expect: output "416cbbd6ddce02fd\n"
; expect: output "59999a5e8c8f1cc2\n"
; expect: output "15803cca508dac0b\n"
; expect: output "ae9f5a1add9737c3\n"
; expect: output "9660f1510319e110\n"
; expect: output "2d9d3d43bbc99141\n"
; expect: output "851c5b36828ac6f8\n"
; expect: output "b8e2104ac9c2a19f\n"
; expect: output "eefd9ba860d6ed18\n"
; expect: output "220cd5457c282a88\n"
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
declare i128 @llvm.fshl.i128(i128, i128, i128)
declare i128 @llvm.fshr.i128(i128, i128, i128)
declare i13 @llvm.fshl.i13(i13, i13, i13)
declare i13 @llvm.fshr.i13(i13, i13, i13)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i48 @llvm.fshl.i48(i48, i48, i48)
declare i48 @llvm.fshr.i48(i48, i48, i48)
declare i5 @llvm.fshl.i5(i5, i5, i5)
declare i5 @llvm.fshr.i5(i5, i5, i5)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)

define internal void @check5(i5 %x, i5 %y, i5 %n) noinline {
  %t1 = call i5 @llvm.fshl.i5(i5 %x, i5 %y, i5 %n)
  %t2 = zext i5 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i5 @llvm.fshr.i5(i5 %x, i5 %y, i5 %n)
  %t4 = zext i5 %t3 to i64
  call void @mix(i64 %t4)
  ret void
}
define internal void @check8(i8 %x, i8 %y, i8 %n) noinline {
  %t1 = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 %n)
  %t2 = zext i8 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i8 @llvm.fshr.i8(i8 %x, i8 %y, i8 %n)
  %t4 = zext i8 %t3 to i64
  call void @mix(i64 %t4)
  ret void
}
define internal void @check13(i13 %x, i13 %y, i13 %n) noinline {
  %t1 = call i13 @llvm.fshl.i13(i13 %x, i13 %y, i13 %n)
  %t2 = zext i13 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i13 @llvm.fshr.i13(i13 %x, i13 %y, i13 %n)
  %t4 = zext i13 %t3 to i64
  call void @mix(i64 %t4)
  ret void
}
define internal void @check32(i32 %x, i32 %y, i32 %n) noinline {
  %t1 = call i32 @llvm.fshl.i32(i32 %x, i32 %y, i32 %n)
  %t2 = zext i32 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i32 @llvm.fshr.i32(i32 %x, i32 %y, i32 %n)
  %t4 = zext i32 %t3 to i64
  call void @mix(i64 %t4)
  ret void
}
define internal void @check48(i48 %x, i48 %y, i48 %n) noinline {
  %t1 = call i48 @llvm.fshl.i48(i48 %x, i48 %y, i48 %n)
  %t2 = zext i48 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = call i48 @llvm.fshr.i48(i48 %x, i48 %y, i48 %n)
  %t4 = zext i48 %t3 to i64
  call void @mix(i64 %t4)
  ret void
}
define internal void @check64(i64 %x, i64 %y, i64 %n) noinline {
  %t1 = call i64 @llvm.fshl.i64(i64 %x, i64 %y, i64 %n)
  call void @mix(i64 %t1)
  %t2 = call i64 @llvm.fshr.i64(i64 %x, i64 %y, i64 %n)
  call void @mix(i64 %t2)
  ret void
}
define internal void @check128(i128 %x, i128 %y, i128 %n) noinline {
  %t1 = call i128 @llvm.fshl.i128(i128 %x, i128 %y, i128 %n)
  %t2 = trunc i128 %t1 to i64
  call void @mix(i64 %t2)
  %t3 = lshr i128 %t1, 64
  %t4 = trunc i128 %t3 to i64
  call void @mix(i64 %t4)
  %t5 = call i128 @llvm.fshr.i128(i128 %x, i128 %y, i128 %n)
  %t6 = trunc i128 %t5 to i64
  call void @mix(i64 %t6)
  %t7 = lshr i128 %t5, 64
  %t8 = trunc i128 %t7 to i64
  call void @mix(i64 %t8)
  ret void
}
define i32 @main() {
  call void @check5(i5 16, i5 23, i5 0)
  call void @print_hash()
  call void @check5(i5 16, i5 23, i5 1)
  call void @print_hash()
  call void @check5(i5 16, i5 23, i5 4)
  call void @print_hash()
  call void @check5(i5 16, i5 23, i5 5)
  call void @print_hash()
  call void @check5(i5 16, i5 23, i5 8)
  call void @print_hash()
  call void @check5(i5 16, i5 23, i5 2)
  call void @print_hash()
  call void @check8(i8 16, i8 119, i8 0)
  call void @print_hash()
  call void @check8(i8 16, i8 119, i8 1)
  call void @print_hash()
  call void @check8(i8 16, i8 119, i8 7)
  call void @print_hash()
  call void @check8(i8 16, i8 119, i8 8)
  call void @print_hash()
  call void @check8(i8 16, i8 119, i8 11)
  call void @print_hash()
  call void @check8(i8 16, i8 119, i8 4)
  call void @print_hash()
  call void @check13(i13 4624, i13 2679, i13 0)
  call void @print_hash()
  call void @check13(i13 4624, i13 2679, i13 1)
  call void @print_hash()
  call void @check13(i13 4624, i13 2679, i13 12)
  call void @print_hash()
  call void @check13(i13 4624, i13 2679, i13 13)
  call void @print_hash()
  call void @check13(i13 4624, i13 2679, i13 16)
  call void @print_hash()
  call void @check13(i13 4624, i13 2679, i13 6)
  call void @print_hash()
  call void @check32(i32 1985229328, i32 4015368823, i32 0)
  call void @print_hash()
  call void @check32(i32 1985229328, i32 4015368823, i32 1)
  call void @print_hash()
  call void @check32(i32 1985229328, i32 4015368823, i32 31)
  call void @print_hash()
  call void @check32(i32 1985229328, i32 4015368823, i32 32)
  call void @print_hash()
  call void @check32(i32 1985229328, i32 4015368823, i32 35)
  call void @print_hash()
  call void @check32(i32 1985229328, i32 4015368823, i32 16)
  call void @print_hash()
  call void @check48(i48 205163983024656, i48 191035570760311, i48 0)
  call void @print_hash()
  call void @check48(i48 205163983024656, i48 191035570760311, i48 1)
  call void @print_hash()
  call void @check48(i48 205163983024656, i48 191035570760311, i48 47)
  call void @print_hash()
  call void @check48(i48 205163983024656, i48 191035570760311, i48 48)
  call void @print_hash()
  call void @check48(i48 205163983024656, i48 191035570760311, i48 51)
  call void @print_hash()
  call void @check48(i48 205163983024656, i48 191035570760311, i48 24)
  call void @print_hash()
  call void @check64(i64 18364758544493064720, i64 3809673370372778615, i64 0)
  call void @print_hash()
  call void @check64(i64 18364758544493064720, i64 3809673370372778615, i64 1)
  call void @print_hash()
  call void @check64(i64 18364758544493064720, i64 3809673370372778615, i64 63)
  call void @print_hash()
  call void @check64(i64 18364758544493064720, i64 3809673370372778615, i64 64)
  call void @print_hash()
  call void @check64(i64 18364758544493064720, i64 3809673370372778615, i64 67)
  call void @print_hash()
  call void @check64(i64 18364758544493064720, i64 3809673370372778615, i64 32)
  call void @print_hash()
  call void @check128(i128 24197857203266734881846307747534221840, i128 860091089374329649091423076938525303, i128 0)
  call void @print_hash()
  call void @check128(i128 24197857203266734881846307747534221840, i128 860091089374329649091423076938525303, i128 1)
  call void @print_hash()
  call void @check128(i128 24197857203266734881846307747534221840, i128 860091089374329649091423076938525303, i128 127)
  call void @print_hash()
  call void @check128(i128 24197857203266734881846307747534221840, i128 860091089374329649091423076938525303, i128 128)
  call void @print_hash()
  call void @check128(i128 24197857203266734881846307747534221840, i128 860091089374329649091423076938525303, i128 131)
  call void @print_hash()
  call void @check128(i128 24197857203266734881846307747534221840, i128 860091089374329649091423076938525303, i128 64)
  call void @print_hash()
  ret i32 0
}
