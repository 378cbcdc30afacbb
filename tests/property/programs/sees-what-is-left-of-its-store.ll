; A thread reads its own store after two others, in any of their orders.
@g1 = global i64 0
@format = constant [4 x i8] c"%u\0A\00"

define ptr @t1(ptr %unused) {
  store i64 0, ptr @g1
  ret ptr null
}

define ptr @t2(ptr %unused) {
  store i64 0, ptr @g1
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %c1 = call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %c2 = call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  store i64 2, ptr @g1
  %v0 = load atomic i64, ptr @g1 monotonic, align 8
  %v1 = load i64, ptr %h2
  %c3 = call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h1
  %c4 = call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i64, ptr @g1
  %v4 = trunc i64 %v3 to i32
  %c5 = call i32 (ptr, ...) @printf(ptr @format, i32 %v4)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
