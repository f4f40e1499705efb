; An input decides whether the loaded value is taken: where it is, the load may be a race.
;@ verdict: unknown
;@ reason: U0308
;@ property: race
;@ revisions: plain full
;@[plain] flags: --reduce none --summaries off
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@lock = global [40 x i8] zeroinitializer, align 8
@published = global i32 0, align 4
@shared = global i32 0, align 4
@sum = global i32 0, align 4

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @__VERIFIER_nondet_int()

define ptr @reader(ptr %unused) {
  %flag = call i32 @__VERIFIER_nondet_int()
  %yes = icmp sgt i32 %flag, 3
  %value = load i32, ptr @shared, align 4
  %small = icmp sle i32 %flag, 3
  %first = select i1 %yes, i32 %value, i32 1
  %result = select i1 %small, i32 4, i32 %first
  %sum = add i32 %result, 0
  store i32 %sum, ptr @sum, align 4
  ret ptr null
}

define i32 @main() {
  %t = alloca i64, align 8
  %created = call i32 @pthread_create(ptr %t, ptr null, ptr @reader, ptr null)
  store i32 5, ptr @shared, align 4
  %locked = call i32 @pthread_mutex_lock(ptr @lock)
  store i32 1, ptr @published, align 4
  %unlocked = call i32 @pthread_mutex_unlock(ptr @lock)
  %id = load i64, ptr %t, align 8
  %joined = call i32 @pthread_join(i64 %id, ptr null)
  ret i32 0
}
