; Whether loops only wait depends on an input, also when it is stored while they wait: a failed
; try must be no event, as it is none in a replay.
@lock = global i32 0
@flag = global i32 1
@x = constant [2 x i8] c"x\00"
@y = constant [2 x i8] c"y\00"

define ptr @takes(ptr %unused) {
  br label %top
top:
  %old = atomicrmw xchg ptr @lock, i32 1 seq_cst
  %taken = icmp eq i32 %old, 1
  br i1 %taken, label %top, label %after
after:
  store atomic i32 0, ptr @lock seq_cst, align 4
  ret ptr null
}

define ptr @waits(ptr %unused) {
  br label %top
top:
  %now = load atomic i32, ptr @flag seq_cst, align 4
  %same = icmp eq i32 %now, 1
  br i1 %same, label %top, label %after
after:
  ret ptr null
}

define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %first = call i32 @heddle_range(i32 0, i32 2, ptr @x)
  store i32 %first, ptr @lock
  call i32 @pthread_create(ptr %h1, ptr null, ptr @takes, ptr null)
  call i32 @pthread_create(ptr %h2, ptr null, ptr @waits, ptr null)
  %second = call i32 @heddle_range(i32 0, i32 2, ptr @y)
  store atomic i32 %second, ptr @flag seq_cst, align 4
  %a = load i64, ptr %h1
  %b = load i64, ptr %h2
  call i32 @pthread_join(i64 %a, ptr null)
  call i32 @pthread_join(i64 %b, ptr null)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @heddle_range(i32, i32, ptr)
