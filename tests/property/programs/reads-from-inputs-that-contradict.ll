; Sides that were taken by who waits contradict each other in an order in which nobody waits.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load i32, ptr %r1
  %v1 = atomicrmw and ptr @g0, i32 %v0 seq_cst
  store i32 %v1, ptr %r0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r2
  %v1 = atomicrmw add ptr @g0, i32 1 acquire
  store i32 %v1, ptr %r3
  br label %b2
b2:
  %v5 = load atomic i32, ptr @g0 acquire, align 4
  %v6 = load i32, ptr %r3
  %v7 = icmp ne i32 %v5, %v6
  br i1 %v7, label %b3, label %b4
b3:
  br label %b2
b4:
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = call i32 @heddle_range(i32 0, i32 1, ptr @x3)
  store i32 %v0, ptr %r3
  %v1 = load i32, ptr %r3
  store atomic i32 %v1, ptr @g0 monotonic, align 4
  %v2 = load i32, ptr %r3
  store i32 %v2, ptr @g0
  br label %b3
b3:
  %v6 = load i32, ptr @g0
  %v7 = icmp eq i32 %v6, 1
  br i1 %v7, label %b4, label %b5
b4:
  br label %b3
b5:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}

@x3 = constant [3 x i8] c"x3\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
