; portkern native code

define internal void @julia.block(ptr %launch, ptr noalias %scratch, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1, double %p.cr, double %p.ci, i64 %p.limit) #1 {
  %l.z = alloca double
  %l.z_1 = alloca double
  %l.n = alloca i64
  %exec.3 = alloca <32 x i1>
  %idle.3 = alloca i64
  %l.z.3 = alloca <32 x double>
  %l.z_1.3 = alloca <32 x double>
  %l.n.3 = alloca <32 x i64>
  %out.13 = alloca <32 x i1>
  %again.13 = alloca <32 x i1>
  %exec.32 = alloca <8 x i1>
  %idle.32 = alloca i64
  %l.z.32 = alloca <8 x double>
  %l.z_1.32 = alloca <8 x double>
  %l.n.32 = alloca <8 x i64>
  %out.42 = alloca <8 x i1>
  %again.42 = alloca <8 x i1>
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  %first.y.at = getelementptr inbounds i8, ptr %launch, i64 88
  %first.y = load i64, ptr %first.y.at, align 8, !range !4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
  store double 0x0000000000000000, ptr %l.z
  store double 0x0000000000000000, ptr %l.z_1
  store i64 0, ptr %l.n
  %v11 = sub i64 %p.out.shape0, %first.x
  %v12 = bitcast i64 %v11 to i64
  %v13 = call i64 @llvm.umin.i64(i64 %v12, i64 1024)
  %v14 = trunc i64 %v13 to i32
  %v15 = icmp sgt i64 %p.out.shape0, %first.x
  %v16 = select i1 %v15, i32 %v14, i32 0
  %v17 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v16)
  %v18 = sitofp i64 %p.out.shape0 to double
  %v19 = sitofp i64 %p.out.shape1 to double
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v20 = phi i32 [ 0, %for1 ], [ %v20.next, %for1.next ]
  %for1.go = icmp slt i32 %v20, %dim.z
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v21 = phi i32 [ 0, %for2 ], [ %v21.next, %for2.next ]
  %for2.go = icmp slt i32 %v21, %dim.y
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v22 = sext i32 %v21 to i64
  %v23 = add nuw nsw i64 %first.y, %v22
  %v24 = icmp slt i64 %v23, %p.out.shape1
  %v25 = select i1 %v24, i32 %v17, i32 0
  %v26 = sitofp i64 %v23 to double
  %v27 = fmul double %v26, 0x4010000000000000
  %v28 = fdiv double %v27, %v19
  %v29 = fsub double %v28, 0x4000000000000000
  br label %for3
for3:
  %for3.some = icmp slt i32 0, %v25
  %for3.gap = sub i32 %v25, 0
  %for3.span = select i1 %for3.some, i32 %for3.gap, i32 0
  %for3.full = and i32 %for3.span, -32
  %for3.mid = add i32 0, %for3.full
  br label %for3.head
