; portkern native code

define internal void @rows.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %step.x, i32 %step.y, i32 %step.z, i64 %threads.x, i64 %threads.y, i64 %threads.z, ptr %p.a, ptr %p.b, ptr %p.c, i64 %p.n, i64 %p.m) #0 {
  %l.s = alloca double
  %l.s_1 = alloca double
  %l.s_2 = alloca double
  %l.s_3 = alloca double
  %l.s_4 = alloca double
  %l.s_5 = alloca double
  %exec.3 = alloca <8 x i1>
  %idle.3 = alloca i64
  %l.s.3 = alloca <8 x double>
  %l.s_1.3 = alloca <8 x double>
  %l.s_2.3 = alloca <8 x double>
  %l.s_3.3 = alloca <8 x double>
  %l.s_4.3 = alloca <8 x double>
  %l.s_5.3 = alloca <8 x double>
  %exec.35 = alloca <8 x i1>
  %idle.35 = alloca i64
  %l.s.35 = alloca <8 x double>
  %l.s_1.35 = alloca <8 x double>
  %l.s_2.35 = alloca <8 x double>
  %l.s_3.35 = alloca <8 x double>
  %l.s_4.35 = alloca <8 x double>
  %l.s_5.35 = alloca <8 x double>
  %exec.75 = alloca <32 x i1>
  %idle.75 = alloca i64
  %l.s.75 = alloca <32 x double>
  %exec.82 = alloca <8 x i1>
  %idle.82 = alloca i64
  %l.s.82 = alloca <8 x double>
  %wide.x = zext i32 %grid.x to i64
  %wide.y = zext i32 %grid.y to i64
  %rows = udiv i64 %first, %wide.x
  %x64 = urem i64 %first, %wide.x
  %z64 = udiv i64 %rows, %wide.y
  %y64 = urem i64 %rows, %wide.y
  %x0 = trunc i64 %x64 to i32
  %y0 = trunc i64 %y64 to i32
  %z0 = trunc i64 %z64 to i32
  br label %block.head
block.head:
  %block = phi i64 [ %first, %0 ], [ %block.after, %block.next ]
  %block.x = phi i32 [ %x0, %0 ], [ %x2, %block.next ]
  %block.y = phi i32 [ %y0, %0 ], [ %y2, %block.next ]
  %block.z = phi i32 [ %z0, %0 ], [ %z1, %block.next ]
  %block.go = icmp ult i64 %block, %last
  br i1 %block.go, label %block.body, label %block.end
block.body:
  %block64.x = zext i32 %block.x to i64
  %step64.x = zext i32 %step.x to i64
  %first.x = mul nuw nsw i64 %block64.x, %step64.x
  %left.x = sub nuw nsw i64 %threads.x, %first.x
  %dim64.x = call i64 @llvm.umin.i64(i64 %left.x, i64 %step64.x)
  %dim.x = trunc i64 %dim64.x to i32
  %block64.y = zext i32 %block.y to i64
  %step64.y = zext i32 %step.y to i64
  %first.y = mul nuw nsw i64 %block64.y, %step64.y
  %left.y = sub nuw nsw i64 %threads.y, %first.y
  %dim64.y = call i64 @llvm.umin.i64(i64 %left.y, i64 %step64.y)
  %dim.y = trunc i64 %dim64.y to i32
  %block64.z = zext i32 %block.z to i64
  %step64.z = zext i32 %step.z to i64
  %first.z = mul nuw nsw i64 %block64.z, %step64.z
  %left.z = sub nuw nsw i64 %threads.z, %first.z
  %dim64.z = call i64 @llvm.umin.i64(i64 %left.z, i64 %step64.z)
  %dim.z = trunc i64 %dim64.z to i32
  store double 0x0000000000000000, ptr %l.s
  store double 0x0000000000000000, ptr %l.s_1
  store double 0x0000000000000000, ptr %l.s_2
  store double 0x0000000000000000, ptr %l.s_3
  store double 0x0000000000000000, ptr %l.s_4
  store double 0x0000000000000000, ptr %l.s_5
  br label %for1
for1:
  %for1.up = icmp sgt i32 6, 0
  %for1.low = select i1 %for1.up, i32 0, i32 %dim.y
  %for1.high = select i1 %for1.up, i32 %dim.y, i32 0
  %for1.back = sub i32 0, 6
  %for1.by = select i1 %for1.up, i32 6, i32 %for1.back
  %for1.moves = icmp ne i32 %for1.by, 0
  %for1.d = select i1 %for1.moves, i32 %for1.by, i32 1
  %for1.some = icmp slt i32 %for1.low, %for1.high
  %for1.any = and i1 %for1.some, %for1.moves
  %for1.span = sub i32 %for1.high, %for1.low
  %for1.reach = sub i32 %for1.span, 1
  %for1.whole = udiv i32 %for1.reach, %for1.d
  %for1.more = add i32 %for1.whole, 1
  %for1.count = select i1 %for1.any, i32 %for1.more, i32 0
  br label %for1.head
