; How far the other thread is when the steps are used up depends on the order of independent steps.
@g0 = global i32 0
@g1 = global i16 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@sem0 = global [32 x i8] zeroinitializer, align 8
@sem1 = global [32 x i8] zeroinitializer, align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i16, ptr @g1
  %v1 = zext i16 %v0 to i32
  store i32 %v1, ptr %r1
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 1)
  call i32 @sem_init(ptr @sem1, i32 0, i32 1)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  br label %b2
b2:
  %v4 = call i32 @pthread_mutex_trylock(ptr @m1)
  %v5 = icmp eq i32 %v4, 0
  br i1 %v5, label %b6, label %b7
b6:
  br label %b3
b9:
  call i32 @pthread_mutex_unlock(ptr @m1)
  br label %b8
b7:
  br label %b8
b8:
  br label %b2
b3:
  br label %b0
b1:
  %v10 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v10, ptr null)
  %v11 = load i32, ptr @g0
  %v12 = load i16, ptr @g1
  %v13 = zext i16 %v12 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v11, i32 %v13)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_trylock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @printf(ptr, ...)
