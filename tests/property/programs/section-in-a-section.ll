; A recursive mutex is taken again: what is read inside is in the outer section still.
@g0 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define void @f0() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = atomicrmw add ptr @g0, i32 3 seq_cst
  store i32 %v0, ptr %r0
  call i32 @pthread_mutex_lock(ptr @m0)
  %v1 = atomicrmw add ptr @g0, i32 3 seq_cst
  store i32 %v1, ptr %r3
  ret void
}

define void @f1() {
  ret void
}

define void @f2() {
  ret void
}

define void @f3() {
  ret void
}

define void @f4() {
  ret void
}

define ptr @t1(ptr %unused) {
  ret ptr null
}

define ptr @t2(ptr %unused) {
  call void @take(ptr @m0)
  call void @f0()
  store i32 2, ptr @g0
  ret ptr null
}

define ptr @t3(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  %h2 = alloca i64
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 4)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v1)
  ret i32 0
}

define void @take(ptr %lock) {
  call i32 @pthread_mutex_lock(ptr %lock)
  ret void
}
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @printf(ptr, ...)
