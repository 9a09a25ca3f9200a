; A module that claims to be the C library gets nothing of what the engine keeps for that.
; native: no, natively nobody has the function
; run:
; expect: error unsupported
@path = private constant [12 x i8] c"/etc/passwd\00"

define i32 @main() "bonsai-runtime"="linux" {
  %bytes = alloca [8 x i8]
  %got = call i64 @bonsai_host_read(ptr @path, ptr %bytes, i64 8, i64 0)
  %result = trunc i64 %got to i32
  ret i32 %result
}

declare i64 @bonsai_host_read(ptr, ptr, i64, i64) "bonsai-runtime"="linux"