for3.head:
  %v30.u = phi i32 [ 0, %for3 ], [ %v30.u.next, %for3.next ]
  %for3.go = icmp ne i32 %v30.u, %for3.mid
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  store <32 x i1> splat (i1 true), ptr %exec.3
  store i64 0, ptr %idle.3
  %w4.s = load double, ptr %l.z
  %w4.0 = insertelement <32 x double> poison, double %w4.s, i64 0
  %w4 = shufflevector <32 x double> %w4.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w4, ptr %l.z.3
  %w5.s = load double, ptr %l.z_1
  %w5.0 = insertelement <32 x double> poison, double %w5.s, i64 0
  %w5 = shufflevector <32 x double> %w5.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w5, ptr %l.z_1.3
  %w6.s = load i64, ptr %l.n
  %w6.0 = insertelement <32 x i64> poison, i64 %w6.s, i64 0
  %w6 = shufflevector <32 x i64> %w6.0, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %w6, ptr %l.n.3
  %v31.u = sext i32 %v30.u to i64
  %v32.u = add nuw nsw i64 %first.x, %v31.u
  %w7.0 = insertelement <32 x i64> poison, i64 %v32.u, i64 0
  %w7 = shufflevector <32 x i64> %w7.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w7.1 = add <32 x i64> %w7, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %v33.v = sitofp <32 x i64> %w7.1 to <32 x double>
  %w8.0 = insertelement <32 x double> poison, double 0x4010000000000000, i64 0
  %w8 = shufflevector <32 x double> %w8.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v34.v = fmul <32 x double> %v33.v, %w8
  %w9.0 = insertelement <32 x double> poison, double %v18, i64 0
  %w9 = shufflevector <32 x double> %w9.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v35.v = fdiv <32 x double> %v34.v, %w9
  %w10.0 = insertelement <32 x double> poison, double 0x4000000000000000, i64 0
  %w10 = shufflevector <32 x double> %w10.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v36.v = fsub <32 x double> %v35.v, %w10
  store <32 x double> %v36.v, ptr %l.z.3
  %w11.0 = insertelement <32 x double> poison, double %v29, i64 0
  %w11 = shufflevector <32 x double> %w11.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w11, ptr %l.z_1.3
  %w12.0 = insertelement <32 x i64> poison, i64 0, i64 0
  %w12 = shufflevector <32 x i64> %w12.0, <32 x i64> poison, <32 x i32> zeroinitializer
  store <32 x i64> %w12, ptr %l.n.3
  store <32 x i1> zeroinitializer, ptr %out.13
  store <32 x i1> zeroinitializer, ptr %again.13
  br label %loop13
loop13:
  %stop14 = load volatile i32, ptr %stop, align 4
  %stop14.now = icmp ne i32 %stop14, 0
  br i1 %stop14.now, label %block.end, label %stop14.go, !prof !3
stop14.go:
  %v37.v = load <32 x i64>, ptr %l.n.3
  %w15.0 = insertelement <32 x i64> poison, i64 %p.limit, i64 0
  %w15 = shufflevector <32 x i64> %w15.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v38.v = icmp slt <32 x i64> %v37.v, %w15
  %v39.v = load <32 x double>, ptr %l.z.3
  %v40.v = load <32 x double>, ptr %l.z_1.3
  %v41.v = fmul <32 x double> %v39.v, %v39.v
  %v42.v = fmul <32 x double> %v40.v, %v40.v
  %v43.v = fadd <32 x double> %v41.v, %v42.v
  %w16.0 = insertelement <32 x double> poison, double 0x4010000000000000, i64 0
  %w16 = shufflevector <32 x double> %w16.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v44.v = fcmp olt <32 x double> %v43.v, %w16
  %v45.v = and <32 x i1> %v38.v, %v44.v
  %v46.v = xor <32 x i1> %v45.v, splat (i1 true)
  %i17.was = load <32 x i1>, ptr %exec.3
  %i17.not = xor <32 x i1> %v46.v, splat (i1 true)
  %i17.then = select <32 x i1> %i17.was, <32 x i1> %v46.v, <32 x i1> zeroinitializer
  %i17.else = select <32 x i1> %i17.was, <32 x i1> %i17.not, <32 x i1> zeroinitializer
  store <32 x i1> %i17.then, ptr %exec.3
  %m18 = load <32 x i1>, ptr %exec.3
  %m18.old = load <32 x i1>, ptr %out.13
  %m18.new = or <32 x i1> %m18.old, %m18
  store <32 x i1> %m18.new, ptr %out.13
  store <32 x i1> zeroinitializer, ptr %exec.3
  %i17.a = load <32 x i1>, ptr %exec.3
  store <32 x i1> %i17.else, ptr %exec.3
  %i17.b = load <32 x i1>, ptr %exec.3
  %i17.both = or <32 x i1> %i17.a, %i17.b
  store <32 x i1> %i17.both, ptr %exec.3
  %v47.v = fmul <32 x double> %v39.v, %v40.v
  %v48.v = fsub <32 x double> %v41.v, %v42.v
  %v49.v = fadd <32 x double> %v47.v, %v47.v
  %w19.0 = insertelement <32 x double> poison, double %p.cr, i64 0
  %w19 = shufflevector <32 x double> %w19.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v50.v = fadd <32 x double> %v48.v, %w19
  %w20.0 = insertelement <32 x double> poison, double %p.ci, i64 0
  %w20 = shufflevector <32 x double> %w20.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v51.v = fadd <32 x double> %v49.v, %w20
  %m21 = load <32 x i1>, ptr %exec.3
  %m21.old = load <32 x double>, ptr %l.z.3
  %m21.new = select <32 x i1> %m21, <32 x double> %v50.v, <32 x double> %m21.old
  store <32 x double> %m21.new, ptr %l.z.3
  %m22 = load <32 x i1>, ptr %exec.3
  %m22.old = load <32 x double>, ptr %l.z_1.3
  %m22.new = select <32 x i1> %m22, <32 x double> %v51.v, <32 x double> %m22.old
  store <32 x double> %m22.new, ptr %l.z_1.3
  %w23.0 = insertelement <32 x i64> poison, i64 1, i64 0
  %w23 = shufflevector <32 x i64> %w23.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v52.v = add <32 x i64> %v37.v, %w23
  %m24 = load <32 x i1>, ptr %exec.3
  %m24.old = load <32 x i64>, ptr %l.n.3
  %m24.new = select <32 x i1> %m24, <32 x i64> %v52.v, <32 x i64> %m24.old
  store <32 x i64> %m24.new, ptr %l.n.3
  br label %loop13.land
