; A thread does something in the first round of its loop, and stands where it began again.
@g0 = global i32 0
@g1 = global i8 0
@g2 = global i16 0
@a0 = global [2 x i16] zeroinitializer
%fields = type { i64, i32 }
@s = global %fields zeroinitializer
@format = constant [23 x i8] c"%u %u %u %u %u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  br label %b0
b0:
  %v2 = trunc i32 2 to i8
  store atomic i8 %v2, ptr @g1 monotonic, align 1
  br label %b0
b1:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  %v1 = getelementptr inbounds %fields, ptr @s, i32 0, i32 1
  store i32 %v0, ptr %v1
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  %v3 = load i8, ptr @g1
  %v4 = zext i8 %v3 to i32
  %v5 = load i16, ptr @g2
  %v6 = zext i16 %v5 to i32
  %v7 = getelementptr inbounds [2 x i16], ptr @a0, i64 0, i64 0
  %v8 = load i16, ptr %v7
  %v9 = zext i16 %v8 to i32
  %v10 = getelementptr inbounds [2 x i16], ptr @a0, i64 0, i64 1
  %v11 = load i16, ptr %v10
  %v12 = zext i16 %v11 to i32
  %v13 = getelementptr inbounds %fields, ptr @s, i32 0, i32 0
  %v14 = load i64, ptr %v13
  %v15 = trunc i64 %v14 to i32
  %v16 = getelementptr inbounds %fields, ptr @s, i32 0, i32 1
  %v17 = load i32, ptr %v16
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2, i32 %v4, i32 %v6, i32 %v9, i32 %v12, i32 %v15, i32 %v17)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
