; A block is freed between two uses of a pointer, after a store that was overwritten.
@g0 = global i32 0
@g1 = global i8 1
@p0 = global ptr @g0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %v0 = call ptr @calloc(i64 1, i64 4)
  store ptr %v0, ptr @p0
  %v1 = load ptr, ptr @p0
  call void @free(ptr %v1)
  ret ptr null
}

define i32 @main() {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r1 = alloca i32
  store i32 0, ptr %r1
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  store ptr null, ptr @p0
  %v0 = load ptr, ptr @p0
  %v1 = getelementptr inbounds i32, ptr %v0, i64 0
  %v2 = load i32, ptr %v1
  store i32 %v2, ptr %r0
  %v3 = load ptr, ptr @p0
  %v4 = getelementptr inbounds i32, ptr %v3, i64 1
  %v5 = load i32, ptr %v4
  store i32 %v5, ptr %r1
  %v6 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v6, ptr null)
  %v7 = load i32, ptr @g0
  %v8 = load i8, ptr @g1
  %v9 = zext i8 %v8 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v7, i32 %v9)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
