; portkern native code

define internal void @block_histogram.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.bins, i64 %p.bins.shape0) #1 {
  %grid.x.at = getelementptr inbounds i8, ptr %launch, i64 0
  %grid.x = load i32, ptr %grid.x.at, align 4
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
  %s.local = getelementptr inbounds i8, ptr %scratch, i64 0
  %before.at = getelementptr inbounds i8, ptr %launch, i64 104
  %before = load i64, ptr %before.at, align 8, !range !4
  %behind.at = getelementptr inbounds i8, ptr %launch, i64 112
  %behind = load i64, ptr %behind.at, align 8, !range !4
  %run.begins = icmp eq i64 %before, 0
  %run.ends = icmp eq i64 %behind, 0
  %run.blocks = add i64 %behind, 1
  %run.dimx.at = getelementptr inbounds i8, ptr %launch, i64 68
  %run.dimx = load i32, ptr %run.dimx.at, align 4
  %run.dimy.at = getelementptr inbounds i8, ptr %launch, i64 72
  %run.dimy = load i32, ptr %run.dimy.at, align 4
  %run.dimz.at = getelementptr inbounds i8, ptr %launch, i64 76
  %run.dimz = load i32, ptr %run.dimz.at, align 4
  %run.x = zext i32 %run.dimx to i64
  %run.y = zext i32 %run.dimy to i64
  %run.z = zext i32 %run.dimz to i64
  %run.xy = mul i64 %run.x, %run.y
  %run.xyz = mul i64 %run.xy, %run.z
  %run.threads = mul i64 %run.xyz, %run.blocks
  %own0.from = ptrtoint ptr %p.bins to i64
  %own0.size.0 = add i64 4, 0
  %own0.size.1 = mul i64 %own0.size.0, %p.bins.shape0
  %own0.size = add i64 %own0.size.1, 0
  %own0.to = add i64 %own0.from, %own0.size
  %own0.head = getelementptr inbounds i8, ptr %scratch, i64 64
  %own0.copy = getelementptr inbounds i8, ptr %scratch, i64 128
  br i1 %run.begins, label %own0.begin, label %own0.known
own0.begin:
  %own0.elements = udiv i64 %own0.size, 4
  %own0.both = shl i64 %own0.elements, 1
  %own0.pays = icmp ule i64 %own0.both, %run.threads
  %own0.fits = icmp ule i64 %own0.size, 262144
  %own0.good = and i1 %own0.pays, %own0.fits
  %own0.0.from = ptrtoint ptr %p.x to i64
  %own0.0.size.0 = add i64 8, 0
  %own0.0.size.1 = mul i64 %own0.0.size.0, %p.x.shape0
  %own0.0.size = add i64 %own0.0.size.1, 0
  %own0.0.to = add i64 %own0.0.from, %own0.0.size
  %own0.0.below = icmp ule i64 %own0.0.to, %own0.from
  %own0.0.above = icmp ule i64 %own0.to, %own0.0.from
  %own0.0.apart = or i1 %own0.0.below, %own0.0.above
  %own0.0.good = and i1 %own0.0.apart, %own0.good
  %own0.fill.limit = select i1 %own0.0.good, i64 %own0.size, i64 0
  store i64 %own0.fill.limit, ptr %own0.head, align 8
  br label %own0.fill
own0.fill:
  %own0.fill.at = phi i64 [ 0, %own0.begin ], [ %own0.fill.next, %own0.fill.turn ]
  %own0.fill.go = icmp ult i64 %own0.fill.at, %own0.fill.limit
  br i1 %own0.fill.go, label %own0.fill.turn, label %own0.filled
own0.fill.turn:
  %own0.fill.to = getelementptr inbounds i8, ptr %own0.copy, i64 %own0.fill.at
  store i32 0, ptr %own0.fill.to, align 4
  %own0.fill.next = add nuw nsw i64 %own0.fill.at, 4
  br label %own0.fill
own0.filled:
  br label %own0.known
