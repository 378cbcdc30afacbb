; A section that reads what another thread wrote only if it comes earlier.
@g0 = global i32 0
@g1 = global i32 0
@p0 = global ptr @g0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r3
  %v1 = load ptr, ptr @p0
  %v2 = getelementptr inbounds i32, ptr %v1, i64 0
  store i32 %v0, ptr %v2
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  call void @heddle_atomic_begin()
  %v0 = load ptr, ptr @p0
  %v1 = getelementptr inbounds i32, ptr %v0, i64 0
  %v2 = load i32, ptr %v1
  store i32 %v2, ptr %r1
  call void @heddle_atomic_end()
  %v3 = load ptr, ptr @p0
  %v4 = getelementptr inbounds i32, ptr %v3, i64 0
  %v5 = load i32, ptr %v4
  store i32 %v5, ptr %r1
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %c0 = alloca i32
  store i32 0, ptr %c0
  br label %b1
b1:
  %v4 = load i32, ptr %c0
  %v5 = icmp ult i32 %v4, 2
  br i1 %v5, label %b2, label %b3
b2:
  call void @heddle_atomic_begin()
  %v6 = call ptr @malloc(i64 4)
  store ptr %v6, ptr @p0
  call void @heddle_atomic_end()
  %v7 = call ptr @calloc(i64 2, i64 4)
  store ptr %v7, ptr @p0
  %v8 = load i32, ptr %c0
  %v9 = add i32 %v8, 1
  store i32 %v9, ptr %c0
  br label %b1
b3:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  %v4 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3, i32 %v4)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare i32 @printf(ptr, ...)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
