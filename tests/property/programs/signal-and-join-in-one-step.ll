; A signal, and a join later in the same step.
@g0 = global i32 0
@g1 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@cv0 = global [48 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i32, ptr %r1
  store atomic i32 %v0, ptr @g0 release, align 4
  %v1 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v1, ptr null)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %h4 = alloca i64
  call i32 @pthread_create(ptr %h4, ptr null, ptr @t4, ptr null)
  call i32 @pthread_cond_signal(ptr @cv0)
  %v0 = load i64, ptr %h4
  call i32 @pthread_join(i64 %v0, ptr null)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  call i32 @pthread_mutex_lock(ptr @m0)
  call i32 @pthread_cond_wait(ptr @cv0, ptr @m0)
  %v0 = atomicrmw add ptr @g1, i32 1 acq_rel
  store i32 %v0, ptr %r2
  ret ptr null
}

define ptr @t4(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = atomicrmw add ptr @g0, i32 1 seq_cst
  store i32 %v0, ptr %r3
  br label %b1
b1:
  %v4 = load atomic i32, ptr @g1 acquire, align 4
  %v5 = load i32, ptr %r3
  %v6 = icmp ne i32 %v4, %v5
  br i1 %v6, label %b2, label %b3
b2:
  br label %b1
b3:
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

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_signal(ptr)
declare i32 @printf(ptr, ...)
