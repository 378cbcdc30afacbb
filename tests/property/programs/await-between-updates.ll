; Two loops wait for values that pass by.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  br label %b0
b0:
  %v2 = atomicrmw xchg ptr @g0, i32 1 acquire
  %v3 = icmp eq i32 %v2, 1
  br i1 %v3, label %b0, label %b1
b1:
  %v4 = atomicrmw xchg ptr @g0, i32 1 seq_cst
  store i32 %v4, ptr %r1
  store atomic i32 0, ptr @g0 release, align 4
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = atomicrmw add ptr @g0, i32 1 monotonic
  store i32 %v0, ptr %r3
  br label %b1
b1:
  %v4 = load atomic i32, ptr @g0 acquire, align 4
  %v5 = load i32, ptr %r3
  %v6 = icmp ne i32 %v4, %v5
  br i1 %v6, label %b2, label %b3
b2:
  br label %b1
b3:
  %v7 = atomicrmw add ptr @g0, i32 1 monotonic
  store i32 %v7, ptr %r2
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  store i32 %v2, ptr %r0
  %v3 = load i32, ptr %r0
  %v4 = icmp ne i32 %v3, 1
  %v5 = zext i1 %v4 to i32
  call void @heddle_assert(i32 %v5)
  %v6 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v6)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare void @heddle_assert(i32)
