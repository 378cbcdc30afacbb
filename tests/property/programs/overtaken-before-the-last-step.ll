; A store that main sees within the last step comes after another one, which somebody else only then overtakes.
@g0 = global i32 0
@g1 = global i8 0
@format = constant [8 x i8] c"%u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = load i32, ptr %r2
  store atomic i32 %v0, ptr @g0 monotonic, align 4
  %v1 = load i32, ptr %r2
  store i32 %v1, ptr @g0
  ret ptr null
}

define ptr @t2(ptr %unused) {
  %v0 = getelementptr inbounds i8, ptr @g1, i64 0
  call void @llvm.memcpy.p0.p0.i64(ptr %v0, ptr @g0, i64 1, i1 false)
  ret ptr null
}

define ptr @t3(ptr %unused) {
  %r0 = alloca i32
  store i32 0, ptr %r0
  %v0 = load i32, ptr %r0
  %v1 = trunc i32 %v0 to i8
  %v2 = getelementptr inbounds i8, ptr @g1, i64 0
  store atomic i8 %v1, ptr %v2 seq_cst, align 1
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
  %v4 = load i8, ptr @g1
  %v5 = zext i8 %v4 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v3, i32 %v5)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
