; Two sections at one place: a schedule that switches before the second must not do so before the
; first when it is replayed.
@g1 = global i8 0

define ptr @t1(ptr %unused) {
  %a = load i8, ptr @g1
  call void @heddle_atomic_begin()
  call void @heddle_atomic_end()
  %b = cmpxchg ptr @g1, i8 0, i8 %a monotonic monotonic
  ret ptr null
}

define i32 @main() {
entry:
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @t1, ptr null)
  br label %top
top:
  %i = phi i32 [ 0, %entry ], [ %n, %body ]
  %more = icmp ult i32 %i, 2
  br i1 %more, label %body, label %after
body:
  call void @heddle_atomic_begin()
  %v = load i8, ptr @g1
  call void @heddle_atomic_end()
  %n = add i32 %i, 1
  br label %top
after:
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr null)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
