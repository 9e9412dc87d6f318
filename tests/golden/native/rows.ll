; portkern native code

define internal void @rows.block(ptr %launch, ptr noalias %scratch, ptr %p.a, ptr %p.b, ptr %p.c, i64 %p.n, i64 %p.m) #1 {
  %l.s = alloca double
  %l.s_1 = alloca double
  %l.s_2 = alloca double
  %l.s_3 = alloca double
  %l.s_4 = alloca double
  %l.s_5 = alloca double
  %exec.5 = alloca <8 x i64>
  %idle.5 = alloca i64
  %l.s.5 = alloca <8 x double>
  %l.s_1.5 = alloca <8 x double>
  %l.s_2.5 = alloca <8 x double>
  %l.s_3.5 = alloca <8 x double>
  %l.s_4.5 = alloca <8 x double>
  %l.s_5.5 = alloca <8 x double>
  %exec.39 = alloca <8 x i64>
  %idle.39 = alloca i64
  %l.s.39 = alloca <8 x double>
  %l.s_1.39 = alloca <8 x double>
  %l.s_2.39 = alloca <8 x double>
  %l.s_3.39 = alloca <8 x double>
  %l.s_4.39 = alloca <8 x double>
  %l.s_5.39 = alloca <8 x double>
  %exec.94 = alloca <32 x i64>
  %idle.94 = alloca i64
  %l.s.94 = alloca <32 x double>
  %exec.103 = alloca <8 x i64>
  %idle.103 = alloca i64
  %l.s.103 = alloca <8 x double>
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  %first.y.at = getelementptr inbounds i8, ptr %launch, i64 88
  %first.y = load i64, ptr %first.y.at, align 8, !range !4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
  %s.kept = getelementptr inbounds i8, ptr %scratch, i64 0
  store double 0x0000000000000000, ptr %l.s
  store double 0x0000000000000000, ptr %l.s_1
  store double 0x0000000000000000, ptr %l.s_2
  store double 0x0000000000000000, ptr %l.s_3
  store double 0x0000000000000000, ptr %l.s_4
  store double 0x0000000000000000, ptr %l.s_5
  %v10 = icmp sgt i64 %p.m, 0
  %v11 = sub i64 %p.m, 0
  %v12 = bitcast i64 %v11 to i64
  %v15 = mul nuw nsw i32 %dim.x, %dim.y
  %v16 = icmp sle i32 %v15, 16384
  %v17 = sub i64 %v12, 1
  %v18 = lshr i64 %v17, 7
  %v19 = add i64 %v18, 1
  %v20 = and i1 %v10, %v16
  %v21 = bitcast i64 %v19 to i64
  %v22 = select i1 %v20, i64 %v21, i64 1
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v23 = phi i64 [ 0, %for1 ], [ %v23.next, %for1.next ]
  %for1.go = icmp slt i64 %v23, %v22
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %stop2 = load volatile i32, ptr %stop, align 4
  %stop2.now = icmp ne i32 %stop2, 0
  br i1 %stop2.now, label %block.end, label %stop2.go, !prof !3
stop2.go:
  %v24 = icmp ne i64 %v23, 0
  %v25 = add i64 %v23, 1
  %v26 = icmp eq i64 %v25, %v22
  %v27 = shl i64 %v23, 7
  %v28 = add nuw nsw i64 0, %v27
  %v29 = add i64 %v28, 128
  %v30 = select i1 %v26, i64 %p.m, i64 %v29
  br label %for3
for3:
  %for3.up = icmp sgt i32 6, 0
  %for3.low = select i1 %for3.up, i32 0, i32 %dim.y
  %for3.high = select i1 %for3.up, i32 %dim.y, i32 0
  %for3.back = sub i32 0, 6
  %for3.by = select i1 %for3.up, i32 6, i32 %for3.back
  %for3.moves = icmp ne i32 %for3.by, 0
  %for3.d = select i1 %for3.moves, i32 %for3.by, i32 1
  %for3.some = icmp slt i32 %for3.low, %for3.high
  %for3.any = and i1 %for3.some, %for3.moves
  %for3.span = sub i32 %for3.high, %for3.low
  %for3.reach = sub i32 %for3.span, 1
  %for3.whole = udiv i32 %for3.reach, %for3.d
  %for3.more = add i32 %for3.whole, 1
  %for3.count = select i1 %for3.any, i32 %for3.more, i32 0
  br label %for3.head
for3.head:
  %for3.k = phi i32 [ 0, %for3 ], [ %for3.k.next, %for3.next ]
  %v31 = phi i32 [ 0, %for3 ], [ %v31.next, %for3.next ]
  %for3.go = icmp ult i32 %for3.k, %for3.count
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  %v32 = sext i32 %v31 to i64
  %v33 = add i64 %first.y, %v32
  %v34 = icmp slt i64 %v33, %p.n
  %v35 = select i1 %v34, i32 %dim.x, i32 0
  %v36 = mul i64 %v33, %p.m
  %v37 = add i32 %v31, 1
  %v38 = add i32 %v31, 2
  %v39 = add i32 %v31, 3
  %v40 = add i32 %v31, 4
  %v41 = add i32 %v31, 5
  %v42 = sext i32 %v37 to i64
  %v43 = add i64 %first.y, %v42
  %v44 = icmp slt i64 %v43, %p.n
  %v45 = select i1 %v44, i32 %dim.x, i32 0
  %v46 = mul i64 %v43, %p.m
  %v47 = sext i32 %v38 to i64
  %v48 = add i64 %first.y, %v47
  %v49 = icmp slt i64 %v48, %p.n
  %v50 = select i1 %v49, i32 %dim.x, i32 0
  %v51 = mul i64 %v48, %p.m
  %v52 = sext i32 %v39 to i64
  %v53 = add i64 %first.y, %v52
  %v54 = icmp slt i64 %v53, %p.n
  %v55 = select i1 %v54, i32 %dim.x, i32 0
  %v56 = mul i64 %v53, %p.m
  %v57 = sext i32 %v40 to i64
  %v58 = add i64 %first.y, %v57
  %v59 = icmp slt i64 %v58, %p.n
  %v60 = select i1 %v59, i32 %dim.x, i32 0
  %v61 = mul i64 %v58, %p.m
  %v62 = sext i32 %v41 to i64
  %v63 = add i64 %first.y, %v62
  %v64 = icmp slt i64 %v63, %p.n
  %v65 = select i1 %v64, i32 %dim.x, i32 0
  %v66 = mul i64 %v63, %p.m
  %v67 = sub i32 %dim.y, %v31
  %v68 = icmp sge i32 %v67, 6
  %v69 = icmp eq i32 %v35, %v45
  %v70 = and i1 %v68, %v69
  %v71 = icmp eq i32 %v35, %v50
  %v72 = and i1 %v70, %v71
  %v73 = icmp eq i32 %v35, %v55
  %v74 = and i1 %v72, %v73
  %v75 = icmp eq i32 %v35, %v60
  %v76 = and i1 %v74, %v75
  %v77 = icmp eq i32 %v35, %v65
  %v78 = and i1 %v76, %v77
  br i1 %v78, label %if4.then, label %if4.else
