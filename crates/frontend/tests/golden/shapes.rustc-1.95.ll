; ModuleID = 'shapes.43b48fc11de24fea-cgu.0'
source_filename = "shapes.43b48fc11de24fea-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@alloc_3b1a4f891d84c779a3ec160850dd0a16 = private unnamed_addr constant [10 x i8] c"shapes.rs\00", align 1
@alloc_e44b29dadde61fad4c6551916757b10d = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_3b1a4f891d84c779a3ec160850dd0a16, [16 x i8] c"\09\00\00\00\00\00\00\00\14\00\00\00)\00\00\00" }>, align 8
@alloc_16cbf4a3f0befa927ca176ea19664698 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_3b1a4f891d84c779a3ec160850dd0a16, [16 x i8] c"\09\00\00\00\00\00\00\00\15\00\00\00$\00\00\00" }>, align 8
@_ZN6shapes5CALLS17he7f08221dad8062fE = internal global [8 x i8] zeroinitializer, align 8, !dbg !0
@alloc_6cf1ccdb6f1e0f5783e5b1ed745900f9 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_3b1a4f891d84c779a3ec160850dd0a16, [16 x i8] c"\09\00\00\00\00\00\00\00#\00\00\00/\00\00\00" }>, align 8
@vtable.0 = private constant <{ [24 x i8], ptr }> <{ [24 x i8] c"\00\00\00\00\00\00\00\00\08\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00", ptr @"_ZN46_$LT$shapes..Shape$u20$as$u20$shapes..Area$GT$4area17h8481d74346ce2c3fE" }>, align 8, !dbg !19
@alloc_358ba0091e86891b50fdf15180b1d849 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_3b1a4f891d84c779a3ec160850dd0a16, [16 x i8] c"\09\00\00\00\00\00\00\00%\00\00\00\09\00\00\00" }>, align 8

; <shapes::Shape as shapes::Area>::area
; Function Attrs: nounwind nonlazybind uwtable
define i32 @"_ZN46_$LT$shapes..Shape$u20$as$u20$shapes..Area$GT$4area17h8481d74346ce2c3fE"(ptr align 4 %self) unnamed_addr #0 !dbg !69 {
start:
  %side.dbg.spill = alloca [4 x i8], align 4
  %radius.dbg.spill = alloca [4 x i8], align 4
  %self.dbg.spill = alloca [8 x i8], align 8
  %_0 = alloca [4 x i8], align 4
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !75, !DIExpression(), !80)
  %0 = load i32, ptr %self, align 4, !dbg !81
  %1 = getelementptr inbounds i8, ptr %self, i64 4, !dbg !81
  %2 = load i32, ptr %1, align 4, !dbg !81
  %_2 = zext i32 %0 to i64, !dbg !81
  switch i64 %_2, label %bb1 [
    i64 0, label %bb4
    i64 1, label %bb3
    i64 2, label %bb2
  ], !dbg !82

bb1:                                              ; preds = %start
  unreachable, !dbg !81

bb4:                                              ; preds = %start
  %3 = getelementptr inbounds i8, ptr %self, i64 4, !dbg !83
  %radius = load i32, ptr %3, align 4, !dbg !83
  store i32 %radius, ptr %radius.dbg.spill, align 4, !dbg !83
    #dbg_declare(ptr %radius.dbg.spill, !76, !DIExpression(), !84)
  %4 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 3, i32 %radius), !dbg !85
  %_5.0 = extractvalue { i32, i1 } %4, 0, !dbg !85
  %_5.1 = extractvalue { i32, i1 } %4, 1, !dbg !85
  br i1 %_5.1, label %panic, label %bb5, !dbg !85

bb3:                                              ; preds = %start
  %5 = getelementptr inbounds i8, ptr %self, i64 4, !dbg !86
  %side = load i32, ptr %5, align 4, !dbg !86
  store i32 %side, ptr %side.dbg.spill, align 4, !dbg !86
    #dbg_declare(ptr %side.dbg.spill, !78, !DIExpression(), !87)
  %6 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %side, i32 %side), !dbg !88
  %_8.0 = extractvalue { i32, i1 } %6, 0, !dbg !88
  %_8.1 = extractvalue { i32, i1 } %6, 1, !dbg !88
  br i1 %_8.1, label %panic2, label %bb7, !dbg !88

bb2:                                              ; preds = %start
  store i32 0, ptr %_0, align 4, !dbg !89
  br label %bb8, !dbg !89

bb5:                                              ; preds = %bb4
  %7 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %_5.0, i32 %radius), !dbg !85
  %_6.0 = extractvalue { i32, i1 } %7, 0, !dbg !85
  %_6.1 = extractvalue { i32, i1 } %7, 1, !dbg !85
  br i1 %_6.1, label %panic1, label %bb6, !dbg !85

panic:                                            ; preds = %bb4
; call core::panicking::panic_const::panic_const_mul_overflow
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8 @alloc_e44b29dadde61fad4c6551916757b10d) #5, !dbg !85
  unreachable, !dbg !85

bb6:                                              ; preds = %bb5
  store i32 %_6.0, ptr %_0, align 4, !dbg !85
  br label %bb8, !dbg !90

