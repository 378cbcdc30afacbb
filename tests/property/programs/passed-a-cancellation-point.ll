; A switch at a cancellation point that the thread has passed before.
@g0 = global i32 0
@g1 = global i32 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %c0 = alloca i32
  store i32 0, ptr %c0
  br label %b1
b1:
  %v4 = load i32, ptr %c0
  %v5 = icmp ult i32 %v4, 2
  br i1 %v5, label %b2, label %b3
b2:
  call void @pthread_testcancel()
  store i32 2, ptr @g1
  %v6 = load i32, ptr %c0
  %v7 = add i32 %v6, 1
  store i32 %v7, ptr %c0
  br label %b1
b3:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v0)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g1
  store i32 %v2, ptr %r0
  %v3 = load i32, ptr %r0
  %v4 = icmp ult i32 %v3, 2
  %v5 = zext i1 %v4 to i32
  call void @heddle_assert(i32 %v5)
  %v6 = load i32, ptr @g0
  %v7 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v6, i32 %v7)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare void @pthread_testcancel()
declare i32 @printf(ptr, ...)
declare void @heddle_assert(i32)
