; portkern native code

define internal void @strips.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.n, i32 %p.a) #1 {
  %l.s = alloca i64
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
  store i64 0, ptr %l.s
  br label %for1
for1:
  %for1.most = call i64 @llvm.smax.i64(i64 %p.n, i64 262144)
  %for1.edge = sub i64 %for1.most, 262144
  br label %for1.strip
for1.strip:
  %for1.base = phi i64 [ 0, %for1 ], [ %for1.top, %for1.again ]
  %for1.whole.strip = icmp slt i64 %for1.base, %for1.edge
  %for1.top = add nuw nsw i64 %for1.base, 262144
  %for1.limit = select i1 %for1.whole.strip, i64 %for1.top, i64 %p.n
  br label %for1.head
for1.head:
  %v3 = phi i64 [ %for1.base, %for1.strip ], [ %v3.next, %for1.next ]
  %for1.go = icmp slt i64 %v3, %for1.limit
  br i1 %for1.go, label %for1.body, label %for1.last
for1.body:
  %v4 = getelementptr inbounds i64, ptr %p.x, i64 %v3
  store i64 %v3, ptr %v4, align 8
  br label %for1.next
for1.next:
  %v3.next = add nuw nsw i64 %v3, 1
  br label %for1.head
for1.last:
  br i1 %for1.whole.strip, label %for1.stop, label %for1.end, !prof !3
for1.stop:
  %stop2 = load volatile i32, ptr %stop, align 4
  %stop2.now = icmp ne i32 %stop2, 0
  br i1 %stop2.now, label %block.end, label %stop2.go, !prof !3
stop2.go:
  br label %for1.again
for1.again:
  br label %for1.strip
for1.end:
  br label %for3
for3:
  %for3.most = call i64 @llvm.smax.i64(i64 1000000, i64 -9223372036854513664)
  %for3.edge = sub i64 %for3.most, 262144
  br label %for3.strip
for3.strip:
  %for3.base = phi i64 [ %p.n, %for3 ], [ %for3.top, %for3.again ]
  %for3.whole.strip = icmp slt i64 %for3.base, %for3.edge
  %for3.top = add nsw i64 %for3.base, 262144
  %for3.limit = select i1 %for3.whole.strip, i64 %for3.top, i64 1000000
  br label %for3.head
for3.head:
  %v5 = phi i64 [ %for3.base, %for3.strip ], [ %v5.next, %for3.next ]
  %for3.go = icmp slt i64 %v5, %for3.limit
  br i1 %for3.go, label %for3.body, label %for3.last
for3.body:
  %v6 = load i64, ptr %l.s
  %v7 = xor i64 %v6, %v5
  store i64 %v7, ptr %l.s
  br label %for3.next
for3.next:
  %v5.next = add nsw i64 %v5, 1
  br label %for3.head
for3.last:
  br i1 %for3.whole.strip, label %for3.stop, label %for3.end, !prof !3
for3.stop:
  %stop4 = load volatile i32, ptr %stop, align 4
  %stop4.now = icmp ne i32 %stop4, 0
  br i1 %stop4.now, label %block.end, label %stop4.go, !prof !3
stop4.go:
  br label %for3.again
for3.again:
  br label %for3.strip
for3.end:
  br label %for5
for5:
  %for5.up = icmp sgt i64 -3, 0
  %for5.low = select i1 %for5.up, i64 %p.n, i64 -5
  %for5.high = select i1 %for5.up, i64 -5, i64 %p.n
  %for5.back = sub i64 0, -3
  %for5.by = select i1 %for5.up, i64 -3, i64 %for5.back
  %for5.moves = icmp ne i64 %for5.by, 0
  %for5.d = select i1 %for5.moves, i64 %for5.by, i64 1
  %for5.some = icmp slt i64 %for5.low, %for5.high
  %for5.any = and i1 %for5.some, %for5.moves
  %for5.span = sub i64 %for5.high, %for5.low
  %for5.reach = sub i64 %for5.span, 1
  %for5.whole = udiv i64 %for5.reach, %for5.d
  %for5.more = add i64 %for5.whole, 1
  %for5.count = select i1 %for5.any, i64 %for5.more, i64 0
  %for5.most = call i64 @llvm.umax.i64(i64 %for5.count, i64 262144)
  %for5.edge = sub i64 %for5.most, 262144
  %for5.leap = mul i64 -3, 262144
  br label %for5.strip
