; Optimised or not, two writes that nothing orders are a race: an optimiser may not add a write.
;@ verdict: unsafe
;@ finding: data-race
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

define ptr @reader(ptr %unused) {
  store i32 7, ptr @shared, align 4
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
