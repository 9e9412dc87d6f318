; portkern native code

define internal void @bitonic.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0) #1 {
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
  store i32 1, ptr %l.j
  br label %loop3
loop3:
  %stop4 = load volatile i32, ptr %stop, align 4
  %stop4.now = icmp ne i32 %stop4, 0
  br i1 %stop4.now, label %block.end, label %stop4.go, !prof !3
stop4.go:
  %v17 = load i32, ptr %l.j
  %v18 = icmp sle i32 %v17, 0
  br i1 %v18, label %if5.then, label %if5.end
if5.then:
  br label %loop3.end
if5.end:
  br label %for6
for6:
  br label %for6.head
for6.head:
  %v19 = phi i32 [ 0, %for6 ], [ %v19.next, %for6.next ]
  %for6.go = icmp slt i32 %v19, %v9
  br i1 %for6.go, label %for6.body, label %for6.end
for6.body:
  br label %for7
for7:
  br label %for7.head
for7.head:
  %v20 = phi i32 [ 0, %for7 ], [ %v20.next, %for7.next ]
  %for7.go = icmp slt i32 %v20, %dim.x
  br i1 %for7.go, label %for7.body, label %for7.end
for7.body:
  %v21 = xor i32 %v20, %v17
  %v22 = icmp sgt i32 %v21, %v20
  br i1 %v22, label %if8.then, label %if8.end
if8.then:
  %v23 = and i32 %v20, 2
  %v24 = icmp eq i32 %v23, 0
  %v25 = getelementptr inbounds i32, ptr %s.buf, i32 %v20
  %v26 = load i32, ptr %v25, align 4, !llvm.access.group !7
  %v27 = getelementptr inbounds i32, ptr %s.buf, i32 %v21
  %v28 = load i32, ptr %v27, align 4, !llvm.access.group !7
  %v29 = icmp sgt i32 %v26, %v28
  %v30 = icmp eq i1 %v29, %v24
  br i1 %v30, label %if9.then, label %if9.end
if9.then:
  store i32 %v28, ptr %v25, align 4, !llvm.access.group !7
  store i32 %v26, ptr %v27, align 4, !llvm.access.group !7
  br label %if9.end
if9.end:
  br label %if8.end
if8.end:
  br label %for7.next
for7.next:
  %v20.next = add nuw nsw i32 %v20, 1
  br label %for7.head, !llvm.loop !8
for7.end:
  br label %for6.next
for6.next:
  %v19.next = add nuw nsw i32 %v19, 1
  br label %for6.head
for6.end:
  %v31 = ashr i32 %v17, 1
  store i32 %v31, ptr %l.j
  br label %loop3
loop3.end:
  store i32 2, ptr %l.j
  br label %loop10
loop10:
  %stop11 = load volatile i32, ptr %stop, align 4
  %stop11.now = icmp ne i32 %stop11, 0
  br i1 %stop11.now, label %block.end, label %stop11.go, !prof !3
stop11.go:
  %v32 = load i32, ptr %l.j
  %v33 = icmp sle i32 %v32, 0
  br i1 %v33, label %if12.then, label %if12.end
if12.then:
  br label %loop10.end
if12.end:
  br label %for13
for13:
  br label %for13.head
for13.head:
  %v34 = phi i32 [ 0, %for13 ], [ %v34.next, %for13.next ]
  %for13.go = icmp slt i32 %v34, %v9
  br i1 %for13.go, label %for13.body, label %for13.end
for13.body:
  br label %for14
for14:
  br label %for14.head
for14.head:
  %v35 = phi i32 [ 0, %for14 ], [ %v35.next, %for14.next ]
  %for14.go = icmp slt i32 %v35, %dim.x
  br i1 %for14.go, label %for14.body, label %for14.end
for14.body:
  %v36 = xor i32 %v35, %v32
  %v37 = icmp sgt i32 %v36, %v35
  br i1 %v37, label %if15.then, label %if15.end
