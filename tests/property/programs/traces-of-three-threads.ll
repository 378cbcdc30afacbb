; Four traces: each of the two pairs of accesses in either order.
@g0 = global i32 0
@g1 = global i16 0
@g2 = global i32 0
@format = constant [11 x i8] c"%u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  store i32 %v0, ptr @g2
  %v1 = load i16, ptr @g1
  %v2 = zext i16 %v1 to i32
  store i32 %v2, ptr %r0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r3
  %v1 = trunc i32 %v0 to i16
  store i16 %v1, ptr @g1
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i32, ptr @g2
  store i32 %v0, ptr %r2
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  %v4 = load i16, ptr @g1
  %v5 = zext i16 %v4 to i32
  %v6 = load i32, ptr @g2
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3, i32 %v5, i32 %v6)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