loop13.land:
  %m25 = load <32 x i1>, ptr %exec.3
  %m25.again = load <32 x i1>, ptr %again.13
  %m25.0 = or <32 x i1> %m25, %m25.again
  store <32 x i1> %m25.0, ptr %exec.3
  store <32 x i1> zeroinitializer, ptr %again.13
  %m26 = load <32 x i1>, ptr %exec.3
  %m26.bits = bitcast <32 x i1> %m26 to i32
  %m26.any = icmp ne i32 %m26.bits, 0
  br i1 %m26.any, label %loop13, label %loop13.end
loop13.end:
  %m27 = load <32 x i1>, ptr %exec.3
  %m27.out = load <32 x i1>, ptr %out.13
  %m27.0 = or <32 x i1> %m27, %m27.out
  store <32 x i1> %m27.0, ptr %exec.3
  %v53.v = load <32 x i64>, ptr %l.n.3
  %w28.0 = insertelement <32 x i64> poison, i64 %v32.u, i64 0
  %w28 = shufflevector <32 x i64> %w28.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w28.1 = add <32 x i64> %w28, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %w29.0 = insertelement <32 x i64> poison, i64 %p.out.shape1, i64 0
  %w29 = shufflevector <32 x i64> %w29.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v54.v = mul <32 x i64> %w28.1, %w29
  %w30.0 = insertelement <32 x i64> poison, i64 %v23, i64 0
  %w30 = shufflevector <32 x i64> %w30.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v55.v = add <32 x i64> %v54.v, %w30
  %w31.0 = insertelement <32 x ptr> poison, ptr %p.out, i64 0
  %w31 = shufflevector <32 x ptr> %w31.0, <32 x ptr> poison, <32 x i32> zeroinitializer
  %v56.v = getelementptr i32, <32 x ptr> %w31, <32 x i64> %v55.v
  %v57.v = trunc <32 x i64> %v53.v to <32 x i32>
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> %v57.v, <32 x ptr> %v56.v, i32 4, <32 x i1> splat (i1 true))
  br label %for3.next
for3.next:
  %v30.u.next = add i32 %v30.u, 32
  br label %for3.head
for3.end:
  br label %for32
for32:
  %for32.left = sub i32 %for3.span, %for3.full
  %for32.full = and i32 %for32.left, -8
  %for32.mid = add i32 %for3.mid, %for32.full
  br label %for32.head
