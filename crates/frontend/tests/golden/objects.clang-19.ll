; ModuleID = 'objects.c'
source_filename = "objects.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.shape = type { ptr, [2 x %struct.point], %union.anon, i8 }
%struct.point = type { i32, i32 }
%union.anon = type { float }
%struct.big = type { [4 x i64] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@shapes = internal global [2 x %struct.shape] [%struct.shape { ptr @.str, [2 x %struct.point] [%struct.point { i32 1, i32 2 }, %struct.point { i32 3, i32 4 }], %union.anon { float 1.500000e+00 }, i8 15 }, %struct.shape { ptr @.str.1, [2 x %struct.point] [%struct.point zeroinitializer, %struct.point { i32 5, i32 6 }], %union.anon zeroinitializer, i8 0 }], align 16, !dbg !0
@second = dso_local global ptr getelementptr (i8, ptr @shapes, i64 20), align 8, !dbg !7
@depth = dso_local thread_local global i32 1, align 4, !dbg !10
@__const.main.b = private unnamed_addr constant %struct.big { [4 x i64] [i64 1, i64 2, i64 3, i64 4] }, align 8
@printer = dso_local global ptr null, align 8, !dbg !12
@.str = private unnamed_addr constant [5 x i8] c"disc\00", align 1, !dbg !20
@.str.1 = private unnamed_addr constant [4 x i8] c"box\00", align 1, !dbg !25

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @total(ptr noundef byval(%struct.big) align 8 %b, i32 noundef %i) #0 !dbg !59 {
entry:
  %i.addr = alloca i32, align 4
    #dbg_declare(ptr %b, !68, !DIExpression(), !69)
  store i32 %i, ptr %i.addr, align 4
    #dbg_declare(ptr %i.addr, !70, !DIExpression(), !71)
  %words = getelementptr inbounds %struct.big, ptr %b, i32 0, i32 0, !dbg !72
  %0 = load i32, ptr %i.addr, align 4, !dbg !73
  %idxprom = sext i32 %0 to i64, !dbg !74
  %arrayidx = getelementptr inbounds [4 x i64], ptr %words, i64 0, i64 %idxprom, !dbg !74
  %1 = load i64, ptr %arrayidx, align 8, !dbg !74
  ret i64 %1, !dbg !75
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @sum(i32 noundef %count, ...) #0 !dbg !76 {
entry:
  %count.addr = alloca i32, align 4
  %args = alloca [1 x %struct.__va_list_tag], align 16
  %result = alloca i32, align 4
  store i32 %count, ptr %count.addr, align 4
    #dbg_declare(ptr %count.addr, !79, !DIExpression(), !80)
  call void @llvm.lifetime.start.p0(i64 24, ptr %args) #5, !dbg !81
    #dbg_declare(ptr %args, !82, !DIExpression(), !96)
  call void @llvm.lifetime.start.p0(i64 4, ptr %result) #5, !dbg !97
    #dbg_declare(ptr %result, !98, !DIExpression(), !99)
  store i32 0, ptr %result, align 4, !dbg !99
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %args, i64 0, i64 0, !dbg !100
  call void @llvm.va_start.p0(ptr %arraydecay), !dbg !100
  br label %while.cond, !dbg !101

while.cond:                                       ; preds = %vaarg.end, %entry
  %0 = load i32, ptr %count.addr, align 4, !dbg !102
  %dec = add nsw i32 %0, -1, !dbg !102
  store i32 %dec, ptr %count.addr, align 4, !dbg !102
  %cmp = icmp sgt i32 %0, 0, !dbg !103
  br i1 %cmp, label %while.body, label %while.end, !dbg !101

while.body:                                       ; preds = %while.cond
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %args, i64 0, i64 0, !dbg !104
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 0, !dbg !104
  %gp_offset = load i32, ptr %gp_offset_p, align 16, !dbg !104
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !104
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !104

vaarg.in_reg:                                     ; preds = %while.body
  %1 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 3, !dbg !104
  %reg_save_area = load ptr, ptr %1, align 16, !dbg !104
  %2 = getelementptr i8, ptr %reg_save_area, i32 %gp_offset, !dbg !104
  %3 = add i32 %gp_offset, 8, !dbg !104
  store i32 %3, ptr %gp_offset_p, align 16, !dbg !104
  br label %vaarg.end, !dbg !104

vaarg.in_mem:                                     ; preds = %while.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 2, !dbg !104
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8, !dbg !104
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i32 8, !dbg !104
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8, !dbg !104
  br label %vaarg.end, !dbg !104

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %2, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ], !dbg !104
  %4 = load i32, ptr %vaarg.addr, align 4, !dbg !104
  %5 = load i32, ptr %result, align 4, !dbg !105
  %add = add nsw i32 %5, %4, !dbg !105
  store i32 %add, ptr %result, align 4, !dbg !105
  br label %while.cond, !dbg !101, !llvm.loop !106

