; An input decides nothing while another thread waits in a loop.
@g0 = global i32 2
@g1 = global i32 0
@g2 = global i16 0
@format = constant [11 x i8] c"%u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = call i32 @heddle_range(i32 0, i32 2, ptr @x1)
  store i32 %v0, ptr %r1
  %v1 = load i32, ptr %r1
  %v2 = icmp eq i32 %v1, 0
  br i1 %v2, label %b3, label %b4
b3:
  br label %b5
b4:
  br label %b5
b5:
  br label %b6
b6:
  %v9 = load i32, ptr @g0
  %v10 = icmp ne i32 %v9, 0
  br i1 %v10, label %b7, label %b8
b7:
  br label %b6
b8:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  store i32 1, ptr @g0
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i16, ptr @g2
  %v1 = zext i16 %v0 to i32
  store i32 %v1, ptr %r1
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  %v4 = load i32, ptr @g1
  %v5 = load i16, ptr @g2
  %v6 = zext i16 %v5 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3, i32 %v4, i32 %v6)
  ret i32 0
}

@x1 = constant [3 x i8] c"x1\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
