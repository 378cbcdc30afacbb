; A compare-exchange of an input: only one of its sides goes with a read of an older value.
@g0 = global i32 0
@g1 = global i32 2
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@cv0 = global [48 x i8] zeroinitializer, align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r2
  %v1 = atomicrmw xor ptr @g1, i32 %v0 acquire
  store i32 %v1, ptr %r3
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = cmpxchg ptr @g1, i32 1, i32 0 seq_cst seq_cst
  %v1 = extractvalue { i32, i1 } %v0, 0
  store i32 %v1, ptr %r2
  %v2 = load atomic i32, ptr @g1 acquire, align 4
  store i32 %v2, ptr %r2
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %h1 = alloca i64
  %h2 = alloca i64
  %v0 = call i32 @heddle_range(i32 0, i32 3, ptr @x0)
  store i32 %v0, ptr %r0
  %v1 = load i32, ptr %r0
  store i32 %v1, ptr @g1
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v2 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v3, ptr null)
  %v4 = load i32, ptr @g0
  %v5 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v4, i32 %v5)
  ret i32 0
}

@x0 = constant [3 x i8] c"x0\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare i32 @heddle_range(i32, i32, ptr)
