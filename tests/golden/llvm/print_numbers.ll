; portkern native code

define internal void @print_numbers.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, i64 %p.n, ptr noalias %p.report, i32 %p.report.launch) #1 {
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %block.x.at = getelementptr inbounds i8, ptr %launch, i64 56
  %block.x = load i32, ptr %block.x.at, align 4
  %v6 = sext i32 %dim.x to i64
  %v8 = sext i32 %block.x to i64
  %v9 = mul nuw nsw i64 %v8, %v6
  %v12 = mul nuw nsw i32 %dim.y, %dim.z
  %v13 = sub i64 %p.n, %v9
  %v14 = bitcast i64 %v13 to i64
  %v15 = call i64 @llvm.umin.i64(i64 %v14, i64 1024)
  %v16 = trunc i64 %v15 to i32
  %v17 = icmp sgt i64 %p.n, %v9
  %v18 = select i1 %v17, i32 %v16, i32 0
  %v19 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v18)
  %v20 = getelementptr inbounds i32, ptr %p.report, i64 43
  %v21 = getelementptr inbounds i32, ptr %p.report, i64 40
  %v22 = getelementptr inbounds i32, ptr %p.report, i64 42
  %v23 = getelementptr inbounds i32, ptr %p.report, i64 41
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v24 = phi i32 [ 0, %for1 ], [ %v24.next, %for1.next ]
  %for1.go = icmp slt i32 %v24, %v12
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v25 = phi i32 [ 0, %for2 ], [ %v25.next, %for2.next ]
  %for2.go = icmp slt i32 %v25, %v19
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v26 = sext i32 %v25 to i64
  %v27 = add nuw nsw i64 %v9, %v26
  %v28 = getelementptr inbounds float, ptr %p.x, i64 %v27
  %v29 = load float, ptr %v28, align 4, !llvm.access.group !5
  %v30 = fcmp ogt float %v29, 0x4000000000000000
  %v31 = and i64 %v27, 1
  %v32 = icmp eq i64 %v31, 0
  %v33 = load i32, ptr %v20, align 4, !llvm.access.group !5
  %v34 = atomicrmw or ptr %v21, i32 0 monotonic
  %v35 = icmp ule i32 %v34, %v33
  br i1 %v35, label %if3.then, label %if3.else
if3.then:
  %v36 = atomicrmw add ptr %v21, i32 7 monotonic
  %v37 = add i32 %v36, 7
  %v38 = icmp ule i32 %v37, %v33
  br i1 %v38, label %if4.then, label %if4.else
if4.then:
  %v39 = zext i32 %v36 to i64
  %v40 = add i64 %v39, 64
  %v41 = getelementptr inbounds i32, ptr %p.report, i64 %v40
  store i32 1, ptr %v41, align 4, !llvm.access.group !5
  %v42 = add i64 %v39, 65
  %v43 = getelementptr inbounds i32, ptr %p.report, i64 %v42
  store i32 %p.report.launch, ptr %v43, align 4, !llvm.access.group !5
  %v44 = bitcast i64 %v27 to i64
  %v45 = trunc i64 %v44 to i32
  %v46 = lshr i64 %v44, 32
  %v47 = trunc i64 %v46 to i32
  %v48 = add i64 %v39, 66
  %v49 = getelementptr inbounds i32, ptr %p.report, i64 %v48
  store i32 %v45, ptr %v49, align 4, !llvm.access.group !5
  %v50 = add i64 %v39, 67
  %v51 = getelementptr inbounds i32, ptr %p.report, i64 %v50
  store i32 %v47, ptr %v51, align 4, !llvm.access.group !5
  %v52 = bitcast float %v29 to i32
  %v53 = add i64 %v39, 68
  %v54 = getelementptr inbounds i32, ptr %p.report, i64 %v53
  store i32 %v52, ptr %v54, align 4, !llvm.access.group !5
  %v55 = zext i1 %v30 to i32
  %v56 = add i64 %v39, 69
  %v57 = getelementptr inbounds i32, ptr %p.report, i64 %v56
  store i32 %v55, ptr %v57, align 4, !llvm.access.group !5
  %v58 = zext i1 %v32 to i32
  %v59 = add i64 %v39, 70
  %v60 = getelementptr inbounds i32, ptr %p.report, i64 %v59
  store i32 %v58, ptr %v60, align 4, !llvm.access.group !5
  br label %if4.end
if4.else:
  %v61 = atomicrmw add ptr %v22, i32 1 monotonic
  %v62 = icmp ule i32 %v36, %v33
  br i1 %v62, label %if5.then, label %if5.end
if5.then:
  store i32 %v36, ptr %v23, align 4, !llvm.access.group !5
  br label %if5.end
if5.end:
  br label %if4.end
if4.end:
  br label %if3.end
if3.else:
  %v63 = atomicrmw add ptr %v22, i32 1 monotonic
  br label %if3.end
if3.end:
  br label %for2.next
for2.next:
  %v25.next = add nuw nsw i32 %v25, 1
  br label %for2.head, !llvm.loop !6
for2.end:
  br label %for1.next
for1.next:
  %v24.next = add nuw nsw i32 %v24, 1
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.print_numbers(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.n = load i64, ptr %p.n.at, align 8
  %p.report.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.report = load ptr, ptr %p.report.at, align 8
  %p.report.launch.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.report.launch = load i32, ptr %p.report.launch.at, align 4
  call void @print_numbers.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, i64 %p.n, ptr %p.report, i32 %p.report.launch)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = !{i64 0, i64 -9223372036854775808}
!5 = distinct !{}
!6 = distinct !{!6, !1, !0, !{!"llvm.loop.parallel_accesses", !5}}
