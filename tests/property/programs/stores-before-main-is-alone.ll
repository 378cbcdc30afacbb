; Which of three stores main sees when all others have ended.
@g0 = global i32 0
@g1 = global i32 0
@g2 = global i32 0
@a0 = global [2 x i16] zeroinitializer
%fields = type { i64, i32 }
@s = global %fields zeroinitializer
@format = constant [23 x i8] c"%u %u %u %u %u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  %v1 = trunc i32 %v0 to i16
  %v2 = getelementptr inbounds [2 x i16], ptr @a0, i64 0, i64 0
  store i16 %v1, ptr %v2
  %v3 = trunc i32 1 to i16
  %v4 = getelementptr inbounds [2 x i16], ptr @a0, i64 0, i64 0
  store i16 %v3, ptr %v4
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i32, ptr %r0
  %v1 = icmp ult i32 %v0, 0
  br i1 %v1, label %b2, label %b3
b2:
  br label %b4
b3:
  %v5 = trunc i32 2 to i16
  %v6 = getelementptr inbounds [2 x i16], ptr @a0, i64 0, i64 0
  store i16 %v5, ptr %v6
  br label %b4
b4:
  %v7 = load i32, ptr @g0
  store i32 %v7, ptr %r2
  %v8 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v8, ptr null)
  %v9 = load i32, ptr @g0
  %v10 = load i32, ptr @g1
  %v11 = load i32, ptr @g2
  %v12 = getelementptr inbounds [2 x i16], ptr @a0, i64 0, i64 0
  %v13 = load i16, ptr %v12
  %v14 = zext i16 %v13 to i32
  %v15 = getelementptr inbounds [2 x i16], ptr @a0, i64 0, i64 1
  %v16 = load i16, ptr %v15
  %v17 = zext i16 %v16 to i32
  %v18 = getelementptr inbounds %fields, ptr @s, i32 0, i32 0
  %v19 = load i64, ptr %v18
  %v20 = trunc i64 %v19 to i32
  %v21 = getelementptr inbounds %fields, ptr @s, i32 0, i32 1
  %v22 = load i32, ptr %v21
  call i32 (ptr, ...) @printf(ptr @format, i32 %v9, i32 %v10, i32 %v11, i32 %v14, i32 %v17, i32 %v20, i32 %v22)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
