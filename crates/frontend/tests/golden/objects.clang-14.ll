; ModuleID = 'objects.c'
source_filename = "objects.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.shape = type { i8*, [2 x %struct.point], %union.anon, i8 }
%struct.point = type { i32, i32 }
%union.anon = type { float }
%struct.big = type { [4 x i64] }
%struct.__va_list_tag = type { i32, i32, i8*, i8* }

@shapes = internal global [2 x %struct.shape] [%struct.shape { i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str, i32 0, i32 0), [2 x %struct.point] [%struct.point { i32 1, i32 2 }, %struct.point { i32 3, i32 4 }], %union.anon { float 1.500000e+00 }, i8 15 }, %struct.shape { i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.1, i32 0, i32 0), [2 x %struct.point] [%struct.point zeroinitializer, %struct.point { i32 5, i32 6 }], %union.anon zeroinitializer, i8 0 }], align 16, !dbg !0
@second = dso_local global i32* bitcast (i8* getelementptr (i8, i8* bitcast ([2 x %struct.shape]* @shapes to i8*), i64 20) to i32*), align 8, !dbg !7
@depth = dso_local thread_local global i32 1, align 4, !dbg !10
@__const.main.b = private unnamed_addr constant %struct.big { [4 x i64] [i64 1, i64 2, i64 3, i64 4] }, align 8
@printer = dso_local global i32 (i8*, ...)* null, align 8, !dbg !12
@.str = private unnamed_addr constant [5 x i8] c"disc\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"box\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @total(%struct.big* noundef byval(%struct.big) align 8 %b, i32 noundef %i) #0 !dbg !49 {
entry:
  %i.addr = alloca i32, align 4
  call void @llvm.dbg.declare(metadata %struct.big* %b, metadata !60, metadata !DIExpression()), !dbg !61
  store i32 %i, i32* %i.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %i.addr, metadata !62, metadata !DIExpression()), !dbg !63
  %words = getelementptr inbounds %struct.big, %struct.big* %b, i32 0, i32 0, !dbg !64
  %0 = load i32, i32* %i.addr, align 4, !dbg !65
  %idxprom = sext i32 %0 to i64, !dbg !66
  %arrayidx = getelementptr inbounds [4 x i64], [4 x i64]* %words, i64 0, i64 %idxprom, !dbg !66
  %1 = load i64, i64* %arrayidx, align 8, !dbg !66
  ret i64 %1, !dbg !67
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @sum(i32 noundef %count, ...) #0 !dbg !68 {
entry:
  %count.addr = alloca i32, align 4
  %args = alloca [1 x %struct.__va_list_tag], align 16
  %result = alloca i32, align 4
  store i32 %count, i32* %count.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %count.addr, metadata !71, metadata !DIExpression()), !dbg !72
  call void @llvm.dbg.declare(metadata [1 x %struct.__va_list_tag]* %args, metadata !73, metadata !DIExpression()), !dbg !88
  call void @llvm.dbg.declare(metadata i32* %result, metadata !89, metadata !DIExpression()), !dbg !90
  store i32 0, i32* %result, align 4, !dbg !90
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %args, i64 0, i64 0, !dbg !91
  %arraydecay1 = bitcast %struct.__va_list_tag* %arraydecay to i8*, !dbg !91
  call void @llvm.va_start(i8* %arraydecay1), !dbg !91
  br label %while.cond, !dbg !92

while.cond:                                       ; preds = %vaarg.end, %entry
  %0 = load i32, i32* %count.addr, align 4, !dbg !93
  %dec = add nsw i32 %0, -1, !dbg !93
  store i32 %dec, i32* %count.addr, align 4, !dbg !93
  %cmp = icmp sgt i32 %0, 0, !dbg !94
  br i1 %cmp, label %while.body, label %while.end, !dbg !92

while.body:                                       ; preds = %while.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %args, i64 0, i64 0, !dbg !95
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 0, !dbg !95
  %gp_offset = load i32, i32* %gp_offset_p, align 16, !dbg !95
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !95
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !95

