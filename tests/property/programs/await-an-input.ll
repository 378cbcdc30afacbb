; A loop waits for a value that depends on an input and is soon replaced.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  br label %b0
b0:
  %v3 = load i32, ptr @g0
  %v4 = icmp eq i32 %v3, 0
  br i1 %v4, label %b1, label %b2
b1:
  br label %b0
b2:
  %v5 = load atomic i32, ptr @g0 acquire, align 4
  store i32 %v5, ptr %r1
  %v6 = load i32, ptr %r1
  %v7 = icmp ult i32 %v6, 3
  %v8 = zext i1 %v7 to i32
  call void @heddle_assert(i32 %v8)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = call i32 @heddle_range(i32 0, i32 3, ptr @x2)
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  store atomic i32 %v1, ptr @g0 release, align 4
  br label %b2
b2:
  %v4 = atomicrmw xchg ptr @g0, i32 1 monotonic
  %v5 = icmp eq i32 %v4, 1
  br i1 %v5, label %b2, label %b3
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

@x2 = constant [3 x i8] c"x2\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
declare void @heddle_assert(i32)
