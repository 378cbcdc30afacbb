; A thread that another lets go on stands before an object that a third frees.
@g0 = global i32 1
@p0 = global ptr @g0
@once0 = global [4 x i8] zeroinitializer, align 8
@format = constant [5 x i8] c"%u \0A\00"

define void @routine0() {
  ret void
}

define ptr @t1(ptr %unused) {
  %h3 = alloca i64
  call i32 @pthread_create(ptr %h3, ptr null, ptr @t3, ptr null)
  %v0 = load i64, ptr %h3
  call i32 @pthread_detach(i64 %v0)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %v0 = load ptr, ptr @p0
  call void @free(ptr %v0)
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  %v0 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v0, ptr null)
  %v1 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v1)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