vaarg.in_reg:                                     ; preds = %while.body
  %1 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 3, !dbg !95
  %reg_save_area = load i8*, i8** %1, align 16, !dbg !95
  %2 = getelementptr i8, i8* %reg_save_area, i32 %gp_offset, !dbg !95
  %3 = bitcast i8* %2 to i32*, !dbg !95
  %4 = add i32 %gp_offset, 8, !dbg !95
  store i32 %4, i32* %gp_offset_p, align 16, !dbg !95
  br label %vaarg.end, !dbg !95

vaarg.in_mem:                                     ; preds = %while.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 2, !dbg !95
  %overflow_arg_area = load i8*, i8** %overflow_arg_area_p, align 8, !dbg !95
  %5 = bitcast i8* %overflow_arg_area to i32*, !dbg !95
  %overflow_arg_area.next = getelementptr i8, i8* %overflow_arg_area, i32 8, !dbg !95
  store i8* %overflow_arg_area.next, i8** %overflow_arg_area_p, align 8, !dbg !95
  br label %vaarg.end, !dbg !95

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi i32* [ %3, %vaarg.in_reg ], [ %5, %vaarg.in_mem ], !dbg !95
  %6 = load i32, i32* %vaarg.addr, align 4, !dbg !95
  %7 = load i32, i32* %result, align 4, !dbg !96
  %add = add nsw i32 %7, %6, !dbg !96
  store i32 %add, i32* %result, align 4, !dbg !96
  br label %while.cond, !dbg !92, !llvm.loop !97

