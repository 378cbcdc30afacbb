; A round that waits takes a lock and gives it back: that it was ever used is no part of a state.
@g0 = global i32 1
@g1 = global i8 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@cv0 = global [48 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i32, ptr %r1
  %v1 = trunc i32 %v0 to i8
  store i8 %v1, ptr @g1
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  %v2 = load i8, ptr @g1
  %v3 = zext i8 %v2 to i32
  store i32 %v3, ptr %r2
  call i32 @pthread_mutex_lock(ptr @m1)
  call i32 @pthread_mutex_unlock(ptr @m1)
  br label %b0
b1:
  %v4 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v4, ptr null)
  %v5 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v5)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @printf(ptr, ...)
