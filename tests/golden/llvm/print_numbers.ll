; portkern native code

define internal void @print_numbers.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %step.x, i32 %step.y, i32 %step.z, i64 %threads.x, i64 %threads.y, i64 %threads.z, ptr %p.x, i64 %p.x.shape0, i64 %p.n, ptr noalias %p.report, i32 %p.report.launch) #0 {
  %wide.x = zext i32 %grid.x to i64
  %wide.y = zext i32 %grid.y to i64
  %rows = udiv i64 %first, %wide.x
  %x64 = urem i64 %first, %wide.x
  %z64 = udiv i64 %rows, %wide.y
  %y64 = urem i64 %rows, %wide.y
  %x0 = trunc i64 %x64 to i32
  %y0 = trunc i64 %y64 to i32
  %z0 = trunc i64 %z64 to i32
  br label %block.head
block.head:
  %block = phi i64 [ %first, %0 ], [ %block.after, %block.next ]
  %block.x = phi i32 [ %x0, %0 ], [ %x2, %block.next ]
  %block.y = phi i32 [ %y0, %0 ], [ %y2, %block.next ]
  %block.z = phi i32 [ %z0, %0 ], [ %z1, %block.next ]
  %block.go = icmp ult i64 %block, %last
  br i1 %block.go, label %block.body, label %block.end
block.body:
  %block64.x = zext i32 %block.x to i64
  %step64.x = zext i32 %step.x to i64
  %first.x = mul nuw nsw i64 %block64.x, %step64.x
  %left.x = sub nuw nsw i64 %threads.x, %first.x
  %dim64.x = call i64 @llvm.umin.i64(i64 %left.x, i64 %step64.x)
  %dim.x = trunc i64 %dim64.x to i32
  %block64.y = zext i32 %block.y to i64
  %step64.y = zext i32 %step.y to i64
  %first.y = mul nuw nsw i64 %block64.y, %step64.y
  %left.y = sub nuw nsw i64 %threads.y, %first.y
  %dim64.y = call i64 @llvm.umin.i64(i64 %left.y, i64 %step64.y)
  %dim.y = trunc i64 %dim64.y to i32
  %block64.z = zext i32 %block.z to i64
  %step64.z = zext i32 %step.z to i64
  %first.z = mul nuw nsw i64 %block64.z, %step64.z
  %left.z = sub nuw nsw i64 %threads.z, %first.z
  %dim64.z = call i64 @llvm.umin.i64(i64 %left.z, i64 %step64.z)
  %dim.z = trunc i64 %dim64.z to i32
  %v9 = mul nuw nsw i32 %dim.y, %dim.z
  %v10 = sub i64 %p.n, %first.x
  %v11 = bitcast i64 %v10 to i64
  %v12 = call i64 @llvm.umin.i64(i64 %v11, i64 1024)
  %v13 = trunc i64 %v12 to i32
  %v14 = icmp sgt i64 %p.n, %first.x
  %v15 = select i1 %v14, i32 %v13, i32 0
  %v16 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v15)
  %v17 = getelementptr inbounds i32, ptr %p.report, i64 43
  %v18 = getelementptr inbounds i32, ptr %p.report, i64 40
  %v19 = getelementptr inbounds i32, ptr %p.report, i64 42
  %v20 = getelementptr inbounds i32, ptr %p.report, i64 41
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v21 = phi i32 [ 0, %for1 ], [ %v21.next, %for1.next ]
  %for1.go = icmp slt i32 %v21, %v9
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v22 = phi i32 [ 0, %for2 ], [ %v22.next, %for2.next ]
  %for2.go = icmp slt i32 %v22, %v16
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v23 = sext i32 %v22 to i64
  %v24 = add nuw nsw i64 %first.x, %v23
  %v25 = getelementptr inbounds float, ptr %p.x, i64 %v24
  %v26 = load float, ptr %v25, align 4, !llvm.access.group !3
  %v27 = fcmp ogt float %v26, 0x4000000000000000
  %v28 = and i64 %v24, 1
  %v29 = icmp eq i64 %v28, 0
  %v30 = load i32, ptr %v17, align 4, !llvm.access.group !3
  %v31 = atomicrmw or ptr %v18, i32 0 monotonic
  %v32 = icmp ule i32 %v31, %v30
  br i1 %v32, label %if3.then, label %if3.else
if3.then:
  %v33 = atomicrmw add ptr %v18, i32 7 monotonic
  %v34 = add i32 %v33, 7
  %v35 = icmp ule i32 %v34, %v30
  br i1 %v35, label %if4.then, label %if4.else
