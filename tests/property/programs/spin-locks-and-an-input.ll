; Whether a spin lock is free depends on an input.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  br label %b0
b0:
  %v2 = atomicrmw xchg ptr @g0, i32 1 monotonic
  %v3 = icmp eq i32 %v2, 1
  br i1 %v3, label %b0, label %b1
b1:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  br label %b0
b0:
  %v2 = atomicrmw xchg ptr @g0, i32 1 acq_rel
  %v3 = icmp eq i32 %v2, 1
  br i1 %v3, label %b0, label %b1
b1:
  %v4 = call i32 @heddle_range(i32 0, i32 1, ptr @x0)
  store i32 %v4, ptr %r0
  %v5 = load i32, ptr %r0
  store atomic i32 %v5, ptr @g0 seq_cst, align 4
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
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