if4.then:
  br label %for5
for5:
  %for5.some = icmp slt i32 0, %v35
  %for5.gap = sub i32 %v35, 0
  %for5.span = select i1 %for5.some, i32 %for5.gap, i32 0
  %for5.full = and i32 %for5.span, -8
  %for5.mid = add i32 0, %for5.full
  br label %for5.head
for5.head:
  %v79.u = phi i32 [ 0, %for5 ], [ %v79.u.next, %for5.next ]
  %for5.go = icmp ne i32 %v79.u, %for5.mid
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  store <8 x i64> splat (i64 -1), ptr %exec.5
  store i64 0, ptr %idle.5
  %w6.s = load double, ptr %l.s
  %w6.0 = insertelement <8 x double> poison, double %w6.s, i64 0
  %w6 = shufflevector <8 x double> %w6.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w6, ptr %l.s.5
  %w7.s = load double, ptr %l.s_1
  %w7.0 = insertelement <8 x double> poison, double %w7.s, i64 0
  %w7 = shufflevector <8 x double> %w7.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w7, ptr %l.s_1.5
  %w8.s = load double, ptr %l.s_2
  %w8.0 = insertelement <8 x double> poison, double %w8.s, i64 0
  %w8 = shufflevector <8 x double> %w8.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w8, ptr %l.s_2.5
  %w9.s = load double, ptr %l.s_3
  %w9.0 = insertelement <8 x double> poison, double %w9.s, i64 0
  %w9 = shufflevector <8 x double> %w9.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w9, ptr %l.s_3.5
  %w10.s = load double, ptr %l.s_4
  %w10.0 = insertelement <8 x double> poison, double %w10.s, i64 0
  %w10 = shufflevector <8 x double> %w10.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w10, ptr %l.s_4.5
  %w11.s = load double, ptr %l.s_5
  %w11.0 = insertelement <8 x double> poison, double %w11.s, i64 0
  %w11 = shufflevector <8 x double> %w11.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w11, ptr %l.s_5.5
  %w12.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w12 = shufflevector <8 x double> %w12.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w12, ptr %l.s.5
  %v80.u = sext i32 %v79.u to i64
  %v81.u = add nuw nsw i64 %first.x, %v80.u
  %v83.u = mul i32 %v31, %dim.x
  %v84.u = add i32 %v83.u, %v79.u
  %v85.u = getelementptr double, ptr %s.kept, i32 %v84.u
  %w13.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w13 = shufflevector <8 x double> %w13.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w13, ptr %l.s_1.5
  %v86.u = mul i32 %v37, %dim.x
  %v87.u = add i32 %v86.u, %v79.u
  %v88.u = getelementptr double, ptr %s.kept, i32 %v87.u
  %w14.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w14 = shufflevector <8 x double> %w14.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w14, ptr %l.s_2.5
  %v89.u = mul i32 %v38, %dim.x
  %v90.u = add i32 %v89.u, %v79.u
  %v91.u = getelementptr double, ptr %s.kept, i32 %v90.u
  %w15.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w15 = shufflevector <8 x double> %w15.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w15, ptr %l.s_3.5
  %v92.u = mul i32 %v39, %dim.x
  %v93.u = add i32 %v92.u, %v79.u
  %v94.u = getelementptr double, ptr %s.kept, i32 %v93.u
  %w16.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w16 = shufflevector <8 x double> %w16.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w16, ptr %l.s_4.5
  %v95.u = mul i32 %v40, %dim.x
  %v96.u = add i32 %v95.u, %v79.u
  %v97.u = getelementptr double, ptr %s.kept, i32 %v96.u
  %w17.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w17 = shufflevector <8 x double> %w17.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w17, ptr %l.s_5.5
  %v98.u = mul i32 %v41, %dim.x
  %v99.u = add i32 %v98.u, %v79.u
  %v100.u = getelementptr double, ptr %s.kept, i32 %v99.u
  br i1 %v24, label %if18.then, label %if18.end
if18.then:
  %v101.v = load <8 x double>, ptr %v85.u, align 8
  store <8 x double> %v101.v, ptr %l.s.5
  %v102.v = load <8 x double>, ptr %v88.u, align 8
  store <8 x double> %v102.v, ptr %l.s_1.5
  %v103.v = load <8 x double>, ptr %v91.u, align 8
  store <8 x double> %v103.v, ptr %l.s_2.5
  %v104.v = load <8 x double>, ptr %v94.u, align 8
  store <8 x double> %v104.v, ptr %l.s_3.5
  %v105.v = load <8 x double>, ptr %v97.u, align 8
  store <8 x double> %v105.v, ptr %l.s_4.5
  %v106.v = load <8 x double>, ptr %v100.u, align 8
  store <8 x double> %v106.v, ptr %l.s_5.5
  br label %if18.end
