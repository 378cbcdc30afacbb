; A join that a cancellation could end, beside one that is never asked for.
@g0 = global i32 0
@g1 = global i64 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  call i32 @pthread_mutex_lock(ptr @m0)
  call i32 @pthread_mutex_lock(ptr @m1)
  ret ptr null
}

define i32 @main() {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_mutex_unlock(ptr @m0)
  %v0 = load i32, ptr %r3
  %v1 = icmp ne i32 %v0, 0
  br i1 %v1, label %b2, label %b3
b2:
  %v5 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v5)
  br label %b4
b3:
  br label %b4
b4:
  %v6 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v6, ptr null)
  %v7 = load i32, ptr @g0
  %v8 = load i64, ptr @g1
  %v9 = trunc i64 %v8 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v7, i32 %v9)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @printf(ptr, ...)
