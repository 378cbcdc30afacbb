; What a loop waits for may be over before it looks again.
@g0 = global i32 0
@g1 = global i64 0
@g2 = global i64 0
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [11 x i8] c"%u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  br label %b0
b0:
  %v3 = load i32, ptr @g0
  %v4 = icmp ne i32 %v3, 1
  br i1 %v4, label %b1, label %b2
b1:
  br label %b0
b2:
  call i32 @pthread_barrier_wait(ptr @bar0)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = atomicrmw add ptr @g0, i32 1 release
  store i32 %v0, ptr %r3
  %v1 = load i32, ptr %r3
  store i32 %v1, ptr @g0
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 2)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  %v3 = load i64, ptr @g1
  %v4 = trunc i64 %v3 to i32
  %v5 = load i64, ptr @g2
  %v6 = trunc i64 %v5 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2, i32 %v4, i32 %v6)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @pthread_barrier_wait(ptr)
declare i32 @printf(ptr, ...)