if18.end:
  br label %for19
for19:
  br label %for19.head
for19.head:
  %v107.u = phi i64 [ %v28, %for19 ], [ %v107.u.next, %for19.next ]
  %for19.go = icmp slt i64 %v107.u, %v30
  br i1 %for19.go, label %for19.body, label %for19.end
for19.body:
  %v108.u = add i64 %v36, %v107.u
  %v109.u = getelementptr double, ptr %p.a, i64 %v108.u
  %v110.u = load double, ptr %v109.u, align 8
  %v111.u = mul i64 %v107.u, %p.m
  %v112.u = add i64 %v111.u, %v81.u
  %v113.u = getelementptr double, ptr %p.b, i64 %v112.u
  %v114.v = load <8 x double>, ptr %v113.u, align 8
  %w20.0 = insertelement <8 x double> poison, double %v110.u, i64 0
  %w20 = shufflevector <8 x double> %w20.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v115.v = fmul <8 x double> %w20, %v114.v
  %v116.v = load <8 x double>, ptr %l.s.5
  %v117.v = fadd <8 x double> %v116.v, %v115.v
  store <8 x double> %v117.v, ptr %l.s.5
  %v118.u = icmp eq i64 %v107.u, %v33
  %v119.u = add i64 %v46, %v107.u
  %v120.u = getelementptr double, ptr %p.a, i64 %v119.u
  %v121.u = load double, ptr %v120.u, align 8
  %w21.0 = insertelement <8 x double> poison, double %v121.u, i64 0
  %w21 = shufflevector <8 x double> %w21.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v122.v = fmul <8 x double> %w21, %v114.v
  %v123.v = load <8 x double>, ptr %l.s_1.5
  %v124.v = fadd <8 x double> %v123.v, %v122.v
  store <8 x double> %v124.v, ptr %l.s_1.5
  %v125.u = icmp eq i64 %v107.u, %v43
  %v126.u = add i64 %v51, %v107.u
  %v127.u = getelementptr double, ptr %p.a, i64 %v126.u
  %v128.u = load double, ptr %v127.u, align 8
  %w22.0 = insertelement <8 x double> poison, double %v128.u, i64 0
  %w22 = shufflevector <8 x double> %w22.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v129.v = fmul <8 x double> %w22, %v114.v
  %v130.v = load <8 x double>, ptr %l.s_2.5
  %v131.v = fadd <8 x double> %v130.v, %v129.v
  store <8 x double> %v131.v, ptr %l.s_2.5
  %v132.u = icmp eq i64 %v107.u, %v48
  %v133.u = add i64 %v56, %v107.u
  %v134.u = getelementptr double, ptr %p.a, i64 %v133.u
  %v135.u = load double, ptr %v134.u, align 8
  %w23.0 = insertelement <8 x double> poison, double %v135.u, i64 0
  %w23 = shufflevector <8 x double> %w23.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v136.v = fmul <8 x double> %w23, %v114.v
  %v137.v = load <8 x double>, ptr %l.s_3.5
  %v138.v = fadd <8 x double> %v137.v, %v136.v
  store <8 x double> %v138.v, ptr %l.s_3.5
  %v139.u = icmp eq i64 %v107.u, %v53
  %v140.u = add i64 %v61, %v107.u
  %v141.u = getelementptr double, ptr %p.a, i64 %v140.u
  %v142.u = load double, ptr %v141.u, align 8
  %w24.0 = insertelement <8 x double> poison, double %v142.u, i64 0
  %w24 = shufflevector <8 x double> %w24.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v143.v = fmul <8 x double> %w24, %v114.v
  %v144.v = load <8 x double>, ptr %l.s_4.5
  %v145.v = fadd <8 x double> %v144.v, %v143.v
  store <8 x double> %v145.v, ptr %l.s_4.5
  %v146.u = icmp eq i64 %v107.u, %v58
  %v147.u = add i64 %v66, %v107.u
  %v148.u = getelementptr double, ptr %p.a, i64 %v147.u
  %v149.u = load double, ptr %v148.u, align 8
  %w25.0 = insertelement <8 x double> poison, double %v149.u, i64 0
  %w25 = shufflevector <8 x double> %w25.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v150.v = fmul <8 x double> %w25, %v114.v
  %v151.v = load <8 x double>, ptr %l.s_5.5
  %v152.v = fadd <8 x double> %v151.v, %v150.v
  store <8 x double> %v152.v, ptr %l.s_5.5
  %v153.u = icmp eq i64 %v107.u, %v63
  br i1 %v118.u, label %if26.then, label %if26.end
if26.then:
  %w27.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w27 = shufflevector <8 x double> %w27.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w27, ptr %l.s.5
  br label %if26.end
if26.end:
  br i1 %v125.u, label %if28.then, label %if28.end
if28.then:
  %w29.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w29 = shufflevector <8 x double> %w29.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w29, ptr %l.s_1.5
  br label %if28.end
if28.end:
  br i1 %v132.u, label %if30.then, label %if30.end
if30.then:
  %w31.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w31 = shufflevector <8 x double> %w31.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w31, ptr %l.s_2.5
  br label %if30.end
if30.end:
  br i1 %v139.u, label %if32.then, label %if32.end
if32.then:
  %w33.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w33 = shufflevector <8 x double> %w33.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w33, ptr %l.s_3.5
  br label %if32.end
if32.end:
  br i1 %v146.u, label %if34.then, label %if34.end
if34.then:
  %w35.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w35 = shufflevector <8 x double> %w35.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w35, ptr %l.s_4.5
  br label %if34.end
if34.end:
  br i1 %v153.u, label %if36.then, label %if36.end
if36.then:
  %w37.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w37 = shufflevector <8 x double> %w37.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w37, ptr %l.s_5.5
  br label %if36.end
if36.end:
  br label %for19.next
for19.next:
  %v107.u.next = add nsw i64 %v107.u, 1
  br label %for19.head