for1.head:
  %for1.k = phi i32 [ 0, %for1 ], [ %for1.k.next, %for1.next ]
  %v9 = phi i32 [ 0, %for1 ], [ %v9.next, %for1.next ]
  %for1.go = icmp ult i32 %for1.k, %for1.count
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  %v10 = sext i32 %v9 to i64
  %v11 = add i64 %first.y, %v10
  %v12 = icmp slt i64 %v11, %p.n
  %v13 = select i1 %v12, i32 %dim.x, i32 0
  %v14 = mul i64 %v11, %p.m
  %v15 = add i32 %v9, 1
  %v16 = add i32 %v9, 2
  %v17 = add i32 %v9, 3
  %v18 = add i32 %v9, 4
  %v19 = add i32 %v9, 5
  %v20 = sext i32 %v15 to i64
  %v21 = add i64 %first.y, %v20
  %v22 = icmp slt i64 %v21, %p.n
  %v23 = select i1 %v22, i32 %dim.x, i32 0
  %v24 = mul i64 %v21, %p.m
  %v25 = sext i32 %v16 to i64
  %v26 = add i64 %first.y, %v25
  %v27 = icmp slt i64 %v26, %p.n
  %v28 = select i1 %v27, i32 %dim.x, i32 0
  %v29 = mul i64 %v26, %p.m
  %v30 = sext i32 %v17 to i64
  %v31 = add i64 %first.y, %v30
  %v32 = icmp slt i64 %v31, %p.n
  %v33 = select i1 %v32, i32 %dim.x, i32 0
  %v34 = mul i64 %v31, %p.m
  %v35 = sext i32 %v18 to i64
  %v36 = add i64 %first.y, %v35
  %v37 = icmp slt i64 %v36, %p.n
  %v38 = select i1 %v37, i32 %dim.x, i32 0
  %v39 = mul i64 %v36, %p.m
  %v40 = sext i32 %v19 to i64
  %v41 = add i64 %first.y, %v40
  %v42 = icmp slt i64 %v41, %p.n
  %v43 = select i1 %v42, i32 %dim.x, i32 0
  %v44 = mul i64 %v41, %p.m
  %v45 = sub i32 %dim.y, %v9
  %v46 = icmp sge i32 %v45, 6
  %v47 = icmp eq i32 %v13, %v23
  %v48 = and i1 %v46, %v47
  %v49 = icmp eq i32 %v13, %v28
  %v50 = and i1 %v48, %v49
  %v51 = icmp eq i32 %v13, %v33
  %v52 = and i1 %v50, %v51
  %v53 = icmp eq i32 %v13, %v38
  %v54 = and i1 %v52, %v53
  %v55 = icmp eq i32 %v13, %v43
  %v56 = and i1 %v54, %v55
  br i1 %v56, label %if2.then, label %if2.else
if2.then:
  br label %for3
for3:
  %for3.some = icmp slt i32 0, %v13
  %for3.gap = sub i32 %v13, 0
  %for3.span = select i1 %for3.some, i32 %for3.gap, i32 0
  %for3.full = and i32 %for3.span, -8
  %for3.mid = add i32 0, %for3.full
  br label %for3.head
for3.head:
  %v57.u = phi i32 [ 0, %for3 ], [ %v57.u.next, %for3.next ]
  %for3.go = icmp ne i32 %v57.u, %for3.mid
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  store <8 x i1> splat (i1 true), ptr %exec.3
  store i64 0, ptr %idle.3
  %w4.s = load double, ptr %l.s
  %w4.0 = insertelement <8 x double> poison, double %w4.s, i64 0
  %w4 = shufflevector <8 x double> %w4.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w4, ptr %l.s.3
  %w5.s = load double, ptr %l.s_1
  %w5.0 = insertelement <8 x double> poison, double %w5.s, i64 0
  %w5 = shufflevector <8 x double> %w5.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w5, ptr %l.s_1.3
  %w6.s = load double, ptr %l.s_2
  %w6.0 = insertelement <8 x double> poison, double %w6.s, i64 0
  %w6 = shufflevector <8 x double> %w6.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w6, ptr %l.s_2.3
  %w7.s = load double, ptr %l.s_3
  %w7.0 = insertelement <8 x double> poison, double %w7.s, i64 0
  %w7 = shufflevector <8 x double> %w7.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w7, ptr %l.s_3.3
  %w8.s = load double, ptr %l.s_4
  %w8.0 = insertelement <8 x double> poison, double %w8.s, i64 0
  %w8 = shufflevector <8 x double> %w8.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w8, ptr %l.s_4.3
  %w9.s = load double, ptr %l.s_5
  %w9.0 = insertelement <8 x double> poison, double %w9.s, i64 0
  %w9 = shufflevector <8 x double> %w9.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w9, ptr %l.s_5.3
  %w10.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w10 = shufflevector <8 x double> %w10.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w10, ptr %l.s.3
  %v58.u = sext i32 %v57.u to i64
  %v59.u = add nuw nsw i64 %first.x, %v58.u
  %w11.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w11 = shufflevector <8 x double> %w11.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w11, ptr %l.s_1.3
  %w12.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w12 = shufflevector <8 x double> %w12.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w12, ptr %l.s_2.3
  %w13.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w13 = shufflevector <8 x double> %w13.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w13, ptr %l.s_3.3
  %w14.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w14 = shufflevector <8 x double> %w14.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w14, ptr %l.s_4.3
  %w15.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w15 = shufflevector <8 x double> %w15.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w15, ptr %l.s_5.3
  br label %for16