if15.then:
  %v38 = and i32 %v35, 4
  %v39 = icmp eq i32 %v38, 0
  %v40 = getelementptr inbounds i32, ptr %s.buf, i32 %v35
  %v41 = load i32, ptr %v40, align 4, !llvm.access.group !9
  %v42 = getelementptr inbounds i32, ptr %s.buf, i32 %v36
  %v43 = load i32, ptr %v42, align 4, !llvm.access.group !9
  %v44 = icmp sgt i32 %v41, %v43
  %v45 = icmp eq i1 %v44, %v39
  br i1 %v45, label %if16.then, label %if16.end
if16.then:
  store i32 %v43, ptr %v40, align 4, !llvm.access.group !9
  store i32 %v41, ptr %v42, align 4, !llvm.access.group !9
  br label %if16.end
if16.end:
  br label %if15.end
if15.end:
  br label %for14.next
for14.next:
  %v35.next = add nuw nsw i32 %v35, 1
  br label %for14.head, !llvm.loop !10
for14.end:
  br label %for13.next
for13.next:
  %v34.next = add nuw nsw i32 %v34, 1
  br label %for13.head
for13.end:
  %v46 = ashr i32 %v32, 1
  store i32 %v46, ptr %l.j
  br label %loop10
loop10.end:
  store i32 4, ptr %l.j
  br label %loop17
loop17:
  %stop18 = load volatile i32, ptr %stop, align 4
  %stop18.now = icmp ne i32 %stop18, 0
  br i1 %stop18.now, label %block.end, label %stop18.go, !prof !3
stop18.go:
  %v47 = load i32, ptr %l.j
  %v48 = icmp sle i32 %v47, 0
  br i1 %v48, label %if19.then, label %if19.end
if19.then:
  br label %loop17.end
if19.end:
  br label %for20
for20:
  br label %for20.head
for20.head:
  %v49 = phi i32 [ 0, %for20 ], [ %v49.next, %for20.next ]
  %for20.go = icmp slt i32 %v49, %v9
  br i1 %for20.go, label %for20.body, label %for20.end
for20.body:
  br label %for21
for21:
  br label %for21.head
for21.head:
  %v50 = phi i32 [ 0, %for21 ], [ %v50.next, %for21.next ]
  %for21.go = icmp slt i32 %v50, %dim.x
  br i1 %for21.go, label %for21.body, label %for21.end
for21.body:
  %v51 = xor i32 %v50, %v47
  %v52 = icmp sgt i32 %v51, %v50
  br i1 %v52, label %if22.then, label %if22.end
if22.then:
  %v53 = and i32 %v50, 8
  %v54 = icmp eq i32 %v53, 0
  %v55 = getelementptr inbounds i32, ptr %s.buf, i32 %v50
  %v56 = load i32, ptr %v55, align 4, !llvm.access.group !11
  %v57 = getelementptr inbounds i32, ptr %s.buf, i32 %v51
  %v58 = load i32, ptr %v57, align 4, !llvm.access.group !11
  %v59 = icmp sgt i32 %v56, %v58
  %v60 = icmp eq i1 %v59, %v54
  br i1 %v60, label %if23.then, label %if23.end
if23.then:
  store i32 %v58, ptr %v55, align 4, !llvm.access.group !11
  store i32 %v56, ptr %v57, align 4, !llvm.access.group !11
  br label %if23.end
if23.end:
  br label %if22.end
if22.end:
  br label %for21.next
for21.next:
  %v50.next = add nuw nsw i32 %v50, 1
  br label %for21.head, !llvm.loop !12
for21.end:
  br label %for20.next
for20.next:
  %v49.next = add nuw nsw i32 %v49, 1
  br label %for20.head
for20.end:
  %v61 = ashr i32 %v47, 1
  store i32 %v61, ptr %l.j
  br label %loop17
loop17.end:
  store i32 8, ptr %l.j
  br label %loop24
loop24:
  %stop25 = load volatile i32, ptr %stop, align 4
  %stop25.now = icmp ne i32 %stop25, 0
  br i1 %stop25.now, label %block.end, label %stop25.go, !prof !3
