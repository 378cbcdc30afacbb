; A cancelled wait cannot take its mutex back; a later child of a point must not be left what an earlier one begins.
@g0 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@cv0 = global [48 x i8] zeroinitializer, align 8
@once0 = global [4 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define void @routine0() {
  ret void
}

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  call void @pthread_testcancel()
  call i32 @pthread_mutex_lock(ptr @m0)
  %v0 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v0, ptr %r0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  store i32 1, ptr @g0
  ret ptr null
}

define ptr @t3(ptr %unused) {
  call void @pthread_testcancel()
  call i32 @pthread_mutex_lock(ptr @m0)
  br label %b0
b0:
  %v3 = load i32, ptr @g0
  %v4 = icmp eq i32 %v3, 0
  br i1 %v4, label %b1, label %b2
b1:
  call i32 @pthread_cond_wait(ptr @cv0, ptr @m0)
  br label %b0
b2:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_cancel(i64 %v0)
  %v1 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v1)
  %v2 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v3, ptr null)
  %v4 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v4, ptr null)
  %v5 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v5)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare void @pthread_testcancel()
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @printf(ptr, ...)