for32.head:
  %v95.u = phi i32 [ %for3.mid, %for32 ], [ %v95.u.next, %for32.next ]
  %for32.go = icmp ne i32 %v95.u, %for32.mid
  br i1 %for32.go, label %for32.body, label %for32.end
for32.body:
  store <8 x i1> splat (i1 true), ptr %exec.32
  store i64 0, ptr %idle.32
  %w33.s = load double, ptr %l.z
  %w33.0 = insertelement <8 x double> poison, double %w33.s, i64 0
  %w33 = shufflevector <8 x double> %w33.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w33, ptr %l.z.32
  %w34.s = load double, ptr %l.z_1
  %w34.0 = insertelement <8 x double> poison, double %w34.s, i64 0
  %w34 = shufflevector <8 x double> %w34.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w34, ptr %l.z_1.32
  %w35.s = load i64, ptr %l.n
  %w35.0 = insertelement <8 x i64> poison, i64 %w35.s, i64 0
  %w35 = shufflevector <8 x i64> %w35.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w35, ptr %l.n.32
  %v96.u = sext i32 %v95.u to i64
  %v97.u = add nuw nsw i64 %first.x, %v96.u
  %w36.0 = insertelement <8 x i64> poison, i64 %v97.u, i64 0
  %w36 = shufflevector <8 x i64> %w36.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w36.1 = add <8 x i64> %w36, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v98.v = sitofp <8 x i64> %w36.1 to <8 x double>
  %w37.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w37 = shufflevector <8 x double> %w37.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v99.v = fmul <8 x double> %v98.v, %w37
  %w38.0 = insertelement <8 x double> poison, double %v18, i64 0
  %w38 = shufflevector <8 x double> %w38.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v100.v = fdiv <8 x double> %v99.v, %w38
  %w39.0 = insertelement <8 x double> poison, double 0x4000000000000000, i64 0
  %w39 = shufflevector <8 x double> %w39.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v101.v = fsub <8 x double> %v100.v, %w39
  store <8 x double> %v101.v, ptr %l.z.32
  %w40.0 = insertelement <8 x double> poison, double %v29, i64 0
  %w40 = shufflevector <8 x double> %w40.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w40, ptr %l.z_1.32
  %w41.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w41 = shufflevector <8 x i64> %w41.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w41, ptr %l.n.32
  store <8 x i1> zeroinitializer, ptr %out.42
  store <8 x i1> zeroinitializer, ptr %again.42
  br label %loop42
loop42:
  %stop43 = load volatile i32, ptr %stop, align 4
  %stop43.now = icmp ne i32 %stop43, 0
  br i1 %stop43.now, label %block.end, label %stop43.go, !prof !3