stop25.go:
  %v62 = load i32, ptr %l.j
  %v63 = icmp sle i32 %v62, 0
  br i1 %v63, label %if26.then, label %if26.end
if26.then:
  br label %loop24.end
if26.end:
  br label %for27
for27:
  br label %for27.head
for27.head:
  %v64 = phi i32 [ 0, %for27 ], [ %v64.next, %for27.next ]
  %for27.go = icmp slt i32 %v64, %v9
  br i1 %for27.go, label %for27.body, label %for27.end
for27.body:
  br label %for28
for28:
  br label %for28.head
for28.head:
  %v65 = phi i32 [ 0, %for28 ], [ %v65.next, %for28.next ]
  %for28.go = icmp slt i32 %v65, %dim.x
  br i1 %for28.go, label %for28.body, label %for28.end
for28.body:
  %v66 = xor i32 %v65, %v62
  %v67 = icmp sgt i32 %v66, %v65
  br i1 %v67, label %if29.then, label %if29.end
if29.then:
  %v68 = and i32 %v65, 16
  %v69 = icmp eq i32 %v68, 0
  %v70 = getelementptr inbounds i32, ptr %s.buf, i32 %v65
  %v71 = load i32, ptr %v70, align 4, !llvm.access.group !13
  %v72 = getelementptr inbounds i32, ptr %s.buf, i32 %v66
  %v73 = load i32, ptr %v72, align 4, !llvm.access.group !13
  %v74 = icmp sgt i32 %v71, %v73
  %v75 = icmp eq i1 %v74, %v69
  br i1 %v75, label %if30.then, label %if30.end
if30.then:
  store i32 %v73, ptr %v70, align 4, !llvm.access.group !13
  store i32 %v71, ptr %v72, align 4, !llvm.access.group !13
  br label %if30.end
if30.end:
  br label %if29.end
if29.end:
  br label %for28.next
for28.next:
  %v65.next = add nuw nsw i32 %v65, 1
  br label %for28.head, !llvm.loop !14
for28.end:
  br label %for27.next
for27.next:
  %v64.next = add nuw nsw i32 %v64, 1
  br label %for27.head
for27.end:
  %v76 = ashr i32 %v62, 1
  store i32 %v76, ptr %l.j
  br label %loop24
loop24.end:
  store i32 16, ptr %l.j
  br label %loop31
loop31:
  %stop32 = load volatile i32, ptr %stop, align 4
  %stop32.now = icmp ne i32 %stop32, 0
  br i1 %stop32.now, label %block.end, label %stop32.go, !prof !3
stop32.go:
  %v77 = load i32, ptr %l.j
  %v78 = icmp sle i32 %v77, 0
  br i1 %v78, label %if33.then, label %if33.end
if33.then:
  br label %loop31.end
if33.end:
  br label %for34
for34:
  br label %for34.head
for34.head:
  %v79 = phi i32 [ 0, %for34 ], [ %v79.next, %for34.next ]
  %for34.go = icmp slt i32 %v79, %v9
  br i1 %for34.go, label %for34.body, label %for34.end
for34.body:
  br label %for35
for35:
  br label %for35.head
for35.head:
  %v80 = phi i32 [ 0, %for35 ], [ %v80.next, %for35.next ]
  %for35.go = icmp slt i32 %v80, %dim.x
  br i1 %for35.go, label %for35.body, label %for35.end
for35.body:
  %v81 = xor i32 %v80, %v77
  %v82 = icmp sgt i32 %v81, %v80
  br i1 %v82, label %if36.then, label %if36.end
if36.then:
  %v83 = and i32 %v80, 32
  %v84 = icmp eq i32 %v83, 0
  %v85 = getelementptr inbounds i32, ptr %s.buf, i32 %v80
  %v86 = load i32, ptr %v85, align 4, !llvm.access.group !15
  %v87 = getelementptr inbounds i32, ptr %s.buf, i32 %v81
  %v88 = load i32, ptr %v87, align 4, !llvm.access.group !15
  %v89 = icmp sgt i32 %v86, %v88
  %v90 = icmp eq i1 %v89, %v84
  br i1 %v90, label %if37.then, label %if37.end
