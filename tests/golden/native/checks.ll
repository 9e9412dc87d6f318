; portkern native code

define internal void @checks.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.n, ptr %p.out, i64 %p.m, ptr noalias %p.report) #1 {
  %l.s = alloca float
  %exec.1 = alloca <8 x i64>
  %idle.1 = alloca i64
  %l.s.1 = alloca <8 x float>
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  store float 0x0000000000000000, ptr %l.s
  %v6 = bitcast i64 %p.n to i64
  %v7 = bitcast i64 %p.m to i64
  br label %for1
for1:
  %for1.some = icmp slt i32 0, %dim.x
  %for1.gap = sub i32 %dim.x, 0
  %for1.span = select i1 %for1.some, i32 %for1.gap, i32 0
  %for1.full = and i32 %for1.span, -8
  %for1.mid = add i32 0, %for1.full
  br label %for1.head
for1.head:
  %v8.u = phi i32 [ 0, %for1 ], [ %v8.u.next, %for1.next ]
  %for1.go = icmp ne i32 %v8.u, %for1.mid
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  store <8 x i64> splat (i64 -1), ptr %exec.1
  store i64 0, ptr %idle.1
  %w2.s = load float, ptr %l.s
  %w2.0 = insertelement <8 x float> poison, float %w2.s, i64 0
  %w2 = shufflevector <8 x float> %w2.0, <8 x float> poison, <8 x i32> zeroinitializer
  store <8 x float> %w2, ptr %l.s.1
  %w3.0 = insertelement <8 x float> poison, float 0x0000000000000000, i64 0
  %w3 = shufflevector <8 x float> %w3.0, <8 x float> poison, <8 x i32> zeroinitializer
  store <8 x float> %w3, ptr %l.s.1
  %v9.u = sext i32 %v8.u to i64
  br label %for4
for4:
  br label %for4.head
for4.head:
  %v10.u = phi i64 [ 0, %for4 ], [ %v10.u.next, %for4.next ]
  %for4.go = icmp slt i64 %v10.u, %p.n
  br i1 %for4.go, label %for4.body, label %for4.end
for4.body:
  %v11.u = add i64 %v9.u, %v10.u
  %w5.0 = insertelement <8 x i64> poison, i64 %v11.u, i64 0
  %w5 = shufflevector <8 x i64> %w5.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w5.1 = add <8 x i64> %w5, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v12.v = bitcast <8 x i64> %w5.1 to <8 x i64>
  %w6.0 = insertelement <8 x i64> poison, i64 %v6, i64 0
  %w6 = shufflevector <8 x i64> %w6.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v13.v = icmp uge <8 x i64> %v12.v, %w6
  %w7.out = select <8 x i1> splat (i1 true), <8 x i1> %v13.v, <8 x i1> zeroinitializer
  %w7.bits = bitcast <8 x i1> %w7.out to i8
  %w7.any = icmp ne i8 %w7.bits, 0
  br i1 %w7.any, label %for1.out0, label %for1.on0
for1.out0:
  br label %for1.end
for1.on0:
  %v15.u = getelementptr float, ptr %p.x, i64 %v11.u
  %v16.v = load <8 x float>, ptr %v15.u, align 4
  %v17.v = load <8 x float>, ptr %l.s.1
  %v18.v = fadd <8 x float> %v17.v, %v16.v
  store <8 x float> %v18.v, ptr %l.s.1
  br label %for4.next
for4.next:
  %v10.u.next = add nuw nsw i64 %v10.u, 1
  br label %for4.head
