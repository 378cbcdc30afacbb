; A copy of bytes onto themselves is a read and a write in one step.
@g0 = global i32 0
@format = constant [5 x i8] c"%u \0A\00"

define ptr @t1(ptr %unused) {
  %r3 = alloca i32
  store i32 0, ptr %r3
  store i32 181, ptr @g0
  %v0 = load i32, ptr @g0
  store i32 %v0, ptr %r3
  ret ptr null
}

define ptr @t2(ptr %unused) {
  call void @llvm.memcpy.p0.p0.i64(ptr @g0, ptr @g0, i64 3, i1 false)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  ret ptr null
}

define ptr @t4(ptr %unused) {
  ret ptr null
}

define i32 @main() {
  %r3 = alloca i32
  store i32 0, ptr %r3
  %h1 = alloca i64
  %h2 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)
  %v0 = getelementptr inbounds i8, ptr @g0, i64 0
  %v1 = load atomic i8, ptr %v0 monotonic, align 1
  %v2 = zext i8 %v1 to i32
  store i32 %v2, ptr %r3
  %v3 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v3, ptr null)
  %v4 = load i64, ptr %h2
  call i32 @pthread_join(i64 %v4, ptr null)
  %v5 = load i32, ptr @g0
  call i32 (ptr, ...) @printf(ptr @format, i32 %v5)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