if37.then:
  store i32 %v88, ptr %v85, align 4, !llvm.access.group !15
  store i32 %v86, ptr %v87, align 4, !llvm.access.group !15
  br label %if37.end
if37.end:
  br label %if36.end
if36.end:
  br label %for35.next
for35.next:
  %v80.next = add nuw nsw i32 %v80, 1
  br label %for35.head, !llvm.loop !16
for35.end:
  br label %for34.next
for34.next:
  %v79.next = add nuw nsw i32 %v79, 1
  br label %for34.head
for34.end:
  %v91 = ashr i32 %v77, 1
  store i32 %v91, ptr %l.j
  br label %loop31
loop31.end:
  store i32 32, ptr %l.j
  br label %loop38
loop38:
  %stop39 = load volatile i32, ptr %stop, align 4
  %stop39.now = icmp ne i32 %stop39, 0
  br i1 %stop39.now, label %block.end, label %stop39.go, !prof !3
stop39.go:
  %v92 = load i32, ptr %l.j
  %v93 = icmp sle i32 %v92, 0
  br i1 %v93, label %if40.then, label %if40.end
if40.then:
  br label %loop38.end
if40.end:
  br label %for41
for41:
  br label %for41.head
for41.head:
  %v94 = phi i32 [ 0, %for41 ], [ %v94.next, %for41.next ]
  %for41.go = icmp slt i32 %v94, %v9
  br i1 %for41.go, label %for41.body, label %for41.end
for41.body:
  br label %for42
for42:
  br label %for42.head
for42.head:
  %v95 = phi i32 [ 0, %for42 ], [ %v95.next, %for42.next ]
  %for42.go = icmp slt i32 %v95, %dim.x
  br i1 %for42.go, label %for42.body, label %for42.end
for42.body:
  %v96 = xor i32 %v95, %v92
  %v97 = icmp sgt i32 %v96, %v95
  br i1 %v97, label %if43.then, label %if43.end
if43.then:
  %v98 = and i32 %v95, 64
  %v99 = icmp eq i32 %v98, 0
  %v100 = getelementptr inbounds i32, ptr %s.buf, i32 %v95
  %v101 = load i32, ptr %v100, align 4, !llvm.access.group !17
  %v102 = getelementptr inbounds i32, ptr %s.buf, i32 %v96
  %v103 = load i32, ptr %v102, align 4, !llvm.access.group !17
  %v104 = icmp sgt i32 %v101, %v103
  %v105 = icmp eq i1 %v104, %v99
  br i1 %v105, label %if44.then, label %if44.end
if44.then:
  store i32 %v103, ptr %v100, align 4, !llvm.access.group !17
  store i32 %v101, ptr %v102, align 4, !llvm.access.group !17
  br label %if44.end
if44.end:
  br label %if43.end
if43.end:
  br label %for42.next
for42.next:
  %v95.next = add nuw nsw i32 %v95, 1
  br label %for42.head, !llvm.loop !18
for42.end:
  br label %for41.next
for41.next:
  %v94.next = add nuw nsw i32 %v94, 1
  br label %for41.head
for41.end:
  %v106 = ashr i32 %v92, 1
  store i32 %v106, ptr %l.j
  br label %loop38
loop38.end:
  store i32 64, ptr %l.j
  br label %loop45
loop45:
  %stop46 = load volatile i32, ptr %stop, align 4
  %stop46.now = icmp ne i32 %stop46, 0
  br i1 %stop46.now, label %block.end, label %stop46.go, !prof !3
stop46.go:
  %v107 = load i32, ptr %l.j
  %v108 = icmp sle i32 %v107, 0
  br i1 %v108, label %if47.then, label %if47.end
if47.then:
  br label %loop45.end
if47.end:
  br label %for48
for48:
  br label %for48.head