stop43.go:
  %v102.v = load <8 x i64>, ptr %l.n.32
  %w44.0 = insertelement <8 x i64> poison, i64 %p.limit, i64 0
  %w44 = shufflevector <8 x i64> %w44.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v103.v = icmp slt <8 x i64> %v102.v, %w44
  %v104.v = load <8 x double>, ptr %l.z.32
  %v105.v = load <8 x double>, ptr %l.z_1.32
  %v106.v = fmul <8 x double> %v104.v, %v104.v
  %v107.v = fmul <8 x double> %v105.v, %v105.v
  %v108.v = fadd <8 x double> %v106.v, %v107.v
  %w45.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w45 = shufflevector <8 x double> %w45.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v109.v = fcmp olt <8 x double> %v108.v, %w45
  %v110.v = and <8 x i1> %v103.v, %v109.v
  %v111.v = xor <8 x i1> %v110.v, splat (i1 true)
  %i46.was = load <8 x i1>, ptr %exec.32
  %i46.not = xor <8 x i1> %v111.v, splat (i1 true)
  %i46.then = select <8 x i1> %i46.was, <8 x i1> %v111.v, <8 x i1> zeroinitializer
  %i46.else = select <8 x i1> %i46.was, <8 x i1> %i46.not, <8 x i1> zeroinitializer
  store <8 x i1> %i46.then, ptr %exec.32
  %m47 = load <8 x i1>, ptr %exec.32
  %m47.old = load <8 x i1>, ptr %out.42
  %m47.new = or <8 x i1> %m47.old, %m47
  store <8 x i1> %m47.new, ptr %out.42
  store <8 x i1> zeroinitializer, ptr %exec.32
  %i46.a = load <8 x i1>, ptr %exec.32
  store <8 x i1> %i46.else, ptr %exec.32
  %i46.b = load <8 x i1>, ptr %exec.32
  %i46.both = or <8 x i1> %i46.a, %i46.b
  store <8 x i1> %i46.both, ptr %exec.32
  %v112.v = fmul <8 x double> %v104.v, %v105.v
  %v113.v = fsub <8 x double> %v106.v, %v107.v
  %v114.v = fadd <8 x double> %v112.v, %v112.v
  %w48.0 = insertelement <8 x double> poison, double %p.cr, i64 0
  %w48 = shufflevector <8 x double> %w48.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v115.v = fadd <8 x double> %v113.v, %w48
  %w49.0 = insertelement <8 x double> poison, double %p.ci, i64 0
  %w49 = shufflevector <8 x double> %w49.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v116.v = fadd <8 x double> %v114.v, %w49
  %m50 = load <8 x i1>, ptr %exec.32
  %m50.old = load <8 x double>, ptr %l.z.32
  %m50.new = select <8 x i1> %m50, <8 x double> %v115.v, <8 x double> %m50.old
  store <8 x double> %m50.new, ptr %l.z.32
  %m51 = load <8 x i1>, ptr %exec.32
  %m51.old = load <8 x double>, ptr %l.z_1.32
  %m51.new = select <8 x i1> %m51, <8 x double> %v116.v, <8 x double> %m51.old
  store <8 x double> %m51.new, ptr %l.z_1.32
  %w52.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w52 = shufflevector <8 x i64> %w52.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v117.v = add <8 x i64> %v102.v, %w52
  %m53 = load <8 x i1>, ptr %exec.32
  %m53.old = load <8 x i64>, ptr %l.n.32
  %m53.new = select <8 x i1> %m53, <8 x i64> %v117.v, <8 x i64> %m53.old
  store <8 x i64> %m53.new, ptr %l.n.32
  br label %loop42.land
loop42.land:
  %m54 = load <8 x i1>, ptr %exec.32
  %m54.again = load <8 x i1>, ptr %again.42
  %m54.0 = or <8 x i1> %m54, %m54.again
  store <8 x i1> %m54.0, ptr %exec.32
  store <8 x i1> zeroinitializer, ptr %again.42
  %m55 = load <8 x i1>, ptr %exec.32
  %m55.bits = bitcast <8 x i1> %m55 to i8
  %m55.any = icmp ne i8 %m55.bits, 0
  br i1 %m55.any, label %loop42, label %loop42.end
loop42.end:
  %m56 = load <8 x i1>, ptr %exec.32
  %m56.out = load <8 x i1>, ptr %out.42
  %m56.0 = or <8 x i1> %m56, %m56.out
  store <8 x i1> %m56.0, ptr %exec.32
  %v118.v = load <8 x i64>, ptr %l.n.32
  %w57.0 = insertelement <8 x i64> poison, i64 %v97.u, i64 0
  %w57 = shufflevector <8 x i64> %w57.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w57.1 = add <8 x i64> %w57, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w58.0 = insertelement <8 x i64> poison, i64 %p.out.shape1, i64 0
  %w58 = shufflevector <8 x i64> %w58.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v119.v = mul <8 x i64> %w57.1, %w58
  %w59.0 = insertelement <8 x i64> poison, i64 %v23, i64 0
  %w59 = shufflevector <8 x i64> %w59.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v120.v = add <8 x i64> %v119.v, %w59
  %w60.0 = insertelement <8 x ptr> poison, ptr %p.out, i64 0
  %w60 = shufflevector <8 x ptr> %w60.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v121.v = getelementptr i32, <8 x ptr> %w60, <8 x i64> %v120.v
  %v122.v = trunc <8 x i64> %v118.v to <8 x i32>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v122.v, <8 x ptr> %v121.v, i32 4, <8 x i1> splat (i1 true))
  br label %for32.next
