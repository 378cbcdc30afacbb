; A thread that waits for a semaphore for ever, beside one whose rounds come to nothing.
@g0 = global i32 0
@g1 = global i32 0
@sem0 = global [32 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"
define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  call i32 @sem_post(ptr @sem0)
  br label %b0
b0:
  %v2 = call i32 @sem_trywait(ptr @sem0)
  %v3 = icmp ne i32 %v2, 0
  %v4 = zext i1 %v3 to i32
  store i32 %v4, ptr %r1
  %v5 = load atomic i32, ptr @g1 seq_cst, align 4
  store i32 %v5, ptr %r1
  br label %b0
b1:
  ret ptr null
}
define ptr @t2(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load atomic i32, ptr @g1 acquire, align 4
  store i32 %v0, ptr %r1
  br label %b1
b1:
  %v3 = call i32 @sem_trywait(ptr @sem0)
  %v4 = icmp ne i32 %v3, 0
  %v5 = zext i1 %v4 to i32
  store i32 %v5, ptr %r0
  %v6 = load i32, ptr %r0
  %v7 = icmp eq i32 %v6, 0
  br i1 %v7, label %b8, label %b9
b8:
  br label %b2
b11:
  br label %b10
b9:
  br label %b10
b10:
  %v12 = call i32 @sem_trywait(ptr @sem0)
  %v13 = icmp ne i32 %v12, 0
  %v14 = zext i1 %v13 to i32
  store i32 %v14, ptr %r1
  br label %b1
b2:
  ret ptr null
}
define ptr @t3(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  call i32 @sem_wait(ptr @sem0)
  %v0 = call i32 @sem_timedwait(ptr @sem0, ptr @when)
  %v1 = icmp ne i32 %v0, 0
  %v2 = zext i1 %v1 to i32
  store i32 %v2, ptr %r3
  ret ptr null
}
define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %h3 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 0)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_detach(i64 %v0)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}
@when = constant { i64, i64 } zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @sem_trywait(ptr)
declare i32 @sem_timedwait(ptr, ptr)
declare i32 @sem_post(ptr)
declare i32 @printf(ptr, ...)
