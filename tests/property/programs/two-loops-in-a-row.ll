; A lock that spins, and a wait after it.
@g0 = global i32 1
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v0, ptr %r1
  %v1 = load i32, ptr %r1
  store atomic i32 %v1, ptr @g0 monotonic, align 4
  ret ptr null
}

define i32 @main() {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  store i32 0, ptr @g0
  br label %b0
b0:
  %v2 = atomicrmw xchg ptr @g0, i32 1 release
  %v3 = icmp eq i32 %v2, 1
  br i1 %v3, label %b0, label %b1
b1:
  %v4 = atomicrmw add ptr @g0, i32 1 acq_rel
  store i32 %v4, ptr %r3
  br label %b5
b5:
  %v8 = load atomic i32, ptr @g0 acquire, align 4
  %v9 = load i32, ptr %r3
  %v10 = icmp ne i32 %v8, %v9
  br i1 %v10, label %b6, label %b7
b6:
  br label %b5
b7:
  %v11 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v11, ptr null)
  %v12 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v12)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
