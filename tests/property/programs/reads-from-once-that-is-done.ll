; If it reads an older value, a routine that is done once ends within the same step.
@g0 = global i32 0
@g1 = global i16 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@sem0 = global [32 x i8] zeroinitializer, align 8
@once0 = global [4 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define void @routine0() {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load atomic i16, ptr @g1 monotonic, align 2
  %v1 = zext i16 %v0 to i32
  store i32 %v1, ptr %r3
  %v2 = load i32, ptr %r3
  %v3 = icmp ne i32 %v2, 1
  %v4 = zext i1 %v3 to i32
  call void @heddle_assert(i32 %v4)
  ret void
}

define ptr @t1(ptr %unused) {
  %h3 = alloca i64
  call i32 @pthread_mutex_lock(ptr @m0)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_detach(i64 %v0)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %h4 = alloca i64
  call i32 @pthread_create(ptr %h4, ptr null, ptr @t4, ptr null)
  call i32 @sem_wait(ptr @sem0)
  %v0 = load i64, ptr %h4
  call i32 @pthread_detach(i64 %v0)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = atomicrmw add ptr @g0, i32 1 release
  store i32 %v0, ptr %r3
  br label %b1
b1:
  %v3 = atomicrmw xchg ptr @g1, i16 1 release
  %v4 = icmp eq i16 %v3, 1
  br i1 %v4, label %b1, label %b2
b2:
  call i32 @pthread_once(ptr @once0, ptr @routine0)
  ret ptr null
}

define ptr @t4(ptr %unused) {
  call i32 @pthread_once(ptr @once0, ptr @routine0)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 0)
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
declare i32 @pthread_detach(i64)
declare i32 @pthread_once(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assert(i32)
