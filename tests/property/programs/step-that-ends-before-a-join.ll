; A step that ends with a join, beside a wake-up tree in which it does not.
@g0 = global i32 0
@g1 = global i32 2
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  store i32 %v0, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %h4 = alloca i64
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r1
  call i32 @pthread_create(ptr %h4, ptr null, ptr @t4, ptr null)
  %v1 = load i32, ptr %r1
  store i32 %v1, ptr @g0
  %v2 = load i64, ptr %h4
  call i32 @pthread_join(i64 %v2, ptr null)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  ret ptr null
}

define ptr @t4(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr @g1
  store i32 %v0, ptr %r3
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  store i32 0, ptr @g1
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  call void @pthread_exit(ptr null)
  unreachable
b1:
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @pthread_exit(ptr)
declare i32 @printf(ptr, ...)
