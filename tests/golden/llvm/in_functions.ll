; portkern native code

define internal void @in_functions.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0, ptr noalias %p.report, i32 %p.report.launch) #1 {
  %l.root = alloca double
  %l.root_1 = alloca i1
  %l.root_2 = alloca double
  %l.root_3 = alloca i1
  %l.roots = alloca double
  %l.roots_1 = alloca i1
  %exec.3 = alloca <8 x i64>
  %idle.3 = alloca i64
  %l.root.3 = alloca <8 x double>
  %l.root_2.3 = alloca <8 x double>
  %l.roots.3 = alloca <8 x double>
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %block.x.at = getelementptr inbounds i8, ptr %launch, i64 56
  %block.x = load i32, ptr %block.x.at, align 4
  %block.y.at = getelementptr inbounds i8, ptr %launch, i64 60
  %block.y = load i32, ptr %block.y.at, align 4
  %block.z.at = getelementptr inbounds i8, ptr %launch, i64 64
  %block.z = load i32, ptr %block.z.at, align 4
  %streams.word.at = getelementptr inbounds i8, ptr %launch, i64 120
  %streams.word = load i32, ptr %streams.word.at, align 4
  %streams = icmp ne i32 %streams.word, 0
  store double 0x0000000000000000, ptr %l.root
  store i1 false, ptr %l.root_1
  store double 0x0000000000000000, ptr %l.root_2
  store i1 false, ptr %l.root_3
  store double 0x0000000000000000, ptr %l.roots
  store i1 false, ptr %l.roots_1
  %v7 = sext i32 %dim.x to i64
  %v9 = sext i32 %block.x to i64
  %v10 = mul nuw nsw i64 %v9, %v7
  %v13 = getelementptr inbounds i32, ptr %p.report, i64 1
  %v14 = getelementptr inbounds i32, ptr %p.report, i64 2
  %v15 = getelementptr inbounds i32, ptr %p.report, i64 3
  %v16 = getelementptr inbounds i32, ptr %p.report, i64 4
  %v17 = bitcast i32 %block.x to i32
  %v18 = getelementptr inbounds i32, ptr %p.report, i64 5
  %v20 = bitcast i32 %block.y to i32
  %v21 = getelementptr inbounds i32, ptr %p.report, i64 6
  %v23 = bitcast i32 %block.z to i32
  %v24 = getelementptr inbounds i32, ptr %p.report, i64 7
  %v25 = getelementptr inbounds i32, ptr %p.report, i64 8
  %v26 = getelementptr inbounds i32, ptr %p.report, i64 9
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v27 = phi i32 [ 0, %for1 ], [ %v27.next, %for1.next ]
  %for1.go = icmp slt i32 %v27, %dim.z
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %v28 = bitcast i32 %v27 to i32
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v29 = phi i32 [ 0, %for2 ], [ %v29.next, %for2.next ]
  %for2.go = icmp slt i32 %v29, %dim.y
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v30 = bitcast i32 %v29 to i32
  br label %for3
for3:
  %for3.some = icmp slt i32 0, %dim.x
  %for3.gap = sub i32 %dim.x, 0
  %for3.span = select i1 %for3.some, i32 %for3.gap, i32 0
  %for3.full = and i32 %for3.span, -8
  %for3.mid = add i32 0, %for3.full
  br label %for3.head
for3.head:
  %v31.u = phi i32 [ 0, %for3 ], [ %v31.u.next, %for3.next ]
  %for3.go = icmp ne i32 %v31.u, %for3.mid
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  store <8 x i64> splat (i64 -1), ptr %exec.3
  store i64 0, ptr %idle.3
  %w4.s = load double, ptr %l.root
  %w4.0 = insertelement <8 x double> poison, double %w4.s, i64 0
  %w4 = shufflevector <8 x double> %w4.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w4, ptr %l.root.3
  %w5.s = load double, ptr %l.root_2
  %w5.0 = insertelement <8 x double> poison, double %w5.s, i64 0
  %w5 = shufflevector <8 x double> %w5.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w5, ptr %l.root_2.3
  %w6.s = load double, ptr %l.roots
  %w6.0 = insertelement <8 x double> poison, double %w6.s, i64 0
  %w6 = shufflevector <8 x double> %w6.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w6, ptr %l.roots.3
  store i1 false, ptr %l.roots_1
  %w7.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w7 = shufflevector <8 x double> %w7.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w7, ptr %l.roots.3
  %v32.u = sext i32 %v31.u to i64
  %v33.u = add nuw nsw i64 %v10, %v32.u
  %v34.u = getelementptr double, ptr %p.x, i64 %v33.u
  %v35.v = load <8 x double>, ptr %v34.u, align 8
  %w8.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w8 = shufflevector <8 x double> %w8.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v36.v = fadd <8 x double> %v35.v, %w8
  %w9.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w9 = shufflevector <8 x double> %w9.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w9, ptr %l.root.3
  store i1 false, ptr %l.root_1
  %w10.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w10 = shufflevector <8 x double> %w10.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w10, ptr %l.root_2.3
  store i1 false, ptr %l.root_3
  %w13.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w13 = shufflevector <8 x double> %w13.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v37.v = fcmp olt <8 x double> %v35.v, %w13
  %w14.out = select <8 x i1> splat (i1 true), <8 x i1> %v37.v, <8 x i1> zeroinitializer
  %w14.bits = bitcast <8 x i1> %w14.out to i8
  %w14.any = icmp ne i8 %w14.bits, 0
  br i1 %w14.any, label %for3.out0, label %for3.on0