own0.known:
  %own0.limit = load i64, ptr %own0.head, align 8
  %own0.count = udiv i64 %own0.limit, 4
  %v8 = mul nuw nsw i32 %dim.y, %dim.z
  %v9 = call i32 @llvm.smin.i32(i32 %dim.x, i32 16)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v10 = phi i32 [ 0, %for1 ], [ %v10.next, %for1.next ]
  %for1.go = icmp slt i32 %v10, %v8
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v11 = phi i32 [ 0, %for2 ], [ %v11.next, %for2.next ]
  %for2.go = icmp slt i32 %v11, %v9
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v12 = getelementptr inbounds i32, ptr %s.local, i32 %v11
  store i32 0, ptr %v12, align 4, !llvm.access.group !5
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
  %v13 = sext i32 %dim.x to i64
  %v15 = sext i32 %block.x to i64
  %v16 = mul nuw nsw i64 %v15, %v13
  %v18 = sext i32 %grid.x to i64
  %v19 = mul nuw nsw i64 %v18, %v13
  br label %for3
for3:
  %for3.up = icmp sgt i64 %v19, 0
  %for3.low = select i1 %for3.up, i64 %v16, i64 %p.x.shape0
  %for3.high = select i1 %for3.up, i64 %p.x.shape0, i64 %v16
  %for3.back = sub i64 0, %v19
  %for3.by = select i1 %for3.up, i64 %v19, i64 %for3.back
  %for3.moves = icmp ne i64 %for3.by, 0
  %for3.d = select i1 %for3.moves, i64 %for3.by, i64 1
  %for3.some = icmp slt i64 %for3.low, %for3.high
  %for3.any = and i1 %for3.some, %for3.moves
  %for3.span = sub i64 %for3.high, %for3.low
  %for3.reach = sub i64 %for3.span, 1
  %for3.whole = udiv i64 %for3.reach, %for3.d
  %for3.more = add i64 %for3.whole, 1
  %for3.count = select i1 %for3.any, i64 %for3.more, i64 0
  br label %for3.head
for3.head:
  %for3.k = phi i64 [ 0, %for3 ], [ %for3.k.next, %for3.next ]
  %v20 = phi i64 [ %v16, %for3 ], [ %v20.next, %for3.next ]
  %for3.go = icmp ult i64 %for3.k, %for3.count
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  %stop4 = load volatile i32, ptr %stop, align 4
  %stop4.now = icmp ne i32 %stop4, 0
  br i1 %stop4.now, label %block.end, label %stop4.go, !prof !3
stop4.go:
  %v21 = sub i64 %p.x.shape0, %v20
  %v22 = bitcast i64 %v21 to i64
  %v23 = call i64 @llvm.umin.i64(i64 %v22, i64 1024)
  %v24 = trunc i64 %v23 to i32
  %v25 = icmp sgt i64 %p.x.shape0, %v20
  %v26 = select i1 %v25, i32 %v24, i32 0
  %v27 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v26)
  br label %for5
for5:
  br label %for5.head
for5.head:
  %v28 = phi i32 [ 0, %for5 ], [ %v28.next, %for5.next ]
  %for5.go = icmp slt i32 %v28, %v8
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  br label %for6
for6:
  br label %for6.head
for6.head:
  %v29 = phi i32 [ 0, %for6 ], [ %v29.next, %for6.next ]
  %for6.go = icmp slt i32 %v29, %v27
  br i1 %for6.go, label %for6.body, label %for6.end
for6.body:
  %v30 = sext i32 %v29 to i64
  %v31 = add i64 %v20, %v30
  %v32 = getelementptr inbounds i64, ptr %p.x, i64 %v31
  %v33 = load i64, ptr %v32, align 8, !llvm.access.group !7
  %v34 = and i64 %v33, 15
  %v35 = getelementptr inbounds i32, ptr %s.local, i64 %v34
  %v36 = load i32, ptr %v35, align 4
  %v36.n = add i32 %v36, 1
  store i32 %v36.n, ptr %v35, align 4
  br label %for6.next