for19.end:
  br i1 %v26, label %if38.then, label %if38.else
if38.then:
  %v154.v = load <8 x double>, ptr %l.s.5
  %v155.u = add i64 %v36, %v81.u
  %v156.u = getelementptr double, ptr %p.c, i64 %v155.u
  store <8 x double> %v154.v, ptr %v156.u, align 8
  %v157.v = load <8 x double>, ptr %l.s_1.5
  %v158.u = add i64 %v46, %v81.u
  %v159.u = getelementptr double, ptr %p.c, i64 %v158.u
  store <8 x double> %v157.v, ptr %v159.u, align 8
  %v160.v = load <8 x double>, ptr %l.s_2.5
  %v161.u = add i64 %v51, %v81.u
  %v162.u = getelementptr double, ptr %p.c, i64 %v161.u
  store <8 x double> %v160.v, ptr %v162.u, align 8
  %v163.v = load <8 x double>, ptr %l.s_3.5
  %v164.u = add i64 %v56, %v81.u
  %v165.u = getelementptr double, ptr %p.c, i64 %v164.u
  store <8 x double> %v163.v, ptr %v165.u, align 8
  %v166.v = load <8 x double>, ptr %l.s_4.5
  %v167.u = add i64 %v61, %v81.u
  %v168.u = getelementptr double, ptr %p.c, i64 %v167.u
  store <8 x double> %v166.v, ptr %v168.u, align 8
  %v169.v = load <8 x double>, ptr %l.s_5.5
  %v170.u = add i64 %v66, %v81.u
  %v171.u = getelementptr double, ptr %p.c, i64 %v170.u
  store <8 x double> %v169.v, ptr %v171.u, align 8
  br label %if38.end
if38.else:
  %v172.v = load <8 x double>, ptr %l.s.5
  store <8 x double> %v172.v, ptr %v85.u, align 8
  %v173.v = load <8 x double>, ptr %l.s_1.5
  store <8 x double> %v173.v, ptr %v88.u, align 8
  %v174.v = load <8 x double>, ptr %l.s_2.5
  store <8 x double> %v174.v, ptr %v91.u, align 8
  %v175.v = load <8 x double>, ptr %l.s_3.5
  store <8 x double> %v175.v, ptr %v94.u, align 8
  %v176.v = load <8 x double>, ptr %l.s_4.5
  store <8 x double> %v176.v, ptr %v97.u, align 8
  %v177.v = load <8 x double>, ptr %l.s_5.5
  store <8 x double> %v177.v, ptr %v100.u, align 8
  br label %if38.end
if38.end:
  br label %for5.next
for5.next:
  %v79.u.next = add i32 %v79.u, 8
  br label %for5.head
for5.end:
  br label %for39
for39:
  %for39.left = sub i32 %for5.span, %for5.full
  %for39.stop = add i32 %for5.mid, %for39.left
  %for39.most = add i32 %for39.left, 7
  %for39.full = and i32 %for39.most, -8
  %for39.mid = add i32 %for5.mid, %for39.full
  br label %for39.head
for39.head:
  %v305.u = phi i32 [ %for5.mid, %for39 ], [ %v305.u.next, %for39.next ]
  %for39.go = icmp ne i32 %v305.u, %for39.mid
  br i1 %for39.go, label %for39.body, label %for39.end
for39.body:
  %for39.here = sub i32 %for39.stop, %v305.u
  %w40.0 = insertelement <8 x i32> poison, i32 %for39.here, i64 0
  %w40 = shufflevector <8 x i32> %w40.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %m40 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %w40
  %m40.wide = sext <8 x i1> %m40 to <8 x i64>
  store <8 x i64> %m40.wide, ptr %exec.39
  store i64 0, ptr %idle.39
  %w41.s = load double, ptr %l.s
  %w41.0 = insertelement <8 x double> poison, double %w41.s, i64 0
  %w41 = shufflevector <8 x double> %w41.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w41, ptr %l.s.39
  %w42.s = load double, ptr %l.s_1
  %w42.0 = insertelement <8 x double> poison, double %w42.s, i64 0
  %w42 = shufflevector <8 x double> %w42.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w42, ptr %l.s_1.39
  %w43.s = load double, ptr %l.s_2
  %w43.0 = insertelement <8 x double> poison, double %w43.s, i64 0
  %w43 = shufflevector <8 x double> %w43.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w43, ptr %l.s_2.39
  %w44.s = load double, ptr %l.s_3
  %w44.0 = insertelement <8 x double> poison, double %w44.s, i64 0
  %w44 = shufflevector <8 x double> %w44.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w44, ptr %l.s_3.39
  %w45.s = load double, ptr %l.s_4
  %w45.0 = insertelement <8 x double> poison, double %w45.s, i64 0
  %w45 = shufflevector <8 x double> %w45.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w45, ptr %l.s_4.39
  %w46.s = load double, ptr %l.s_5
  %w46.0 = insertelement <8 x double> poison, double %w46.s, i64 0
  %w46 = shufflevector <8 x double> %w46.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w46, ptr %l.s_5.39
  %w47.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w47 = shufflevector <8 x double> %w47.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w47, ptr %l.s.39
  %v306.u = sext i32 %v305.u to i64
  %v307.u = add nuw nsw i64 %first.x, %v306.u
  %v309.u = mul i32 %v31, %dim.x
  %v310.u = add i32 %v309.u, %v305.u
  %v311.u = getelementptr double, ptr %s.kept, i32 %v310.u
  %w48.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w48 = shufflevector <8 x double> %w48.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w48, ptr %l.s_1.39
  %v312.u = mul i32 %v37, %dim.x
  %v313.u = add i32 %v312.u, %v305.u
  %v314.u = getelementptr double, ptr %s.kept, i32 %v313.u
  %w49.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w49 = shufflevector <8 x double> %w49.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w49, ptr %l.s_2.39
  %v315.u = mul i32 %v38, %dim.x
  %v316.u = add i32 %v315.u, %v305.u
  %v317.u = getelementptr double, ptr %s.kept, i32 %v316.u
  %w50.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w50 = shufflevector <8 x double> %w50.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w50, ptr %l.s_3.39
  %v318.u = mul i32 %v39, %dim.x
  %v319.u = add i32 %v318.u, %v305.u
  %v320.u = getelementptr double, ptr %s.kept, i32 %v319.u
  %w51.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w51 = shufflevector <8 x double> %w51.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w51, ptr %l.s_4.39
  %v321.u = mul i32 %v40, %dim.x
  %v322.u = add i32 %v321.u, %v305.u
  %v323.u = getelementptr double, ptr %s.kept, i32 %v322.u
  %w52.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w52 = shufflevector <8 x double> %w52.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w52, ptr %l.s_5.39
  %v324.u = mul i32 %v41, %dim.x
  %v325.u = add i32 %v324.u, %v305.u
  %v326.u = getelementptr double, ptr %s.kept, i32 %v325.u
  br i1 %v24, label %if53.then, label %if53.end