for16:
  br label %for16.head
for16.head:
  %v60.u = phi i64 [ 0, %for16 ], [ %v60.u.next, %for16.next ]
  %for16.go = icmp slt i64 %v60.u, %p.m
  br i1 %for16.go, label %for16.body, label %for16.end
for16.body:
  %v61.u = add i64 %v14, %v60.u
  %v62.u = getelementptr double, ptr %p.a, i64 %v61.u
  %v63.u = load double, ptr %v62.u, align 8
  %v64.u = mul i64 %v60.u, %p.m
  %v65.u = add i64 %v64.u, %v59.u
  %v66.u = getelementptr double, ptr %p.b, i64 %v65.u
  %v67.v = load <8 x double>, ptr %v66.u, align 8
  %w17.0 = insertelement <8 x double> poison, double %v63.u, i64 0
  %w17 = shufflevector <8 x double> %w17.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v68.v = fmul <8 x double> %w17, %v67.v
  %v69.v = load <8 x double>, ptr %l.s.3
  %v70.v = fadd <8 x double> %v69.v, %v68.v
  store <8 x double> %v70.v, ptr %l.s.3
  %v71.u = icmp eq i64 %v60.u, %v11
  %v72.u = add i64 %v24, %v60.u
  %v73.u = getelementptr double, ptr %p.a, i64 %v72.u
  %v74.u = load double, ptr %v73.u, align 8
  %w18.0 = insertelement <8 x double> poison, double %v74.u, i64 0
  %w18 = shufflevector <8 x double> %w18.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v75.v = fmul <8 x double> %w18, %v67.v
  %v76.v = load <8 x double>, ptr %l.s_1.3
  %v77.v = fadd <8 x double> %v76.v, %v75.v
  store <8 x double> %v77.v, ptr %l.s_1.3
  %v78.u = icmp eq i64 %v60.u, %v21
  %v79.u = add i64 %v29, %v60.u
  %v80.u = getelementptr double, ptr %p.a, i64 %v79.u
  %v81.u = load double, ptr %v80.u, align 8
  %w19.0 = insertelement <8 x double> poison, double %v81.u, i64 0
  %w19 = shufflevector <8 x double> %w19.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v82.v = fmul <8 x double> %w19, %v67.v
  %v83.v = load <8 x double>, ptr %l.s_2.3
  %v84.v = fadd <8 x double> %v83.v, %v82.v
  store <8 x double> %v84.v, ptr %l.s_2.3
  %v85.u = icmp eq i64 %v60.u, %v26
  %v86.u = add i64 %v34, %v60.u
  %v87.u = getelementptr double, ptr %p.a, i64 %v86.u
  %v88.u = load double, ptr %v87.u, align 8
  %w20.0 = insertelement <8 x double> poison, double %v88.u, i64 0
  %w20 = shufflevector <8 x double> %w20.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v89.v = fmul <8 x double> %w20, %v67.v
  %v90.v = load <8 x double>, ptr %l.s_3.3
  %v91.v = fadd <8 x double> %v90.v, %v89.v
  store <8 x double> %v91.v, ptr %l.s_3.3
  %v92.u = icmp eq i64 %v60.u, %v31
  %v93.u = add i64 %v39, %v60.u
  %v94.u = getelementptr double, ptr %p.a, i64 %v93.u
  %v95.u = load double, ptr %v94.u, align 8
  %w21.0 = insertelement <8 x double> poison, double %v95.u, i64 0
  %w21 = shufflevector <8 x double> %w21.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v96.v = fmul <8 x double> %w21, %v67.v
  %v97.v = load <8 x double>, ptr %l.s_4.3
  %v98.v = fadd <8 x double> %v97.v, %v96.v
  store <8 x double> %v98.v, ptr %l.s_4.3
  %v99.u = icmp eq i64 %v60.u, %v36
  %v100.u = add i64 %v44, %v60.u
  %v101.u = getelementptr double, ptr %p.a, i64 %v100.u
  %v102.u = load double, ptr %v101.u, align 8
  %w22.0 = insertelement <8 x double> poison, double %v102.u, i64 0
  %w22 = shufflevector <8 x double> %w22.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v103.v = fmul <8 x double> %w22, %v67.v
  %v104.v = load <8 x double>, ptr %l.s_5.3
  %v105.v = fadd <8 x double> %v104.v, %v103.v
  store <8 x double> %v105.v, ptr %l.s_5.3
  %v106.u = icmp eq i64 %v60.u, %v41
  br i1 %v71.u, label %if23.then, label %if23.end