for4.end:
  %w8.0 = insertelement <8 x i64> poison, i64 %v9.u, i64 0
  %w8 = shufflevector <8 x i64> %w8.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w8.1 = add <8 x i64> %w8, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v19.v = bitcast <8 x i64> %w8.1 to <8 x i64>
  %w9.0 = insertelement <8 x i64> poison, i64 %v7, i64 0
  %w9 = shufflevector <8 x i64> %w9.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v20.v = icmp uge <8 x i64> %v19.v, %w9
  %w10.out = select <8 x i1> splat (i1 true), <8 x i1> %v20.v, <8 x i1> zeroinitializer
  %w10.bits = bitcast <8 x i1> %w10.out to i8
  %w10.any = icmp ne i8 %w10.bits, 0
  br i1 %w10.any, label %for1.out1, label %for1.on1
for1.out1:
  br label %for1.end
for1.on1:
  %v22.v = load <8 x float>, ptr %l.s.1
  %v23.u = getelementptr float, ptr %p.out, i64 %v9.u
  store <8 x float> %v22.v, ptr %v23.u, align 4
  br label %for1.next
for1.next:
  %v8.u.next = add i32 %v8.u, 8
  br label %for1.head
for1.end:
  %for1.rest = phi i32 [ %for1.mid, %for1.head ], [ %v8.u, %for1.out1 ], [ %v8.u, %for1.out0 ]
  br label %for11
for11:
  br label %for11.head
for11.head:
  %v8 = phi i32 [ %for1.rest, %for11 ], [ %v8.next, %for11.next ]
  %for11.go = icmp slt i32 %v8, %dim.x
  br i1 %for11.go, label %for11.body, label %for11.end
for11.body:
  store float 0x0000000000000000, ptr %l.s
  %v9 = sext i32 %v8 to i64
  br label %for12
for12:
  br label %for12.head
for12.head:
  %v10 = phi i64 [ 0, %for12 ], [ %v10.next, %for12.next ]
  %for12.go = icmp slt i64 %v10, %p.n
  br i1 %for12.go, label %for12.body, label %for12.end
for12.body:
  %v11 = add i64 %v9, %v10
  %v12 = bitcast i64 %v11 to i64
  %v13 = icmp uge i64 %v12, %v6
  br i1 %v13, label %if13.then, label %if13.end
if13.then:
  %v14.c1 = bitcast i32 0 to i32
  %v14.c2 = bitcast i32 1 to i32
  %v14.p = cmpxchg ptr %p.report, i32 %v14.c1, i32 %v14.c2 monotonic monotonic
  %v14 = extractvalue { i32, i1 } %v14.p, 0
  br label %for11.next
if13.end:
  %v15 = getelementptr inbounds float, ptr %p.x, i64 %v11
  %v16 = load float, ptr %v15, align 4, !llvm.access.group !5
  %v17 = load float, ptr %l.s
  %v18 = fadd float %v17, %v16
  store float %v18, ptr %l.s
  br label %for12.next
for12.next:
  %v10.next = add nuw nsw i64 %v10, 1
  br label %for12.head
for12.end:
  %v19 = bitcast i64 %v9 to i64
  %v20 = icmp uge i64 %v19, %v7
  br i1 %v20, label %if14.then, label %if14.end
if14.then:
  %v21.c1 = bitcast i32 0 to i32
  %v21.c2 = bitcast i32 1 to i32
  %v21.p = cmpxchg ptr %p.report, i32 %v21.c1, i32 %v21.c2 monotonic monotonic
  %v21 = extractvalue { i32, i1 } %v21.p, 0
  br label %for11.next
if14.end:
  %v22 = load float, ptr %l.s
  %v23 = getelementptr inbounds float, ptr %p.out, i64 %v9
  store float %v22, ptr %v23, align 4, !llvm.access.group !5
  br label %for11.next
for11.next:
  %v8.next = add nuw nsw i32 %v8, 1
  br label %for11.head, !llvm.loop !6
for11.end:
  br label %block.end
block.end:
  ret void
}

define void @k.checks(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.m.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.m = load i64, ptr %p.m.at, align 8
  %p.report.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.report = load ptr, ptr %p.report.at, align 8
  call void @checks.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.n, ptr %p.out, i64 %p.m, ptr %p.report)
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
