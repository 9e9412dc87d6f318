; portkern native code

define internal void @combined.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.n, ptr %p.out, i64 %p.m, ptr %p.sum) #1 {
  %exec.1 = alloca <16 x i1>
  %idle.1 = alloca i64
  %exec.11 = alloca <8 x i1>
  %idle.11 = alloca i64
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  br label %for1
for1:
  %for1.some = icmp slt i32 0, %dim.x
  %for1.gap = sub i32 %dim.x, 0
  %for1.span = select i1 %for1.some, i32 %for1.gap, i32 0
  %for1.full = and i32 %for1.span, -16
  %for1.mid = add i32 0, %for1.full
  br label %for1.head
for1.head:
  %v6.u = phi i32 [ 0, %for1 ], [ %v6.u.next, %for1.next ]
  %for1.go = icmp ne i32 %v6.u, %for1.mid
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  store <16 x i1> splat (i1 -1), ptr %exec.1
  store i64 0, ptr %idle.1
  %v7.u = sext i32 %v6.u to i64
  %v8.u = getelementptr i32, ptr %p.x, i64 %v7.u
  %v9.v = load <16 x i32>, ptr %v8.u, align 4
  %w2 = call i32 @llvm.vector.reduce.smax.v16i32(<16 x i32> %v9.v)
  %v10.u = atomicrmw max ptr %p.out, i32 %w2 monotonic
  %v11.u = getelementptr i32, ptr %p.out, i64 1
  %w3 = mul i32 3, 16
  %v12.u = atomicrmw sub ptr %v11.u, i32 %w3 monotonic
  %w4.0 = insertelement <16 x i32> poison, i32 4, i64 0
  %w4 = shufflevector <16 x i32> %w4.0, <16 x i32> poison, <16 x i32> zeroinitializer
  %v13.v = icmp sgt <16 x i32> %v9.v, %w4
  %i5.was = load <16 x i1>, ptr %exec.1
  %i5.not = xor <16 x i1> %v13.v, splat (i1 true)
  %i5.yes = select <16 x i1> %i5.was, <16 x i1> %v13.v, <16 x i1> zeroinitializer
  %i5.no = select <16 x i1> %i5.was, <16 x i1> %i5.not, <16 x i1> zeroinitializer
  store <16 x i1> %i5.yes, ptr %exec.1
  %m6 = load <16 x i1>, ptr %exec.1
  %m6.bits = bitcast <16 x i1> %m6 to i16
  %m6.any = icmp ne i16 %m6.bits, 0
  br i1 %m6.any, label %if5.then, label %if5.then.end
if5.then:
  %m7 = load <16 x i1>, ptr %exec.1
  %m7.bits = bitcast <16 x i1> %m7 to i16
  %m7.any = icmp ne i16 %m7.bits, 0
  br i1 %m7.any, label %some8, label %none8
some8:
  %v14.u = atomicrmw max ptr %v11.u, i32 9 monotonic
  br label %none8
none8:
  %v15.v = sitofp <16 x i32> %v9.v to <16 x float>
  %m9 = load <16 x i1>, ptr %exec.1
  %m9.bits = bitcast <16 x i1> %m9 to i16
  %m9.any = icmp ne i16 %m9.bits, 0
  br i1 %m9.any, label %some10, label %none10
some10:
  %w10.less = fneg <16 x float> %v15.v
  %w10.some = select <16 x i1> %m9, <16 x float> %w10.less, <16 x float> splat (float 0x8000000000000000)
  %w10.first = load atomic i32, ptr %p.sum monotonic, align 4
  br label %adds10
adds10:
  br label %add10
add10:
  %w10.seen = phi i32 [ %w10.first, %adds10 ], [ %w10.was, %add10 ]
  %w10.old = bitcast i32 %w10.seen to float
  %w10 = call float @llvm.vector.reduce.fadd.v16f32(float %w10.old, <16 x float> %w10.some)
  %w10.new = bitcast float %w10 to i32
  %w10.pair = cmpxchg ptr %p.sum, i32 %w10.seen, i32 %w10.new monotonic monotonic
  %w10.was = extractvalue { i32, i1 } %w10.pair, 0
  %w10.done = extractvalue { i32, i1 } %w10.pair, 1
  br i1 %w10.done, label %added10, label %add10
added10:
  br label %none10
none10:
  br label %if5.then.end
if5.then.end:
  %i5.a = load <16 x i1>, ptr %exec.1
  store <16 x i1> %i5.no, ptr %exec.1
  %i5.b = load <16 x i1>, ptr %exec.1
  %i5.both = or <16 x i1> %i5.a, %i5.b
  store <16 x i1> %i5.both, ptr %exec.1
  br label %for1.next
for1.next:
  %v6.u.next = add i32 %v6.u, 16
  br label %for1.head
for1.end:
  br label %for11
for11:
  %for11.left = sub i32 %for1.span, %for1.full
  %for11.full = and i32 %for11.left, -8
  %for11.mid = add i32 %for1.mid, %for11.full
  br label %for11.head
for11.head:
  %v29.u = phi i32 [ %for1.mid, %for11 ], [ %v29.u.next, %for11.next ]
  %for11.go = icmp ne i32 %v29.u, %for11.mid
  br i1 %for11.go, label %for11.body, label %for11.end
