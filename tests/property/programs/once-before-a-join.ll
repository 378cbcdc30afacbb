; A thread that had to wait, and whose end another one waits for.
@g0 = global i32 0
@g1 = global i32 0
@a0 = global [3 x i16] zeroinitializer
%fields = type { i64, i8 }
@s = global %fields zeroinitializer
@once0 = global [4 x i8] zeroinitializer, align 8
@format = constant [23 x i8] c"%u %u %u %u %u %u %u \0A\00"

define void @routine0() {
  store i32 0, ptr @g1
  ret void
}

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i32, ptr %r1
  %v1 = icmp eq i32 %v0, 1
  br i1 %v1, label %b2, label %b3
b2:
  br label %b4
b3:
  call i32 @pthread_once(ptr @once0, ptr @routine0)
  br label %b4
b4:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define ptr @t3(ptr %unused) {
  call i32 @pthread_once(ptr @once0, ptr @routine0)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v0)
  %v1 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  %v4 = load i32, ptr @g1
  %v5 = getelementptr inbounds [3 x i16], ptr @a0, i64 0, i64 0
  %v6 = load i16, ptr %v5
  %v7 = zext i16 %v6 to i32
  %v8 = getelementptr inbounds [3 x i16], ptr @a0, i64 0, i64 1
  %v9 = load i16, ptr %v8
  %v10 = zext i16 %v9 to i32
  %v11 = getelementptr inbounds [3 x i16], ptr @a0, i64 0, i64 2
  %v12 = load i16, ptr %v11
  %v13 = zext i16 %v12 to i32
  %v14 = getelementptr inbounds %fields, ptr @s, i32 0, i32 0
  %v15 = load i64, ptr %v14
  %v16 = trunc i64 %v15 to i32
  %v17 = getelementptr inbounds %fields, ptr @s, i32 0, i32 1
  %v18 = load i8, ptr %v17
  %v19 = zext i8 %v18 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3, i32 %v4, i32 %v7, i32 %v10, i32 %v13, i32 %v16, i32 %v19)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare i32 @pthread_once(ptr, ptr)
declare i32 @printf(ptr, ...)
