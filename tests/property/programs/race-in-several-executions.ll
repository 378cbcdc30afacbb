; A race whose reversal begins otherwise in a later execution.
@g0 = global i32 0
@g1 = global i64 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = zext i32 1 to i64
  store i64 %v0, ptr @g1
  %v1 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v1, ptr null)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h4 = alloca i64
  call i32 @pthread_create(ptr %h4, ptr null, ptr @t4, ptr null)
  %v0 = load i64, ptr @g1
  %v1 = trunc i64 %v0 to i32
  store i32 %v1, ptr %r2
  %v2 = load i64, ptr %h4
  call i32 @pthread_join(i64 %v2, ptr null)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i32, ptr %r1
  store i32 %v0, ptr @g0
  ret ptr null
}

define ptr @t4(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r3
  %v1 = load i32, ptr %r3
  %v2 = zext i32 %v1 to i64
  store i64 %v2, ptr @g1
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r2
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
