; Who is last of two pairs of stores is seen, the second only if the first is as it should be.
@g0 = global i32 0
@g1 = global i16 0
@g2 = global i32 0
@format = constant [11 x i8] c"%u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  %v0 = trunc i32 48 to i16
  store i16 %v0, ptr @g1
  store i32 2, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i32, ptr %r1
  %v1 = trunc i32 %v0 to i16
  store i16 %v1, ptr @g1
  ret ptr null
}

define i32 @main() {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i32, ptr %r1
  store i32 %v0, ptr @g0
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load atomic i32, ptr @g0 acquire, align 4
  store i32 %v3, ptr %r2
  %v4 = load i32, ptr %r2
  %v5 = icmp ne i32 %v4, 2
  %v6 = zext i1 %v5 to i32
  call void @heddle_assert(i32 %v6)
  %v7 = load i32, ptr @g0
  %v8 = load i16, ptr @g1
  %v9 = zext i16 %v8 to i32
  %v10 = load i32, ptr @g2
  call i32 (ptr, ...) @printf(ptr @format, i32 %v7, i32 %v9, i32 %v10)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assert(i32)