for3.out0:
  br label %for3.end
for3.on0:
  %v45.v = call <8 x double> @llvm.sqrt.v8f64(<8 x double> %v35.v)
  store <8 x double> %v45.v, ptr %l.root.3
  br label %block12.end
block12.end:
  %v46.v = load <8 x double>, ptr %l.root.3
  %v47.u = load i1, ptr %l.root_1
  br i1 %v47.u, label %if15.then, label %if15.end
if15.then:
  store i1 true, ptr %l.roots_1
  br label %block11.end
if15.end:
  %w17.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w17 = shufflevector <8 x double> %w17.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v48.v = fcmp olt <8 x double> %v36.v, %w17
  %w18.out = select <8 x i1> splat (i1 true), <8 x i1> %v48.v, <8 x i1> zeroinitializer
  %w18.bits = bitcast <8 x i1> %w18.out to i8
  %w18.any = icmp ne i8 %w18.bits, 0
  br i1 %w18.any, label %for3.out1, label %for3.on1
for3.out1:
  br label %for3.end
for3.on1:
  %v56.v = call <8 x double> @llvm.sqrt.v8f64(<8 x double> %v36.v)
  store <8 x double> %v56.v, ptr %l.root_2.3
  br label %block16.end
block16.end:
  %v57.v = load <8 x double>, ptr %l.root_2.3
  %v58.u = load i1, ptr %l.root_3
  br i1 %v58.u, label %if19.then, label %if19.end
if19.then:
  store i1 true, ptr %l.roots_1
  br label %block11.end
if19.end:
  %v59.v = fadd <8 x double> %v46.v, %v57.v
  store <8 x double> %v59.v, ptr %l.roots.3
  br label %block11.end
block11.end:
  %v60.v = load <8 x double>, ptr %l.roots.3
  %v61.u = load i1, ptr %l.roots_1
  br i1 %v61.u, label %if20.then, label %if20.end
if20.then:
  br label %for3.next
if20.end:
  %v62.u = getelementptr double, ptr %p.out, i64 %v33.u
  %w21.at = ptrtoint ptr %v62.u to i64
  %w21.low = and i64 %w21.at, 15
  %w21.even = icmp eq i64 %w21.low, 0
  %w21.past = select i1 %streams, i1 %w21.even, i1 false
  br i1 %w21.past, label %w21.stream, label %w21.plain
w21.stream:
  store <8 x double> %v60.v, ptr %v62.u, align 16, !nontemporal !5
  br label %w21.stored
w21.plain:
  store <8 x double> %v60.v, ptr %v62.u, align 8
  br label %w21.stored
w21.stored:
  br label %for3.next
for3.next:
  %v31.u.next = add i32 %v31.u, 8
  br label %for3.head
for3.end:
  %for3.rest = phi i32 [ %for3.mid, %for3.head ], [ %v31.u, %for3.out1 ], [ %v31.u, %for3.out0 ]
  br label %for22
for22:
  br label %for22.head
for22.head:
  %v31 = phi i32 [ %for3.rest, %for22 ], [ %v31.next, %for22.next ]
  %for22.go = icmp slt i32 %v31, %dim.x
  br i1 %for22.go, label %for22.body, label %for22.end
for22.body:
  store i1 false, ptr %l.roots_1
  store double 0x0000000000000000, ptr %l.roots
  %v32 = sext i32 %v31 to i64
  %v33 = add nuw nsw i64 %v10, %v32
  %v34 = getelementptr inbounds double, ptr %p.x, i64 %v33
  %v35 = load double, ptr %v34, align 8, !llvm.access.group !6
  %v36 = fadd double %v35, 0x3FF0000000000000
  store double 0x0000000000000000, ptr %l.root
  store i1 false, ptr %l.root_1
  store double 0x0000000000000000, ptr %l.root_2
  store i1 false, ptr %l.root_3
  %v37 = fcmp olt double %v35, 0x0000000000000000
  br i1 %v37, label %if25.then, label %if25.end
if25.then:
  %v38.c1 = bitcast i32 0 to i32
  %v38.c2 = bitcast i32 1 to i32
  %v38.p = cmpxchg ptr %p.report, i32 %v38.c1, i32 %v38.c2 monotonic monotonic
  %v38 = extractvalue { i32, i1 } %v38.p, 0
  %v39 = icmp eq i32 %v38, 0
  br i1 %v39, label %if26.then, label %if26.end
