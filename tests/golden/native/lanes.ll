; portkern native code

define internal void @lanes.block(ptr %launch, ptr noalias %scratch, ptr %p.a, ptr %p.b, i64 %p.n) #1 {
  %l.acc = alloca float
  %exec.1 = alloca <16 x i32>
  %idle.1 = alloca i64
  %l.acc.1 = alloca <16 x float>
  %exec.7 = alloca <8 x i32>
  %idle.7 = alloca i64
  %l.acc.7 = alloca <8 x float>
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  store float 0x0000000000000000, ptr %l.acc
  br label %for1
for1:
  %for1.some = icmp slt i32 0, %dim.x
  %for1.gap = sub i32 %dim.x, 0
  %for1.span = select i1 %for1.some, i32 %for1.gap, i32 0
  %for1.full = and i32 %for1.span, -16
  %for1.mid = add i32 0, %for1.full
  br label %for1.head
for1.head:
  %v4.u = phi i32 [ 0, %for1 ], [ %v4.u.next, %for1.next ]
  %for1.go = icmp ne i32 %v4.u, %for1.mid
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  store <16 x i32> splat (i32 -1), ptr %exec.1
  store i64 0, ptr %idle.1
  %w2.s = load float, ptr %l.acc
  %w2.0 = insertelement <16 x float> poison, float %w2.s, i64 0
  %w2 = shufflevector <16 x float> %w2.0, <16 x float> poison, <16 x i32> zeroinitializer
  store <16 x float> %w2, ptr %l.acc.1
  %w3.0 = insertelement <16 x float> poison, float 0x0000000000000000, i64 0
  %w3 = shufflevector <16 x float> %w3.0, <16 x float> poison, <16 x i32> zeroinitializer
  store <16 x float> %w3, ptr %l.acc.1
  %v5.u = sext i32 %v4.u to i64
  br label %for4
for4:
  br label %for4.head
for4.head:
  %v6.u = phi i64 [ 0, %for4 ], [ %v6.u.next, %for4.next ]
  %for4.go = icmp slt i64 %v6.u, %p.n
  br i1 %for4.go, label %for4.body, label %for4.end
for4.body:
  %v7.u = getelementptr float, ptr %p.a, i64 %v6.u
  %v8.u = load float, ptr %v7.u, align 4
  %v9.u = mul i64 %v6.u, %p.n
  %v10.u = add i64 %v9.u, %v5.u
  %v11.u = getelementptr float, ptr %p.b, i64 %v10.u
  %v12.v = load <16 x float>, ptr %v11.u, align 4
  %w5.0 = insertelement <16 x float> poison, float %v8.u, i64 0
  %w5 = shufflevector <16 x float> %w5.0, <16 x float> poison, <16 x i32> zeroinitializer
  %v13.v = fmul <16 x float> %w5, %v12.v
  %v14.v = load <16 x float>, ptr %l.acc.1
  %v15.v = fadd <16 x float> %v14.v, %v13.v
  store <16 x float> %v15.v, ptr %l.acc.1
  br label %for4.next
for4.next:
  %v6.u.next = add nuw nsw i64 %v6.u, 1
  br label %for4.head