if53.then:
  %m54.w = load <8 x i64>, ptr %exec.39
  %m54 = icmp slt <8 x i64> %m54.w, zeroinitializer
  %v327.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v311.u, i32 8, <8 x i1> %m54, <8 x double> zeroinitializer)
  store <8 x double> %v327.v, ptr %l.s.39
  %m55.w = load <8 x i64>, ptr %exec.39
  %m55 = icmp slt <8 x i64> %m55.w, zeroinitializer
  %v328.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v314.u, i32 8, <8 x i1> %m55, <8 x double> zeroinitializer)
  store <8 x double> %v328.v, ptr %l.s_1.39
  %m56.w = load <8 x i64>, ptr %exec.39
  %m56 = icmp slt <8 x i64> %m56.w, zeroinitializer
  %v329.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v317.u, i32 8, <8 x i1> %m56, <8 x double> zeroinitializer)
  store <8 x double> %v329.v, ptr %l.s_2.39
  %m57.w = load <8 x i64>, ptr %exec.39
  %m57 = icmp slt <8 x i64> %m57.w, zeroinitializer
  %v330.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v320.u, i32 8, <8 x i1> %m57, <8 x double> zeroinitializer)
  store <8 x double> %v330.v, ptr %l.s_3.39
  %m58.w = load <8 x i64>, ptr %exec.39
  %m58 = icmp slt <8 x i64> %m58.w, zeroinitializer
  %v331.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v323.u, i32 8, <8 x i1> %m58, <8 x double> zeroinitializer)
  store <8 x double> %v331.v, ptr %l.s_4.39
  %m59.w = load <8 x i64>, ptr %exec.39
  %m59 = icmp slt <8 x i64> %m59.w, zeroinitializer
  %v332.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v326.u, i32 8, <8 x i1> %m59, <8 x double> zeroinitializer)
  store <8 x double> %v332.v, ptr %l.s_5.39
  br label %if53.end
if53.end:
  br label %for60
for60:
  br label %for60.head
for60.head:
  %v333.u = phi i64 [ %v28, %for60 ], [ %v333.u.next, %for60.next ]
  %for60.go = icmp slt i64 %v333.u, %v30
  br i1 %for60.go, label %for60.body, label %for60.end
for60.body:
  %v334.u = add i64 %v36, %v333.u
  %v335.u = getelementptr double, ptr %p.a, i64 %v334.u
  %v336.u = load double, ptr %v335.u, align 8
  %v337.u = mul i64 %v333.u, %p.m
  %v338.u = add i64 %v337.u, %v307.u
  %v339.u = getelementptr double, ptr %p.b, i64 %v338.u
  %m61.w = load <8 x i64>, ptr %exec.39
  %m61 = icmp slt <8 x i64> %m61.w, zeroinitializer
  %v340.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v339.u, i32 8, <8 x i1> %m61, <8 x double> zeroinitializer)
  %w62.0 = insertelement <8 x double> poison, double %v336.u, i64 0
  %w62 = shufflevector <8 x double> %w62.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v341.v = fmul <8 x double> %w62, %v340.v
  %v342.v = load <8 x double>, ptr %l.s.39
  %v343.v = fadd <8 x double> %v342.v, %v341.v
  store <8 x double> %v343.v, ptr %l.s.39
  %v344.u = icmp eq i64 %v333.u, %v33
  %v345.u = add i64 %v46, %v333.u
  %v346.u = getelementptr double, ptr %p.a, i64 %v345.u
  %v347.u = load double, ptr %v346.u, align 8
  %w63.0 = insertelement <8 x double> poison, double %v347.u, i64 0
  %w63 = shufflevector <8 x double> %w63.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v348.v = fmul <8 x double> %w63, %v340.v
  %v349.v = load <8 x double>, ptr %l.s_1.39
  %v350.v = fadd <8 x double> %v349.v, %v348.v
  store <8 x double> %v350.v, ptr %l.s_1.39
  %v351.u = icmp eq i64 %v333.u, %v43
  %v352.u = add i64 %v51, %v333.u
  %v353.u = getelementptr double, ptr %p.a, i64 %v352.u
  %v354.u = load double, ptr %v353.u, align 8
  %w64.0 = insertelement <8 x double> poison, double %v354.u, i64 0
  %w64 = shufflevector <8 x double> %w64.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v355.v = fmul <8 x double> %w64, %v340.v
  %v356.v = load <8 x double>, ptr %l.s_2.39
  %v357.v = fadd <8 x double> %v356.v, %v355.v
  store <8 x double> %v357.v, ptr %l.s_2.39
  %v358.u = icmp eq i64 %v333.u, %v48
  %v359.u = add i64 %v56, %v333.u
  %v360.u = getelementptr double, ptr %p.a, i64 %v359.u
  %v361.u = load double, ptr %v360.u, align 8
  %w65.0 = insertelement <8 x double> poison, double %v361.u, i64 0
  %w65 = shufflevector <8 x double> %w65.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v362.v = fmul <8 x double> %w65, %v340.v
  %v363.v = load <8 x double>, ptr %l.s_3.39
  %v364.v = fadd <8 x double> %v363.v, %v362.v
  store <8 x double> %v364.v, ptr %l.s_3.39
  %v365.u = icmp eq i64 %v333.u, %v53
  %v366.u = add i64 %v61, %v333.u
  %v367.u = getelementptr double, ptr %p.a, i64 %v366.u
  %v368.u = load double, ptr %v367.u, align 8
  %w66.0 = insertelement <8 x double> poison, double %v368.u, i64 0
  %w66 = shufflevector <8 x double> %w66.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v369.v = fmul <8 x double> %w66, %v340.v
  %v370.v = load <8 x double>, ptr %l.s_4.39
  %v371.v = fadd <8 x double> %v370.v, %v369.v
  store <8 x double> %v371.v, ptr %l.s_4.39
  %v372.u = icmp eq i64 %v333.u, %v58
  %v373.u = add i64 %v66, %v333.u
  %v374.u = getelementptr double, ptr %p.a, i64 %v373.u
  %v375.u = load double, ptr %v374.u, align 8
  %w67.0 = insertelement <8 x double> poison, double %v375.u, i64 0
  %w67 = shufflevector <8 x double> %w67.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v376.v = fmul <8 x double> %w67, %v340.v
  %v377.v = load <8 x double>, ptr %l.s_5.39
  %v378.v = fadd <8 x double> %v377.v, %v376.v
  store <8 x double> %v378.v, ptr %l.s_5.39
  %v379.u = icmp eq i64 %v333.u, %v63
  br i1 %v344.u, label %if68.then, label %if68.end
