; A read that races with nothing tells which of two stores was last, and so is not run through.
@g0 = global i32 0
@g1 = global i16 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i16, ptr @g1
  %v1 = zext i16 %v0 to i32
  store i32 %v1, ptr %r3
  %v2 = load i32, ptr %r3
  %v3 = trunc i32 %v2 to i16
  store i16 %v3, ptr @g1
  call i32 @pthread_mutex_lock(ptr @m1)
  %v4 = load i16, ptr @g1
  %v5 = zext i16 %v4 to i32
  store i32 %v5, ptr %r3
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %c0 = alloca i32
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  store i32 0, ptr %c0
  br label %b1
b1:
  %v4 = load i32, ptr %c0
  %v5 = icmp ult i32 %v4, 2
  br i1 %v5, label %b2, label %b3
b2:
  call i32 @pthread_mutex_lock(ptr @m1)
  %v6 = trunc i32 2 to i16
  store i16 %v6, ptr @g1
  call i32 @pthread_mutex_unlock(ptr @m1)
  %v7 = load i32, ptr %c0
  %v8 = add i32 %v7, 1
  store i32 %v8, ptr %c0
  br label %b1
b3:
  %v9 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v9, ptr null)
  %v10 = load i32, ptr @g0
  %v11 = load i16, ptr @g1
  %v12 = zext i16 %v11 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v10, i32 %v12)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @printf(ptr, ...)