for6.next:
  %v29.next = add nuw nsw i32 %v29, 1
  br label %for6.head, !llvm.loop !8
for6.end:
  br label %for5.next
for5.next:
  %v28.next = add nuw nsw i32 %v28, 1
  br label %for5.head
for5.end:
  br label %for3.next
for3.next:
  %for3.k.next = add nuw i64 %for3.k, 1
  %v20.next = add i64 %v20, %v19
  br label %for3.head
for3.end:
  br label %for7
for7:
  br label %for7.head
for7.head:
  %v37 = phi i32 [ 0, %for7 ], [ %v37.next, %for7.next ]
  %for7.go = icmp slt i32 %v37, %v8
  br i1 %for7.go, label %for7.body, label %for7.end
for7.body:
  br label %for8
for8:
  br label %for8.head
for8.head:
  %v38 = phi i32 [ 0, %for8 ], [ %v38.next, %for8.next ]
  %for8.go = icmp slt i32 %v38, %v9
  br i1 %for8.go, label %for8.body, label %for8.end
for8.body:
  %v39 = getelementptr inbounds i32, ptr %s.local, i32 %v38
  %v40 = load i32, ptr %v39, align 4, !llvm.access.group !9
  %v41 = getelementptr inbounds i32, ptr %p.bins, i32 %v38
  %v42.to = ptrtoint ptr %v41 to i64
  %v42.off = sub i64 %v42.to, %own0.from
  %v42.in = icmp ult i64 %v42.off, %own0.limit
  br i1 %v42.in, label %own.in9, label %own.out9
own.in9:
  %v42.at = getelementptr inbounds i8, ptr %own0.copy, i64 %v42.off
  %v42 = load i32, ptr %v42.at, align 4
  %v42.n = add i32 %v42, %v40
  store i32 %v42.n, ptr %v42.at, align 4
  br label %own.done9
own.out9:
  %v42.there = getelementptr i8, ptr %v41, i64 0
  %v42.old = atomicrmw add ptr %v42.there, i32 %v40 monotonic
  br label %own.done9
own.done9:
  br label %for8.next
for8.next:
  %v38.next = add nuw nsw i32 %v38, 1
  br label %for8.head, !llvm.loop !10
for8.end:
  br label %for7.next
for7.next:
  %v37.next = add nuw nsw i32 %v37, 1
  br label %for7.head
for7.end:
  br label %block.end
block.end:
  br i1 %run.ends, label %block.sums, label %block.out
block.sums:
  %own0.merge.limit = add i64 %own0.limit, 0
  br label %own0.merge
own0.merge:
  %own0.merge.at = phi i64 [ 0, %block.sums ], [ %own0.merge.next, %own0.merge.turn ]
  %own0.merge.go = icmp ult i64 %own0.merge.at, %own0.merge.limit
  br i1 %own0.merge.go, label %own0.merge.look, label %own0.merged
own0.merge.look:
  %own0.merge.from = getelementptr inbounds i8, ptr %own0.copy, i64 %own0.merge.at
  %own0.merge.new = load i32, ptr %own0.merge.from, align 4
  %own0.merge.any = icmp ne i32 %own0.merge.new, 0
  br i1 %own0.merge.any, label %own0.merge.put, label %own0.merge.turn
own0.merge.put:
  %own0.merge.to = getelementptr inbounds i8, ptr %p.bins, i64 %own0.merge.at
  %own0.merge.old = atomicrmw add ptr %own0.merge.to, i32 %own0.merge.new monotonic
  br label %own0.merge.turn
own0.merge.turn:
  %own0.merge.next = add nuw nsw i64 %own0.merge.at, 4
  br label %own0.merge
own0.merged:
  br label %block.out
block.out:
  ret void
}

define void @k.block_histogram(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.bins.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.bins = load ptr, ptr %p.bins.at, align 8
  %p.bins.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.bins.shape0 = load i64, ptr %p.bins.shape0.at, align 8
  call void @block_histogram.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.bins, i64 %p.bins.shape0)
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
