; An input decides whether a barrier is reached by all.
@g0 = global i32 0
@bar0 = global [32 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  call i32 @pthread_barrier_wait(ptr @bar0)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = call i32 @heddle_range(i32 0, i32 3, ptr @x3)
  store i32 %v0, ptr %r3
  %v1 = load i32, ptr %r3
  %v2 = icmp eq i32 %v1, 1
  br i1 %v2, label %b3, label %b4
b3:
  call i32 @pthread_barrier_wait(ptr @bar0)
  br label %b5
b4:
  br label %b5
b5:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_barrier_init(ptr @bar0, ptr null, i32 3)
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2)
  ret i32 0
}

@x3 = constant [3 x i8] c"x3\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @pthread_barrier_wait(ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
