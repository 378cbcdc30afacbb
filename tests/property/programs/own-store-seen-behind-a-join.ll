; A thread that stores and joins others in one step sees its own store or one of theirs.
@g0 = global i32 0
@g1 = global i32 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr @g1
  store i32 %v0, ptr %r3
  store i32 1, ptr @g1
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  store i32 %v0, ptr @g1
  store i32 87, ptr @g0
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i32, ptr %r2
  store i32 %v0, ptr @g0
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  store i32 %v3, ptr %r3
  %v4 = load i32, ptr %r3
  %v5 = icmp ult i32 %v4, 4
  %v6 = zext i1 %v5 to i32
  call void @heddle_assert(i32 %v6)
  %v7 = load i32, ptr @g0
  %v8 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v7, i32 %v8)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assert(i32)
