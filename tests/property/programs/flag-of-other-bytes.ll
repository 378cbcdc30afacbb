; A loop looks at four bytes, of which another thread writes one: nothing is handed over.
@g0 = global i32 0
@g1 = global i32 0
@g2 = global i16 0
@format = constant [11 x i8] c"%u %u %u \0A\00"

define ptr @t1(ptr %unused) {
  %r2 = alloca i32
  store i32 0, ptr %r2
  %v0 = trunc i32 1 to i8
  %v1 = getelementptr inbounds i8, ptr @g2, i64 0
  store atomic i8 %v0, ptr %v1 seq_cst, align 1
  %v2 = load i32, ptr %r2
  %v3 = xor i32 %v2, 1
  store i32 %v3, ptr %r2
  %v4 = load i32, ptr %r2
  %v5 = trunc i32 %v4 to i8
  %v6 = getelementptr inbounds i8, ptr @g1, i64 3
  store atomic i8 %v5, ptr %v6 seq_cst, align 1
  ret ptr null
}

define i32 @main() {
  %r1 = alloca i32
  store i32 0, ptr %r1
  %h1 = alloca i64
  call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)
  br label %b0
b0:
  %v2 = load atomic i32, ptr @g1 seq_cst, align 4
  store i32 %v2, ptr %r1
  %v3 = load i32, ptr %r1
  %v4 = icmp ult i32 %v3, 2
  br i1 %v4, label %b5, label %b6
b5:
  br label %b1
b8:
  br label %b7
b6:
  br label %b7
b7:
  %v9 = load i16, ptr @g2
  %v10 = zext i16 %v9 to i32
  store i32 %v10, ptr %r1
  br label %b0
b1:
  %v11 = load i64, ptr %h1
  call i32 @pthread_join(i64 %v11, ptr null)
  %v12 = load i32, ptr @g0
  %v13 = load i32, ptr @g1
  %v14 = load i16, ptr @g2
  %v15 = zext i16 %v14 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %v12, i32 %v13, i32 %v15)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
