; A thread that goes round for ever, and another that sees its rounds a few times.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r3
  %v1 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v1, ptr %r2
  %v2 = load i32, ptr %r2
  store i32 %v2, ptr @g0
  %v3 = load i32, ptr @g0
  store i32 %v3, ptr %r1
  ret ptr null
}

define i32 @main() {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  store i32 2, ptr @g0
  %v2 = atomicrmw and ptr @g0, i32 1 seq_cst
  store i32 %v2, ptr %r3
  br label %b0
b1:
  %v3 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v3, ptr null)
  %v4 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v4)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