if23.then:
  %w24.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w24 = shufflevector <8 x double> %w24.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w24, ptr %l.s.3
  br label %if23.end
if23.end:
  br i1 %v78.u, label %if25.then, label %if25.end
if25.then:
  %w26.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w26 = shufflevector <8 x double> %w26.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w26, ptr %l.s_1.3
  br label %if25.end
if25.end:
  br i1 %v85.u, label %if27.then, label %if27.end
if27.then:
  %w28.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w28 = shufflevector <8 x double> %w28.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w28, ptr %l.s_2.3
  br label %if27.end
if27.end:
  br i1 %v92.u, label %if29.then, label %if29.end
if29.then:
  %w30.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w30 = shufflevector <8 x double> %w30.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w30, ptr %l.s_3.3
  br label %if29.end
if29.end:
  br i1 %v99.u, label %if31.then, label %if31.end
if31.then:
  %w32.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w32 = shufflevector <8 x double> %w32.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w32, ptr %l.s_4.3
  br label %if31.end
if31.end:
  br i1 %v106.u, label %if33.then, label %if33.end
if33.then:
  %w34.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w34 = shufflevector <8 x double> %w34.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w34, ptr %l.s_5.3
  br label %if33.end
if33.end:
  br label %for16.next
for16.next:
  %v60.u.next = add nuw nsw i64 %v60.u, 1
  br label %for16.head
for16.end:
  %v107.v = load <8 x double>, ptr %l.s.3
  %v108.u = add i64 %v14, %v59.u
  %v109.u = getelementptr double, ptr %p.c, i64 %v108.u
  store <8 x double> %v107.v, ptr %v109.u, align 8
  %v110.v = load <8 x double>, ptr %l.s_1.3
  %v111.u = add i64 %v24, %v59.u
  %v112.u = getelementptr double, ptr %p.c, i64 %v111.u
  store <8 x double> %v110.v, ptr %v112.u, align 8
  %v113.v = load <8 x double>, ptr %l.s_2.3
  %v114.u = add i64 %v29, %v59.u
  %v115.u = getelementptr double, ptr %p.c, i64 %v114.u
  store <8 x double> %v113.v, ptr %v115.u, align 8
  %v116.v = load <8 x double>, ptr %l.s_3.3
  %v117.u = add i64 %v34, %v59.u
  %v118.u = getelementptr double, ptr %p.c, i64 %v117.u
  store <8 x double> %v116.v, ptr %v118.u, align 8
  %v119.v = load <8 x double>, ptr %l.s_4.3
  %v120.u = add i64 %v39, %v59.u
  %v121.u = getelementptr double, ptr %p.c, i64 %v120.u
  store <8 x double> %v119.v, ptr %v121.u, align 8
  %v122.v = load <8 x double>, ptr %l.s_5.3
  %v123.u = add i64 %v44, %v59.u
  %v124.u = getelementptr double, ptr %p.c, i64 %v123.u
  store <8 x double> %v122.v, ptr %v124.u, align 8
  br label %for3.next
for3.next:
  %v57.u.next = add i32 %v57.u, 8
  br label %for3.head
for3.end:
  br label %for35
for35:
  %for35.left = sub i32 %for3.span, %for3.full
  %for35.stop = add i32 %for3.mid, %for35.left
  %for35.most = add i32 %for35.left, 7
  %for35.full = and i32 %for35.most, -8
  %for35.mid = add i32 %for3.mid, %for35.full
  br label %for35.head
for35.head:
  %v219.u = phi i32 [ %for3.mid, %for35 ], [ %v219.u.next, %for35.next ]
  %for35.go = icmp ne i32 %v219.u, %for35.mid
  br i1 %for35.go, label %for35.body, label %for35.end
