; A timed wait may give up, and is then blocked by who has the mutex.
@g0 = global i32 2
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@cv0 = global [48 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  call i32 @pthread_mutex_lock(ptr @m0)
  call i32 @pthread_cond_timedwait(ptr @cv0, ptr @m0, ptr @when)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v0)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

@when = constant { i64, i64 } zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_cond_timedwait(ptr, ptr, ptr)
declare i32 @printf(ptr, ...)
