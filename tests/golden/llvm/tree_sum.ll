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
  %v13 = add nuw nsw i32 %dim.x, 268435456
  %v14 = sext i32 %v13 to i64
  %v15 = bitcast i64 %v14 to i64
  %v16 = icmp uge i64 %v15, 536870912
  %v17 = add nuw nsw i64 %v8, 268435456
  %v18 = bitcast i64 %v17 to i64
  %v19 = icmp uge i64 %v18, 536870912
  %v20 = or i1 %v16, %v19
  %v21 = add i64 %p.x.shape0, 70368744177664
  %v22 = bitcast i64 %v21 to i64
  %v23 = icmp uge i64 %v22, 140737488355328
  %v24 = or i1 %v20, %v23
  %v25 = sub i32 0, %dim.x
  %v26 = sext i32 %v25 to i64
  %v27 = add i64 %p.x.shape0, %v26
  %v28 = sub i64 %v27, %v9
  %v29 = icmp slt i64 %v28, 0
  %v30 = or i1 %v24, %v29
  br i1 %v30, label %if1.then, label %if1.else
if1.then:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v31 = phi i32 [ 0, %for2 ], [ %v31.next, %for2.next ]
  %for2.go = icmp slt i32 %v31, %v12
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  br i1 %v30, label %if3.then, label %if3.else
if3.then:
  br label %for4
for4:
  br label %for4.head
for4.head:
  %v32 = phi i32 [ 0, %for4 ], [ %v32.next, %for4.next ]
  %for4.go = icmp slt i32 %v32, %dim.x
  br i1 %for4.go, label %for4.body, label %for4.end
for4.body:
  %v33 = sext i32 %v32 to i64
  %v34 = add nuw nsw i64 %v9, %v33
  %v35 = icmp slt i64 %v34, %p.x.shape0
  br i1 %v35, label %if5.then, label %if5.else
if5.then:
  %v36 = getelementptr inbounds i64, ptr %p.x, i64 %v34
  %v37 = load i64, ptr %v36, align 8, !llvm.access.group !5
  store i64 %v37, ptr %l.v
  br label %if5.end
if5.else:
  store i64 0, ptr %l.v
  br label %if5.end
if5.end:
  %v38 = load i64, ptr %l.v
  %v39 = getelementptr inbounds i64, ptr %s.buf, i32 %v32
  store i64 %v38, ptr %v39, align 8, !llvm.access.group !5
  br label %for4.next
for4.next:
  %v32.next = add nuw nsw i32 %v32, 1
  br label %for4.head, !llvm.loop !6
for4.end:
  br label %if3.end
if3.else:
  br label %for6
for6:
  br label %for6.head
for6.head:
  %v40 = phi i32 [ 0, %for6 ], [ %v40.next, %for6.next ]
  %for6.go = icmp slt i32 %v40, %dim.x
  br i1 %for6.go, label %for6.body, label %for6.end
for6.body:
  %v41 = sext i32 %v40 to i64
  %v42 = add nuw nsw i64 %v9, %v41
  %v43 = getelementptr inbounds i64, ptr %p.x, i64 %v42
  %v44 = load i64, ptr %v43, align 8, !llvm.access.group !7
  store i64 %v44, ptr %l.v
  %v45 = load i64, ptr %l.v
  %v46 = getelementptr inbounds i64, ptr %s.buf, i32 %v40
  store i64 %v45, ptr %v46, align 8, !llvm.access.group !7
  br label %for6.next
for6.next:
  %v40.next = add nuw nsw i32 %v40, 1
  br label %for6.head, !llvm.loop !8
for6.end:
  br label %if3.end
if3.end:
  br label %for2.next
for2.next:
  %v31.next = add nuw nsw i32 %v31, 1
  br label %for2.head
for2.end:
  br label %if1.end
if1.else:
  br label %for7
for7:
  br label %for7.head
for7.head:
  %v47 = phi i32 [ 0, %for7 ], [ %v47.next, %for7.next ]
  %for7.go = icmp slt i32 %v47, %v12
  br i1 %for7.go, label %for7.body, label %for7.end
for7.body:
  br label %for8
for8:
  br label %for8.head
for8.head:
  %v48 = phi i32 [ 0, %for8 ], [ %v48.next, %for8.next ]
  %for8.go = icmp slt i32 %v48, %dim.x
  br i1 %for8.go, label %for8.body, label %for8.end