for5.strip:
  %for5.base = phi i64 [ 0, %for5 ], [ %for5.top, %for5.again ]
  %for5.first = phi i64 [ %p.n, %for5 ], [ %for5.ahead, %for5.again ]
  %for5.ahead = add i64 %for5.first, %for5.leap
  %for5.whole.strip = icmp ult i64 %for5.base, %for5.edge
  %for5.top = add nuw i64 %for5.base, 262144
  %for5.limit = select i1 %for5.whole.strip, i64 %for5.top, i64 %for5.count
  br label %for5.head
for5.head:
  %for5.k = phi i64 [ %for5.base, %for5.strip ], [ %for5.k.next, %for5.next ]
  %v8 = phi i64 [ %for5.first, %for5.strip ], [ %v8.next, %for5.next ]
  %for5.go = icmp ult i64 %for5.k, %for5.limit
  br i1 %for5.go, label %for5.body, label %for5.last
for5.body:
  %v9 = load i64, ptr %l.s
  %v10 = xor i64 %v9, %v8
  store i64 %v10, ptr %l.s
  %v11 = icmp eq i64 %v10, 7
  br i1 %v11, label %if6.then, label %if6.end
if6.then:
  br label %for5.end
if6.end:
  br label %for5.next
for5.next:
  %for5.k.next = add nuw i64 %for5.k, 1
  %v8.next = add i64 %v8, -3
  br label %for5.head
for5.last:
  br i1 %for5.whole.strip, label %for5.stop, label %for5.end, !prof !3
for5.stop:
  %stop7 = load volatile i32, ptr %stop, align 4
  %stop7.now = icmp ne i32 %stop7, 0
  br i1 %stop7.now, label %block.end, label %stop7.go, !prof !3
stop7.go:
  br label %for5.again
for5.again:
  br label %for5.strip
for5.end:
  br label %for8
for8:
  %for8.most = call i32 @llvm.umax.i32(i32 %p.a, i32 262144)
  %for8.edge = sub i32 %for8.most, 262144
  br label %for8.strip
for8.strip:
  %for8.base = phi i32 [ 1, %for8 ], [ %for8.top, %for8.again ]
  %for8.whole.strip = icmp ult i32 %for8.base, %for8.edge
  %for8.top = add nuw i32 %for8.base, 262144
  %for8.limit = select i1 %for8.whole.strip, i32 %for8.top, i32 %p.a
  br label %for8.head
for8.head:
  %v12 = phi i32 [ %for8.base, %for8.strip ], [ %v12.next, %for8.next ]
  %for8.go = icmp ult i32 %v12, %for8.limit
  br i1 %for8.go, label %for8.body, label %for8.last
for8.body:
  %v13 = zext i32 %v12 to i64
  store i64 %v13, ptr %l.s
  br label %for8.next
for8.next:
  %v12.next = add nuw i32 %v12, 1
  br label %for8.head
for8.last:
  br i1 %for8.whole.strip, label %for8.stop, label %for8.end, !prof !3
for8.stop:
  %stop9 = load volatile i32, ptr %stop, align 4
  %stop9.now = icmp ne i32 %stop9, 0
  br i1 %stop9.now, label %block.end, label %stop9.go, !prof !3
stop9.go:
  br label %for8.again
for8.again:
  br label %for8.strip
for8.end:
  br label %for10
for10:
  br label %for10.head
for10.head:
  %v14 = phi i64 [ 0, %for10 ], [ %v14.next, %for10.next ]
  %for10.go = icmp slt i64 %v14, 1000
  br i1 %for10.go, label %for10.body, label %for10.end
for10.body:
  %v15 = getelementptr inbounds i64, ptr %p.x, i64 %v14
  store i64 %p.n, ptr %v15, align 8
  br label %for10.next
for10.next:
  %v14.next = add nuw nsw i64 %v14, 1
  br label %for10.head
for10.end:
  %v16 = load i64, ptr %l.s
  store i64 %v16, ptr %p.x, align 8
  br label %block.end
block.end:
  ret void
}

define void @k.strips(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.a.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.a = load i32, ptr %p.a.at, align 4
  call void @strips.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.n, i32 %p.a)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = !{i64 0, i64 -9223372036854775808}
