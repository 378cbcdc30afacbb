; An error-checking mutex that is held already is asked for again: no section begins there.
@g0 = global i32 0
@g1 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define void @f0() {
  call void @take(ptr @m0)
  store i32 3, ptr @g0
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

define void @f5() {
  ret void
}

define ptr @t1(ptr %unused) {
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define ptr @t3(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 4)
  call void @f0()
  store i32 3, ptr @g0
  call void @f0()
  %v0 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v0)
  ret i32 0
}

define void @take(ptr %lock) {
  call i32 @pthread_mutex_lock(ptr %lock)
  ret void
}
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @printf(ptr, ...)
