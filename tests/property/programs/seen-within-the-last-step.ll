; Main goes on within the step of the last thread to end, and sees which of two stores came last.
@g0 = global i32 2
@g1 = global i64 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  store i32 0, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r0
  store i32 %v1, ptr @g0
  %v2 = load i64, ptr @g1
  %v3 = trunc i64 %v2 to i32
  store i32 %v3, ptr %r3
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  %h2 = alloca i64
  %v0 = call i32 @heddle_range(i32 0, i32 3, ptr @x0)
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r0
  store i32 %v1, ptr @g0
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v2 = load i64, ptr %h2
  call i32 @pthread_cancel(i64 %v2)
  %v3 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v3, ptr null)
  %v4 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v4, ptr null)
  %v5 = load i32, ptr @g0
  store i32 %v5, ptr %r2
  %v6 = load i32, ptr %r2
  %v7 = icmp ne i32 %v6, 1
  %v8 = zext i1 %v7 to i32
  call void @heddle_assert(i32 %v8)
  %v9 = load i32, ptr @g0
  %v10 = load i64, ptr @g1
  %v11 = trunc i64 %v10 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v9, i32 %v11)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
declare void @heddle_assert(i32)
