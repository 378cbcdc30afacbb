; What is left to try fixes the order of two stores further down than where it is compared.
@g0 = global i32 2
@g1 = global i32 1
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r2 = alloca i32
  store i32 0, ptr %r2
  store i32 0, ptr @g0
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r2
  store i32 %v1, ptr @g1
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %v0 = load i32, ptr %r0
  store i32 %v0, ptr @g1
  store atomic i32 1, ptr @g0 seq_cst, align 4
  %v1 = load i32, ptr @g1
  store i32 %v1, ptr %r0
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr @g1
  store i32 %v1, ptr %r2
  %v2 = load i32, ptr %r2
  store atomic i32 %v2, ptr @g1 release, align 4
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  %v4 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3, i32 %v4)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
