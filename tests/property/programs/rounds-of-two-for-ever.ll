; Two threads go round for ever, each by rounds of several operations that come to nothing.
@g0 = global i32 0
@g1 = global i32 0
@g2 = global i32 0
@sem0 = global [32 x i8] zeroinitializer, align 8
@sem1 = global [32 x i8] zeroinitializer, align 8
@format = constant [11 x i8] c"%u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  br label %b0
b0:
  %v2 = call i32 @sem_trywait(ptr @sem1)
  %v3 = icmp ne i32 %v2, 0
  %v4 = zext i1 %v3 to i32
  store i32 %v4, ptr %r3
  %v5 = load i32, ptr @g0
  store i32 %v5, ptr %r0
  %v6 = load i32, ptr @g0
  store i32 %v6, ptr %r1
  br label %b0
b1:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  br label %b0
b0:
  %v2 = call i32 @sem_trywait(ptr @sem1)
  %v3 = icmp ne i32 %v2, 0
  %v4 = zext i1 %v3 to i32
  store i32 %v4, ptr %r1
  %v5 = load i32, ptr @g2
  store i32 %v5, ptr %r0
  %v6 = load i32, ptr @g1
  store i32 %v6, ptr %r0
  br label %b0
b1:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 0)
  call i32 @sem_init(ptr @sem1, i32 0, i32 0)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  %v3 = load i32, ptr @g1
  %v4 = load i32, ptr @g2
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2, i32 %v3, i32 %v4)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_trywait(ptr)
declare i32 @printf(ptr, ...)
