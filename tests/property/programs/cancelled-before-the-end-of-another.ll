; A thread that joins one that may have ended, and may be cancelled there.
@g0 = global i32 0
@sem0 = global [32 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  call i32 @sem_wait(ptr @sem0)
  %v0 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v0, ptr null)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %h4 = alloca i64
  call i32 @pthread_create(ptr %h4, ptr null, ptr @t4, ptr null)
  %v0 = load i64, ptr %h4
  call i32 @pthread_join(i64 %v0, ptr null)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r1
  ret ptr null
}

define ptr @t4(ptr %unused) {
  call i32 @sem_post(ptr @sem0)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 0)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v0)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @sem_post(ptr)
declare i32 @printf(ptr, ...)
