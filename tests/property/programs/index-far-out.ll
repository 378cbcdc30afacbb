; An index that leads so far out of an array that no object is near.
@g0 = global i32 0
@a0 = global [3 x i8] zeroinitializer
%fields = type { i64, i8 }
@s = global %fields zeroinitializer
@format = constant [20 x i8] c"%u %u %u %u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = call i32 @heddle_range(i32 0, i32 3, ptr @x0)
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r0
  store i32 %v1, ptr @g0
  %v2 = load i32, ptr @g0
  store i32 %v2, ptr %r3
  %v3 = load i32, ptr %r3
  %v4 = sub i32 %v3, 1
  store i32 %v4, ptr %r3
  %v5 = load i32, ptr %r3
  %v6 = zext i32 %v5 to i64
  %v7 = getelementptr inbounds [3 x i8], ptr @a0, i64 0, i64 %v6
  %v8 = load i8, ptr %v7
  %v9 = zext i8 %v8 to i32
  store i32 %v9, ptr %r1
  ret ptr null
}

define i32 @main() {
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i32, ptr @g0
  %v2 = getelementptr inbounds [3 x i8], ptr @a0, i64 0, i64 0
  %v3 = load i8, ptr %v2
  %v4 = zext i8 %v3 to i32
  %v5 = getelementptr inbounds [3 x i8], ptr @a0, i64 0, i64 1
  %v6 = load i8, ptr %v5
  %v7 = zext i8 %v6 to i32
  %v8 = getelementptr inbounds [3 x i8], ptr @a0, i64 0, i64 2
  %v9 = load i8, ptr %v8
  %v10 = zext i8 %v9 to i32
  %v11 = getelementptr inbounds %fields, ptr @s, i32 0, i32 0
  %v12 = load i64, ptr %v11
  %v13 = trunc i64 %v12 to i32
  %v14 = getelementptr inbounds %fields, ptr @s, i32 0, i32 1
  %v15 = load i8, ptr %v14
  %v16 = zext i8 %v15 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v1, i32 %v4, i32 %v7, i32 %v10, i32 %v13, i32 %v16)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
