; A store by a thread whose end lets another one join a third that has stored before.
@g0 = global i32 0
@g1 = global i16 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h3 = alloca i64
  %v0 = load i32, ptr %r0
  store i32 %v0, ptr @g0
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v1 = load i64, ptr %h3
  call i32 @pthread_detach(i64 %v1)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r3
  store i32 %v0, ptr @g0
  ret ptr null
}

define ptr @t3(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_cancel(i64 %v0)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @pthread_cancel(i64)
declare i32 @printf(ptr, ...)