if4.then:
  %v36 = zext i32 %v33 to i64
  %v37 = add i64 %v36, 64
  %v38 = getelementptr inbounds i32, ptr %p.report, i64 %v37
  store i32 1, ptr %v38, align 4, !llvm.access.group !3
  %v39 = add i64 %v36, 65
  %v40 = getelementptr inbounds i32, ptr %p.report, i64 %v39
  store i32 %p.report.launch, ptr %v40, align 4, !llvm.access.group !3
  %v41 = bitcast i64 %v24 to i64
  %v42 = trunc i64 %v41 to i32
  %v43 = lshr i64 %v41, 32
  %v44 = trunc i64 %v43 to i32
  %v45 = add i64 %v36, 66
  %v46 = getelementptr inbounds i32, ptr %p.report, i64 %v45
  store i32 %v42, ptr %v46, align 4, !llvm.access.group !3
  %v47 = add i64 %v36, 67
  %v48 = getelementptr inbounds i32, ptr %p.report, i64 %v47
  store i32 %v44, ptr %v48, align 4, !llvm.access.group !3
  %v49 = bitcast float %v26 to i32
  %v50 = add i64 %v36, 68
  %v51 = getelementptr inbounds i32, ptr %p.report, i64 %v50
  store i32 %v49, ptr %v51, align 4, !llvm.access.group !3
  %v52 = zext i1 %v27 to i32
  %v53 = add i64 %v36, 69
  %v54 = getelementptr inbounds i32, ptr %p.report, i64 %v53
  store i32 %v52, ptr %v54, align 4, !llvm.access.group !3
  %v55 = zext i1 %v29 to i32
  %v56 = add i64 %v36, 70
  %v57 = getelementptr inbounds i32, ptr %p.report, i64 %v56
  store i32 %v55, ptr %v57, align 4, !llvm.access.group !3
  br label %if4.end
if4.else:
  %v58 = atomicrmw add ptr %v19, i32 1 monotonic
  %v59 = icmp ule i32 %v33, %v30
  br i1 %v59, label %if5.then, label %if5.end
if5.then:
  store i32 %v33, ptr %v20, align 4, !llvm.access.group !3
  br label %if5.end
if5.end:
  br label %if4.end
if4.end:
  br label %if3.end
if3.else:
  %v60 = atomicrmw add ptr %v19, i32 1 monotonic
  br label %if3.end
if3.end:
  br label %for2.next
for2.next:
  %v22.next = add nuw nsw i32 %v22, 1
  br label %for2.head, !llvm.loop !4
for2.end:
  br label %for1.next
for1.next:
  %v21.next = add nuw nsw i32 %v21, 1
  br label %for1.head
for1.end:
  br label %block.next
block.next:
  %block.after = add nuw i64 %block, 1
  %x1 = add nuw nsw i32 %block.x, 1
  %x.full = icmp eq i32 %x1, %grid.x
  %x2 = select i1 %x.full, i32 0, i32 %x1
  %x.carry = zext i1 %x.full to i32
  %y1 = add nuw nsw i32 %block.y, %x.carry
  %y.full = icmp eq i32 %y1, %grid.y
  %y2 = select i1 %y.full, i32 0, i32 %y1
  %y.carry = zext i1 %y.full to i32
  %z1 = add nuw nsw i32 %block.z, %y.carry
  br label %block.head
block.end:
  ret void
}

define void @k.print_numbers(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
  %grid.x.at = getelementptr inbounds i8, ptr %launch, i64 0
  %grid.x = load i32, ptr %grid.x.at, align 4
  %grid.y.at = getelementptr inbounds i8, ptr %launch, i64 4
  %grid.y = load i32, ptr %grid.y.at, align 4
  %grid.z.at = getelementptr inbounds i8, ptr %launch, i64 8
  %grid.z = load i32, ptr %grid.z.at, align 4
  %step.x.at = getelementptr inbounds i8, ptr %launch, i64 12
  %step.x = load i32, ptr %step.x.at, align 4
  %step.y.at = getelementptr inbounds i8, ptr %launch, i64 16
  %step.y = load i32, ptr %step.y.at, align 4
  %step.z.at = getelementptr inbounds i8, ptr %launch, i64 20
  %step.z = load i32, ptr %step.z.at, align 4
  %threads.x.at = getelementptr inbounds i8, ptr %launch, i64 40
  %threads.x = load i64, ptr %threads.x.at, align 8
  %threads.y.at = getelementptr inbounds i8, ptr %launch, i64 48
  %threads.y = load i64, ptr %threads.y.at, align 8
  %threads.z.at = getelementptr inbounds i8, ptr %launch, i64 56
  %threads.z = load i64, ptr %threads.z.at, align 8
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
  call void @print_numbers.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %step.x, i32 %step.y, i32 %step.z, i64 %threads.x, i64 %threads.y, i64 %threads.z, ptr %p.x, i64 %p.x.shape0, i64 %p.n, ptr %p.report, i32 %p.report.launch)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = distinct !{}
!4 = distinct !{!4, !1, !0, !{!"llvm.loop.parallel_accesses", !3}}
