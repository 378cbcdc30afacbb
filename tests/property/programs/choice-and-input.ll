; A choice and then an input in one thread, while another reads what both have stored.
@g0 = global i32 0
@g1 = global i64 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %v0 = load i64, ptr @g1
  %v1 = trunc i64 %v0 to i32
  store i32 %v1, ptr %r0
  %v2 = load i32, ptr @g0
  store i32 %v2, ptr %r0
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = call i32 @heddle_choose(i32 2)
  store i32 %v0, ptr %r3
  %v1 = load i32, ptr %r3
  %v2 = zext i32 %v1 to i64
  store i64 %v2, ptr @g1
  %v3 = call i32 @heddle_range(i32 0, i32 7, ptr @x0)
  store i32 %v3, ptr %r0
  %v4 = load i32, ptr %r0
  %v5 = icmp eq i32 %v4, 1
  br i1 %v5, label %b6, label %b7
b6:
  %v9 = load i32, ptr %r1
  store i32 %v9, ptr @g0
  br label %b8
b7:
  br label %b8
b8:
  %v10 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v10, ptr null)
  %v11 = load i32, ptr @g0
  %v12 = load i64, ptr @g1
  %v13 = trunc i64 %v12 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v11, i32 %v13)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
declare i32 @heddle_choose(i32)
