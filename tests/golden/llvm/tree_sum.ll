; portkern native code

define internal void @tree_sum.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0) #1 {
  %l.v = alloca i64
  %l.s = alloca i32
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %block.x.at = getelementptr inbounds i8, ptr %launch, i64 56
  %block.x = load i32, ptr %block.x.at, align 4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
  %s.buf = getelementptr inbounds i8, ptr %scratch, i64 0
  store i64 0, ptr %l.v
  store i32 0, ptr %l.s
  %v6 = sext i32 %dim.x to i64
  %v8 = sext i32 %block.x to i64
  %v9 = mul nuw nsw i64 %v8, %v6
  %v12 = mul nuw nsw i32 %dim.y, %dim.z
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v13 = phi i32 [ 0, %for1 ], [ %v13.next, %for1.next ]
  %for1.go = icmp slt i32 %v13, %v12
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v14 = phi i32 [ 0, %for2 ], [ %v14.next, %for2.next ]
  %for2.go = icmp slt i32 %v14, %dim.x
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v15 = sext i32 %v14 to i64
  %v16 = add nuw nsw i64 %v9, %v15
  %v17 = icmp slt i64 %v16, %p.x.shape0
  br i1 %v17, label %if3.then, label %if3.else
if3.then:
  %v18 = getelementptr inbounds i64, ptr %p.x, i64 %v16
  %v19 = load i64, ptr %v18, align 8, !llvm.access.group !5
  store i64 %v19, ptr %l.v
  br label %if3.end
if3.else:
  store i64 0, ptr %l.v
  br label %if3.end
if3.end:
  %v20 = load i64, ptr %l.v
  %v21 = getelementptr inbounds i64, ptr %s.buf, i32 %v14
  store i64 %v20, ptr %v21, align 8, !llvm.access.group !5
  br label %for2.next
for2.next:
  %v14.next = add nuw nsw i32 %v14, 1
  br label %for2.head, !llvm.loop !6
for2.end:
  br label %for1.next
for1.next:
  %v13.next = add nuw nsw i32 %v13, 1
  br label %for1.head
for1.end:
  %v22 = ashr i32 %dim.x, 1
  store i32 %v22, ptr %l.s
  br label %loop4
loop4:
  %stop5 = load volatile i32, ptr %stop, align 4
  %stop5.now = icmp ne i32 %stop5, 0
  br i1 %stop5.now, label %block.end, label %stop5.go, !prof !3
stop5.go:
  %v23 = load i32, ptr %l.s
  %v24 = sext i32 %v23 to i64
  %v25 = icmp sle i32 %v23, 0
  br i1 %v25, label %if6.then, label %if6.end
if6.then:
  br label %loop4.end
if6.end:
  %v26 = bitcast i64 %v24 to i64
  %v27 = call i64 @llvm.umin.i64(i64 %v26, i64 1024)
  %v28 = trunc i64 %v27 to i32
  %v29 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v28)
  br label %for7
for7:
  br label %for7.head
for7.head:
  %v30 = phi i32 [ 0, %for7 ], [ %v30.next, %for7.next ]
  %for7.go = icmp slt i32 %v30, %v12
  br i1 %for7.go, label %for7.body, label %for7.end
for7.body:
  br label %for8
for8:
  br label %for8.head
for8.head:
  %v31 = phi i32 [ 0, %for8 ], [ %v31.next, %for8.next ]
  %for8.go = icmp slt i32 %v31, %v29
  br i1 %for8.go, label %for8.body, label %for8.end
for8.body:
  %v32 = getelementptr inbounds i64, ptr %s.buf, i32 %v31
  %v33 = load i64, ptr %v32, align 8, !llvm.access.group !7
  %v34 = add i32 %v31, %v23
  %v35 = getelementptr inbounds i64, ptr %s.buf, i32 %v34
  %v36 = load i64, ptr %v35, align 8, !llvm.access.group !7
  %v37 = add i64 %v33, %v36
  store i64 %v37, ptr %v32, align 8, !llvm.access.group !7
  br label %for8.next
for8.next:
  %v31.next = add nuw nsw i32 %v31, 1
  br label %for8.head, !llvm.loop !8
for8.end:
  br label %for7.next
for7.next:
  %v30.next = add nuw nsw i32 %v30, 1
  br label %for7.head
for7.end:
  %v38 = ashr i32 %v23, 1
  store i32 %v38, ptr %l.s
  br label %loop4
loop4.end:
  %v39 = getelementptr inbounds i64, ptr %p.out, i32 %block.x
  br label %for9
for9:
  br label %for9.head
for9.head:
  %v40 = phi i32 [ 0, %for9 ], [ %v40.next, %for9.next ]
  %for9.go = icmp slt i32 %v40, %v12
  br i1 %for9.go, label %for9.body, label %for9.end
for9.body:
  br label %for10
for10:
  br label %for10.head
for10.head:
  %v41 = phi i32 [ 0, %for10 ], [ %v41.next, %for10.next ]
  %for10.go = icmp slt i32 %v41, 1
  br i1 %for10.go, label %for10.body, label %for10.end
for10.body:
  %v42 = load i64, ptr %s.buf, align 8, !llvm.access.group !9
  store i64 %v42, ptr %v39, align 8, !llvm.access.group !9
  br label %for10.next
for10.next:
  %v41.next = add nuw nsw i32 %v41, 1
  br label %for10.head, !llvm.loop !10
for10.end:
  br label %for9.next
for9.next:
  %v40.next = add nuw nsw i32 %v40, 1
  br label %for9.head
for9.end:
  br label %block.end
block.end:
  ret void
}

define void @k.tree_sum(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  call void @tree_sum.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0)
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
!7 = distinct !{}
!8 = distinct !{!8, !1, !0, !{!"llvm.loop.parallel_accesses", !7}}
!9 = distinct !{}
!10 = distinct !{!10, !1, !0, !{!"llvm.loop.parallel_accesses", !9}}
