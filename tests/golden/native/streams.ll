; portkern native code

define internal void @two.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.n, ptr %p.f, ptr %p.d) #1 {
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  %streams.word.at = getelementptr inbounds i8, ptr %launch, i64 120
  %streams.word = load i32, ptr %streams.word.at, align 4
  %streams = icmp ne i32 %streams.word, 0
  br label %for1
for1:
  %for1.some = icmp slt i32 0, %dim.x
  %for1.goes = and i1 %for1.some, %streams
  %for1.gap = sub i32 %dim.x, 0
  %for1.span = select i1 %for1.goes, i32 %for1.gap, i32 0
  br label %for1.head
for1.head:
  %for1.index = phi i32 [ 0, %for1 ], [ %for1.on, %for1.next ]
  %for1.left = phi i32 [ %for1.span, %for1 ], [ %for1.rest, %for1.next ]
  %for1.go = icmp uge i32 %for1.left, 8
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %v6.u = add i32 %for1.index, 0
  %v7.u = sext i32 %v6.u to i64
  %v8.u = add nuw nsw i64 %first.x, %v7.u
  %v9.u = getelementptr float, ptr %p.x, i64 %v8.u
  %v10.v = load <8 x float>, ptr %v9.u, align 4
  %v11.u = getelementptr float, ptr %p.f, i64 %v8.u
  %w2.at = ptrtoint ptr %v11.u to i64
  %w2.back = sub i64 0, %w2.at
  %w2.bytes = and i64 %w2.back, 31
  %w2.lack = udiv i64 %w2.bytes, 4
  %for1.lack = trunc i64 %w2.lack to i32
  %for1.first = icmp eq i32 %for1.index, 0
  %for1.moves = icmp ne i32 %for1.lack, 0
  %for1.part = and i1 %for1.first, %for1.moves
  %for1.take = select i1 %for1.part, i32 %for1.lack, i32 8
  %w3.0 = insertelement <8 x i32> poison, i32 %for1.take, i64 0
  %w3 = shufflevector <8 x i32> %w3.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %m3 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %w3
  %w2.low = and i64 %w2.at, 31
  %w2.even = icmp eq i64 %w2.low, 0
  %w2.past = select i1 %for1.part, i1 false, i1 %w2.even
  br i1 %w2.past, label %w2.stream, label %w2.plain
w2.stream:
  store <8 x float> %v10.v, ptr %v11.u, align 32, !nontemporal !5
  br label %w2.stored
w2.plain:
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v10.v, ptr %v11.u, i32 4, <8 x i1> %m3)
  br label %w2.stored
w2.stored:
  %v12.v = fpext <8 x float> %v10.v to <8 x double>
  %v13.u = getelementptr double, ptr %p.d, i64 %v8.u
  %w4.at = ptrtoint ptr %v13.u to i64
  %w4.low = and i64 %w4.at, 31
  %w4.even = icmp eq i64 %w4.low, 0
  %w4.past = select i1 %for1.part, i1 false, i1 %w4.even
  br i1 %w4.past, label %w4.stream, label %w4.plain
w4.stream:
  store <8 x double> %v12.v, ptr %v13.u, align 32, !nontemporal !5
  br label %w4.stored
w4.plain:
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v12.v, ptr %v13.u, i32 8, <8 x i1> %m3)
  br label %w4.stored
w4.stored:
  br label %for1.next
for1.next:
  %for1.on = add i32 %for1.index, %for1.take
  %for1.rest = sub i32 %for1.left, %for1.take
  br label %for1.head
for1.end:
  %for1.mid = add i32 %for1.index, 0
  br label %for5
for5:
  br label %for5.head
for5.head:
  %v6 = phi i32 [ %for1.mid, %for5 ], [ %v6.next, %for5.next ]
  %for5.go = icmp slt i32 %v6, %dim.x
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  %v7 = sext i32 %v6 to i64
  %v8 = add nuw nsw i64 %first.x, %v7
  %v9 = getelementptr inbounds float, ptr %p.x, i64 %v8
  %v10 = load float, ptr %v9, align 4, !llvm.access.group !6
  %v11 = getelementptr inbounds float, ptr %p.f, i64 %v8
  store float %v10, ptr %v11, align 4, !llvm.access.group !6
  %v12 = fpext float %v10 to double
  %v13 = getelementptr inbounds double, ptr %p.d, i64 %v8
  store double %v12, ptr %v13, align 8, !llvm.access.group !6
  br label %for5.next
for5.next:
  %v6.next = add nuw nsw i32 %v6, 1
  br label %for5.head, !llvm.loop !7
for5.end:
  br label %block.end
block.end:
  ret void
}

