; A cancellation ends a join that waits, or comes when the join is over.
@g0 = global i32 0
@g1 = global i64 0
@a0 = global [2 x i16] zeroinitializer
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %v0 = load i32, ptr %r0
  %v1 = zext i32 %v0 to i64
  store i64 %v1, ptr @g1
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v0)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare i32 @printf(ptr, ...)
