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
  %0 = bitcast [1 x %struct.__va_list_tag]* %args to i8*, !dbg !73
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %0) #5, !dbg !73
  call void @llvm.dbg.declare(metadata [1 x %struct.__va_list_tag]* %args, metadata !74, metadata !DIExpression()), !dbg !89
  %1 = bitcast i32* %result to i8*, !dbg !90
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #5, !dbg !90
  call void @llvm.dbg.declare(metadata i32* %result, metadata !91, metadata !DIExpression()), !dbg !92
  store i32 0, i32* %result, align 4, !dbg !92
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %args, i64 0, i64 0, !dbg !93
  %arraydecay1 = bitcast %struct.__va_list_tag* %arraydecay to i8*, !dbg !93
  call void @llvm.va_start(i8* %arraydecay1), !dbg !93
  br label %while.cond, !dbg !94

while.cond:                                       ; preds = %vaarg.end, %entry
  %2 = load i32, i32* %count.addr, align 4, !dbg !95
  %dec = add nsw i32 %2, -1, !dbg !95
  store i32 %dec, i32* %count.addr, align 4, !dbg !95
  %cmp = icmp sgt i32 %2, 0, !dbg !96
  br i1 %cmp, label %while.body, label %while.end, !dbg !94

while.body:                                       ; preds = %while.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %args, i64 0, i64 0, !dbg !97
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 0, !dbg !97
  %gp_offset = load i32, i32* %gp_offset_p, align 16, !dbg !97
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !97
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !97

vaarg.in_reg:                                     ; preds = %while.body
  %3 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 3, !dbg !97
  %reg_save_area = load i8*, i8** %3, align 16, !dbg !97
  %4 = getelementptr i8, i8* %reg_save_area, i32 %gp_offset, !dbg !97
  %5 = bitcast i8* %4 to i32*, !dbg !97
  %6 = add i32 %gp_offset, 8, !dbg !97
  store i32 %6, i32* %gp_offset_p, align 16, !dbg !97
  br label %vaarg.end, !dbg !97

vaarg.in_mem:                                     ; preds = %while.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 2, !dbg !97
  %overflow_arg_area = load i8*, i8** %overflow_arg_area_p, align 8, !dbg !97
  %7 = bitcast i8* %overflow_arg_area to i32*, !dbg !97
  %overflow_arg_area.next = getelementptr i8, i8* %overflow_arg_area, i32 8, !dbg !97
  store i8* %overflow_arg_area.next, i8** %overflow_arg_area_p, align 8, !dbg !97
  br label %vaarg.end, !dbg !97

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi i32* [ %5, %vaarg.in_reg ], [ %7, %vaarg.in_mem ], !dbg !97
  %8 = load i32, i32* %vaarg.addr, align 4, !dbg !97
  %9 = load i32, i32* %result, align 4, !dbg !98
  %add = add nsw i32 %9, %8, !dbg !98
  store i32 %add, i32* %result, align 4, !dbg !98
  br label %while.cond, !dbg !94, !llvm.loop !99