for48.head:
  %v109 = phi i32 [ 0, %for48 ], [ %v109.next, %for48.next ]
  %for48.go = icmp slt i32 %v109, %v9
  br i1 %for48.go, label %for48.body, label %for48.end
for48.body:
  br label %for49
for49:
  br label %for49.head
for49.head:
  %v110 = phi i32 [ 0, %for49 ], [ %v110.next, %for49.next ]
  %for49.go = icmp slt i32 %v110, %dim.x
  br i1 %for49.go, label %for49.body, label %for49.end
for49.body:
  %v111 = xor i32 %v110, %v107
  %v112 = icmp sgt i32 %v111, %v110
  br i1 %v112, label %if50.then, label %if50.end
if50.then:
  %v113 = and i32 %v110, 128
  %v114 = icmp eq i32 %v113, 0
  %v115 = getelementptr inbounds i32, ptr %s.buf, i32 %v110
  %v116 = load i32, ptr %v115, align 4, !llvm.access.group !19
  %v117 = getelementptr inbounds i32, ptr %s.buf, i32 %v111
  %v118 = load i32, ptr %v117, align 4, !llvm.access.group !19
  %v119 = icmp sgt i32 %v116, %v118
  %v120 = icmp eq i1 %v119, %v114
  br i1 %v120, label %if51.then, label %if51.end
if51.then:
  store i32 %v118, ptr %v115, align 4, !llvm.access.group !19
  store i32 %v116, ptr %v117, align 4, !llvm.access.group !19
  br label %if51.end
if51.end:
  br label %if50.end
if50.end:
  br label %for49.next
for49.next:
  %v110.next = add nuw nsw i32 %v110, 1
  br label %for49.head, !llvm.loop !20
for49.end:
  br label %for48.next
for48.next:
  %v109.next = add nuw nsw i32 %v109, 1
  br label %for48.head
for48.end:
  %v121 = ashr i32 %v107, 1
  store i32 %v121, ptr %l.j
  br label %loop45
loop45.end:
  br label %for52
for52:
  br label %for52.head
for52.head:
  %v122 = phi i32 [ 0, %for52 ], [ %v122.next, %for52.next ]
  %for52.go = icmp slt i32 %v122, %v9
  br i1 %for52.go, label %for52.body, label %for52.end
for52.body:
  br label %for53
for53:
  br label %for53.head
for53.head:
  %v123 = phi i32 [ 0, %for53 ], [ %v123.next, %for53.next ]
  %for53.go = icmp slt i32 %v123, %dim.x
  br i1 %for53.go, label %for53.body, label %for53.end
for53.body:
  %v124 = sext i32 %v123 to i64
  %v125 = getelementptr inbounds i32, ptr %s.buf, i32 %v123
  %v126 = load i32, ptr %v125, align 4, !llvm.access.group !21
  %v127 = add i64 %v5, %v124
  %v128 = getelementptr inbounds i32, ptr %p.x, i64 %v127
  store i32 %v126, ptr %v128, align 4, !llvm.access.group !21
  br label %for53.next
for53.next:
  %v123.next = add nuw nsw i32 %v123, 1
  br label %for53.head, !llvm.loop !22
for53.end:
  br label %for52.next
for52.next:
  %v122.next = add nuw nsw i32 %v122, 1
  br label %for52.head
for52.end:
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
!11 = distinct !{}
!12 = distinct !{!12, !1, !0, !{!"llvm.loop.parallel_accesses", !11}}
!13 = distinct !{}
!14 = distinct !{!14, !1, !0, !{!"llvm.loop.parallel_accesses", !13}}
!15 = distinct !{}
!16 = distinct !{!16, !1, !0, !{!"llvm.loop.parallel_accesses", !15}}
!17 = distinct !{}
!18 = distinct !{!18, !1, !0, !{!"llvm.loop.parallel_accesses", !17}}
!19 = distinct !{}
!20 = distinct !{!20, !1, !0, !{!"llvm.loop.parallel_accesses", !19}}
!21 = distinct !{}
!22 = distinct !{!22, !1, !0, !{!"llvm.loop.parallel_accesses", !21}}