while.end:                                        ; preds = %while.cond
  %arraydecay3 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %args, i64 0, i64 0, !dbg !99
  %arraydecay34 = bitcast %struct.__va_list_tag* %arraydecay3 to i8*, !dbg !99
  call void @llvm.va_end(i8* %arraydecay34), !dbg !99
  %8 = load i32, i32* %result, align 4, !dbg !100
  ret i32 %8, !dbg !101
}

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #2

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_end(i8*) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !102 {
entry:
  %retval = alloca i32, align 4
  %s = alloca %struct.shape*, align 8
  %b = alloca %struct.big, align 8
  %m = alloca %struct.point, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata %struct.shape** %s, metadata !104, metadata !DIExpression()), !dbg !106
  %0 = load i32, i32* @depth, align 4, !dbg !107
  %idxprom = sext i32 %0 to i64, !dbg !108
  %arrayidx = getelementptr inbounds [2 x %struct.shape], [2 x %struct.shape]* @shapes, i64 0, i64 %idxprom, !dbg !108
  store %struct.shape* %arrayidx, %struct.shape** %s, align 8, !dbg !106
  call void @llvm.dbg.declare(metadata %struct.big* %b, metadata !109, metadata !DIExpression()), !dbg !110
  %1 = bitcast %struct.big* %b to i8*, !dbg !110
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %1, i8* align 8 bitcast (%struct.big* @__const.main.b to i8*), i64 32, i1 false), !dbg !110
  %2 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !111
  %layer = getelementptr inbounds %struct.shape, %struct.shape* %2, i32 0, i32 3, !dbg !112
  %bf.load = load i8, i8* %layer, align 4, !dbg !113
  %bf.clear = and i8 %bf.load, -63, !dbg !113
  %bf.set = or i8 %bf.clear, 6, !dbg !113
  store i8 %bf.set, i8* %layer, align 4, !dbg !113
  %3 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !114
  %u = getelementptr inbounds %struct.shape, %struct.shape* %3, i32 0, i32 2, !dbg !115
  %radius = bitcast %union.anon* %u to float*, !dbg !116
  %4 = load float, float* %radius, align 8, !dbg !117
  %add = fadd float %4, 5.000000e-01, !dbg !117
  store float %add, float* %radius, align 8, !dbg !117
  call void @llvm.dbg.declare(metadata %struct.point* %m, metadata !118, metadata !DIExpression()), !dbg !119
  %5 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !120
  %corners = getelementptr inbounds %struct.shape, %struct.shape* %5, i32 0, i32 1, !dbg !121
  %arrayidx1 = getelementptr inbounds [2 x %struct.point], [2 x %struct.point]* %corners, i64 0, i64 0, !dbg !120
  %6 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !122
  %corners2 = getelementptr inbounds %struct.shape, %struct.shape* %6, i32 0, i32 1, !dbg !123
  %arrayidx3 = getelementptr inbounds [2 x %struct.point], [2 x %struct.point]* %corners2, i64 0, i64 1, !dbg !122
  %7 = bitcast %struct.point* %arrayidx1 to i64*, !dbg !124
  %8 = load i64, i64* %7, align 8, !dbg !124
  %9 = bitcast %struct.point* %arrayidx3 to i64*, !dbg !124
  %10 = load i64, i64* %9, align 8, !dbg !124
  %call = call i64 @middle(i64 %8, i64 %10), !dbg !124
  %11 = bitcast %struct.point* %m to i64*, !dbg !124
  store i64 %call, i64* %11, align 4, !dbg !124
  store i32 (i8*, ...)* null, i32 (i8*, ...)** @printer, align 8, !dbg !125
  %x = getelementptr inbounds %struct.point, %struct.point* %m, i32 0, i32 0, !dbg !126
  %12 = load i32, i32* %x, align 4, !dbg !126
  %y = getelementptr inbounds %struct.point, %struct.point* %m, i32 0, i32 1, !dbg !127
  %13 = load i32, i32* %y, align 4, !dbg !127
  %and = and i32 %13, 3, !dbg !128
  %call4 = call i64 @total(%struct.big* noundef byval(%struct.big) align 8 %b, i32 noundef %and), !dbg !129
  %conv = trunc i64 %call4 to i32, !dbg !130
  %add5 = add nsw i32 %12, %conv, !dbg !131
  %14 = load i32*, i32** @second, align 8, !dbg !132
  %15 = load i32, i32* %14, align 4, !dbg !133
  %16 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !134
  %u6 = getelementptr inbounds %struct.shape, %struct.shape* %16, i32 0, i32 2, !dbg !135
  %raw = bitcast %union.anon* %u6 to i32*, !dbg !136
  %17 = load i32, i32* %raw, align 8, !dbg !136
  %call7 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef %15, i32 noundef %17), !dbg !137
  %add8 = add nsw i32 %add5, %call7, !dbg !138
  %18 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !139
  %name = getelementptr inbounds %struct.shape, %struct.shape* %18, i32 0, i32 0, !dbg !140
  %19 = load i8*, i8** %name, align 8, !dbg !140
  %arrayidx9 = getelementptr inbounds i8, i8* %19, i64 0, !dbg !139
  %20 = load i8, i8* %arrayidx9, align 1, !dbg !139
  %conv10 = sext i8 %20 to i32, !dbg !139
  %add11 = add nsw i32 %add8, %conv10, !dbg !141
  ret i32 %add11, !dbg !142
}

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: noinline nounwind uwtable
define internal i64 @middle(i64 %a.coerce, i64 %b.coerce) #0 !dbg !143 {
entry:
  %retval = alloca %struct.point, align 4
  %a = alloca %struct.point, align 4
  %b = alloca %struct.point, align 4
  %0 = bitcast %struct.point* %a to i64*
  store i64 %a.coerce, i64* %0, align 4
  %1 = bitcast %struct.point* %b to i64*
  store i64 %b.coerce, i64* %1, align 4
  call void @llvm.dbg.declare(metadata %struct.point* %a, metadata !146, metadata !DIExpression()), !dbg !147
  call void @llvm.dbg.declare(metadata %struct.point* %b, metadata !148, metadata !DIExpression()), !dbg !149
  call void @llvm.dbg.declare(metadata %struct.point* %retval, metadata !150, metadata !DIExpression()), !dbg !151
  %x = getelementptr inbounds %struct.point, %struct.point* %retval, i32 0, i32 0, !dbg !152
  %x1 = getelementptr inbounds %struct.point, %struct.point* %a, i32 0, i32 0, !dbg !153
  %2 = load i32, i32* %x1, align 4, !dbg !153
  %x2 = getelementptr inbounds %struct.point, %struct.point* %b, i32 0, i32 0, !dbg !154
  %3 = load i32, i32* %x2, align 4, !dbg !154
  %add = add nsw i32 %2, %3, !dbg !155
  %div = sdiv i32 %add, 2, !dbg !156
  store i32 %div, i32* %x, align 4, !dbg !152
  %y = getelementptr inbounds %struct.point, %struct.point* %retval, i32 0, i32 1, !dbg !152
  %y3 = getelementptr inbounds %struct.point, %struct.point* %a, i32 0, i32 1, !dbg !157
  %4 = load i32, i32* %y3, align 4, !dbg !157
  %y4 = getelementptr inbounds %struct.point, %struct.point* %b, i32 0, i32 1, !dbg !158
  %5 = load i32, i32* %y4, align 4, !dbg !158
  %add5 = add nsw i32 %4, %5, !dbg !159
  %div6 = sdiv i32 %add5, 2, !dbg !160
  store i32 %div6, i32* %y, align 4, !dbg !152
  %6 = bitcast %struct.point* %retval to i64*, !dbg !161
  %7 = load i64, i64* %6, align 4, !dbg !161
  ret i64 %7, !dbg !161
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nofree nosync nounwind willreturn }
attributes #3 = { argmemonly nofree nounwind willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!41, !42, !43, !44, !45, !46, !47}
!llvm.ident = !{!48}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "shapes", scope: !2, file: !3, line: 7, type: !20, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "clang version 14", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "objects.c", directory: ".", checksumkind: CSK_MD5, checksum: "bab4440914319aed570b3c614d78c947")
!4 = !{!5}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7, !10, !12, !0}
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
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 512, elements: !30)
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "shape", file: !3, line: 4, size: 256, elements: !22)
!22 = !{!23, !24, !32, !39, !40}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !21, file: !3, line: 4, baseType: !17, size: 64)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "corners", scope: !21, file: !3, line: 4, baseType: !25, size: 128, offset: 64)
!25 = !DICompositeType(tag: DW_TAG_array_type, baseType: !26, size: 128, elements: !30)
!26 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !3, line: 3, size: 64, elements: !27)
!27 = !{!28, !29}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !26, file: !3, line: 3, baseType: !5, size: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !26, file: !3, line: 3, baseType: !5, size: 32, offset: 32)
!30 = !{!31}
!31 = !DISubrange(count: 2)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "u", scope: !21, file: !3, line: 4, baseType: !33, size: 32, offset: 192)
!33 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !21, file: !3, line: 4, size: 32, elements: !34)
!34 = !{!35, !37}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "radius", scope: !33, file: !3, line: 4, baseType: !36, size: 32)
!36 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "raw", scope: !33, file: !3, line: 4, baseType: !38, size: 32)
!38 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "filled", scope: !21, file: !3, line: 4, baseType: !38, size: 1, offset: 224, flags: DIFlagBitField, extraData: i64 224)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "layer", scope: !21, file: !3, line: 4, baseType: !38, size: 5, offset: 225, flags: DIFlagBitField, extraData: i64 224)
!41 = !{i32 7, !"Dwarf Version", i32 5}
!42 = !{i32 2, !"Debug Info Version", i32 3}
!43 = !{i32 1, !"wchar_size", i32 4}
!44 = !{i32 7, !"PIC Level", i32 2}
!45 = !{i32 7, !"PIE Level", i32 2}
!46 = !{i32 7, !"uwtable", i32 1}
!47 = !{i32 7, !"frame-pointer", i32 2}
!48 = !{!"clang version 14"}
!49 = distinct !DISubprogram(name: "total", scope: !3, file: !3, line: 20, type: !50, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !59)
!50 = !DISubroutineType(types: !51)
!51 = !{!52, !53, !5}
!52 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!53 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "big", file: !3, line: 5, size: 256, elements: !54)
!54 = !{!55}
!55 = !DIDerivedType(tag: DW_TAG_member, name: "words", scope: !53, file: !3, line: 5, baseType: !56, size: 256)
!56 = !DICompositeType(tag: DW_TAG_array_type, baseType: !52, size: 256, elements: !57)
!57 = !{!58}
!58 = !DISubrange(count: 4)
!59 = !{}
!60 = !DILocalVariable(name: "b", arg: 1, scope: !49, file: !3, line: 20, type: !53)
!61 = !DILocation(line: 20, column: 23, scope: !49)
!62 = !DILocalVariable(name: "i", arg: 2, scope: !49, file: !3, line: 20, type: !5)
!63 = !DILocation(line: 20, column: 30, scope: !49)
!64 = !DILocation(line: 20, column: 44, scope: !49)
!65 = !DILocation(line: 20, column: 50, scope: !49)
!66 = !DILocation(line: 20, column: 42, scope: !49)
!67 = !DILocation(line: 20, column: 35, scope: !49)
!68 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 22, type: !69, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !59)
!69 = !DISubroutineType(types: !70)
!70 = !{!5, !5, null}
!71 = !DILocalVariable(name: "count", arg: 1, scope: !68, file: !3, line: 22, type: !5)
!72 = !DILocation(line: 22, column: 13, scope: !68)
!73 = !DILocalVariable(name: "args", scope: !68, file: !3, line: 23, type: !74)
!74 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !75, line: 14, baseType: !76)
!75 = !DIFile(filename: "lib/llvm-14/lib/clang/14.0.6/include/stdarg.h", directory: ".", checksumkind: CSK_MD5, checksum: "4de3cbd931b589d291e5c39387aecf82")
!76 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !77, baseType: !78)
!77 = !DIFile(filename: "objects.c", directory: ".")
!78 = !DICompositeType(tag: DW_TAG_array_type, baseType: !79, size: 192, elements: !86)
!79 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !80)
!80 = !{!81, !82, !83, !85}
!81 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !79, file: !77, line: 23, baseType: !38, size: 32)
!82 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !79, file: !77, line: 23, baseType: !38, size: 32, offset: 32)
!83 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !79, file: !77, line: 23, baseType: !84, size: 64, offset: 64)
!84 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!85 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !79, file: !77, line: 23, baseType: !84, size: 64, offset: 128)
!86 = !{!87}
!87 = !DISubrange(count: 1)
!88 = !DILocation(line: 23, column: 13, scope: !68)
!89 = !DILocalVariable(name: "result", scope: !68, file: !3, line: 24, type: !5)
!90 = !DILocation(line: 24, column: 9, scope: !68)
!91 = !DILocation(line: 25, column: 5, scope: !68)
!92 = !DILocation(line: 26, column: 5, scope: !68)
!93 = !DILocation(line: 26, column: 17, scope: !68)
!94 = !DILocation(line: 26, column: 20, scope: !68)
!95 = !DILocation(line: 27, column: 19, scope: !68)
!96 = !DILocation(line: 27, column: 16, scope: !68)
!97 = distinct !{!97, !92, !95, !98}
!98 = !{!"llvm.loop.mustprogress"}
!99 = !DILocation(line: 28, column: 5, scope: !68)
!100 = !DILocation(line: 29, column: 12, scope: !68)
!101 = !DILocation(line: 29, column: 5, scope: !68)
!102 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 32, type: !103, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !59)
!103 = !DISubroutineType(types: !4)
!104 = !DILocalVariable(name: "s", scope: !102, file: !3, line: 33, type: !105)
!105 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!106 = !DILocation(line: 33, column: 19, scope: !102)
!107 = !DILocation(line: 33, column: 31, scope: !102)
!108 = !DILocation(line: 33, column: 24, scope: !102)
!109 = !DILocalVariable(name: "b", scope: !102, file: !3, line: 34, type: !53)
!110 = !DILocation(line: 34, column: 16, scope: !102)
!111 = !DILocation(line: 35, column: 5, scope: !102)
!112 = !DILocation(line: 35, column: 8, scope: !102)
!113 = !DILocation(line: 35, column: 14, scope: !102)
!114 = !DILocation(line: 36, column: 5, scope: !102)
!115 = !DILocation(line: 36, column: 8, scope: !102)
!116 = !DILocation(line: 36, column: 10, scope: !102)
!117 = !DILocation(line: 36, column: 17, scope: !102)
!118 = !DILocalVariable(name: "m", scope: !102, file: !3, line: 37, type: !26)
!119 = !DILocation(line: 37, column: 18, scope: !102)
!120 = !DILocation(line: 37, column: 29, scope: !102)
!121 = !DILocation(line: 37, column: 32, scope: !102)
!122 = !DILocation(line: 37, column: 44, scope: !102)
!123 = !DILocation(line: 37, column: 47, scope: !102)
!124 = !DILocation(line: 37, column: 22, scope: !102)
!125 = !DILocation(line: 38, column: 13, scope: !102)
!126 = !DILocation(line: 39, column: 14, scope: !102)
!127 = !DILocation(line: 39, column: 34, scope: !102)
!128 = !DILocation(line: 39, column: 36, scope: !102)
!129 = !DILocation(line: 39, column: 23, scope: !102)
!130 = !DILocation(line: 39, column: 18, scope: !102)
!131 = !DILocation(line: 39, column: 16, scope: !102)
!132 = !DILocation(line: 39, column: 51, scope: !102)
!133 = !DILocation(line: 39, column: 50, scope: !102)
!134 = !DILocation(line: 39, column: 64, scope: !102)
!135 = !DILocation(line: 39, column: 67, scope: !102)
!136 = !DILocation(line: 39, column: 69, scope: !102)
!137 = !DILocation(line: 39, column: 43, scope: !102)
!138 = !DILocation(line: 39, column: 41, scope: !102)
!139 = !DILocation(line: 39, column: 76, scope: !102)
!140 = !DILocation(line: 39, column: 79, scope: !102)
!141 = !DILocation(line: 39, column: 74, scope: !102)
!142 = !DILocation(line: 39, column: 5, scope: !102)
!143 = distinct !DISubprogram(name: "middle", scope: !3, file: !3, line: 15, type: !144, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !59)
!144 = !DISubroutineType(types: !145)
!145 = !{!26, !26, !26}
!146 = !DILocalVariable(name: "a", arg: 1, scope: !143, file: !3, line: 15, type: !26)
!147 = !DILocation(line: 15, column: 41, scope: !143)
!148 = !DILocalVariable(name: "b", arg: 2, scope: !143, file: !3, line: 15, type: !26)
!149 = !DILocation(line: 15, column: 57, scope: !143)
!150 = !DILocalVariable(name: "m", scope: !143, file: !3, line: 16, type: !26)
!151 = !DILocation(line: 16, column: 18, scope: !143)
!152 = !DILocation(line: 16, column: 22, scope: !143)
!153 = !DILocation(line: 16, column: 27, scope: !143)
!154 = !DILocation(line: 16, column: 33, scope: !143)
!155 = !DILocation(line: 16, column: 29, scope: !143)
!156 = !DILocation(line: 16, column: 36, scope: !143)
!157 = !DILocation(line: 16, column: 44, scope: !143)
!158 = !DILocation(line: 16, column: 50, scope: !143)
!159 = !DILocation(line: 16, column: 46, scope: !143)
!160 = !DILocation(line: 16, column: 53, scope: !143)
!161 = !DILocation(line: 17, column: 5, scope: !143)