for35.body:
  %for35.here = sub i32 %for35.stop, %v219.u
  %for35.0 = insertelement <8 x i32> poison, i32 %for35.here, i64 0
  %for35.all = shufflevector <8 x i32> %for35.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %for35.exec = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %for35.all
  store <8 x i1> %for35.exec, ptr %exec.35
  store i64 0, ptr %idle.35
  %w36.s = load double, ptr %l.s
  %w36.0 = insertelement <8 x double> poison, double %w36.s, i64 0
  %w36 = shufflevector <8 x double> %w36.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w36, ptr %l.s.35
  %w37.s = load double, ptr %l.s_1
  %w37.0 = insertelement <8 x double> poison, double %w37.s, i64 0
  %w37 = shufflevector <8 x double> %w37.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w37, ptr %l.s_1.35
  %w38.s = load double, ptr %l.s_2
  %w38.0 = insertelement <8 x double> poison, double %w38.s, i64 0
  %w38 = shufflevector <8 x double> %w38.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w38, ptr %l.s_2.35
  %w39.s = load double, ptr %l.s_3
  %w39.0 = insertelement <8 x double> poison, double %w39.s, i64 0
  %w39 = shufflevector <8 x double> %w39.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w39, ptr %l.s_3.35
  %w40.s = load double, ptr %l.s_4
  %w40.0 = insertelement <8 x double> poison, double %w40.s, i64 0
  %w40 = shufflevector <8 x double> %w40.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w40, ptr %l.s_4.35
  %w41.s = load double, ptr %l.s_5
  %w41.0 = insertelement <8 x double> poison, double %w41.s, i64 0
  %w41 = shufflevector <8 x double> %w41.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w41, ptr %l.s_5.35
  %w42.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w42 = shufflevector <8 x double> %w42.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w42, ptr %l.s.35
  %v220.u = sext i32 %v219.u to i64
  %v221.u = add nuw nsw i64 %first.x, %v220.u
  %w43.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w43 = shufflevector <8 x double> %w43.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w43, ptr %l.s_1.35
  %w44.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w44 = shufflevector <8 x double> %w44.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w44, ptr %l.s_2.35
  %w45.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w45 = shufflevector <8 x double> %w45.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w45, ptr %l.s_3.35
  %w46.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w46 = shufflevector <8 x double> %w46.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w46, ptr %l.s_4.35
  %w47.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w47 = shufflevector <8 x double> %w47.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w47, ptr %l.s_5.35
  br label %for48
for48:
  br label %for48.head
for48.head:
  %v222.u = phi i64 [ 0, %for48 ], [ %v222.u.next, %for48.next ]
  %for48.go = icmp slt i64 %v222.u, %p.m
  br i1 %for48.go, label %for48.body, label %for48.end
for48.body:
  %v223.u = add i64 %v14, %v222.u
  %v224.u = getelementptr double, ptr %p.a, i64 %v223.u
  %v225.u = load double, ptr %v224.u, align 8
  %v226.u = mul i64 %v222.u, %p.m
  %v227.u = add i64 %v226.u, %v221.u
  %v228.u = getelementptr double, ptr %p.b, i64 %v227.u
  %m49 = load <8 x i1>, ptr %exec.35
  %v229.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v228.u, i32 8, <8 x i1> %m49, <8 x double> zeroinitializer)
  %w50.0 = insertelement <8 x double> poison, double %v225.u, i64 0
  %w50 = shufflevector <8 x double> %w50.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v230.v = fmul <8 x double> %w50, %v229.v
  %v231.v = load <8 x double>, ptr %l.s.35
  %v232.v = fadd <8 x double> %v231.v, %v230.v
  store <8 x double> %v232.v, ptr %l.s.35
  %v233.u = icmp eq i64 %v222.u, %v11
  %v234.u = add i64 %v24, %v222.u
  %v235.u = getelementptr double, ptr %p.a, i64 %v234.u
  %v236.u = load double, ptr %v235.u, align 8
  %w51.0 = insertelement <8 x double> poison, double %v236.u, i64 0
  %w51 = shufflevector <8 x double> %w51.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v237.v = fmul <8 x double> %w51, %v229.v
  %v238.v = load <8 x double>, ptr %l.s_1.35
  %v239.v = fadd <8 x double> %v238.v, %v237.v
  store <8 x double> %v239.v, ptr %l.s_1.35
  %v240.u = icmp eq i64 %v222.u, %v21
  %v241.u = add i64 %v29, %v222.u
  %v242.u = getelementptr double, ptr %p.a, i64 %v241.u
  %v243.u = load double, ptr %v242.u, align 8
  %w52.0 = insertelement <8 x double> poison, double %v243.u, i64 0
  %w52 = shufflevector <8 x double> %w52.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v244.v = fmul <8 x double> %w52, %v229.v
  %v245.v = load <8 x double>, ptr %l.s_2.35
  %v246.v = fadd <8 x double> %v245.v, %v244.v
  store <8 x double> %v246.v, ptr %l.s_2.35
  %v247.u = icmp eq i64 %v222.u, %v26
  %v248.u = add i64 %v34, %v222.u
  %v249.u = getelementptr double, ptr %p.a, i64 %v248.u
  %v250.u = load double, ptr %v249.u, align 8
  %w53.0 = insertelement <8 x double> poison, double %v250.u, i64 0
  %w53 = shufflevector <8 x double> %w53.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v251.v = fmul <8 x double> %w53, %v229.v
  %v252.v = load <8 x double>, ptr %l.s_3.35
  %v253.v = fadd <8 x double> %v252.v, %v251.v
  store <8 x double> %v253.v, ptr %l.s_3.35
  %v254.u = icmp eq i64 %v222.u, %v31
  %v255.u = add i64 %v39, %v222.u
  %v256.u = getelementptr double, ptr %p.a, i64 %v255.u
  %v257.u = load double, ptr %v256.u, align 8
  %w54.0 = insertelement <8 x double> poison, double %v257.u, i64 0
  %w54 = shufflevector <8 x double> %w54.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v258.v = fmul <8 x double> %w54, %v229.v
  %v259.v = load <8 x double>, ptr %l.s_4.35
  %v260.v = fadd <8 x double> %v259.v, %v258.v
  store <8 x double> %v260.v, ptr %l.s_4.35
  %v261.u = icmp eq i64 %v222.u, %v36
  %v262.u = add i64 %v44, %v222.u
  %v263.u = getelementptr double, ptr %p.a, i64 %v262.u
  %v264.u = load double, ptr %v263.u, align 8
  %w55.0 = insertelement <8 x double> poison, double %v264.u, i64 0
  %w55 = shufflevector <8 x double> %w55.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v265.v = fmul <8 x double> %w55, %v229.v
  %v266.v = load <8 x double>, ptr %l.s_5.35
  %v267.v = fadd <8 x double> %v266.v, %v265.v
  store <8 x double> %v267.v, ptr %l.s_5.35
  %v268.u = icmp eq i64 %v222.u, %v41
  br i1 %v233.u, label %if56.then, label %if56.end