panic1:                                           ; preds = %bb5
; call core::panicking::panic_const::panic_const_mul_overflow
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8 @alloc_e44b29dadde61fad4c6551916757b10d) #5, !dbg !85
  unreachable, !dbg !85

bb8:                                              ; preds = %bb2, %bb7, %bb6
  %8 = load i32, ptr %_0, align 4, !dbg !91
  ret i32 %8, !dbg !91

bb7:                                              ; preds = %bb3
  store i32 %_8.0, ptr %_0, align 4, !dbg !88
  br label %bb8, !dbg !92

panic2:                                           ; preds = %bb3
; call core::panicking::panic_const::panic_const_mul_overflow
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8 @alloc_16cbf4a3f0befa927ca176ea19664698) #5, !dbg !88
  unreachable, !dbg !88
}

; core::cmp::impls::<impl core::cmp::Ord for i32>::cmp
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i8 @"_ZN4core3cmp5impls48_$LT$impl$u20$core..cmp..Ord$u20$for$u20$i32$GT$3cmp17h81d0cf9809aeb7c3E"(ptr align 4 %self, ptr align 4 %other) unnamed_addr #1 !dbg !93 {
start:
  %other.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !102, !DIExpression(), !104)
  store ptr %other, ptr %other.dbg.spill, align 8
    #dbg_declare(ptr %other.dbg.spill, !103, !DIExpression(), !105)
  %_3 = load i32, ptr %self, align 4, !dbg !106
  %_4 = load i32, ptr %other, align 4, !dbg !107
  %_0 = call i8 @llvm.scmp.i8.i32(i32 %_3, i32 %_4), !dbg !108
  ret i8 %_0, !dbg !109
}

; core::cmp::Ordering::is_lt
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal zeroext i1 @_ZN4core3cmp8Ordering5is_lt17h3dafd694f1bcfb13E(i8 %self) unnamed_addr #1 !dbg !110 {
start:
  %self.dbg.spill = alloca [1 x i8], align 1
  store i8 %self, ptr %self.dbg.spill, align 1
    #dbg_declare(ptr %self.dbg.spill, !116, !DIExpression(), !117)
  %_0 = icmp slt i8 %self, 0, !dbg !118
  ret i1 %_0, !dbg !119
}

; core::sync::atomic::AtomicUsize::fetch_add
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i64 @_ZN4core4sync6atomic11AtomicUsize9fetch_add17heb67be87a893aab8E(ptr align 8 %self, i64 %val, i8 %order) unnamed_addr #1 !dbg !120 {
start:
  %dst.dbg.spill = alloca [8 x i8], align 8
  %order.dbg.spill = alloca [1 x i8], align 1
  %val.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  %_0 = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !127, !DIExpression(), !130)
  store i64 %val, ptr %val.dbg.spill, align 8
    #dbg_declare(ptr %val.dbg.spill, !128, !DIExpression(), !131)
    #dbg_declare(ptr %val.dbg.spill, !132, !DIExpression(), !142)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !129, !DIExpression(), !144)
    #dbg_declare(ptr %order.dbg.spill, !139, !DIExpression(), !145)
    #dbg_value(ptr %self, !146, !DIExpression(), !154)
  store ptr %self, ptr %dst.dbg.spill, align 8, !dbg !156
    #dbg_declare(ptr %dst.dbg.spill, !138, !DIExpression(), !157)
  %_7 = zext i8 %order to i64, !dbg !158
  switch i64 %_7, label %bb2 [
    i64 0, label %bb7
    i64 1, label %bb5
    i64 2, label %bb6
    i64 3, label %bb4
    i64 4, label %bb3
  ], !dbg !159

bb2:                                              ; preds = %start
  unreachable, !dbg !158

bb7:                                              ; preds = %start
  %0 = atomicrmw add ptr %self, i64 %val monotonic, align 8, !dbg !160
  store i64 %0, ptr %_0, align 8, !dbg !160
  br label %bb1, !dbg !160

bb5:                                              ; preds = %start
  %1 = atomicrmw add ptr %self, i64 %val release, align 8, !dbg !161
  store i64 %1, ptr %_0, align 8, !dbg !161
  br label %bb1, !dbg !161

bb6:                                              ; preds = %start
  %2 = atomicrmw add ptr %self, i64 %val acquire, align 8, !dbg !162
  store i64 %2, ptr %_0, align 8, !dbg !162
  br label %bb1, !dbg !162

bb4:                                              ; preds = %start
  %3 = atomicrmw add ptr %self, i64 %val acq_rel, align 8, !dbg !163
  store i64 %3, ptr %_0, align 8, !dbg !163
  br label %bb1, !dbg !163

bb3:                                              ; preds = %start
  %4 = atomicrmw add ptr %self, i64 %val seq_cst, align 8, !dbg !164
  store i64 %4, ptr %_0, align 8, !dbg !164
  br label %bb1, !dbg !164

bb1:                                              ; preds = %bb3, %bb4, %bb6, %bb5, %bb7
  %5 = load i64, ptr %_0, align 8, !dbg !165
  ret i64 %5, !dbg !165
}

