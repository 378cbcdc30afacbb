; A loop that is tried comes to the join of the last other thread: that leaves nobody alone yet.
@g0 = global i32 2
@sem0 = global [32 x i8] zeroinitializer, align 8
@rw0 = global [56 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r0
  %v1 = atomicrmw xchg ptr @g0, i32 %v0 acquire
  store i32 %v1, ptr %r1
  %v2 = call i32 @sem_timedwait(ptr @sem0, ptr @when)
  %v3 = icmp ne i32 %v2, 0
  %v4 = zext i1 %v3 to i32
  store i32 %v4, ptr %r3
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 0)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  call void @pthread_testcancel()
  %v2 = load i32, ptr @g0
  store i32 %v2, ptr %r2
  %v3 = load i32, ptr %r2
  %v4 = icmp eq i32 %v3, 0
  br i1 %v4, label %b5, label %b6
b5:
  store i32 1, ptr @g0
  br label %b7
b6:
  br label %b1
b8:
  br label %b7
b7:
  br label %b0
b1:
  %v9 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v9)
  %v10 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v10, ptr null)
  %v11 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v11)
  ret i32 0
}

@when = constant { i64, i64 } zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare void @pthread_testcancel()
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_timedwait(ptr, ptr)
declare i32 @printf(ptr, ...)
