; Inputs of two threads decide whether a wait without the mutex is reached.
@g0 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@cv0 = global [48 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_detach(i64 %v0)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = call i32 @heddle_range(i32 0, i32 3, ptr @x2)
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  %v2 = icmp ne i32 %v1, 1
  br i1 %v2, label %b3, label %b4
b3:
  br label %b6
b6:
  %v9 = load i32, ptr @g0
  %v10 = icmp eq i32 %v9, 0
  br i1 %v10, label %b7, label %b8
b7:
  call i32 @pthread_cond_wait(ptr @cv0, ptr @m0)
  br label %b6
b8:
  br label %b5
b4:
  br label %b5
b5:
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h1 = alloca i64
  %v0 = call i32 @heddle_range(i32 0, i32 2, ptr @x0)
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r0
  store atomic i32 %v1, ptr @g0 seq_cst, align 4
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
@x2 = constant [3 x i8] c"x2\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