if56.then:
  %w57.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w57 = shufflevector <8 x double> %w57.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w57, ptr %l.s.35
  br label %if56.end
if56.end:
  br i1 %v240.u, label %if58.then, label %if58.end
if58.then:
  %w59.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w59 = shufflevector <8 x double> %w59.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w59, ptr %l.s_1.35
  br label %if58.end
if58.end:
  br i1 %v247.u, label %if60.then, label %if60.end
if60.then:
  %w61.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w61 = shufflevector <8 x double> %w61.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w61, ptr %l.s_2.35
  br label %if60.end
if60.end:
  br i1 %v254.u, label %if62.then, label %if62.end
if62.then:
  %w63.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w63 = shufflevector <8 x double> %w63.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w63, ptr %l.s_3.35
  br label %if62.end
if62.end:
  br i1 %v261.u, label %if64.then, label %if64.end
if64.then:
  %w65.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w65 = shufflevector <8 x double> %w65.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w65, ptr %l.s_4.35
  br label %if64.end
if64.end:
  br i1 %v268.u, label %if66.then, label %if66.end
if66.then:
  %w67.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w67 = shufflevector <8 x double> %w67.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w67, ptr %l.s_5.35
  br label %if66.end
if66.end:
  br label %for48.next
for48.next:
  %v222.u.next = add nuw nsw i64 %v222.u, 1
  br label %for48.head
for48.end:
  %v269.v = load <8 x double>, ptr %l.s.35
  %v270.u = add i64 %v14, %v221.u
  %v271.u = getelementptr double, ptr %p.c, i64 %v270.u
  %m68 = load <8 x i1>, ptr %exec.35
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v269.v, ptr %v271.u, i32 8, <8 x i1> %m68)
  %v272.v = load <8 x double>, ptr %l.s_1.35
  %v273.u = add i64 %v24, %v221.u
  %v274.u = getelementptr double, ptr %p.c, i64 %v273.u
  %m69 = load <8 x i1>, ptr %exec.35
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v272.v, ptr %v274.u, i32 8, <8 x i1> %m69)
  %v275.v = load <8 x double>, ptr %l.s_2.35
  %v276.u = add i64 %v29, %v221.u
  %v277.u = getelementptr double, ptr %p.c, i64 %v276.u
  %m70 = load <8 x i1>, ptr %exec.35
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v275.v, ptr %v277.u, i32 8, <8 x i1> %m70)
  %v278.v = load <8 x double>, ptr %l.s_3.35
  %v279.u = add i64 %v34, %v221.u
  %v280.u = getelementptr double, ptr %p.c, i64 %v279.u
  %m71 = load <8 x i1>, ptr %exec.35
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v278.v, ptr %v280.u, i32 8, <8 x i1> %m71)
  %v281.v = load <8 x double>, ptr %l.s_4.35
  %v282.u = add i64 %v39, %v221.u
  %v283.u = getelementptr double, ptr %p.c, i64 %v282.u
  %m72 = load <8 x i1>, ptr %exec.35
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v281.v, ptr %v283.u, i32 8, <8 x i1> %m72)
  %v284.v = load <8 x double>, ptr %l.s_5.35
  %v285.u = add i64 %v44, %v221.u
  %v286.u = getelementptr double, ptr %p.c, i64 %v285.u
  %m73 = load <8 x i1>, ptr %exec.35
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v284.v, ptr %v286.u, i32 8, <8 x i1> %m73)
  br label %for35.next
for35.next:
  %v219.u.next = add i32 %v219.u, 8
  br label %for35.head
for35.end:
  br label %if2.end
if2.else:
  %v125 = add i32 %v9, 6
  %v126 = call i32 @llvm.smin.i32(i32 %v125, i32 %dim.y)
  br label %for74
for74:
  br label %for74.head
