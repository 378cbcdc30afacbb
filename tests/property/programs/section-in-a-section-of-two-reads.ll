; Two reads in sections of one recursive mutex, one inside of the other.
@g0 = global i32 0
@g1 = global i32 0
@g2 = global i32 1
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@sem0 = global [32 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define void @f0() {
  ret void
}

define void @f1() {
  store i32 2, ptr @g0
  call void @take(ptr @m0)
  store i32 3, ptr @g0
  ret void
}

define void @f2() {
  ret void
}

define ptr @t1(ptr %unused) {
  call void @take(ptr @m0)
  call void @f1()
  store i32 1, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  call i32 @sem_init(ptr @sem0, i32 0, i32 0)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = load i64, ptr %h1
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
declare i32 @sem_init(ptr, i32, i32)
declare i32 @printf(ptr, ...)
