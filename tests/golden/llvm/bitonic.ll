; portkern native code

define internal void @bitonic.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0) #1 {
  %l.k = alloca i32
  %l.j = alloca i32
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
  store i32 0, ptr %l.k
  store i32 0, ptr %l.j
  %v4 = sext i32 %block.x to i64
  %v5 = shl i64 %v4, 7
  %v9 = mul nuw nsw i32 %dim.y, %dim.z
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v10 = phi i32 [ 0, %for1 ], [ %v10.next, %for1.next ]
  %for1.go = icmp slt i32 %v10, %v9
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v11 = phi i32 [ 0, %for2 ], [ %v11.next, %for2.next ]
  %for2.go = icmp slt i32 %v11, %dim.x
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v12 = sext i32 %v11 to i64
  %v13 = add i64 %v5, %v12
  %v14 = getelementptr inbounds i32, ptr %p.x, i64 %v13
  %v15 = load i32, ptr %v14, align 4, !llvm.access.group !5
  %v16 = getelementptr inbounds i32, ptr %s.buf, i32 %v11
  store i32 %v15, ptr %v16, align 4, !llvm.access.group !5
  br label %for2.next
for2.next:
  %v11.next = add nuw nsw i32 %v11, 1
  br label %for2.head, !llvm.loop !6
for2.end:
  br label %for1.next
for1.next:
  %v10.next = add nuw nsw i32 %v10, 1
  br label %for1.head
for1.end:
  store i32 2, ptr %l.k
  br label %loop3
loop3:
  %stop4 = load volatile i32, ptr %stop, align 4
  %stop4.now = icmp ne i32 %stop4, 0
  br i1 %stop4.now, label %block.end, label %stop4.go, !prof !3
stop4.go:
  %v17 = load i32, ptr %l.k
  %v18 = icmp sgt i32 %v17, 128
  br i1 %v18, label %if5.then, label %if5.end
if5.then:
  br label %loop3.end
if5.end:
  %v19 = ashr i32 %v17, 1
  store i32 %v19, ptr %l.j
  br label %loop6
loop6:
  %stop7 = load volatile i32, ptr %stop, align 4
  %stop7.now = icmp ne i32 %stop7, 0
  br i1 %stop7.now, label %block.end, label %stop7.go, !prof !3
stop7.go:
  %v20 = load i32, ptr %l.j
  %v21 = icmp sle i32 %v20, 0
  br i1 %v21, label %if8.then, label %if8.end
if8.then:
  br label %loop6.end
if8.end:
  br label %for9
for9:
  br label %for9.head
for9.head:
  %v22 = phi i32 [ 0, %for9 ], [ %v22.next, %for9.next ]
  %for9.go = icmp slt i32 %v22, %v9
  br i1 %for9.go, label %for9.body, label %for9.end
for9.body:
  br label %for10
for10:
  br label %for10.head
for10.head:
  %v23 = phi i32 [ 0, %for10 ], [ %v23.next, %for10.next ]
  %for10.go = icmp slt i32 %v23, %dim.x
  br i1 %for10.go, label %for10.body, label %for10.end
for10.body:
  %v24 = xor i32 %v23, %v20
  %v25 = icmp sgt i32 %v24, %v23
  br i1 %v25, label %if11.then, label %if11.end
if11.then:
  %v26 = and i32 %v23, %v17
  %v27 = icmp eq i32 %v26, 0
  %v28 = getelementptr inbounds i32, ptr %s.buf, i32 %v23
  %v29 = load i32, ptr %v28, align 4, !llvm.access.group !7
  %v30 = getelementptr inbounds i32, ptr %s.buf, i32 %v24
  %v31 = load i32, ptr %v30, align 4, !llvm.access.group !7
  %v32 = icmp sgt i32 %v29, %v31
  %v33 = icmp eq i1 %v32, %v27
  br i1 %v33, label %if12.then, label %if12.end
if12.then:
  store i32 %v31, ptr %v28, align 4, !llvm.access.group !7
  store i32 %v29, ptr %v30, align 4, !llvm.access.group !7
  br label %if12.end
if12.end:
  br label %if11.end
if11.end:
  br label %for10.next
for10.next:
  %v23.next = add nuw nsw i32 %v23, 1
  br label %for10.head, !llvm.loop !8
for10.end:
  br label %for9.next
for9.next:
  %v22.next = add nuw nsw i32 %v22, 1
  br label %for9.head
for9.end:
  %v34 = ashr i32 %v20, 1
  store i32 %v34, ptr %l.j
  br label %loop6
loop6.end:
  %v35 = shl i32 %v17, 1
  store i32 %v35, ptr %l.k
  br label %loop3
loop3.end:
  br label %for13
for13:
  br label %for13.head
for13.head:
  %v36 = phi i32 [ 0, %for13 ], [ %v36.next, %for13.next ]
  %for13.go = icmp slt i32 %v36, %v9
  br i1 %for13.go, label %for13.body, label %for13.end
for13.body:
  br label %for14
for14:
  br label %for14.head
for14.head:
  %v37 = phi i32 [ 0, %for14 ], [ %v37.next, %for14.next ]
  %for14.go = icmp slt i32 %v37, %dim.x
  br i1 %for14.go, label %for14.body, label %for14.end
for14.body:
  %v38 = sext i32 %v37 to i64
  %v39 = getelementptr inbounds i32, ptr %s.buf, i32 %v37
  %v40 = load i32, ptr %v39, align 4, !llvm.access.group !9
  %v41 = add i64 %v5, %v38
  %v42 = getelementptr inbounds i32, ptr %p.x, i64 %v41
  store i32 %v40, ptr %v42, align 4, !llvm.access.group !9
  br label %for14.next
for14.next:
  %v37.next = add nuw nsw i32 %v37, 1
  br label %for14.head, !llvm.loop !10
for14.end:
  br label %for13.next
for13.next:
  %v36.next = add nuw nsw i32 %v36, 1
  br label %for13.head
for13.end:
  br label %block.end
block.end:
  ret void
}

define void @k.bitonic(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  call void @bitonic.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0)
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