for4.end:
  %v16.v = load <16 x float>, ptr %l.acc.1
  %v17.u = mul nuw nsw i64 %v5.u, 2
  %v18.u = getelementptr float, ptr %p.a, i64 %v17.u
  %w6.p0 = getelementptr float, ptr %v18.u, i64 0
  %w6.e0 = extractelement <16 x float> %v16.v, i64 0
  store float %w6.e0, ptr %w6.p0, align 4
  %w6.p1 = getelementptr float, ptr %v18.u, i64 2
  %w6.e1 = extractelement <16 x float> %v16.v, i64 1
  store float %w6.e1, ptr %w6.p1, align 4
  %w6.p2 = getelementptr float, ptr %v18.u, i64 4
  %w6.e2 = extractelement <16 x float> %v16.v, i64 2
  store float %w6.e2, ptr %w6.p2, align 4
  %w6.p3 = getelementptr float, ptr %v18.u, i64 6
  %w6.e3 = extractelement <16 x float> %v16.v, i64 3
  store float %w6.e3, ptr %w6.p3, align 4
  %w6.p4 = getelementptr float, ptr %v18.u, i64 8
  %w6.e4 = extractelement <16 x float> %v16.v, i64 4
  store float %w6.e4, ptr %w6.p4, align 4
  %w6.p5 = getelementptr float, ptr %v18.u, i64 10
  %w6.e5 = extractelement <16 x float> %v16.v, i64 5
  store float %w6.e5, ptr %w6.p5, align 4
  %w6.p6 = getelementptr float, ptr %v18.u, i64 12
  %w6.e6 = extractelement <16 x float> %v16.v, i64 6
  store float %w6.e6, ptr %w6.p6, align 4
  %w6.p7 = getelementptr float, ptr %v18.u, i64 14
  %w6.e7 = extractelement <16 x float> %v16.v, i64 7
  store float %w6.e7, ptr %w6.p7, align 4
  %w6.p8 = getelementptr float, ptr %v18.u, i64 16
  %w6.e8 = extractelement <16 x float> %v16.v, i64 8
  store float %w6.e8, ptr %w6.p8, align 4
  %w6.p9 = getelementptr float, ptr %v18.u, i64 18
  %w6.e9 = extractelement <16 x float> %v16.v, i64 9
  store float %w6.e9, ptr %w6.p9, align 4
  %w6.p10 = getelementptr float, ptr %v18.u, i64 20
  %w6.e10 = extractelement <16 x float> %v16.v, i64 10
  store float %w6.e10, ptr %w6.p10, align 4
  %w6.p11 = getelementptr float, ptr %v18.u, i64 22
  %w6.e11 = extractelement <16 x float> %v16.v, i64 11
  store float %w6.e11, ptr %w6.p11, align 4
  %w6.p12 = getelementptr float, ptr %v18.u, i64 24
  %w6.e12 = extractelement <16 x float> %v16.v, i64 12
  store float %w6.e12, ptr %w6.p12, align 4
  %w6.p13 = getelementptr float, ptr %v18.u, i64 26
  %w6.e13 = extractelement <16 x float> %v16.v, i64 13
  store float %w6.e13, ptr %w6.p13, align 4
  %w6.p14 = getelementptr float, ptr %v18.u, i64 28
  %w6.e14 = extractelement <16 x float> %v16.v, i64 14
  store float %w6.e14, ptr %w6.p14, align 4
  %w6.p15 = getelementptr float, ptr %v18.u, i64 30
  %w6.e15 = extractelement <16 x float> %v16.v, i64 15
  store float %w6.e15, ptr %w6.p15, align 4
  br label %for1.next
for1.next:
  %v4.u.next = add i32 %v4.u, 16
  br label %for1.head
for1.end:
  br label %for7
for7:
  %for7.left = sub i32 %for1.span, %for1.full
  %for7.full = and i32 %for7.left, -8
  %for7.mid = add i32 %for1.mid, %for7.full
  br label %for7.head
for7.head:
  %v29.u = phi i32 [ %for1.mid, %for7 ], [ %v29.u.next, %for7.next ]
  %for7.go = icmp ne i32 %v29.u, %for7.mid
  br i1 %for7.go, label %for7.body, label %for7.end
for7.body:
  store <8 x i32> splat (i32 -1), ptr %exec.7
  store i64 0, ptr %idle.7
  %w8.s = load float, ptr %l.acc
  %w8.0 = insertelement <8 x float> poison, float %w8.s, i64 0
  %w8 = shufflevector <8 x float> %w8.0, <8 x float> poison, <8 x i32> zeroinitializer
  store <8 x float> %w8, ptr %l.acc.7
  %w9.0 = insertelement <8 x float> poison, float 0x0000000000000000, i64 0
  %w9 = shufflevector <8 x float> %w9.0, <8 x float> poison, <8 x i32> zeroinitializer
  store <8 x float> %w9, ptr %l.acc.7
  %v30.u = sext i32 %v29.u to i64
  br label %for10
for10:
  br label %for10.head
for10.head:
  %v31.u = phi i64 [ 0, %for10 ], [ %v31.u.next, %for10.next ]
  %for10.go = icmp slt i64 %v31.u, %p.n
  br i1 %for10.go, label %for10.body, label %for10.end
for10.body:
  %v32.u = getelementptr float, ptr %p.a, i64 %v31.u
  %v33.u = load float, ptr %v32.u, align 4
  %v34.u = mul i64 %v31.u, %p.n
  %v35.u = add i64 %v34.u, %v30.u
  %v36.u = getelementptr float, ptr %p.b, i64 %v35.u
  %v37.v = load <8 x float>, ptr %v36.u, align 4
  %w11.0 = insertelement <8 x float> poison, float %v33.u, i64 0
  %w11 = shufflevector <8 x float> %w11.0, <8 x float> poison, <8 x i32> zeroinitializer
  %v38.v = fmul <8 x float> %w11, %v37.v
  %v39.v = load <8 x float>, ptr %l.acc.7
  %v40.v = fadd <8 x float> %v39.v, %v38.v
  store <8 x float> %v40.v, ptr %l.acc.7
  br label %for10.next
