; A lock that fails because the thread holds the mutex, and blocks the next time.
@g0 = global i32 0
@g1 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@sem0 = global [32 x i8] zeroinitializer, align 8
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  call i32 @pthread_mutex_lock(ptr @m0)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %c0 = alloca i32
  call i32 @pthread_mutex_lock(ptr @m0)
  store i32 0, ptr %c0
  br label %b1
b1:
  %v4 = load i32, ptr %c0
  %v5 = icmp ult i32 %v4, 2
  br i1 %v5, label %b2, label %b3
b2:
  call i32 @pthread_mutex_lock(ptr @m0)
  call i32 @pthread_mutex_unlock(ptr @m0)
  %v6 = load i32, ptr %c0
  %v7 = add i32 %v6, 1
  store i32 %v7, ptr %c0
  br label %b1
b3:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 1)
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 3)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  %v3 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @printf(ptr, ...)