while.end:                                        ; preds = %while.cond
  %arraydecay3 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %args, i64 0, i64 0, !dbg !101
  %arraydecay34 = bitcast %struct.__va_list_tag* %arraydecay3 to i8*, !dbg !101
  call void @llvm.va_end(i8* %arraydecay34), !dbg !101
  %10 = load i32, i32* %result, align 4, !dbg !102
  %11 = bitcast i32* %result to i8*, !dbg !103
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %11) #5, !dbg !103
  %12 = bitcast [1 x %struct.__va_list_tag]* %args to i8*, !dbg !103
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %12) #5, !dbg !103
  ret i32 %10, !dbg !104
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #2

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #3

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_end(i8*) #3

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !105 {
entry:
  %retval = alloca i32, align 4
  %s = alloca %struct.shape*, align 8
  %b = alloca %struct.big, align 8
  %m = alloca %struct.point, align 4
  store i32 0, i32* %retval, align 4
  %0 = bitcast %struct.shape** %s to i8*, !dbg !107
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %0) #5, !dbg !107
  call void @llvm.dbg.declare(metadata %struct.shape** %s, metadata !108, metadata !DIExpression()), !dbg !110
  %1 = load i32, i32* @depth, align 4, !dbg !111
  %idxprom = sext i32 %1 to i64, !dbg !112
  %arrayidx = getelementptr inbounds [2 x %struct.shape], [2 x %struct.shape]* @shapes, i64 0, i64 %idxprom, !dbg !112
  store %struct.shape* %arrayidx, %struct.shape** %s, align 8, !dbg !110
  %2 = bitcast %struct.big* %b to i8*, !dbg !113
  call void @llvm.lifetime.start.p0i8(i64 32, i8* %2) #5, !dbg !113
  call void @llvm.dbg.declare(metadata %struct.big* %b, metadata !114, metadata !DIExpression()), !dbg !115
  %3 = bitcast %struct.big* %b to i8*, !dbg !115
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %3, i8* align 8 bitcast (%struct.big* @__const.main.b to i8*), i64 32, i1 false), !dbg !115
  %4 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !116
  %layer = getelementptr inbounds %struct.shape, %struct.shape* %4, i32 0, i32 3, !dbg !117
  %bf.load = load i8, i8* %layer, align 4, !dbg !118
  %bf.clear = and i8 %bf.load, -63, !dbg !118
  %bf.set = or i8 %bf.clear, 6, !dbg !118
  store i8 %bf.set, i8* %layer, align 4, !dbg !118
  %5 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !119
  %u = getelementptr inbounds %struct.shape, %struct.shape* %5, i32 0, i32 2, !dbg !120
  %radius = bitcast %union.anon* %u to float*, !dbg !121
  %6 = load float, float* %radius, align 8, !dbg !122
  %add = fadd float %6, 5.000000e-01, !dbg !122
  store float %add, float* %radius, align 8, !dbg !122
  %7 = bitcast %struct.point* %m to i8*, !dbg !123
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %7) #5, !dbg !123
  call void @llvm.dbg.declare(metadata %struct.point* %m, metadata !124, metadata !DIExpression()), !dbg !125
  %8 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !126
  %corners = getelementptr inbounds %struct.shape, %struct.shape* %8, i32 0, i32 1, !dbg !127
  %arrayidx1 = getelementptr inbounds [2 x %struct.point], [2 x %struct.point]* %corners, i64 0, i64 0, !dbg !126
  %9 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !128
  %corners2 = getelementptr inbounds %struct.shape, %struct.shape* %9, i32 0, i32 1, !dbg !129
  %arrayidx3 = getelementptr inbounds [2 x %struct.point], [2 x %struct.point]* %corners2, i64 0, i64 1, !dbg !128
  %10 = bitcast %struct.point* %arrayidx1 to i64*, !dbg !130
  %11 = load i64, i64* %10, align 8, !dbg !130
  %12 = bitcast %struct.point* %arrayidx3 to i64*, !dbg !130
  %13 = load i64, i64* %12, align 8, !dbg !130
  %call = call i64 @middle(i64 %11, i64 %13), !dbg !130
  %14 = bitcast %struct.point* %m to i64*, !dbg !130
  store i64 %call, i64* %14, align 4, !dbg !130
  store i32 (i8*, ...)* null, i32 (i8*, ...)** @printer, align 8, !dbg !131
  %x = getelementptr inbounds %struct.point, %struct.point* %m, i32 0, i32 0, !dbg !132
  %15 = load i32, i32* %x, align 4, !dbg !132
  %y = getelementptr inbounds %struct.point, %struct.point* %m, i32 0, i32 1, !dbg !133
  %16 = load i32, i32* %y, align 4, !dbg !133
  %and = and i32 %16, 3, !dbg !134
  %call4 = call i64 @total(%struct.big* noundef byval(%struct.big) align 8 %b, i32 noundef %and), !dbg !135
  %conv = trunc i64 %call4 to i32, !dbg !136
  %add5 = add nsw i32 %15, %conv, !dbg !137
  %17 = load i32*, i32** @second, align 8, !dbg !138
  %18 = load i32, i32* %17, align 4, !dbg !139
  %19 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !140
  %u6 = getelementptr inbounds %struct.shape, %struct.shape* %19, i32 0, i32 2, !dbg !141
  %raw = bitcast %union.anon* %u6 to i32*, !dbg !142
  %20 = load i32, i32* %raw, align 8, !dbg !142
  %call7 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef %18, i32 noundef %20), !dbg !143
  %add8 = add nsw i32 %add5, %call7, !dbg !144
  %21 = load %struct.shape*, %struct.shape** %s, align 8, !dbg !145
  %name = getelementptr inbounds %struct.shape, %struct.shape* %21, i32 0, i32 0, !dbg !146
  %22 = load i8*, i8** %name, align 8, !dbg !146
  %arrayidx9 = getelementptr inbounds i8, i8* %22, i64 0, !dbg !145
  %23 = load i8, i8* %arrayidx9, align 1, !dbg !145
  %conv10 = sext i8 %23 to i32, !dbg !145
  %add11 = add nsw i32 %add8, %conv10, !dbg !147
  %24 = bitcast %struct.point* %m to i8*, !dbg !148
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %24) #5, !dbg !148
  %25 = bitcast %struct.big* %b to i8*, !dbg !148
  call void @llvm.lifetime.end.p0i8(i64 32, i8* %25) #5, !dbg !148
  %26 = bitcast %struct.shape** %s to i8*, !dbg !148
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %26) #5, !dbg !148
  ret i32 %add11, !dbg !149
}

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: noinline nounwind uwtable
define internal i64 @middle(i64 %a.coerce, i64 %b.coerce) #0 !dbg !150 {
entry:
  %retval = alloca %struct.point, align 4
  %a = alloca %struct.point, align 4
  %b = alloca %struct.point, align 4
  %0 = bitcast %struct.point* %a to i64*
  store i64 %a.coerce, i64* %0, align 4
  %1 = bitcast %struct.point* %b to i64*
  store i64 %b.coerce, i64* %1, align 4
  call void @llvm.dbg.declare(metadata %struct.point* %a, metadata !153, metadata !DIExpression()), !dbg !154
  call void @llvm.dbg.declare(metadata %struct.point* %b, metadata !155, metadata !DIExpression()), !dbg !156
  call void @llvm.dbg.declare(metadata %struct.point* %retval, metadata !157, metadata !DIExpression()), !dbg !158
  %x = getelementptr inbounds %struct.point, %struct.point* %retval, i32 0, i32 0, !dbg !159
  %x1 = getelementptr inbounds %struct.point, %struct.point* %a, i32 0, i32 0, !dbg !160
  %2 = load i32, i32* %x1, align 4, !dbg !160
  %x2 = getelementptr inbounds %struct.point, %struct.point* %b, i32 0, i32 0, !dbg !161
  %3 = load i32, i32* %x2, align 4, !dbg !161
  %add = add nsw i32 %2, %3, !dbg !162
  %div = sdiv i32 %add, 2, !dbg !163
  store i32 %div, i32* %x, align 4, !dbg !159
  %y = getelementptr inbounds %struct.point, %struct.point* %retval, i32 0, i32 1, !dbg !159
  %y3 = getelementptr inbounds %struct.point, %struct.point* %a, i32 0, i32 1, !dbg !164
  %4 = load i32, i32* %y3, align 4, !dbg !164
  %y4 = getelementptr inbounds %struct.point, %struct.point* %b, i32 0, i32 1, !dbg !165
  %5 = load i32, i32* %y4, align 4, !dbg !165
  %add5 = add nsw i32 %4, %5, !dbg !166
  %div6 = sdiv i32 %add5, 2, !dbg !167
  store i32 %div6, i32* %y, align 4, !dbg !159
  %6 = bitcast %struct.point* %retval to i64*, !dbg !168
  %7 = load i64, i64* %6, align 4, !dbg !168
  ret i64 %7, !dbg !168
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nofree nosync nounwind willreturn }
attributes #3 = { nofree nosync nounwind willreturn }
attributes #4 = { argmemonly nofree nounwind willreturn }
attributes #5 = { nounwind }

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
!73 = !DILocation(line: 23, column: 5, scope: !68)
!74 = !DILocalVariable(name: "args", scope: !68, file: !3, line: 23, type: !75)
!75 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !76, line: 14, baseType: !77)
!76 = !DIFile(filename: "lib/llvm-14/lib/clang/14.0.6/include/stdarg.h", directory: ".", checksumkind: CSK_MD5, checksum: "4de3cbd931b589d291e5c39387aecf82")
!77 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !78, baseType: !79)
!78 = !DIFile(filename: "objects.c", directory: ".")
!79 = !DICompositeType(tag: DW_TAG_array_type, baseType: !80, size: 192, elements: !87)
!80 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !81)
!81 = !{!82, !83, !84, !86}
!82 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !80, file: !78, line: 23, baseType: !38, size: 32)
!83 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !80, file: !78, line: 23, baseType: !38, size: 32, offset: 32)
!84 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !80, file: !78, line: 23, baseType: !85, size: 64, offset: 64)
!85 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!86 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !80, file: !78, line: 23, baseType: !85, size: 64, offset: 128)
!87 = !{!88}
!88 = !DISubrange(count: 1)
!89 = !DILocation(line: 23, column: 13, scope: !68)
!90 = !DILocation(line: 24, column: 5, scope: !68)
!91 = !DILocalVariable(name: "result", scope: !68, file: !3, line: 24, type: !5)
!92 = !DILocation(line: 24, column: 9, scope: !68)
!93 = !DILocation(line: 25, column: 5, scope: !68)
!94 = !DILocation(line: 26, column: 5, scope: !68)
!95 = !DILocation(line: 26, column: 17, scope: !68)
!96 = !DILocation(line: 26, column: 20, scope: !68)
!97 = !DILocation(line: 27, column: 19, scope: !68)
!98 = !DILocation(line: 27, column: 16, scope: !68)
!99 = distinct !{!99, !94, !97, !100}
!100 = !{!"llvm.loop.mustprogress"}
!101 = !DILocation(line: 28, column: 5, scope: !68)
!102 = !DILocation(line: 29, column: 12, scope: !68)
!103 = !DILocation(line: 30, column: 1, scope: !68)
!104 = !DILocation(line: 29, column: 5, scope: !68)
!105 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 32, type: !106, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !59)
!106 = !DISubroutineType(types: !4)
!107 = !DILocation(line: 33, column: 5, scope: !105)
!108 = !DILocalVariable(name: "s", scope: !105, file: !3, line: 33, type: !109)
!109 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!110 = !DILocation(line: 33, column: 19, scope: !105)
!111 = !DILocation(line: 33, column: 31, scope: !105)
!112 = !DILocation(line: 33, column: 24, scope: !105)
!113 = !DILocation(line: 34, column: 5, scope: !105)
!114 = !DILocalVariable(name: "b", scope: !105, file: !3, line: 34, type: !53)
!115 = !DILocation(line: 34, column: 16, scope: !105)
!116 = !DILocation(line: 35, column: 5, scope: !105)
!117 = !DILocation(line: 35, column: 8, scope: !105)
!118 = !DILocation(line: 35, column: 14, scope: !105)
!119 = !DILocation(line: 36, column: 5, scope: !105)
!120 = !DILocation(line: 36, column: 8, scope: !105)
!121 = !DILocation(line: 36, column: 10, scope: !105)
!122 = !DILocation(line: 36, column: 17, scope: !105)
!123 = !DILocation(line: 37, column: 5, scope: !105)
!124 = !DILocalVariable(name: "m", scope: !105, file: !3, line: 37, type: !26)
!125 = !DILocation(line: 37, column: 18, scope: !105)
!126 = !DILocation(line: 37, column: 29, scope: !105)
!127 = !DILocation(line: 37, column: 32, scope: !105)
!128 = !DILocation(line: 37, column: 44, scope: !105)
!129 = !DILocation(line: 37, column: 47, scope: !105)
!130 = !DILocation(line: 37, column: 22, scope: !105)
!131 = !DILocation(line: 38, column: 13, scope: !105)
!132 = !DILocation(line: 39, column: 14, scope: !105)
!133 = !DILocation(line: 39, column: 34, scope: !105)
!134 = !DILocation(line: 39, column: 36, scope: !105)
!135 = !DILocation(line: 39, column: 23, scope: !105)
!136 = !DILocation(line: 39, column: 18, scope: !105)
!137 = !DILocation(line: 39, column: 16, scope: !105)
!138 = !DILocation(line: 39, column: 51, scope: !105)
!139 = !DILocation(line: 39, column: 50, scope: !105)
!140 = !DILocation(line: 39, column: 64, scope: !105)
!141 = !DILocation(line: 39, column: 67, scope: !105)
!142 = !DILocation(line: 39, column: 69, scope: !105)
!143 = !DILocation(line: 39, column: 43, scope: !105)
!144 = !DILocation(line: 39, column: 41, scope: !105)
!145 = !DILocation(line: 39, column: 76, scope: !105)
!146 = !DILocation(line: 39, column: 79, scope: !105)
!147 = !DILocation(line: 39, column: 74, scope: !105)
!148 = !DILocation(line: 40, column: 1, scope: !105)
!149 = !DILocation(line: 39, column: 5, scope: !105)
!150 = distinct !DISubprogram(name: "middle", scope: !3, file: !3, line: 15, type: !151, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !59)
!151 = !DISubroutineType(types: !152)
!152 = !{!26, !26, !26}
!153 = !DILocalVariable(name: "a", arg: 1, scope: !150, file: !3, line: 15, type: !26)
!154 = !DILocation(line: 15, column: 41, scope: !150)
!155 = !DILocalVariable(name: "b", arg: 2, scope: !150, file: !3, line: 15, type: !26)
!156 = !DILocation(line: 15, column: 57, scope: !150)
!157 = !DILocalVariable(name: "m", scope: !150, file: !3, line: 16, type: !26)
!158 = !DILocation(line: 16, column: 18, scope: !150)
!159 = !DILocation(line: 16, column: 22, scope: !150)
!160 = !DILocation(line: 16, column: 27, scope: !150)
!161 = !DILocation(line: 16, column: 33, scope: !150)
!162 = !DILocation(line: 16, column: 29, scope: !150)
!163 = !DILocation(line: 16, column: 36, scope: !150)
!164 = !DILocation(line: 16, column: 44, scope: !150)
!165 = !DILocation(line: 16, column: 50, scope: !150)
!166 = !DILocation(line: 16, column: 46, scope: !150)
!167 = !DILocation(line: 16, column: 53, scope: !150)
!168 = !DILocation(line: 17, column: 5, scope: !150)