; Function Attrs: nounwind nonlazybind uwtable
define i64 @narrow(double %value, i16 signext %other) unnamed_addr #0 !dbg !166 {
start:
  %other.dbg.spill = alloca [2 x i8], align 2
  %value.dbg.spill = alloca [8 x i8], align 8
  %_9 = alloca [4 x i8], align 4
  %_7 = alloca [4 x i8], align 4
  %_0 = alloca [8 x i8], align 4
  store double %value, ptr %value.dbg.spill, align 8
    #dbg_declare(ptr %value.dbg.spill, !176, !DIExpression(), !178)
  store i16 %other, ptr %other.dbg.spill, align 2
    #dbg_declare(ptr %other.dbg.spill, !177, !DIExpression(), !179)
  %_3 = call i32 @llvm.fptosi.sat.i32.f64(double %value), !dbg !180
  %0 = sext i16 %other to i32, !dbg !181
  store i32 %0, ptr %_7, align 4, !dbg !181
  %1 = call i32 @llvm.fptosi.sat.i32.f64(double %value), !dbg !182
  store i32 %1, ptr %_9, align 4, !dbg !182
; call core::cmp::impls::<impl core::cmp::Ord for i32>::cmp
  %_5 = call i8 @"_ZN4core3cmp5impls48_$LT$impl$u20$core..cmp..Ord$u20$for$u20$i32$GT$3cmp17h81d0cf9809aeb7c3E"(ptr align 4 %_7, ptr align 4 %_9) #6, !dbg !183
; call core::cmp::Ordering::is_lt
  %_4 = call zeroext i1 @_ZN4core3cmp8Ordering5is_lt17h3dafd694f1bcfb13E(i8 %_5) #6, !dbg !184
  store i32 %_3, ptr %_0, align 4, !dbg !185
  %2 = getelementptr inbounds i8, ptr %_0, i64 4, !dbg !185
  %3 = zext i1 %_4 to i8, !dbg !185
  store i8 %3, ptr %2, align 4, !dbg !185
  %4 = load i64, ptr %_0, align 4, !dbg !186
  ret i64 %4, !dbg !186
}

; Function Attrs: nounwind nonlazybind uwtable
define i32 @total(ptr align 4 %sides, i64 %from) unnamed_addr #0 !dbg !187 {
start:
  %rhs.dbg.spill.i = alloca [4 x i8], align 4
  %self.dbg.spill.i = alloca [4 x i8], align 4
  %shape.dbg.spill = alloca [16 x i8], align 8
  %from.dbg.spill = alloca [8 x i8], align 8
  %sides.dbg.spill = alloca [8 x i8], align 8
  %_12 = alloca [8 x i8], align 4
  %index = alloca [8 x i8], align 8
  %sum = alloca [4 x i8], align 4
  store ptr %sides, ptr %sides.dbg.spill, align 8
    #dbg_declare(ptr %sides.dbg.spill, !195, !DIExpression(), !211)
  store i64 %from, ptr %from.dbg.spill, align 8
    #dbg_declare(ptr %from.dbg.spill, !196, !DIExpression(), !212)
    #dbg_declare(ptr %sum, !197, !DIExpression(), !213)
    #dbg_declare(ptr %index, !199, !DIExpression(), !214)
; call core::sync::atomic::AtomicUsize::fetch_add
  %_3 = call i64 @_ZN4core4sync6atomic11AtomicUsize9fetch_add17heb67be87a893aab8E(ptr align 8 @_ZN6shapes5CALLS17he7f08221dad8062fE, i64 1, i8 4) #6, !dbg !215
  store i32 0, ptr %sum, align 4, !dbg !216
  store i64 %from, ptr %index, align 8, !dbg !217
  br label %bb2, !dbg !218

bb2:                                              ; preds = %bb7, %start
  %_9 = load i64, ptr %index, align 8, !dbg !219
  %_8 = icmp ult i64 %_9, 4, !dbg !219
  br i1 %_8, label %bb3, label %bb8, !dbg !219

bb8:                                              ; preds = %bb2
  %_0 = load i32, ptr %sum, align 4, !dbg !220
  ret i32 %_0, !dbg !221

bb3:                                              ; preds = %bb2
  %_14 = load i64, ptr %index, align 8, !dbg !222
  %_15 = icmp ult i64 %_14, 4, !dbg !223
  br i1 %_15, label %bb4, label %panic, !dbg !223

