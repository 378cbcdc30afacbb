; Who leaves a barrier comes to a join, and waits there or not.
@g0 = global i32 0
@g1 = global i16 0
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  call i32 @pthread_barrier_wait(ptr @bar0)
  %v0 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v0, ptr null)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h4 = alloca i64
  call i32 @pthread_create(ptr %h4, ptr null, ptr @t4, ptr null)
  %v0 = load atomic i16, ptr @g1 monotonic, align 2
  %v1 = zext i16 %v0 to i32
  store i32 %v1, ptr %r2
  %v2 = load i64, ptr %h4
  call i32 @pthread_detach(i64 %v2)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  %v1 = trunc i32 %v0 to i16
  %v2 = trunc i32 2 to i16
  %v3 = cmpxchg ptr @g1, i16 %v1, i16 %v2 acq_rel acquire
  %v4 = extractvalue { i16, i1 } %v3, 0
  %v5 = zext i16 %v4 to i32
  store i32 %v5, ptr %r1
  ret ptr null
}

define ptr @t4(ptr %unused) {
  call i32 @pthread_barrier_wait(ptr @bar0)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 2)
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

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @pthread_barrier_wait(ptr)
declare i32 @printf(ptr, ...)
