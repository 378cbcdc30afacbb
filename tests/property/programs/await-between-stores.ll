; Who waits would see another store before one at which it had to wait still.
@g0 = global i32 0
@g1 = global i64 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = zext i32 2 to i64
  store i64 %v0, ptr @g1
  %v1 = load i32, ptr %r1
  %v2 = zext i32 %v1 to i64
  store i64 %v2, ptr @g1
  %v3 = load i64, ptr @g1
  %v4 = trunc i64 %v3 to i32
  store i32 %v4, ptr %r3
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %v0 = zext i32 0 to i64
  store i64 %v0, ptr @g1
  br label %b1
b1:
  %v4 = load i64, ptr @g1
  %v5 = trunc i64 %v4 to i32
  %v6 = icmp ne i32 %v5, 2
  br i1 %v6, label %b2, label %b3
b2:
  br label %b1
b3:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  %v3 = load i64, ptr @g1
  %v4 = trunc i64 %v3 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2, i32 %v4)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