if68.then:
  %w69.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w69 = shufflevector <8 x double> %w69.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w69, ptr %l.s.39
  br label %if68.end
if68.end:
  br i1 %v351.u, label %if70.then, label %if70.end
if70.then:
  %w71.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w71 = shufflevector <8 x double> %w71.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w71, ptr %l.s_1.39
  br label %if70.end
if70.end:
  br i1 %v358.u, label %if72.then, label %if72.end
if72.then:
  %w73.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w73 = shufflevector <8 x double> %w73.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w73, ptr %l.s_2.39
  br label %if72.end
if72.end:
  br i1 %v365.u, label %if74.then, label %if74.end
if74.then:
  %w75.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w75 = shufflevector <8 x double> %w75.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w75, ptr %l.s_3.39
  br label %if74.end
if74.end:
  br i1 %v372.u, label %if76.then, label %if76.end
if76.then:
  %w77.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w77 = shufflevector <8 x double> %w77.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w77, ptr %l.s_4.39
  br label %if76.end
if76.end:
  br i1 %v379.u, label %if78.then, label %if78.end
if78.then:
  %w79.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w79 = shufflevector <8 x double> %w79.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w79, ptr %l.s_5.39
  br label %if78.end
if78.end:
  br label %for60.next
for60.next:
  %v333.u.next = add nsw i64 %v333.u, 1
  br label %for60.head
for60.end:
  br i1 %v26, label %if80.then, label %if80.else
if80.then:
  %v380.v = load <8 x double>, ptr %l.s.39
  %v381.u = add i64 %v36, %v307.u
  %v382.u = getelementptr double, ptr %p.c, i64 %v381.u
  %m81.w = load <8 x i64>, ptr %exec.39
  %m81 = icmp slt <8 x i64> %m81.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v380.v, ptr %v382.u, i32 8, <8 x i1> %m81)
  %v383.v = load <8 x double>, ptr %l.s_1.39
  %v384.u = add i64 %v46, %v307.u
  %v385.u = getelementptr double, ptr %p.c, i64 %v384.u
  %m82.w = load <8 x i64>, ptr %exec.39
  %m82 = icmp slt <8 x i64> %m82.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v383.v, ptr %v385.u, i32 8, <8 x i1> %m82)
  %v386.v = load <8 x double>, ptr %l.s_2.39
  %v387.u = add i64 %v51, %v307.u
  %v388.u = getelementptr double, ptr %p.c, i64 %v387.u
  %m83.w = load <8 x i64>, ptr %exec.39
  %m83 = icmp slt <8 x i64> %m83.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v386.v, ptr %v388.u, i32 8, <8 x i1> %m83)
  %v389.v = load <8 x double>, ptr %l.s_3.39
  %v390.u = add i64 %v56, %v307.u
  %v391.u = getelementptr double, ptr %p.c, i64 %v390.u
  %m84.w = load <8 x i64>, ptr %exec.39
  %m84 = icmp slt <8 x i64> %m84.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v389.v, ptr %v391.u, i32 8, <8 x i1> %m84)
  %v392.v = load <8 x double>, ptr %l.s_4.39
  %v393.u = add i64 %v61, %v307.u
  %v394.u = getelementptr double, ptr %p.c, i64 %v393.u
  %m85.w = load <8 x i64>, ptr %exec.39
  %m85 = icmp slt <8 x i64> %m85.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v392.v, ptr %v394.u, i32 8, <8 x i1> %m85)
  %v395.v = load <8 x double>, ptr %l.s_5.39
  %v396.u = add i64 %v66, %v307.u
  %v397.u = getelementptr double, ptr %p.c, i64 %v396.u
  %m86.w = load <8 x i64>, ptr %exec.39
  %m86 = icmp slt <8 x i64> %m86.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v395.v, ptr %v397.u, i32 8, <8 x i1> %m86)
  br label %if80.end