bb4:                                              ; preds = %bb3
  %0 = getelementptr inbounds nuw i32, ptr %sides, i64 %_14, !dbg !223
  %_13 = load i32, ptr %0, align 4, !dbg !223
  %1 = getelementptr inbounds i8, ptr %_12, i64 4, !dbg !224
  store i32 %_13, ptr %1, align 4, !dbg !224
  store i32 1, ptr %_12, align 4, !dbg !224
  store ptr %_12, ptr %shape.dbg.spill, align 8, !dbg !225
  %2 = getelementptr inbounds i8, ptr %shape.dbg.spill, i64 8, !dbg !225
  store ptr @vtable.0, ptr %2, align 8, !dbg !225
    #dbg_declare(ptr %shape.dbg.spill, !201, !DIExpression(), !226)
  %_17 = load i32, ptr %sum, align 4, !dbg !227
  %3 = load ptr, ptr getelementptr inbounds (i8, ptr @vtable.0, i64 24), align 8, !dbg !228, !invariant.load !18, !nonnull !18
  %_18 = call i32 %3(ptr align 1 %_12) #6, !dbg !229
  store i32 %_17, ptr %self.dbg.spill.i, align 4
    #dbg_declare(ptr %self.dbg.spill.i, !230, !DIExpression(), !239)
  store i32 %_18, ptr %rhs.dbg.spill.i, align 4
    #dbg_declare(ptr %rhs.dbg.spill.i, !238, !DIExpression(), !241)
  %_0.i = add i32 %_17, %_18, !dbg !242
  store i32 %_0.i, ptr %sum, align 4, !dbg !243
  %4 = load i64, ptr %index, align 8, !dbg !244
  %_19.0 = add i64 %4, 1, !dbg !244
  %_19.1 = icmp ult i64 %_19.0, %4, !dbg !244
  br i1 %_19.1, label %panic1, label %bb7, !dbg !244

panic:                                            ; preds = %bb3
; call core::panicking::panic_bounds_check
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 %_14, i64 4, ptr align 8 @alloc_6cf1ccdb6f1e0f5783e5b1ed745900f9) #5, !dbg !223
  unreachable, !dbg !223

bb7:                                              ; preds = %bb4
  store i64 %_19.0, ptr %index, align 8, !dbg !244
  br label %bb2, !dbg !218

panic1:                                           ; preds = %bb4
; call core::panicking::panic_const::panic_const_add_overflow
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_add_overflow(ptr align 8 @alloc_358ba0091e86891b50fdf15180b1d849) #5, !dbg !244
  unreachable, !dbg !244
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32) #2

; core::panicking::panic_const::panic_const_mul_overflow
; Function Attrs: cold noinline noreturn nounwind nonlazybind uwtable
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8) unnamed_addr #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i8 -1, 2) i8 @llvm.scmp.i8.i32(i32, i32) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fptosi.sat.i32.f64(double) #2

; core::panicking::panic_bounds_check
; Function Attrs: cold minsize noinline noreturn nounwind nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64, i64, ptr align 8) unnamed_addr #4

; core::panicking::panic_const::panic_const_add_overflow
; Function Attrs: cold noinline noreturn nounwind nonlazybind uwtable
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_add_overflow(ptr align 8) unnamed_addr #3

attributes #0 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { inlinehint nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { cold noinline noreturn nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { cold minsize noinline noreturn nounwind nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #5 = { noinline noreturn nounwind }
attributes #6 = { inlinehint nounwind }

