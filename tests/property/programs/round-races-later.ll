; What a round of a loop reads races with what its thread brings about only in a later one.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  br label %b0
b0:
  %v2 = load atomic i32, ptr @g0 monotonic, align 4
  store i32 %v2, ptr %r1
  %v3 = load i32, ptr %r1
  %v4 = load i32, ptr %r3
  %v5 = icmp eq i32 %v3, %v4
  br i1 %v5, label %b6, label %b7
b6:
  store i32 1, ptr @g0
  br label %b1
b9:
  br label %b8
b7:
  br label %b8
b8:
  %v10 = load i32, ptr @g0
  store i32 %v10, ptr %r2
  br label %b0
b1:
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r3
  %v1 = cmpxchg ptr @g0, i32 1, i32 %v0 seq_cst seq_cst
  %v2 = extractvalue { i32, i1 } %v1, 0
  store i32 %v2, ptr %r1
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %r2 = alloca i32
  store i32 0, ptr %r2
  br label %b0
b0:
  %v2 = load i32, ptr @g0
  store i32 %v2, ptr %r2
  %v3 = load i32, ptr %r2
  %v4 = icmp ne i32 %v3, 0
  br i1 %v4, label %b5, label %b6
b5:
  br label %b1
b8:
  br label %b7
b6:
  br label %b7
b7:
  %v9 = cmpxchg ptr @g0, i32 1, i32 1 release monotonic
  %v10 = extractvalue { i32, i1 } %v9, 0
  store i32 %v10, ptr %r1
  %v11 = atomicrmw xchg ptr @g0, i32 1 seq_cst
  store i32 %v11, ptr %r2
  br label %b0
b1:
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
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