define void @k.two(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.f.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.f = load ptr, ptr %p.f.at, align 8
  %p.d.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.d = load ptr, ptr %p.d.at, align 8
  call void @two.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.n, ptr %p.f, ptr %p.d)
  ret void
}

define internal void @bytes.block(ptr %launch, ptr noalias %scratch, ptr %p.x, ptr %p.o) #1 {
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  %streams.word.at = getelementptr inbounds i8, ptr %launch, i64 120
  %streams.word = load i32, ptr %streams.word.at, align 4
  %streams = icmp ne i32 %streams.word, 0
  br label %for1
for1:
  %for1.some = icmp slt i32 0, %dim.x
  %for1.goes = and i1 %for1.some, %streams
  %for1.gap = sub i32 %dim.x, 0
  %for1.span = select i1 %for1.goes, i32 %for1.gap, i32 0
  br label %for1.head
for1.head:
  %for1.index = phi i32 [ 0, %for1 ], [ %for1.on, %for1.next ]
  %for1.left = phi i32 [ %for1.span, %for1 ], [ %for1.rest, %for1.next ]
  %for1.go = icmp uge i32 %for1.left, 32
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %v4.u = add i32 %for1.index, 0
  %v5.u = sext i32 %v4.u to i64
  %v6.u = add nuw nsw i64 %first.x, %v5.u
  %v7.u = getelementptr i8, ptr %p.x, i64 %v6.u
  %v8.v = load <32 x i8>, ptr %v7.u, align 1
  %v9.u = getelementptr i8, ptr %p.o, i64 %v6.u
  %w2.at = ptrtoint ptr %v9.u to i64
  %w2.low = and i64 %w2.at, 31
  %w2.even = icmp eq i64 %w2.low, 0
  %w2.past = select i1 true, i1 %w2.even, i1 false
  br i1 %w2.past, label %w2.stream, label %w2.plain
w2.stream:
  store <32 x i8> %v8.v, ptr %v9.u, align 32, !nontemporal !5
  br label %w2.stored
w2.plain:
  store <32 x i8> %v8.v, ptr %v9.u, align 1
  br label %w2.stored
w2.stored:
  br label %for1.next
for1.next:
  %for1.on = add i32 %for1.index, 32
  %for1.rest = sub i32 %for1.left, 32
  br label %for1.head
for1.end:
  %for1.mid = add i32 %for1.index, 0
  br label %for3
for3:
  br label %for3.head
for3.head:
  %v4 = phi i32 [ %for1.mid, %for3 ], [ %v4.next, %for3.next ]
  %for3.go = icmp slt i32 %v4, %dim.x
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  %v5 = sext i32 %v4 to i64
  %v6 = add nuw nsw i64 %first.x, %v5
  %v7 = getelementptr inbounds i8, ptr %p.x, i64 %v6
  %v8 = load i8, ptr %v7, align 1, !llvm.access.group !8
  %v9 = getelementptr inbounds i8, ptr %p.o, i64 %v6
  store i8 %v8, ptr %v9, align 1, !llvm.access.group !8
  br label %for3.next
for3.next:
  %v4.next = add nuw nsw i32 %v4, 1
  br label %for3.head, !llvm.loop !9
for3.end:
  br label %block.end
block.end:
  ret void
}

define void @k.bytes(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.o.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.o = load ptr, ptr %p.o.at, align 8
  call void @bytes.block(ptr %launch, ptr %scratch, ptr %p.x, ptr %p.o)
  ret void
}

define internal void @in_place.block(ptr %launch, ptr noalias %scratch, ptr %p.x) #1 {
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v3 = phi i32 [ 0, %for1 ], [ %v3.next, %for1.next ]
  %for1.go = icmp slt i32 %v3, %dim.x
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %v4 = sext i32 %v3 to i64
  %v5 = add nuw nsw i64 %first.x, %v4
  %v6 = getelementptr inbounds float, ptr %p.x, i64 %v5
  %v7 = load float, ptr %v6, align 4, !llvm.access.group !10
  store float %v7, ptr %v6, align 4, !llvm.access.group !10
  br label %for1.next
for1.next:
  %v3.next = add nuw nsw i32 %v3, 1
  br label %for1.head, !llvm.loop !11
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.in_place(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  call void @in_place.block(ptr %launch, ptr %scratch, ptr %p.x)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = !{i64 0, i64 -9223372036854775808}
!5 = !{i32 1}
!6 = distinct !{}
!7 = distinct !{!7, !1, !0, !{!"llvm.loop.parallel_accesses", !6}}
!8 = distinct !{}
!9 = distinct !{!9, !1, !0, !{!"llvm.loop.parallel_accesses", !8}}
!10 = distinct !{}
!11 = distinct !{!11, !1, !0, !{!"llvm.loop.parallel_accesses", !10}}