for10.next:
  %v31.u.next = add nuw nsw i64 %v31.u, 1
  br label %for10.head
for10.end:
  %v41.v = load <8 x float>, ptr %l.acc.7
  %v42.u = mul nuw nsw i64 %v30.u, 2
  %v43.u = getelementptr float, ptr %p.a, i64 %v42.u
  %w12.p0 = getelementptr float, ptr %v43.u, i64 0
  %w12.e0 = extractelement <8 x float> %v41.v, i64 0
  store float %w12.e0, ptr %w12.p0, align 4
  %w12.p1 = getelementptr float, ptr %v43.u, i64 2
  %w12.e1 = extractelement <8 x float> %v41.v, i64 1
  store float %w12.e1, ptr %w12.p1, align 4
  %w12.p2 = getelementptr float, ptr %v43.u, i64 4
  %w12.e2 = extractelement <8 x float> %v41.v, i64 2
  store float %w12.e2, ptr %w12.p2, align 4
  %w12.p3 = getelementptr float, ptr %v43.u, i64 6
  %w12.e3 = extractelement <8 x float> %v41.v, i64 3
  store float %w12.e3, ptr %w12.p3, align 4
  %w12.p4 = getelementptr float, ptr %v43.u, i64 8
  %w12.e4 = extractelement <8 x float> %v41.v, i64 4
  store float %w12.e4, ptr %w12.p4, align 4
  %w12.p5 = getelementptr float, ptr %v43.u, i64 10
  %w12.e5 = extractelement <8 x float> %v41.v, i64 5
  store float %w12.e5, ptr %w12.p5, align 4
  %w12.p6 = getelementptr float, ptr %v43.u, i64 12
  %w12.e6 = extractelement <8 x float> %v41.v, i64 6
  store float %w12.e6, ptr %w12.p6, align 4
  %w12.p7 = getelementptr float, ptr %v43.u, i64 14
  %w12.e7 = extractelement <8 x float> %v41.v, i64 7
  store float %w12.e7, ptr %w12.p7, align 4
  br label %for7.next
for7.next:
  %v29.u.next = add i32 %v29.u, 8
  br label %for7.head
for7.end:
  br label %for13
for13:
  br label %for13.head
for13.head:
  %v4 = phi i32 [ %for7.mid, %for13 ], [ %v4.next, %for13.next ]
  %for13.go = icmp slt i32 %v4, %dim.x
  br i1 %for13.go, label %for13.body, label %for13.end
for13.body:
  store float 0x0000000000000000, ptr %l.acc
  %v5 = sext i32 %v4 to i64
  br label %for14
for14:
  br label %for14.head
for14.head:
  %v6 = phi i64 [ 0, %for14 ], [ %v6.next, %for14.next ]
  %for14.go = icmp slt i64 %v6, %p.n
  br i1 %for14.go, label %for14.body, label %for14.end
for14.body:
  %v7 = getelementptr inbounds float, ptr %p.a, i64 %v6
  %v8 = load float, ptr %v7, align 4, !llvm.access.group !5
  %v9 = mul i64 %v6, %p.n
  %v10 = add i64 %v9, %v5
  %v11 = getelementptr inbounds float, ptr %p.b, i64 %v10
  %v12 = load float, ptr %v11, align 4, !llvm.access.group !5
  %v13 = fmul float %v8, %v12
  %v14 = load float, ptr %l.acc
  %v15 = fadd float %v14, %v13
  store float %v15, ptr %l.acc
  br label %for14.next
for14.next:
  %v6.next = add nuw nsw i64 %v6, 1
  br label %for14.head
for14.end:
  %v16 = load float, ptr %l.acc
  %v17 = mul nuw nsw i64 %v5, 2
  %v18 = getelementptr inbounds float, ptr %p.a, i64 %v17
  store float %v16, ptr %v18, align 4, !llvm.access.group !5
  br label %for13.next
for13.next:
  %v4.next = add nuw nsw i32 %v4, 1
  br label %for13.head, !llvm.loop !6
for13.end:
  br label %block.end
block.end:
  ret void
}

define void @k.lanes(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.a.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.a = load ptr, ptr %p.a.at, align 8
  %p.b.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.b = load ptr, ptr %p.b.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.n = load i64, ptr %p.n.at, align 8
  call void @lanes.block(ptr %launch, ptr %scratch, ptr %p.a, ptr %p.b, i64 %p.n)
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