if80.else:
  %v398.v = load <8 x double>, ptr %l.s.39
  %m87.w = load <8 x i64>, ptr %exec.39
  %m87 = icmp slt <8 x i64> %m87.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v398.v, ptr %v311.u, i32 8, <8 x i1> %m87)
  %v399.v = load <8 x double>, ptr %l.s_1.39
  %m88.w = load <8 x i64>, ptr %exec.39
  %m88 = icmp slt <8 x i64> %m88.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v399.v, ptr %v314.u, i32 8, <8 x i1> %m88)
  %v400.v = load <8 x double>, ptr %l.s_2.39
  %m89.w = load <8 x i64>, ptr %exec.39
  %m89 = icmp slt <8 x i64> %m89.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v400.v, ptr %v317.u, i32 8, <8 x i1> %m89)
  %v401.v = load <8 x double>, ptr %l.s_3.39
  %m90.w = load <8 x i64>, ptr %exec.39
  %m90 = icmp slt <8 x i64> %m90.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v401.v, ptr %v320.u, i32 8, <8 x i1> %m90)
  %v402.v = load <8 x double>, ptr %l.s_4.39
  %m91.w = load <8 x i64>, ptr %exec.39
  %m91 = icmp slt <8 x i64> %m91.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v402.v, ptr %v323.u, i32 8, <8 x i1> %m91)
  %v403.v = load <8 x double>, ptr %l.s_5.39
  %m92.w = load <8 x i64>, ptr %exec.39
  %m92 = icmp slt <8 x i64> %m92.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v403.v, ptr %v326.u, i32 8, <8 x i1> %m92)
  br label %if80.end
if80.end:
  br label %for39.next
for39.next:
  %v305.u.next = add i32 %v305.u, 8
  br label %for39.head
for39.end:
  br label %if4.end
if4.else:
  %v178 = add i32 %v31, 6
  %v179 = call i32 @llvm.smin.i32(i32 %v178, i32 %dim.y)
  br label %for93
for93:
  br label %for93.head
for93.head:
  %v180 = phi i32 [ %v31, %for93 ], [ %v180.next, %for93.next ]
  %for93.go = icmp slt i32 %v180, %v179
  br i1 %for93.go, label %for93.body, label %for93.end
for93.body:
  %v181 = sext i32 %v180 to i64
  %v182 = add i64 %first.y, %v181
  %v183 = icmp slt i64 %v182, %p.n
  %v184 = select i1 %v183, i32 %dim.x, i32 0
  %v185 = mul i64 %v182, %p.m
  br label %for94
for94:
  %for94.some = icmp slt i32 0, %v184
  %for94.gap = sub i32 %v184, 0
  %for94.span = select i1 %for94.some, i32 %for94.gap, i32 0
  %for94.full = and i32 %for94.span, -32
  %for94.mid = add i32 0, %for94.full
  br label %for94.head
for94.head:
  %v186.u = phi i32 [ 0, %for94 ], [ %v186.u.next, %for94.next ]
  %for94.go = icmp ne i32 %v186.u, %for94.mid
  br i1 %for94.go, label %for94.body, label %for94.end
for94.body:
  store <32 x i64> splat (i64 -1), ptr %exec.94
  store i64 0, ptr %idle.94
  %w95.s = load double, ptr %l.s
  %w95.0 = insertelement <32 x double> poison, double %w95.s, i64 0
  %w95 = shufflevector <32 x double> %w95.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w95, ptr %l.s.94
  %w96.0 = insertelement <32 x double> poison, double 0x0000000000000000, i64 0
  %w96 = shufflevector <32 x double> %w96.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w96, ptr %l.s.94
  %v187.u = sext i32 %v186.u to i64
  %v188.u = add nuw nsw i64 %first.x, %v187.u
  %v190.u = mul i32 %v180, %dim.x
  %v191.u = add i32 %v190.u, %v186.u
  %v192.u = getelementptr double, ptr %s.kept, i32 %v191.u
  br i1 %v24, label %if97.then, label %if97.end
if97.then:
  %v193.v = load <32 x double>, ptr %v192.u, align 8
  store <32 x double> %v193.v, ptr %l.s.94
  br label %if97.end
if97.end:
  br label %for98
for98:
  br label %for98.head
for98.head:
  %v194.u = phi i64 [ %v28, %for98 ], [ %v194.u.next, %for98.next ]
  %for98.go = icmp slt i64 %v194.u, %v30
  br i1 %for98.go, label %for98.body, label %for98.end
for98.body:
  %v195.u = add i64 %v185, %v194.u
  %v196.u = getelementptr double, ptr %p.a, i64 %v195.u
  %v197.u = load double, ptr %v196.u, align 8
  %v198.u = mul i64 %v194.u, %p.m
  %v199.u = add i64 %v198.u, %v188.u
  %v200.u = getelementptr double, ptr %p.b, i64 %v199.u
  %v201.v = load <32 x double>, ptr %v200.u, align 8
  %w99.0 = insertelement <32 x double> poison, double %v197.u, i64 0
  %w99 = shufflevector <32 x double> %w99.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v202.v = fmul <32 x double> %w99, %v201.v
  %v203.v = load <32 x double>, ptr %l.s.94
  %v204.v = fadd <32 x double> %v203.v, %v202.v
  store <32 x double> %v204.v, ptr %l.s.94
  %v205.u = icmp eq i64 %v194.u, %v182
  br i1 %v205.u, label %if100.then, label %if100.end
if100.then:
  %w101.0 = insertelement <32 x double> poison, double 0x3FF0000000000000, i64 0
  %w101 = shufflevector <32 x double> %w101.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w101, ptr %l.s.94
  br label %if100.end
if100.end:
  br label %for98.next
for98.next:
  %v194.u.next = add nsw i64 %v194.u, 1
  br label %for98.head
for98.end:
  br i1 %v26, label %if102.then, label %if102.else
if102.then:
  %v206.v = load <32 x double>, ptr %l.s.94
  %v207.u = add i64 %v185, %v188.u
  %v208.u = getelementptr double, ptr %p.c, i64 %v207.u
  store <32 x double> %v206.v, ptr %v208.u, align 8
  br label %if102.end
if102.else:
  %v209.v = load <32 x double>, ptr %l.s.94
  store <32 x double> %v209.v, ptr %v192.u, align 8
  br label %if102.end