for74.head:
  %v127 = phi i32 [ %v9, %for74 ], [ %v127.next, %for74.next ]
  %for74.go = icmp slt i32 %v127, %v126
  br i1 %for74.go, label %for74.body, label %for74.end
for74.body:
  %v128 = sext i32 %v127 to i64
  %v129 = add i64 %first.y, %v128
  %v130 = icmp slt i64 %v129, %p.n
  %v131 = select i1 %v130, i32 %dim.x, i32 0
  %v132 = mul i64 %v129, %p.m
  br label %for75
for75:
  %for75.some = icmp slt i32 0, %v131
  %for75.gap = sub i32 %v131, 0
  %for75.span = select i1 %for75.some, i32 %for75.gap, i32 0
  %for75.full = and i32 %for75.span, -32
  %for75.mid = add i32 0, %for75.full
  br label %for75.head
for75.head:
  %v133.u = phi i32 [ 0, %for75 ], [ %v133.u.next, %for75.next ]
  %for75.go = icmp ne i32 %v133.u, %for75.mid
  br i1 %for75.go, label %for75.body, label %for75.end
for75.body:
  store <32 x i1> splat (i1 true), ptr %exec.75
  store i64 0, ptr %idle.75
  %w76.s = load double, ptr %l.s
  %w76.0 = insertelement <32 x double> poison, double %w76.s, i64 0
  %w76 = shufflevector <32 x double> %w76.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w76, ptr %l.s.75
  %w77.0 = insertelement <32 x double> poison, double 0x0000000000000000, i64 0
  %w77 = shufflevector <32 x double> %w77.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w77, ptr %l.s.75
  %v134.u = sext i32 %v133.u to i64
  %v135.u = add nuw nsw i64 %first.x, %v134.u
  br label %for78
for78:
  br label %for78.head
for78.head:
  %v136.u = phi i64 [ 0, %for78 ], [ %v136.u.next, %for78.next ]
  %for78.go = icmp slt i64 %v136.u, %p.m
  br i1 %for78.go, label %for78.body, label %for78.end
for78.body:
  %v137.u = add i64 %v132, %v136.u
  %v138.u = getelementptr double, ptr %p.a, i64 %v137.u
  %v139.u = load double, ptr %v138.u, align 8
  %v140.u = mul i64 %v136.u, %p.m
  %v141.u = add i64 %v140.u, %v135.u
  %v142.u = getelementptr double, ptr %p.b, i64 %v141.u
  %v143.v = load <32 x double>, ptr %v142.u, align 8
  %w79.0 = insertelement <32 x double> poison, double %v139.u, i64 0
  %w79 = shufflevector <32 x double> %w79.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v144.v = fmul <32 x double> %w79, %v143.v
  %v145.v = load <32 x double>, ptr %l.s.75
  %v146.v = fadd <32 x double> %v145.v, %v144.v
  store <32 x double> %v146.v, ptr %l.s.75
  %v147.u = icmp eq i64 %v136.u, %v129
  br i1 %v147.u, label %if80.then, label %if80.end
if80.then:
  %w81.0 = insertelement <32 x double> poison, double 0x3FF0000000000000, i64 0
  %w81 = shufflevector <32 x double> %w81.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w81, ptr %l.s.75
  br label %if80.end
if80.end:
  br label %for78.next
for78.next:
  %v136.u.next = add nuw nsw i64 %v136.u, 1
  br label %for78.head
for78.end:
  %v148.v = load <32 x double>, ptr %l.s.75
  %v149.u = add i64 %v132, %v135.u
  %v150.u = getelementptr double, ptr %p.c, i64 %v149.u
  store <32 x double> %v148.v, ptr %v150.u, align 8
  br label %for75.next
for75.next:
  %v133.u.next = add i32 %v133.u, 32
  br label %for75.head
for75.end:
  br label %for82
for82:
  %for82.left = sub i32 %for75.span, %for75.full
  %for82.stop = add i32 %for75.mid, %for82.left
  %for82.most = add i32 %for82.left, 7
  %for82.full = and i32 %for82.most, -8
  %for82.mid = add i32 %for75.mid, %for82.full
  br label %for82.head
for82.head:
  %v295.u = phi i32 [ %for75.mid, %for82 ], [ %v295.u.next, %for82.next ]
  %for82.go = icmp ne i32 %v295.u, %for82.mid
  br i1 %for82.go, label %for82.body, label %for82.end
for82.body:
  %for82.here = sub i32 %for82.stop, %v295.u
  %for82.0 = insertelement <8 x i32> poison, i32 %for82.here, i64 0
  %for82.all = shufflevector <8 x i32> %for82.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %for82.exec = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %for82.all
  store <8 x i1> %for82.exec, ptr %exec.82
  store i64 0, ptr %idle.82
  %w83.s = load double, ptr %l.s
  %w83.0 = insertelement <8 x double> poison, double %w83.s, i64 0
  %w83 = shufflevector <8 x double> %w83.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w83, ptr %l.s.82
  %w84.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w84 = shufflevector <8 x double> %w84.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w84, ptr %l.s.82
  %v296.u = sext i32 %v295.u to i64
  %v297.u = add nuw nsw i64 %first.x, %v296.u
  br label %for85