if26.then:
  store i32 %p.report.launch, ptr %v13, align 4, !llvm.access.group !6
  %v40 = bitcast i32 %v31 to i32
  store i32 %v40, ptr %v14, align 4, !llvm.access.group !6
  store i32 %v30, ptr %v15, align 4, !llvm.access.group !6
  store i32 %v28, ptr %v16, align 4, !llvm.access.group !6
  store i32 %v17, ptr %v18, align 4, !llvm.access.group !6
  store i32 %v20, ptr %v21, align 4, !llvm.access.group !6
  store i32 %v23, ptr %v24, align 4, !llvm.access.group !6
  %v41 = bitcast double %v35 to i64
  %v42 = trunc i64 %v41 to i32
  %v43 = lshr i64 %v41, 32
  %v44 = trunc i64 %v43 to i32
  store i32 %v42, ptr %v25, align 4, !llvm.access.group !6
  store i32 %v44, ptr %v26, align 4, !llvm.access.group !6
  br label %if26.end
if26.end:
  store i1 true, ptr %l.root_1
  br label %block24.end
if25.end:
  %v45 = call double @llvm.sqrt.f64(double %v35)
  store double %v45, ptr %l.root
  br label %block24.end
block24.end:
  %v46 = load double, ptr %l.root
  %v47 = load i1, ptr %l.root_1
  br i1 %v47, label %if27.then, label %if27.end
if27.then:
  store i1 true, ptr %l.roots_1
  br label %block23.end
if27.end:
  %v48 = fcmp olt double %v36, 0x0000000000000000
  br i1 %v48, label %if29.then, label %if29.end
if29.then:
  %v49.c1 = bitcast i32 0 to i32
  %v49.c2 = bitcast i32 1 to i32
  %v49.p = cmpxchg ptr %p.report, i32 %v49.c1, i32 %v49.c2 monotonic monotonic
  %v49 = extractvalue { i32, i1 } %v49.p, 0
  %v50 = icmp eq i32 %v49, 0
  br i1 %v50, label %if30.then, label %if30.end
if30.then:
  store i32 %p.report.launch, ptr %v13, align 4, !llvm.access.group !6
  %v51 = bitcast i32 %v31 to i32
  store i32 %v51, ptr %v14, align 4, !llvm.access.group !6
  store i32 %v30, ptr %v15, align 4, !llvm.access.group !6
  store i32 %v28, ptr %v16, align 4, !llvm.access.group !6
  store i32 %v17, ptr %v18, align 4, !llvm.access.group !6
  store i32 %v20, ptr %v21, align 4, !llvm.access.group !6
  store i32 %v23, ptr %v24, align 4, !llvm.access.group !6
  %v52 = bitcast double %v36 to i64
  %v53 = trunc i64 %v52 to i32
  %v54 = lshr i64 %v52, 32
  %v55 = trunc i64 %v54 to i32
  store i32 %v53, ptr %v25, align 4, !llvm.access.group !6
  store i32 %v55, ptr %v26, align 4, !llvm.access.group !6
  br label %if30.end
if30.end:
  store i1 true, ptr %l.root_3
  br label %block28.end
if29.end:
  %v56 = call double @llvm.sqrt.f64(double %v36)
  store double %v56, ptr %l.root_2
  br label %block28.end
block28.end:
  %v57 = load double, ptr %l.root_2
  %v58 = load i1, ptr %l.root_3
  br i1 %v58, label %if31.then, label %if31.end
if31.then:
  store i1 true, ptr %l.roots_1
  br label %block23.end
if31.end:
  %v59 = fadd double %v46, %v57
  store double %v59, ptr %l.roots
  br label %block23.end
block23.end:
  %v60 = load double, ptr %l.roots
  %v61 = load i1, ptr %l.roots_1
  br i1 %v61, label %if32.then, label %if32.end
if32.then:
  br label %for22.next
if32.end:
  %v62 = getelementptr inbounds double, ptr %p.out, i64 %v33
  store double %v60, ptr %v62, align 8, !llvm.access.group !6
  br label %for22.next
for22.next:
  %v31.next = add nuw nsw i32 %v31, 1
  br label %for22.head, !llvm.loop !7
for22.end:
  br label %for2.next
for2.next:
  %v29.next = add nuw nsw i32 %v29, 1
  br label %for2.head
for2.end:
  br label %for1.next
for1.next:
  %v27.next = add nuw nsw i32 %v27, 1
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.in_functions(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  %p.report.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.report = load ptr, ptr %p.report.at, align 8
  %p.report.launch.at = getelementptr inbounds i8, ptr %params, i64 40
  %p.report.launch = load i32, ptr %p.report.launch.at, align 4
  call void @in_functions.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, ptr %p.out, i64 %p.out.shape0, ptr %p.report, i32 %p.report.launch)
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
