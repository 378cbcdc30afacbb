; A read of a block before it is freed, and after.
@g0 = global i32 0
@g1 = global i32 0
@p0 = global ptr @g0
@once0 = global [4 x i8] zeroinitializer, align 8
@format = constant [8 x i8] c"%u %u \0A\00"

define void @routine0() {
  ret void
}

define ptr @t1(ptr %unused) {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %v0 = load ptr, ptr @p0
  %v1 = getelementptr inbounds i32, ptr %v0, i64 0
  %v2 = load i32, ptr %v1
  store i32 %v2, ptr %r1
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %v0 = call ptr @calloc(i64 1, i64 4)
  store ptr %v0, ptr @p0
  %v1 = load ptr, ptr @p0
  call void @free(ptr %v1)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i32, ptr @g0
  %v3 = load i32, ptr @g1
  call i32 (ptr, ...) @printf(ptr @format, i32 %v2, i32 %v3)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