if102.end:
  br label %for94.next
for94.next:
  %v186.u.next = add i32 %v186.u, 32
  br label %for94.head
for94.end:
  br label %for103
for103:
  %for103.left = sub i32 %for94.span, %for94.full
  %for103.stop = add i32 %for94.mid, %for103.left
  %for103.most = add i32 %for103.left, 7
  %for103.full = and i32 %for103.most, -8
  %for103.mid = add i32 %for94.mid, %for103.full
  br label %for103.head
for103.head:
  %v412.u = phi i32 [ %for94.mid, %for103 ], [ %v412.u.next, %for103.next ]
  %for103.go = icmp ne i32 %v412.u, %for103.mid
  br i1 %for103.go, label %for103.body, label %for103.end
for103.body:
  %for103.here = sub i32 %for103.stop, %v412.u
  %w104.0 = insertelement <8 x i32> poison, i32 %for103.here, i64 0
  %w104 = shufflevector <8 x i32> %w104.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %m104 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %w104
  %m104.wide = sext <8 x i1> %m104 to <8 x i64>
  store <8 x i64> %m104.wide, ptr %exec.103
  store i64 0, ptr %idle.103
  %w105.s = load double, ptr %l.s
  %w105.0 = insertelement <8 x double> poison, double %w105.s, i64 0
  %w105 = shufflevector <8 x double> %w105.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w105, ptr %l.s.103
  %w106.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w106 = shufflevector <8 x double> %w106.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w106, ptr %l.s.103
  %v413.u = sext i32 %v412.u to i64
  %v414.u = add nuw nsw i64 %first.x, %v413.u
  %v416.u = mul i32 %v180, %dim.x
  %v417.u = add i32 %v416.u, %v412.u
  %v418.u = getelementptr double, ptr %s.kept, i32 %v417.u
  br i1 %v24, label %if107.then, label %if107.end
if107.then:
  %m108.w = load <8 x i64>, ptr %exec.103
  %m108 = icmp slt <8 x i64> %m108.w, zeroinitializer
  %v419.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v418.u, i32 8, <8 x i1> %m108, <8 x double> zeroinitializer)
  store <8 x double> %v419.v, ptr %l.s.103
  br label %if107.end
if107.end:
  br label %for109
for109:
  br label %for109.head
for109.head:
  %v420.u = phi i64 [ %v28, %for109 ], [ %v420.u.next, %for109.next ]
  %for109.go = icmp slt i64 %v420.u, %v30
  br i1 %for109.go, label %for109.body, label %for109.end
for109.body:
  %v421.u = add i64 %v185, %v420.u
  %v422.u = getelementptr double, ptr %p.a, i64 %v421.u
  %v423.u = load double, ptr %v422.u, align 8
  %v424.u = mul i64 %v420.u, %p.m
  %v425.u = add i64 %v424.u, %v414.u
  %v426.u = getelementptr double, ptr %p.b, i64 %v425.u
  %m110.w = load <8 x i64>, ptr %exec.103
  %m110 = icmp slt <8 x i64> %m110.w, zeroinitializer
  %v427.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v426.u, i32 8, <8 x i1> %m110, <8 x double> zeroinitializer)
  %w111.0 = insertelement <8 x double> poison, double %v423.u, i64 0
  %w111 = shufflevector <8 x double> %w111.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v428.v = fmul <8 x double> %w111, %v427.v
  %v429.v = load <8 x double>, ptr %l.s.103
  %v430.v = fadd <8 x double> %v429.v, %v428.v
  store <8 x double> %v430.v, ptr %l.s.103
  %v431.u = icmp eq i64 %v420.u, %v182
  br i1 %v431.u, label %if112.then, label %if112.end
if112.then:
  %w113.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w113 = shufflevector <8 x double> %w113.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w113, ptr %l.s.103
  br label %if112.end
if112.end:
  br label %for109.next
for109.next:
  %v420.u.next = add nsw i64 %v420.u, 1
  br label %for109.head
for109.end:
  br i1 %v26, label %if114.then, label %if114.else
if114.then:
  %v432.v = load <8 x double>, ptr %l.s.103
  %v433.u = add i64 %v185, %v414.u
  %v434.u = getelementptr double, ptr %p.c, i64 %v433.u
  %m115.w = load <8 x i64>, ptr %exec.103
  %m115 = icmp slt <8 x i64> %m115.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v432.v, ptr %v434.u, i32 8, <8 x i1> %m115)
  br label %if114.end
if114.else:
  %v435.v = load <8 x double>, ptr %l.s.103
  %m116.w = load <8 x i64>, ptr %exec.103
  %m116 = icmp slt <8 x i64> %m116.w, zeroinitializer
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v435.v, ptr %v418.u, i32 8, <8 x i1> %m116)
  br label %if114.end
if114.end:
  br label %for103.next
for103.next:
  %v412.u.next = add i32 %v412.u, 8
  br label %for103.head
for103.end:
  br label %for93.next
for93.next:
  %v180.next = add nsw i32 %v180, 1
  br label %for93.head
for93.end:
  br label %if4.end
if4.end:
  br label %for3.next
for3.next:
  %for3.k.next = add nuw i32 %for3.k, 1
  %v31.next = add i32 %v31, 6
  br label %for3.head
for3.end:
  br label %for1.next
for1.next:
  %v23.next = add nuw nsw i64 %v23, 1
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.rows(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.a.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.a = load ptr, ptr %p.a.at, align 8
  %p.b.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.b = load ptr, ptr %p.b.at, align 8
  %p.c.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.c = load ptr, ptr %p.c.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.n = load i64, ptr %p.n.at, align 8
  %p.m.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.m = load i64, ptr %p.m.at, align 8
  call void @rows.block(ptr %launch, ptr %scratch, ptr %p.a, ptr %p.b, ptr %p.c, i64 %p.n, i64 %p.m)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = !{i64 0, i64 -9223372036854775808}
