; A race that only a round of a loop meets which leads nowhere.
@g0 = global i32 0
@m0 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@m1 = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], align 8
@cv0 = global [48 x i8] zeroinitializer, align 8
@once0 = global [4 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define void @routine0() {
  ret void
}

define ptr @t1(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %v0 = call i32 @pthread_mutex_trylock(ptr @m1)
  %v1 = icmp eq i32 %v0, 0
  br i1 %v1, label %b2, label %b3
b2:
  br label %b5
b5:
  call void @pthread_testcancel()
  %v7 = load atomic i32, ptr @g0 acquire, align 4
  store i32 %v7, ptr %r0
  %v8 = load i32, ptr %r0
  %v9 = icmp eq i32 %v8, 1
  br i1 %v9, label %b10, label %b11
b10:
  %v13 = cmpxchg ptr @g0, i32 1, i32 1 acquire acquire
  %v14 = extractvalue { i32, i1 } %v13, 0
  store i32 %v14, ptr %r0
  br label %b12
b11:
  br label %b6
b15:
  br label %b12
b12:
  br label %b5
b6:
  call i32 @pthread_mutex_unlock(ptr @m1)
  br label %b4
b3:
  br label %b4
b4:
  ret ptr null
}

define i32 @main() {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r2
  %v1 = load i32, ptr %r2
  %v2 = xor i32 %v1, 1
  store i32 %v2, ptr %r2
  %v3 = load i32, ptr %r2
  store atomic i32 %v3, ptr @g0 monotonic, align 4
  %v4 = load i64, ptr %h1
  call i32 @pthread_cancel(i64 %v4)
  %v5 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v5, ptr null)
  %v6 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v6)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_cancel(i64)
declare void @pthread_testcancel()
declare i32 @pthread_mutex_trylock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @printf(ptr, ...)