for11.body:
  store <8 x i1> splat (i1 -1), ptr %exec.11
  store i64 0, ptr %idle.11
  %v30.u = sext i32 %v29.u to i64
  %v31.u = getelementptr i32, ptr %p.x, i64 %v30.u
  %v32.v = load <8 x i32>, ptr %v31.u, align 4
  %w12 = call i32 @llvm.vector.reduce.smax.v8i32(<8 x i32> %v32.v)
  %v33.u = atomicrmw max ptr %p.out, i32 %w12 monotonic
  %v34.u = getelementptr i32, ptr %p.out, i64 1
  %w13 = mul i32 3, 8
  %v35.u = atomicrmw sub ptr %v34.u, i32 %w13 monotonic
  %w14.0 = insertelement <8 x i32> poison, i32 4, i64 0
  %w14 = shufflevector <8 x i32> %w14.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %v36.v = icmp sgt <8 x i32> %v32.v, %w14
  %i15.was = load <8 x i1>, ptr %exec.11
  %i15.not = xor <8 x i1> %v36.v, splat (i1 true)
  %i15.yes = select <8 x i1> %i15.was, <8 x i1> %v36.v, <8 x i1> zeroinitializer
  %i15.no = select <8 x i1> %i15.was, <8 x i1> %i15.not, <8 x i1> zeroinitializer
  store <8 x i1> %i15.yes, ptr %exec.11
  %m16 = load <8 x i1>, ptr %exec.11
  %m16.bits = bitcast <8 x i1> %m16 to i8
  %m16.any = icmp ne i8 %m16.bits, 0
  br i1 %m16.any, label %if15.then, label %if15.then.end
if15.then:
  %m17 = load <8 x i1>, ptr %exec.11
  %m17.bits = bitcast <8 x i1> %m17 to i8
  %m17.any = icmp ne i8 %m17.bits, 0
  br i1 %m17.any, label %some18, label %none18
some18:
  %v37.u = atomicrmw max ptr %v34.u, i32 9 monotonic
  br label %none18
none18:
  %v38.v = sitofp <8 x i32> %v32.v to <8 x float>
  %m19 = load <8 x i1>, ptr %exec.11
  %m19.bits = bitcast <8 x i1> %m19 to i8
  %m19.any = icmp ne i8 %m19.bits, 0
  br i1 %m19.any, label %some20, label %none20
some20:
  %w20.less = fneg <8 x float> %v38.v
  %w20.some = select <8 x i1> %m19, <8 x float> %w20.less, <8 x float> splat (float 0x8000000000000000)
  %w20.first = load atomic i32, ptr %p.sum monotonic, align 4
  br label %adds20
adds20:
  br label %add20
add20:
  %w20.seen = phi i32 [ %w20.first, %adds20 ], [ %w20.was, %add20 ]
  %w20.old = bitcast i32 %w20.seen to float
  %w20 = call float @llvm.vector.reduce.fadd.v8f32(float %w20.old, <8 x float> %w20.some)
  %w20.new = bitcast float %w20 to i32
  %w20.pair = cmpxchg ptr %p.sum, i32 %w20.seen, i32 %w20.new monotonic monotonic
  %w20.was = extractvalue { i32, i1 } %w20.pair, 0
  %w20.done = extractvalue { i32, i1 } %w20.pair, 1
  br i1 %w20.done, label %added20, label %add20
added20:
  br label %none20
none20:
  br label %if15.then.end
if15.then.end:
  %i15.a = load <8 x i1>, ptr %exec.11
  store <8 x i1> %i15.no, ptr %exec.11
  %i15.b = load <8 x i1>, ptr %exec.11
  %i15.both = or <8 x i1> %i15.a, %i15.b
  store <8 x i1> %i15.both, ptr %exec.11
  br label %for11.next
for11.next:
  %v29.u.next = add i32 %v29.u, 8
  br label %for11.head
for11.end:
  br label %for21
for21:
  br label %for21.head
for21.head:
  %v6 = phi i32 [ %for11.mid, %for21 ], [ %v6.next, %for21.next ]
  %for21.go = icmp slt i32 %v6, %dim.x
  br i1 %for21.go, label %for21.body, label %for21.end
for21.body:
  %v7 = sext i32 %v6 to i64
  %v8 = getelementptr inbounds i32, ptr %p.x, i64 %v7
  %v9 = load i32, ptr %v8, align 4, !llvm.access.group !5
  %v10 = atomicrmw max ptr %p.out, i32 %v9 monotonic
  %v11 = getelementptr inbounds i32, ptr %p.out, i64 1
  %v12 = atomicrmw sub ptr %v11, i32 3 monotonic
  %v13 = icmp sgt i32 %v9, 4
  br i1 %v13, label %if22.then, label %if22.end
if22.then:
  %v14 = atomicrmw max ptr %v11, i32 9 monotonic
  %v15 = sitofp i32 %v9 to float
  %v16 = atomicrmw fsub ptr %p.sum, float %v15 monotonic
  br label %if22.end
if22.end:
  br label %for21.next
for21.next:
  %v6.next = add nuw nsw i32 %v6, 1
  br label %for21.head, !llvm.loop !6
for21.end:
  br label %block.end
block.end:
  ret void
}

define void @k.combined(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.m.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.m = load i64, ptr %p.m.at, align 8
  %p.sum.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.sum = load ptr, ptr %p.sum.at, align 8
  call void @combined.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.n, ptr %p.out, i64 %p.m, ptr %p.sum)
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
