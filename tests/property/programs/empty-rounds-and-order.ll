; A loop that waits, in rounds of several steps, for a store that may come last.
@g0 = global i32 0
@g1 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v0, ptr null)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %h4 = alloca i64
  %v0 = call i32 @heddle_range(i32 0, i32 2, ptr @x1)
  store i32 %v0, ptr %r1
  call i32 @pthread_create(ptr %h4, ptr null, ptr @t4, ptr null)
  %v1 = load i32, ptr %r1
  store i32 %v1, ptr @g1
  %v2 = load i64, ptr %h4
  call i32 @pthread_join(i64 %v2, ptr null)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r3
  store i32 %v0, ptr @g1
  ret ptr null
}

define ptr @t4(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = call i32 @pthread_mutex_timedlock(ptr @m1, ptr @when)
  %v1 = icmp eq i32 %v0, 0
  br i1 %v1, label %b2, label %b3
b2:
  call i32 @pthread_mutex_unlock(ptr @m1)
  br label %b4
b3:
  br label %b5
b5:
  call i32 @pthread_mutex_lock(ptr @m0)
  %v7 = load i32, ptr @g1
  store i32 %v7, ptr %r2
  call i32 @pthread_mutex_unlock(ptr @m0)
  %v8 = load i32, ptr %r2
  %v9 = icmp eq i32 %v8, 0
  br i1 %v9, label %b10, label %b11
b10:
  br label %b6
b13:
  br label %b12
b11:
  br label %b12
b12:
  br label %b5
b6:
  br label %b4
b4:
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

@x1 = constant [3 x i8] c"x1\00"
@when = constant { i64, i64 } zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_timedlock(ptr, ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
