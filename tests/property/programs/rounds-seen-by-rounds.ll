; Rounds that only rounds see which come to nothing.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v0, ptr %r3
  br label %b1
b1:
  %v3 = load i32, ptr @g0
  store i32 %v3, ptr %r3
  br label %b1
b2:
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  store atomic i32 1, ptr @g0 monotonic, align 4
  %v2 = cmpxchg ptr @g0, i32 1, i32 0 acq_rel acquire
  %v3 = extractvalue { i32, i1 } %v2, 0
  store i32 %v3, ptr %r0
  br label %b0
b1:
  %v4 = load i64, ptr %h1
  call i32 @pthread_detach(i64 %v4)
  %v5 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v5)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_detach(i64)
declare i32 @printf(ptr, ...)
