; Rounds that come to nothing but decide about inputs, of two threads.
@g0 = global i32 0
@g1 = global i64 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = call i32 @heddle_range(i32 0, i32 7, ptr @x2)
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  %v2 = zext i32 %v1 to i64
  store i64 %v2, ptr @g1
  br label %b3
b3:
  %v5 = zext i32 2 to i64
  %v6 = zext i32 2 to i64
  %v7 = cmpxchg ptr @g1, i64 %v5, i64 %v6 acq_rel acquire
  %v8 = extractvalue { i64, i1 } %v7, 0
  %v9 = trunc i64 %v8 to i32
  store i32 %v9, ptr %r2
  br label %b3
b4:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  br label %b0
b0:
  %v2 = load i64, ptr @g1
  %v3 = trunc i64 %v2 to i32
  store i32 %v3, ptr %r3
  %v4 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v4, ptr %r3
  %v5 = load i32, ptr %r3
  %v6 = icmp ne i32 %v5, 1
  br i1 %v6, label %b7, label %b8
b7:
  br label %b9
b8:
  br label %b9
b9:
  br label %b0
b1:
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h1 = alloca i64
  %h2 = alloca i64
  %v0 = call i32 @heddle_range(i32 0, i32 7, ptr @x0)
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r0
  store i32 %v1, ptr @g0
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v2 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v3, ptr null)
  %v4 = load i32, ptr @g0
  %v5 = load i64, ptr @g1
  %v6 = trunc i64 %v5 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v4, i32 %v6)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
@x2 = constant [3 x i8] c"x2\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