for32.next:
  %v95.u.next = add i32 %v95.u, 8
  br label %for32.head
for32.end:
  br label %for61
for61:
  br label %for61.head
for61.head:
  %v30 = phi i32 [ %for32.mid, %for61 ], [ %v30.next, %for61.next ]
  %for61.go = icmp slt i32 %v30, %v25
  br i1 %for61.go, label %for61.body, label %for61.end
for61.body:
  %v31 = sext i32 %v30 to i64
  %v32 = add nuw nsw i64 %first.x, %v31
  %v33 = sitofp i64 %v32 to double
  %v34 = fmul double %v33, 0x4010000000000000
  %v35 = fdiv double %v34, %v18
  %v36 = fsub double %v35, 0x4000000000000000
  store double %v36, ptr %l.z
  store double %v29, ptr %l.z_1
  store i64 0, ptr %l.n
  br label %loop62
loop62:
  %stop63 = load volatile i32, ptr %stop, align 4
  %stop63.now = icmp ne i32 %stop63, 0
  br i1 %stop63.now, label %block.end, label %stop63.go, !prof !3
stop63.go:
  %v37 = load i64, ptr %l.n
  %v38 = icmp slt i64 %v37, %p.limit
  %v39 = load double, ptr %l.z
  %v40 = load double, ptr %l.z_1
  %v41 = fmul double %v39, %v39
  %v42 = fmul double %v40, %v40
  %v43 = fadd double %v41, %v42
  %v44 = fcmp olt double %v43, 0x4010000000000000
  %v45 = and i1 %v38, %v44
  %v46 = xor i1 %v45, true
  br i1 %v46, label %if64.then, label %if64.end
if64.then:
  br label %loop62.end
if64.end:
  %v47 = fmul double %v39, %v40
  %v48 = fsub double %v41, %v42
  %v49 = fadd double %v47, %v47
  %v50 = fadd double %v48, %p.cr
  %v51 = fadd double %v49, %p.ci
  store double %v50, ptr %l.z
  store double %v51, ptr %l.z_1
  %v52 = add i64 %v37, 1
  store i64 %v52, ptr %l.n
  br label %loop62
loop62.end:
  %v53 = load i64, ptr %l.n
  %v54 = mul i64 %v32, %p.out.shape1
  %v55 = add i64 %v54, %v23
  %v56 = getelementptr inbounds i32, ptr %p.out, i64 %v55
  %v57 = trunc i64 %v53 to i32
  store i32 %v57, ptr %v56, align 4, !llvm.access.group !5
  br label %for61.next
for61.next:
  %v30.next = add nuw nsw i32 %v30, 1
  br label %for61.head, !llvm.loop !6
for61.end:
  br label %for2.next
for2.next:
  %v21.next = add nuw nsw i32 %v21, 1
  br label %for2.head
for2.end:
  br label %for1.next
for1.next:
  %v20.next = add nuw nsw i32 %v20, 1
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.julia(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  %p.out.shape1.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.out.shape1 = load i64, ptr %p.out.shape1.at, align 8
  %p.cr.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.cr = load double, ptr %p.cr.at, align 8
  %p.ci.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.ci = load double, ptr %p.ci.at, align 8
  %p.limit.at = getelementptr inbounds i8, ptr %params, i64 40
  %p.limit = load i64, ptr %p.limit.at, align 8
  call void @julia.block(ptr %launch, ptr %scratch, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1, double %p.cr, double %p.ci, i64 %p.limit)
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
