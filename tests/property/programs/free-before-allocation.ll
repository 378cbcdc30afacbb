; Who frees, who reads and who allocates in any order.
@g0 = global i32 0
@g1 = global i8 0
@p0 = global ptr null
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %v0 = load ptr, ptr @p0
  call void @free(ptr %v0)
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load ptr, ptr @p0
  %v1 = getelementptr inbounds i32, ptr %v0, i64 0
  %v2 = load i32, ptr %v1
  store i32 %v2, ptr %r3
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %r3 = alloca i32
  store i32 0, ptr %r3
  %v0 = load i32, ptr %r3
  %v1 = load i32, ptr %r0
  %v2 = icmp ult i32 %v0, %v1
  br i1 %v2, label %b3, label %b4
b3:
  br label %b5
b4:
  %v6 = call ptr @malloc(i64 8)
  store ptr %v6, ptr @p0
  br label %b5
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
  %v1 = load i64, ptr %h3
  call i32 @pthread_join(i64 %v1, ptr null)
  %v2 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v2, ptr null)
  %v3 = load i32, ptr @g0
  %v4 = load i8, ptr @g1
  %v5 = zext i8 %v4 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3, i32 %v5)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
