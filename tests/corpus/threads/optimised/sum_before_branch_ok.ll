; An optimiser computes a sum before it knows whether the source does: where it does not fit, the select drops it. Nothing overflows.
;@ property: overflow assert
;@ verdict: safe
;@ revisions: off on
;@[off] flags: --summaries off
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@total = global i32 0, align 4

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %b = call i32 @__VERIFIER_nondet_int()
  %small_a = icmp ult i32 %a, 1000
  %small_b = icmp ult i32 %b, 1000
  %small = and i1 %small_a, %small_b
  %sum = add nsw i32 %a, %b
  %twice = mul nsw i32 %sum, 2
  %shifted = shl nsw i32 %twice, %b
  %is = icmp sgt i32 %shifted, 7
  %one = zext i1 %is to i32
  %none = add nsw i32 %one, %twice
  %result = select i1 %small, i32 %twice, i32 0
  store i32 %result, ptr @total, align 4
  ret i32 0
}