!llvm.module.flags = !{!45, !46, !47, !48}
!llvm.ident = !{!49}
!llvm.dbg.cu = !{!50}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "CALLS", linkageName: "_ZN6shapes5CALLS17he7f08221dad8062fE", scope: !2, file: !3, line: 27, type: !4, isLocal: true, isDefinition: true, align: 64)
!2 = !DINamespace(name: "shapes", scope: null)
!3 = !DIFile(filename: "shapes.rs", directory: ".", checksumkind: CSK_MD5, checksum: "54a680c258d3b5211bbff633a159a406")
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "AtomicUsize", scope: !6, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !9, templateParams: !18, identifier: "4d473d2171783819ad804082894a3856")
!5 = !DIFile(filename: "<unknown>", directory: "")
!6 = !DINamespace(name: "atomic", scope: !7)
!7 = !DINamespace(name: "sync", scope: !8)
!8 = !DINamespace(name: "core", scope: null)
!9 = !{!10}
!10 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !4, file: !5, baseType: !11, size: 64, align: 64, flags: DIFlagPrivate)
!11 = !DICompositeType(tag: DW_TAG_structure_type, name: "UnsafeCell<usize>", scope: !12, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !13, templateParams: !16, identifier: "39a99da3e6158f476ae51abf051b55a8")
!12 = !DINamespace(name: "cell", scope: !8)
!13 = !{!14}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !11, file: !5, baseType: !15, size: 64, align: 64, flags: DIFlagPrivate)
!15 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!16 = !{!17}
!17 = !DITemplateTypeParameter(name: "T", type: !15)
!18 = !{}
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "<shapes::Shape as shapes::Area>::{vtable}", scope: null, file: !5, type: !21, isLocal: true, isDefinition: true)
!21 = !DICompositeType(tag: DW_TAG_structure_type, name: "<shapes::Shape as shapes::Area>::{vtable_type}", file: !5, size: 256, align: 64, flags: DIFlagArtificial, elements: !22, vtableHolder: !29, templateParams: !18, identifier: "79fadc3064d026cccbe39d0c6488686b")
!22 = !{!23, !26, !27, !28}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "drop_in_place", scope: !21, file: !5, baseType: !24, size: 64, align: 64)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const ()", baseType: !25, size: 64, align: 64, dwarfAddressSpace: 0)
!25 = !DIBasicType(name: "()", encoding: DW_ATE_unsigned)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "size", scope: !21, file: !5, baseType: !15, size: 64, align: 64, offset: 64)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "align", scope: !21, file: !5, baseType: !15, size: 64, align: 64, offset: 128)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "__method3", scope: !21, file: !5, baseType: !24, size: 64, align: 64, offset: 192)
!29 = !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", scope: !2, file: !5, size: 64, align: 32, flags: DIFlagPublic, elements: !30, templateParams: !18, identifier: "ec1ccca34b3e193973bb2c8e32cbfe26")
!30 = !{!31}
!31 = !DICompositeType(tag: DW_TAG_variant_part, scope: !29, file: !5, size: 64, align: 32, elements: !32, templateParams: !18, identifier: "6e47b1cf893a623713ced55587e50c", discriminator: !44)
!32 = !{!33, !38, !42}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "Circle", scope: !31, file: !5, baseType: !34, size: 64, align: 32, extraData: i32 0)
!34 = !DICompositeType(tag: DW_TAG_structure_type, name: "Circle", scope: !29, file: !5, size: 64, align: 32, flags: DIFlagPublic, elements: !35, templateParams: !18, identifier: "a1fb89dadab3dcc22b6561c5c7127e61")
!35 = !{!36}
!36 = !DIDerivedType(tag: DW_TAG_member, name: "radius", scope: !34, file: !5, baseType: !37, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!37 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "Square", scope: !31, file: !5, baseType: !39, size: 64, align: 32, extraData: i32 1)
!39 = !DICompositeType(tag: DW_TAG_structure_type, name: "Square", scope: !29, file: !5, size: 64, align: 32, flags: DIFlagPublic, elements: !40, templateParams: !18, identifier: "bd8e9ed7ddd1c8379fc9ad0204dc38e0")
!40 = !{!41}
!41 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !39, file: !5, baseType: !37, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "Nothing", scope: !31, file: !5, baseType: !43, size: 64, align: 32, extraData: i32 2)
!43 = !DICompositeType(tag: DW_TAG_structure_type, name: "Nothing", scope: !29, file: !5, size: 64, align: 32, flags: DIFlagPublic, elements: !18, identifier: "90feab66f55a7d8de7e85a356a6f4e71")
!44 = !DIDerivedType(tag: DW_TAG_member, scope: !29, file: !5, baseType: !37, size: 32, align: 32, flags: DIFlagArtificial)
!45 = !{i32 8, !"PIC Level", i32 2}
!46 = !{i32 2, !"RtLibUseGOT", i32 1}
!47 = !{i32 7, !"Dwarf Version", i32 4}
!48 = !{i32 2, !"Debug Info Version", i32 3}
!49 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!50 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !51, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !52, globals: !68, splitDebugInlining: false, nameTableKind: None)
!51 = !DIFile(filename: "shapes.rs/@/shapes.43b48fc11de24fea-cgu.0", directory: ".")
!52 = !{!53, !60}
!53 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Ordering", scope: !54, file: !5, baseType: !55, size: 8, align: 8, flags: DIFlagEnumClass, elements: !56)
!54 = !DINamespace(name: "cmp", scope: !8)
!55 = !DIBasicType(name: "i8", size: 8, encoding: DW_ATE_signed)
!56 = !{!57, !58, !59}
!57 = !DIEnumerator(name: "Less", value: -1)
!58 = !DIEnumerator(name: "Equal", value: 0)
!59 = !DIEnumerator(name: "Greater", value: 1)
!60 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Ordering", scope: !6, file: !5, baseType: !61, size: 8, align: 8, flags: DIFlagEnumClass, elements: !62)
!61 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!62 = !{!63, !64, !65, !66, !67}
!63 = !DIEnumerator(name: "Relaxed", value: 0, isUnsigned: true)
!64 = !DIEnumerator(name: "Release", value: 1, isUnsigned: true)
!65 = !DIEnumerator(name: "Acquire", value: 2, isUnsigned: true)
!66 = !DIEnumerator(name: "AcqRel", value: 3, isUnsigned: true)
!67 = !DIEnumerator(name: "SeqCst", value: 4, isUnsigned: true)
!68 = !{!0, !19}
!69 = distinct !DISubprogram(name: "area", linkageName: "_ZN46_$LT$shapes..Shape$u20$as$u20$shapes..Area$GT$4area17h8481d74346ce2c3fE", scope: !70, file: !3, line: 18, type: !71, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !50, templateParams: !18, retainedNodes: !74)
!70 = !DINamespace(name: "{impl#0}", scope: !2)
!71 = !DISubroutineType(types: !72)
!72 = !{!37, !73}
!73 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&shapes::Shape", baseType: !29, size: 64, align: 64, dwarfAddressSpace: 0)
!74 = !{!75, !76, !78}
!75 = !DILocalVariable(name: "self", arg: 1, scope: !69, file: !3, line: 18, type: !73)
!76 = !DILocalVariable(name: "radius", scope: !77, file: !3, line: 20, type: !37, align: 32)
!77 = distinct !DILexicalBlock(scope: !69, file: !3, line: 20, column: 13)
!78 = !DILocalVariable(name: "side", scope: !79, file: !3, line: 21, type: !37, align: 32)
!79 = distinct !DILexicalBlock(scope: !69, file: !3, line: 21, column: 13)
!80 = !DILocation(line: 18, column: 13, scope: !69)
!81 = !DILocation(line: 19, column: 15, scope: !69)
!82 = !DILocation(line: 19, column: 9, scope: !69)
!83 = !DILocation(line: 20, column: 29, scope: !69)
!84 = !DILocation(line: 20, column: 29, scope: !77)
!85 = !DILocation(line: 20, column: 41, scope: !77)
!86 = !DILocation(line: 21, column: 27, scope: !69)
!87 = !DILocation(line: 21, column: 27, scope: !79)
!88 = !DILocation(line: 21, column: 36, scope: !79)
!89 = !DILocation(line: 22, column: 31, scope: !69)
!90 = !DILocation(line: 20, column: 59, scope: !69)
!91 = !DILocation(line: 24, column: 6, scope: !69)
!92 = !DILocation(line: 21, column: 46, scope: !69)
!93 = distinct !DISubprogram(name: "cmp", linkageName: "_ZN4core3cmp5impls48_$LT$impl$u20$core..cmp..Ord$u20$for$u20$i32$GT$3cmp17h81d0cf9809aeb7c3E", scope: !95, file: !94, line: 2010, type: !97, scopeLine: 2010, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !50, templateParams: !18, retainedNodes: !101)
!94 = !DIFile(filename: "library/core/src/cmp.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "9b875f3ee90b4abbf50efdba3db39504")
!95 = !DINamespace(name: "{impl#77}", scope: !96)
!96 = !DINamespace(name: "impls", scope: !54)
!97 = !DISubroutineType(types: !98)
!98 = !{!53, !99, !99}
!99 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&i32", baseType: !100, size: 64, align: 64, dwarfAddressSpace: 0)
!100 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!101 = !{!102, !103}
!102 = !DILocalVariable(name: "self", arg: 1, scope: !93, file: !94, line: 2010, type: !99)
!103 = !DILocalVariable(name: "other", arg: 2, scope: !93, file: !94, line: 2010, type: !99)
!104 = !DILocation(line: 2010, column: 24, scope: !93)
!105 = !DILocation(line: 2010, column: 31, scope: !93)
!106 = !DILocation(line: 2011, column: 58, scope: !93)
!107 = !DILocation(line: 2011, column: 65, scope: !93)
!108 = !DILocation(line: 2011, column: 21, scope: !93)
!109 = !DILocation(line: 2012, column: 18, scope: !93)
!110 = distinct !DISubprogram(name: "is_lt", linkageName: "_ZN4core3cmp8Ordering5is_lt17h3dafd694f1bcfb13E", scope: !53, file: !94, line: 480, type: !111, scopeLine: 480, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !50, templateParams: !18, declaration: !114, retainedNodes: !115)
!111 = !DISubroutineType(types: !112)
!112 = !{!113, !53}
!113 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!114 = !DISubprogram(name: "is_lt", linkageName: "_ZN4core3cmp8Ordering5is_lt17h3dafd694f1bcfb13E", scope: !53, file: !94, line: 480, type: !111, scopeLine: 480, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !18)
!115 = !{!116}
!116 = !DILocalVariable(name: "self", arg: 1, scope: !110, file: !94, line: 480, type: !53)
!117 = !DILocation(line: 480, column: 24, scope: !110)
!118 = !DILocation(line: 481, column: 9, scope: !110)
!119 = !DILocation(line: 482, column: 6, scope: !110)
!120 = distinct !DISubprogram(name: "fetch_add", linkageName: "_ZN4core4sync6atomic11AtomicUsize9fetch_add17heb67be87a893aab8E", scope: !4, file: !121, line: 3134, type: !122, scopeLine: 3134, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !50, templateParams: !18, declaration: !125, retainedNodes: !126)
!121 = !DIFile(filename: "library/core/src/sync/atomic.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "efd884d336fd52cdd46abf1cb836765b")
!122 = !DISubroutineType(types: !123)
!123 = !{!15, !124, !15, !60}
!124 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::sync::atomic::AtomicUsize", baseType: !4, size: 64, align: 64, dwarfAddressSpace: 0)
!125 = !DISubprogram(name: "fetch_add", linkageName: "_ZN4core4sync6atomic11AtomicUsize9fetch_add17heb67be87a893aab8E", scope: !4, file: !121, line: 3134, type: !122, scopeLine: 3134, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !18)
!126 = !{!127, !128, !129}
!127 = !DILocalVariable(name: "self", arg: 1, scope: !120, file: !121, line: 3134, type: !124)
!128 = !DILocalVariable(name: "val", arg: 2, scope: !120, file: !121, line: 3134, type: !15)
!129 = !DILocalVariable(name: "order", arg: 3, scope: !120, file: !121, line: 3134, type: !60)
!130 = !DILocation(line: 3134, column: 30, scope: !120)
!131 = !DILocation(line: 3134, column: 37, scope: !120)
!132 = !DILocalVariable(name: "val", arg: 2, scope: !133, file: !121, line: 3919, type: !15)
!133 = distinct !DISubprogram(name: "atomic_add<usize, usize>", linkageName: "_ZN4core4sync6atomic10atomic_add17h9162aec89dae08d5E", scope: !6, file: !121, line: 3919, type: !134, scopeLine: 3919, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !50, templateParams: !140, retainedNodes: !137)
!134 = !DISubroutineType(types: !135)
!135 = !{!15, !136, !15, !60}
!136 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut usize", baseType: !15, size: 64, align: 64, dwarfAddressSpace: 0)
!137 = !{!138, !132, !139}
!138 = !DILocalVariable(name: "dst", arg: 1, scope: !133, file: !121, line: 3919, type: !136)
!139 = !DILocalVariable(name: "order", arg: 3, scope: !133, file: !121, line: 3919, type: !60)
!140 = !{!17, !141}
!141 = !DITemplateTypeParameter(name: "U", type: !15)
!142 = !DILocation(line: 3919, column: 53, scope: !133, inlinedAt: !143)
!143 = !DILocation(line: 3136, column: 26, scope: !120)
!144 = !DILocation(line: 3134, column: 53, scope: !120)
!145 = !DILocation(line: 3919, column: 61, scope: !133, inlinedAt: !143)
!146 = !DILocalVariable(name: "self", arg: 1, scope: !147, file: !148, line: 2443, type: !151)
!147 = distinct !DISubprogram(name: "get<usize>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17hc4ddf27d04c1e944E", scope: !11, file: !148, line: 2443, type: !149, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !50, templateParams: !16, declaration: !152, retainedNodes: !153)
!148 = !DIFile(filename: "library/core/src/cell.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "96404e804c6faf0fea9fa631bcb8d1d2")
!149 = !DISubroutineType(types: !150)
!150 = !{!136, !151}
!151 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::cell::UnsafeCell<usize>", baseType: !11, size: 64, align: 64, dwarfAddressSpace: 0)
!152 = !DISubprogram(name: "get<usize>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17hc4ddf27d04c1e944E", scope: !11, file: !148, line: 2443, type: !149, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !16)
!153 = !{!146}
!154 = !DILocation(line: 2443, column: 22, scope: !147, inlinedAt: !155)
!155 = !DILocation(line: 3136, column: 44, scope: !120)
!156 = !DILocation(line: 2447, column: 9, scope: !147, inlinedAt: !155)
!157 = !DILocation(line: 3919, column: 40, scope: !133, inlinedAt: !143)
!158 = !DILocation(line: 3922, column: 15, scope: !133, inlinedAt: !143)
!159 = !DILocation(line: 3922, column: 9, scope: !133, inlinedAt: !143)
!160 = !DILocation(line: 3923, column: 24, scope: !133, inlinedAt: !143)
!161 = !DILocation(line: 3925, column: 24, scope: !133, inlinedAt: !143)
!162 = !DILocation(line: 3924, column: 24, scope: !133, inlinedAt: !143)
!163 = !DILocation(line: 3926, column: 23, scope: !133, inlinedAt: !143)
!164 = !DILocation(line: 3927, column: 23, scope: !133, inlinedAt: !143)
!165 = !DILocation(line: 3137, column: 14, scope: !120)
!166 = distinct !DISubprogram(name: "narrow", scope: !2, file: !3, line: 43, type: !167, scopeLine: 43, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !50, templateParams: !18, retainedNodes: !175)
!167 = !DISubroutineType(types: !168)
!168 = !{!169, !173, !174}
!169 = !DICompositeType(tag: DW_TAG_structure_type, name: "(i32, bool)", file: !5, size: 64, align: 32, elements: !170, templateParams: !18, identifier: "e8b5147b96b2b691e9356b0787e3b44")
!170 = !{!171, !172}
!171 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !169, file: !5, baseType: !100, size: 32, align: 32)
!172 = !DIDerivedType(tag: DW_TAG_member, name: "__1", scope: !169, file: !5, baseType: !113, size: 8, align: 8, offset: 32)
!173 = !DIBasicType(name: "f64", size: 64, encoding: DW_ATE_float)
!174 = !DIBasicType(name: "i16", size: 16, encoding: DW_ATE_signed)
!175 = !{!176, !177}
!176 = !DILocalVariable(name: "value", arg: 1, scope: !166, file: !3, line: 43, type: !173)
!177 = !DILocalVariable(name: "other", arg: 2, scope: !166, file: !3, line: 43, type: !174)
!178 = !DILocation(line: 43, column: 26, scope: !166)
!179 = !DILocation(line: 43, column: 38, scope: !166)
!180 = !DILocation(line: 44, column: 6, scope: !166)
!181 = !DILocation(line: 44, column: 20, scope: !166)
!182 = !DILocation(line: 44, column: 40, scope: !166)
!183 = !DILocation(line: 44, column: 35, scope: !166)
!184 = !DILocation(line: 44, column: 56, scope: !166)
!185 = !DILocation(line: 44, column: 5, scope: !166)
!186 = !DILocation(line: 45, column: 2, scope: !166)
!187 = distinct !DISubprogram(name: "total", scope: !2, file: !3, line: 30, type: !188, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !50, templateParams: !18, retainedNodes: !194)
!188 = !DISubroutineType(types: !189)
!189 = !{!37, !190, !15}
!190 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&[u32; 4]", baseType: !191, size: 64, align: 64, dwarfAddressSpace: 0)
!191 = !DICompositeType(tag: DW_TAG_array_type, baseType: !37, size: 128, align: 32, elements: !192)
!192 = !{!193}
!193 = !DISubrange(count: 4, lowerBound: 0)
!194 = !{!195, !196, !197, !199, !201}
!195 = !DILocalVariable(name: "sides", arg: 1, scope: !187, file: !3, line: 30, type: !190)
!196 = !DILocalVariable(name: "from", arg: 2, scope: !187, file: !3, line: 30, type: !15)
!197 = !DILocalVariable(name: "sum", scope: !198, file: !3, line: 32, type: !37, align: 32)
!198 = distinct !DILexicalBlock(scope: !187, file: !3, line: 32, column: 5)
!199 = !DILocalVariable(name: "index", scope: !200, file: !3, line: 33, type: !15, align: 64)
!200 = distinct !DILexicalBlock(scope: !198, file: !3, line: 33, column: 5)
!201 = !DILocalVariable(name: "shape", scope: !202, file: !3, line: 35, type: !203, align: 64)
!202 = distinct !DILexicalBlock(scope: !200, file: !3, line: 35, column: 9)
!203 = !DICompositeType(tag: DW_TAG_structure_type, name: "&dyn shapes::Area", file: !5, size: 128, align: 64, elements: !204, templateParams: !18, identifier: "c3e37e53b3ae00bc1ac599ba59de1da2")
!204 = !{!205, !208}
!205 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !203, file: !5, baseType: !206, size: 64, align: 64)
!206 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !207, size: 64, align: 64, dwarfAddressSpace: 0)
!207 = !DICompositeType(tag: DW_TAG_structure_type, name: "dyn shapes::Area", file: !5, align: 8, elements: !18, identifier: "6925adf3b0d0b1f954fa91403079c7ca")
!208 = !DIDerivedType(tag: DW_TAG_member, name: "vtable", scope: !203, file: !5, baseType: !209, size: 64, align: 64, offset: 64)
!209 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&[usize; 4]", baseType: !210, size: 64, align: 64, dwarfAddressSpace: 0)
!210 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 256, align: 64, elements: !192)
!211 = !DILocation(line: 30, column: 25, scope: !187)
!212 = !DILocation(line: 30, column: 43, scope: !187)
!213 = !DILocation(line: 32, column: 9, scope: !198)
!214 = !DILocation(line: 33, column: 9, scope: !200)
!215 = !DILocation(line: 31, column: 11, scope: !187)
!216 = !DILocation(line: 32, column: 19, scope: !187)
!217 = !DILocation(line: 33, column: 21, scope: !198)
!218 = !DILocation(line: 34, column: 5, scope: !200)
!219 = !DILocation(line: 34, column: 11, scope: !200)
!220 = !DILocation(line: 39, column: 5, scope: !200)
!221 = !DILocation(line: 40, column: 2, scope: !187)
!222 = !DILocation(line: 35, column: 53, scope: !200)
!223 = !DILocation(line: 35, column: 47, scope: !200)
!224 = !DILocation(line: 35, column: 33, scope: !200)
!225 = !DILocation(line: 35, column: 32, scope: !200)
!226 = !DILocation(line: 35, column: 13, scope: !202)
!227 = !DILocation(line: 36, column: 15, scope: !202)
!228 = !DILocation(line: 36, column: 32, scope: !202)
!229 = !DILocation(line: 36, column: 38, scope: !202)
!230 = !DILocalVariable(name: "self", arg: 1, scope: !231, file: !232, line: 2456, type: !37)
!231 = distinct !DISubprogram(name: "wrapping_add", linkageName: "_RNvMs6_NtCsgEmfK2I1SDS_4core3numm12wrapping_add", scope: !233, file: !232, line: 2456, type: !235, scopeLine: 2456, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !50, templateParams: !18, retainedNodes: !237)
!232 = !DIFile(filename: "library/core/src/num/uint_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "de2f29a3485fc28d710ba6c3062e6efa")
!233 = !DINamespace(name: "{impl#8}", scope: !234)
!234 = !DINamespace(name: "num", scope: !8)
!235 = !DISubroutineType(types: !236)
!236 = !{!37, !37, !37}
!237 = !{!230, !238}
!238 = !DILocalVariable(name: "rhs", arg: 2, scope: !231, file: !232, line: 2456, type: !37)
!239 = !DILocation(line: 2456, column: 35, scope: !231, inlinedAt: !240)
!240 = distinct !DILocation(line: 36, column: 19, scope: !202)
!241 = !DILocation(line: 2456, column: 41, scope: !231, inlinedAt: !240)
!242 = !DILocation(line: 2457, column: 13, scope: !231, inlinedAt: !240)
!243 = !DILocation(line: 36, column: 9, scope: !202)
!244 = !DILocation(line: 37, column: 9, scope: !202)
