; A section that meets an assumption which does not hold is undone; its writes are no writes.
@g0 = global i32 1
@rw0 = global [56 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  call void @heddle_atomic_begin()
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r1
  %v1 = load i32, ptr %r1
  %v2 = icmp ne i32 %v1, 0
  %v3 = zext i1 %v2 to i32
  call void @heddle_assume(i32 %v3)
  call void @heddle_atomic_end()
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %v0 = load i32, ptr %r0
  store i32 %v0, ptr @g0
  call i32 @pthread_rwlock_rdlock(ptr @rw0)
  call i32 @pthread_rwlock_wrlock(ptr @rw0)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_rwlock_rdlock(ptr)
declare i32 @pthread_rwlock_wrlock(ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assume(i32)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