for85:
  br label %for85.head
for85.head:
  %v298.u = phi i64 [ 0, %for85 ], [ %v298.u.next, %for85.next ]
  %for85.go = icmp slt i64 %v298.u, %p.m
  br i1 %for85.go, label %for85.body, label %for85.end
for85.body:
  %v299.u = add i64 %v132, %v298.u
  %v300.u = getelementptr double, ptr %p.a, i64 %v299.u
  %v301.u = load double, ptr %v300.u, align 8
  %v302.u = mul i64 %v298.u, %p.m
  %v303.u = add i64 %v302.u, %v297.u
  %v304.u = getelementptr double, ptr %p.b, i64 %v303.u
  %m86 = load <8 x i1>, ptr %exec.82
  %v305.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v304.u, i32 8, <8 x i1> %m86, <8 x double> zeroinitializer)
  %w87.0 = insertelement <8 x double> poison, double %v301.u, i64 0
  %w87 = shufflevector <8 x double> %w87.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v306.v = fmul <8 x double> %w87, %v305.v
  %v307.v = load <8 x double>, ptr %l.s.82
  %v308.v = fadd <8 x double> %v307.v, %v306.v
  store <8 x double> %v308.v, ptr %l.s.82
  %v309.u = icmp eq i64 %v298.u, %v129
  br i1 %v309.u, label %if88.then, label %if88.end
if88.then:
  %w89.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w89 = shufflevector <8 x double> %w89.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w89, ptr %l.s.82
  br label %if88.end
if88.end:
  br label %for85.next
for85.next:
  %v298.u.next = add nuw nsw i64 %v298.u, 1
  br label %for85.head
for85.end:
  %v310.v = load <8 x double>, ptr %l.s.82
  %v311.u = add i64 %v132, %v297.u
  %v312.u = getelementptr double, ptr %p.c, i64 %v311.u
  %m90 = load <8 x i1>, ptr %exec.82
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v310.v, ptr %v312.u, i32 8, <8 x i1> %m90)
  br label %for82.next
for82.next:
  %v295.u.next = add i32 %v295.u, 8
  br label %for82.head
for82.end:
  br label %for74.next
for74.next:
  %v127.next = add nsw i32 %v127, 1
  br label %for74.head
for74.end:
  br label %if2.end
if2.end:
  br label %for1.next
for1.next:
  %for1.k.next = add nuw i32 %for1.k, 1
  %v9.next = add i32 %v9, 6
  br label %for1.head
for1.end:
  br label %block.next
block.next:
  %block.after = add nuw i64 %block, 1
  %x1 = add nuw nsw i32 %block.x, 1
  %x.full = icmp eq i32 %x1, %grid.x
  %x2 = select i1 %x.full, i32 0, i32 %x1
  %x.carry = zext i1 %x.full to i32
  %y1 = add nuw nsw i32 %block.y, %x.carry
  %y.full = icmp eq i32 %y1, %grid.y
  %y2 = select i1 %y.full, i32 0, i32 %y1
  %y.carry = zext i1 %y.full to i32
  %z1 = add nuw nsw i32 %block.z, %y.carry
  br label %block.head
block.end:
  ret void
}

define void @k.rows(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
  %grid.x.at = getelementptr inbounds i8, ptr %launch, i64 0
  %grid.x = load i32, ptr %grid.x.at, align 4
  %grid.y.at = getelementptr inbounds i8, ptr %launch, i64 4
  %grid.y = load i32, ptr %grid.y.at, align 4
  %grid.z.at = getelementptr inbounds i8, ptr %launch, i64 8
  %grid.z = load i32, ptr %grid.z.at, align 4
  %step.x.at = getelementptr inbounds i8, ptr %launch, i64 12
  %step.x = load i32, ptr %step.x.at, align 4
  %step.y.at = getelementptr inbounds i8, ptr %launch, i64 16
  %step.y = load i32, ptr %step.y.at, align 4
  %step.z.at = getelementptr inbounds i8, ptr %launch, i64 20
  %step.z = load i32, ptr %step.z.at, align 4
  %threads.x.at = getelementptr inbounds i8, ptr %launch, i64 40
  %threads.x = load i64, ptr %threads.x.at, align 8
  %threads.y.at = getelementptr inbounds i8, ptr %launch, i64 48
  %threads.y = load i64, ptr %threads.y.at, align 8
  %threads.z.at = getelementptr inbounds i8, ptr %launch, i64 56
  %threads.z = load i64, ptr %threads.z.at, align 8
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
  call void @rows.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %step.x, i32 %step.y, i32 %step.z, i64 %threads.x, i64 %threads.y, i64 %threads.z, ptr %p.a, ptr %p.b, ptr %p.c, i64 %p.n, i64 %p.m)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