while.end:                                        ; preds = %while.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %args, i64 0, i64 0, !dbg !108
  call void @llvm.va_end.p0(ptr %arraydecay2), !dbg !108
  %6 = load i32, ptr %result, align 4, !dbg !109
  call void @llvm.lifetime.end.p0(i64 4, ptr %result) #5, !dbg !110
  call void @llvm.lifetime.end.p0(i64 24, ptr %args) #5, !dbg !110
  ret i32 %6, !dbg !111
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !112 {
entry:
  %retval = alloca i32, align 4
  %s = alloca ptr, align 8
  %b = alloca %struct.big, align 8
  %m = alloca %struct.point, align 4
  store i32 0, ptr %retval, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr %s) #5, !dbg !114
    #dbg_declare(ptr %s, !115, !DIExpression(), !117)
  %0 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth), !dbg !118
  %1 = load i32, ptr %0, align 4, !dbg !118
  %idxprom = sext i32 %1 to i64, !dbg !119
  %arrayidx = getelementptr inbounds [2 x %struct.shape], ptr @shapes, i64 0, i64 %idxprom, !dbg !119
  store ptr %arrayidx, ptr %s, align 8, !dbg !117
  call void @llvm.lifetime.start.p0(i64 32, ptr %b) #5, !dbg !120
    #dbg_declare(ptr %b, !121, !DIExpression(), !122)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 @__const.main.b, i64 32, i1 false), !dbg !122
  %2 = load ptr, ptr %s, align 8, !dbg !123
  %layer = getelementptr inbounds %struct.shape, ptr %2, i32 0, i32 3, !dbg !124
  %bf.load = load i8, ptr %layer, align 4, !dbg !125
  %bf.clear = and i8 %bf.load, -63, !dbg !125
  %bf.set = or i8 %bf.clear, 6, !dbg !125
  store i8 %bf.set, ptr %layer, align 4, !dbg !125
  %3 = load ptr, ptr %s, align 8, !dbg !126
  %u = getelementptr inbounds %struct.shape, ptr %3, i32 0, i32 2, !dbg !127
  %4 = load float, ptr %u, align 8, !dbg !128
  %add = fadd float %4, 5.000000e-01, !dbg !128
  store float %add, ptr %u, align 8, !dbg !128
  call void @llvm.lifetime.start.p0(i64 8, ptr %m) #5, !dbg !129
    #dbg_declare(ptr %m, !130, !DIExpression(), !131)
  %5 = load ptr, ptr %s, align 8, !dbg !132
  %corners = getelementptr inbounds %struct.shape, ptr %5, i32 0, i32 1, !dbg !133
  %arrayidx1 = getelementptr inbounds [2 x %struct.point], ptr %corners, i64 0, i64 0, !dbg !132
  %6 = load ptr, ptr %s, align 8, !dbg !134
  %corners2 = getelementptr inbounds %struct.shape, ptr %6, i32 0, i32 1, !dbg !135
  %arrayidx3 = getelementptr inbounds [2 x %struct.point], ptr %corners2, i64 0, i64 1, !dbg !134
  %7 = load i64, ptr %arrayidx1, align 8, !dbg !136
  %8 = load i64, ptr %arrayidx3, align 8, !dbg !136
  %call = call i64 @middle(i64 %7, i64 %8), !dbg !136
  store i64 %call, ptr %m, align 4, !dbg !136
  store ptr null, ptr @printer, align 8, !dbg !137
  %x = getelementptr inbounds %struct.point, ptr %m, i32 0, i32 0, !dbg !138
  %9 = load i32, ptr %x, align 4, !dbg !138
  %y = getelementptr inbounds %struct.point, ptr %m, i32 0, i32 1, !dbg !139
  %10 = load i32, ptr %y, align 4, !dbg !139
  %and = and i32 %10, 3, !dbg !140
  %call4 = call i64 @total(ptr noundef byval(%struct.big) align 8 %b, i32 noundef %and), !dbg !141
  %conv = trunc i64 %call4 to i32, !dbg !142
  %add5 = add nsw i32 %9, %conv, !dbg !143
  %11 = load ptr, ptr @second, align 8, !dbg !144
  %12 = load i32, ptr %11, align 4, !dbg !145
  %13 = load ptr, ptr %s, align 8, !dbg !146
  %u6 = getelementptr inbounds %struct.shape, ptr %13, i32 0, i32 2, !dbg !147
  %14 = load i32, ptr %u6, align 8, !dbg !148
  %call7 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef %12, i32 noundef %14), !dbg !149
  %add8 = add nsw i32 %add5, %call7, !dbg !150
  %15 = load ptr, ptr %s, align 8, !dbg !151
  %name = getelementptr inbounds %struct.shape, ptr %15, i32 0, i32 0, !dbg !152
  %16 = load ptr, ptr %name, align 8, !dbg !152
  %arrayidx9 = getelementptr inbounds i8, ptr %16, i64 0, !dbg !151
  %17 = load i8, ptr %arrayidx9, align 1, !dbg !151
  %conv10 = sext i8 %17 to i32, !dbg !151
  %add11 = add nsw i32 %add8, %conv10, !dbg !153
  call void @llvm.lifetime.end.p0(i64 8, ptr %m) #5, !dbg !154
  call void @llvm.lifetime.end.p0(i64 32, ptr %b) #5, !dbg !154
  call void @llvm.lifetime.end.p0(i64 8, ptr %s) #5, !dbg !154
  ret i32 %add11, !dbg !155
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: noinline nounwind uwtable
define internal i64 @middle(i64 %a.coerce, i64 %b.coerce) #0 !dbg !156 {
entry:
  %retval = alloca %struct.point, align 4
  %a = alloca %struct.point, align 4
  %b = alloca %struct.point, align 4
  store i64 %a.coerce, ptr %a, align 4
  store i64 %b.coerce, ptr %b, align 4
    #dbg_declare(ptr %a, !159, !DIExpression(), !160)
    #dbg_declare(ptr %b, !161, !DIExpression(), !162)
    #dbg_declare(ptr %retval, !163, !DIExpression(), !164)
  %x = getelementptr inbounds %struct.point, ptr %retval, i32 0, i32 0, !dbg !165
  %x1 = getelementptr inbounds %struct.point, ptr %a, i32 0, i32 0, !dbg !166
  %0 = load i32, ptr %x1, align 4, !dbg !166
  %x2 = getelementptr inbounds %struct.point, ptr %b, i32 0, i32 0, !dbg !167
  %1 = load i32, ptr %x2, align 4, !dbg !167
  %add = add nsw i32 %0, %1, !dbg !168
  %div = sdiv i32 %add, 2, !dbg !169
  store i32 %div, ptr %x, align 4, !dbg !165
  %y = getelementptr inbounds %struct.point, ptr %retval, i32 0, i32 1, !dbg !165
  %y3 = getelementptr inbounds %struct.point, ptr %a, i32 0, i32 1, !dbg !170
  %2 = load i32, ptr %y3, align 4, !dbg !170
  %y4 = getelementptr inbounds %struct.point, ptr %b, i32 0, i32 1, !dbg !171
  %3 = load i32, ptr %y4, align 4, !dbg !171
  %add5 = add nsw i32 %2, %3, !dbg !172
  %div6 = sdiv i32 %add5, 2, !dbg !173
  store i32 %div6, ptr %y, align 4, !dbg !165
  %4 = load i64, ptr %retval, align 4, !dbg !174
  ret i64 %4, !dbg !174
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!51, !52, !53, !54, !55, !56, !57}
!llvm.ident = !{!58}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "shapes", scope: !2, file: !3, line: 7, type: !30, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang version 19", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "objects.c", directory: ".", checksumkind: CSK_MD5, checksum: "bab4440914319aed570b3c614d78c947")
!4 = !{!5}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7, !10, !12, !20, !25, !0}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "second", scope: !2, file: !3, line: 11, type: !9, isLocal: false, isDefinition: true)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "depth", scope: !2, file: !3, line: 13, type: !5, isLocal: false, isDefinition: true)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "printer", scope: !2, file: !3, line: 12, type: !14, isLocal: false, isDefinition: true)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DISubroutineType(types: !16)
!16 = !{!5, !17, null}
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!18 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!19 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(scope: null, file: !3, line: 8, type: !22, isLocal: true, isDefinition: true)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 40, elements: !23)
!23 = !{!24}
!24 = !DISubrange(count: 5)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(scope: null, file: !3, line: 9, type: !27, isLocal: true, isDefinition: true)
!27 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 32, elements: !28)
!28 = !{!29}
!29 = !DISubrange(count: 4)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 512, elements: !40)
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "shape", file: !3, line: 4, size: 256, elements: !32)
!32 = !{!33, !34, !42, !49, !50}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !31, file: !3, line: 4, baseType: !17, size: 64)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "corners", scope: !31, file: !3, line: 4, baseType: !35, size: 128, offset: 64)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !36, size: 128, elements: !40)
!36 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !3, line: 3, size: 64, elements: !37)
!37 = !{!38, !39}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !36, file: !3, line: 3, baseType: !5, size: 32)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !36, file: !3, line: 3, baseType: !5, size: 32, offset: 32)
!40 = !{!41}
!41 = !DISubrange(count: 2)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "u", scope: !31, file: !3, line: 4, baseType: !43, size: 32, offset: 192)
!43 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !31, file: !3, line: 4, size: 32, elements: !44)
!44 = !{!45, !47}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "radius", scope: !43, file: !3, line: 4, baseType: !46, size: 32)
!46 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "raw", scope: !43, file: !3, line: 4, baseType: !48, size: 32)
!48 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "filled", scope: !31, file: !3, line: 4, baseType: !48, size: 1, offset: 224, flags: DIFlagBitField, extraData: i64 224)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "layer", scope: !31, file: !3, line: 4, baseType: !48, size: 5, offset: 225, flags: DIFlagBitField, extraData: i64 224)
!51 = !{i32 7, !"Dwarf Version", i32 5}
!52 = !{i32 2, !"Debug Info Version", i32 3}
!53 = !{i32 1, !"wchar_size", i32 4}
!54 = !{i32 8, !"PIC Level", i32 2}
!55 = !{i32 7, !"PIE Level", i32 2}
!56 = !{i32 7, !"uwtable", i32 2}
!57 = !{i32 7, !"frame-pointer", i32 2}
!58 = !{!"clang version 19"}
!59 = distinct !DISubprogram(name: "total", scope: !3, file: !3, line: 20, type: !60, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !67)
!60 = !DISubroutineType(types: !61)
!61 = !{!62, !63, !5}
!62 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!63 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "big", file: !3, line: 5, size: 256, elements: !64)
!64 = !{!65}
!65 = !DIDerivedType(tag: DW_TAG_member, name: "words", scope: !63, file: !3, line: 5, baseType: !66, size: 256)
!66 = !DICompositeType(tag: DW_TAG_array_type, baseType: !62, size: 256, elements: !28)
!67 = !{}
!68 = !DILocalVariable(name: "b", arg: 1, scope: !59, file: !3, line: 20, type: !63)
!69 = !DILocation(line: 20, column: 23, scope: !59)
!70 = !DILocalVariable(name: "i", arg: 2, scope: !59, file: !3, line: 20, type: !5)
!71 = !DILocation(line: 20, column: 30, scope: !59)
!72 = !DILocation(line: 20, column: 44, scope: !59)
!73 = !DILocation(line: 20, column: 50, scope: !59)
!74 = !DILocation(line: 20, column: 42, scope: !59)
!75 = !DILocation(line: 20, column: 35, scope: !59)
!76 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 22, type: !77, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !67)
!77 = !DISubroutineType(types: !78)
!78 = !{!5, !5, null}
!79 = !DILocalVariable(name: "count", arg: 1, scope: !76, file: !3, line: 22, type: !5)
!80 = !DILocation(line: 22, column: 13, scope: !76)
!81 = !DILocation(line: 23, column: 5, scope: !76)
!82 = !DILocalVariable(name: "args", scope: !76, file: !3, line: 23, type: !83)
!83 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !84, line: 12, baseType: !85)
!84 = !DIFile(filename: "lib/llvm-19/lib/clang/19/include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!85 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !86)
!86 = !DICompositeType(tag: DW_TAG_array_type, baseType: !87, size: 192, elements: !94)
!87 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !88)
!88 = !{!89, !90, !91, !93}
!89 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !87, file: !3, line: 23, baseType: !48, size: 32)
!90 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !87, file: !3, line: 23, baseType: !48, size: 32, offset: 32)
!91 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !87, file: !3, line: 23, baseType: !92, size: 64, offset: 64)
!92 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!93 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !87, file: !3, line: 23, baseType: !92, size: 64, offset: 128)
!94 = !{!95}
!95 = !DISubrange(count: 1)
!96 = !DILocation(line: 23, column: 13, scope: !76)
!97 = !DILocation(line: 24, column: 5, scope: !76)
!98 = !DILocalVariable(name: "result", scope: !76, file: !3, line: 24, type: !5)
!99 = !DILocation(line: 24, column: 9, scope: !76)
!100 = !DILocation(line: 25, column: 5, scope: !76)
!101 = !DILocation(line: 26, column: 5, scope: !76)
!102 = !DILocation(line: 26, column: 17, scope: !76)
!103 = !DILocation(line: 26, column: 20, scope: !76)
!104 = !DILocation(line: 27, column: 19, scope: !76)
!105 = !DILocation(line: 27, column: 16, scope: !76)
!106 = distinct !{!106, !101, !104, !107}
!107 = !{!"llvm.loop.mustprogress"}
!108 = !DILocation(line: 28, column: 5, scope: !76)
!109 = !DILocation(line: 29, column: 12, scope: !76)
!110 = !DILocation(line: 30, column: 1, scope: !76)
!111 = !DILocation(line: 29, column: 5, scope: !76)
!112 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 32, type: !113, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !67)
!113 = !DISubroutineType(types: !4)
!114 = !DILocation(line: 33, column: 5, scope: !112)
!115 = !DILocalVariable(name: "s", scope: !112, file: !3, line: 33, type: !116)
!116 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!117 = !DILocation(line: 33, column: 19, scope: !112)
!118 = !DILocation(line: 33, column: 31, scope: !112)
!119 = !DILocation(line: 33, column: 24, scope: !112)
!120 = !DILocation(line: 34, column: 5, scope: !112)
!121 = !DILocalVariable(name: "b", scope: !112, file: !3, line: 34, type: !63)
!122 = !DILocation(line: 34, column: 16, scope: !112)
!123 = !DILocation(line: 35, column: 5, scope: !112)
!124 = !DILocation(line: 35, column: 8, scope: !112)
!125 = !DILocation(line: 35, column: 14, scope: !112)
!126 = !DILocation(line: 36, column: 5, scope: !112)
!127 = !DILocation(line: 36, column: 8, scope: !112)
!128 = !DILocation(line: 36, column: 17, scope: !112)
!129 = !DILocation(line: 37, column: 5, scope: !112)
!130 = !DILocalVariable(name: "m", scope: !112, file: !3, line: 37, type: !36)
!131 = !DILocation(line: 37, column: 18, scope: !112)
!132 = !DILocation(line: 37, column: 29, scope: !112)
!133 = !DILocation(line: 37, column: 32, scope: !112)
!134 = !DILocation(line: 37, column: 44, scope: !112)
!135 = !DILocation(line: 37, column: 47, scope: !112)
!136 = !DILocation(line: 37, column: 22, scope: !112)
!137 = !DILocation(line: 38, column: 13, scope: !112)
!138 = !DILocation(line: 39, column: 14, scope: !112)
!139 = !DILocation(line: 39, column: 34, scope: !112)
!140 = !DILocation(line: 39, column: 36, scope: !112)
!141 = !DILocation(line: 39, column: 23, scope: !112)
!142 = !DILocation(line: 39, column: 18, scope: !112)
!143 = !DILocation(line: 39, column: 16, scope: !112)
!144 = !DILocation(line: 39, column: 51, scope: !112)
!145 = !DILocation(line: 39, column: 50, scope: !112)
!146 = !DILocation(line: 39, column: 64, scope: !112)
!147 = !DILocation(line: 39, column: 67, scope: !112)
!148 = !DILocation(line: 39, column: 69, scope: !112)
!149 = !DILocation(line: 39, column: 43, scope: !112)
!150 = !DILocation(line: 39, column: 41, scope: !112)
!151 = !DILocation(line: 39, column: 76, scope: !112)
!152 = !DILocation(line: 39, column: 79, scope: !112)
!153 = !DILocation(line: 39, column: 74, scope: !112)
!154 = !DILocation(line: 40, column: 1, scope: !112)
!155 = !DILocation(line: 39, column: 5, scope: !112)
!156 = distinct !DISubprogram(name: "middle", scope: !3, file: !3, line: 15, type: !157, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !67)
!157 = !DISubroutineType(types: !158)
!158 = !{!36, !36, !36}
!159 = !DILocalVariable(name: "a", arg: 1, scope: !156, file: !3, line: 15, type: !36)
!160 = !DILocation(line: 15, column: 41, scope: !156)
!161 = !DILocalVariable(name: "b", arg: 2, scope: !156, file: !3, line: 15, type: !36)
!162 = !DILocation(line: 15, column: 57, scope: !156)
!163 = !DILocalVariable(name: "m", scope: !156, file: !3, line: 16, type: !36)
!164 = !DILocation(line: 16, column: 18, scope: !156)
!165 = !DILocation(line: 16, column: 22, scope: !156)
!166 = !DILocation(line: 16, column: 27, scope: !156)
!167 = !DILocation(line: 16, column: 33, scope: !156)
!168 = !DILocation(line: 16, column: 29, scope: !156)
!169 = !DILocation(line: 16, column: 36, scope: !156)
!170 = !DILocation(line: 16, column: 44, scope: !156)
!171 = !DILocation(line: 16, column: 50, scope: !156)
!172 = !DILocation(line: 16, column: 46, scope: !156)
!173 = !DILocation(line: 16, column: 53, scope: !156)
!174 = !DILocation(line: 17, column: 5, scope: !156)
