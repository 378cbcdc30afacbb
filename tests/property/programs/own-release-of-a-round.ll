; A round hides only what the thread itself released in it: it comes to nothing.
@g0 = global i32 1
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i32, ptr %r1
  store i32 %v0, ptr @g0
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 2)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  store atomic i32 1, ptr @g0 seq_cst, align 4
  store i32 1, ptr @g0
  br label %b0
b1:
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @printf(ptr, ...)