for8.body:
  %v49 = sext i32 %v48 to i64
  %v50 = add nuw nsw i64 %v9, %v49
  %v51 = getelementptr inbounds i64, ptr %p.x, i64 %v50
  %v52 = load i64, ptr %v51, align 8, !llvm.access.group !9
  store i64 %v52, ptr %l.v
  %v53 = load i64, ptr %l.v
  %v54 = getelementptr inbounds i64, ptr %s.buf, i32 %v48
  store i64 %v53, ptr %v54, align 8, !llvm.access.group !9
  br label %for8.next
for8.next:
  %v48.next = add nuw nsw i32 %v48, 1
  br label %for8.head, !llvm.loop !10
for8.end:
  br label %for7.next
for7.next:
  %v47.next = add nuw nsw i32 %v47, 1
  br label %for7.head
for7.end:
  br label %if1.end
if1.end:
  %v55 = ashr i32 %dim.x, 1
  store i32 %v55, ptr %l.s
  br label %loop9
loop9:
  %stop10 = load volatile i32, ptr %stop, align 4
  %stop10.now = icmp ne i32 %stop10, 0
  br i1 %stop10.now, label %block.end, label %stop10.go, !prof !3
stop10.go:
  %v56 = load i32, ptr %l.s
  %v57 = sext i32 %v56 to i64
  %v58 = icmp sle i32 %v56, 0
  br i1 %v58, label %if11.then, label %if11.end
if11.then:
  br label %loop9.end
if11.end:
  %v59 = bitcast i64 %v57 to i64
  %v60 = call i64 @llvm.umin.i64(i64 %v59, i64 1024)
  %v61 = trunc i64 %v60 to i32
  %v62 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v61)
  br label %for12
for12:
  br label %for12.head
for12.head:
  %v63 = phi i32 [ 0, %for12 ], [ %v63.next, %for12.next ]
  %for12.go = icmp slt i32 %v63, %v12
  br i1 %for12.go, label %for12.body, label %for12.end
for12.body:
  br label %for13
for13:
  br label %for13.head
for13.head:
  %v64 = phi i32 [ 0, %for13 ], [ %v64.next, %for13.next ]
  %for13.go = icmp slt i32 %v64, %v62
  br i1 %for13.go, label %for13.body, label %for13.end
for13.body:
  %v65 = getelementptr inbounds i64, ptr %s.buf, i32 %v64
  %v66 = load i64, ptr %v65, align 8, !llvm.access.group !11
  %v67 = add i32 %v64, %v56
  %v68 = getelementptr inbounds i64, ptr %s.buf, i32 %v67
  %v69 = load i64, ptr %v68, align 8, !llvm.access.group !11
  %v70 = add i64 %v66, %v69
  store i64 %v70, ptr %v65, align 8, !llvm.access.group !11
  br label %for13.next
for13.next:
  %v64.next = add nuw nsw i32 %v64, 1
  br label %for13.head, !llvm.loop !12
for13.end:
  br label %for12.next
for12.next:
  %v63.next = add nuw nsw i32 %v63, 1
  br label %for12.head
for12.end:
  %v71 = ashr i32 %v56, 1
  store i32 %v71, ptr %l.s
  br label %loop9
loop9.end:
  %v72 = getelementptr inbounds i64, ptr %p.out, i32 %block.x
  br label %for14
for14:
  br label %for14.head
for14.head:
  %v73 = phi i32 [ 0, %for14 ], [ %v73.next, %for14.next ]
  %for14.go = icmp slt i32 %v73, %v12
  br i1 %for14.go, label %for14.body, label %for14.end
for14.body:
  br label %for15
for15:
  br label %for15.head
for15.head:
  %v74 = phi i32 [ 0, %for15 ], [ %v74.next, %for15.next ]
  %for15.go = icmp slt i32 %v74, 1
  br i1 %for15.go, label %for15.body, label %for15.end
for15.body:
  %v75 = load i64, ptr %s.buf, align 8, !llvm.access.group !13
  store i64 %v75, ptr %v72, align 8, !llvm.access.group !13
  br label %for15.next
for15.next:
  %v74.next = add nuw nsw i32 %v74, 1
  br label %for15.head, !llvm.loop !14
for15.end:
  br label %for14.next
for14.next:
  %v73.next = add nuw nsw i32 %v73, 1
  br label %for14.head
for14.end:
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
!11 = distinct !{}
!12 = distinct !{!12, !1, !0, !{!"llvm.loop.parallel_accesses", !11}}
!13 = distinct !{}
!14 = distinct !{!14, !1, !0, !{!"llvm.loop.parallel_accesses", !13}}
