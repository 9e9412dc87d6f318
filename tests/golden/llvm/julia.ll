; portkern native code

define internal void @julia.block(ptr %launch, ptr noalias %scratch, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1, double %p.cr, double %p.ci, i64 %p.limit) #1 {
  %l.z = alloca double
  %l.z_1 = alloca double
  %l.n = alloca i64
  %exec.3 = alloca <16 x i64>
  %idle.3 = alloca i64
  %l.z.3 = alloca <16 x double>
  %l.z_1.3 = alloca <16 x double>
  %l.n.3 = alloca <16 x i64>
  %l.n.3.u = alloca i64
  %out.13 = alloca <16 x i64>
  %again.13 = alloca <16 x i64>
  %exec.36 = alloca <8 x i64>
  %idle.36 = alloca i64
  %l.z.36 = alloca <8 x double>
  %l.z_1.36 = alloca <8 x double>
  %l.n.36 = alloca <8 x i64>
  %l.n.36.u = alloca i64
  %out.46 = alloca <8 x i64>
  %again.46 = alloca <8 x i64>
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
  %for3.full = and i32 %for3.span, -16
  %for3.mid = add i32 0, %for3.full
  br label %for3.head
for3.head:
  %v30.u = phi i32 [ 0, %for3 ], [ %v30.u.next, %for3.next ]
  %for3.go = icmp ne i32 %v30.u, %for3.mid
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  store <16 x i64> splat (i64 -1), ptr %exec.3
  store i64 0, ptr %idle.3
  %w4.s = load double, ptr %l.z
  %w4.0 = insertelement <16 x double> poison, double %w4.s, i64 0
  %w4 = shufflevector <16 x double> %w4.0, <16 x double> poison, <16 x i32> zeroinitializer
  store <16 x double> %w4, ptr %l.z.3
  %w5.s = load double, ptr %l.z_1
  %w5.0 = insertelement <16 x double> poison, double %w5.s, i64 0
  %w5 = shufflevector <16 x double> %w5.0, <16 x double> poison, <16 x i32> zeroinitializer
  store <16 x double> %w5, ptr %l.z_1.3
  %w6.s = load i64, ptr %l.n
  %w6.0 = insertelement <16 x i64> poison, i64 %w6.s, i64 0
  %w6 = shufflevector <16 x i64> %w6.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w6, ptr %l.n.3
  %v31.u = sext i32 %v30.u to i64
  %v32.u = add nuw nsw i64 %first.x, %v31.u
  %w7.0 = insertelement <16 x i64> poison, i64 %v32.u, i64 0
  %w7 = shufflevector <16 x i64> %w7.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w7.1 = add <16 x i64> %w7, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v33.v = sitofp <16 x i64> %w7.1 to <16 x double>
  %w8.0 = insertelement <16 x double> poison, double 0x4010000000000000, i64 0
  %w8 = shufflevector <16 x double> %w8.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v34.v = fmul <16 x double> %v33.v, %w8
  %w9.0 = insertelement <16 x double> poison, double %v18, i64 0
  %w9 = shufflevector <16 x double> %w9.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v35.v = fdiv <16 x double> %v34.v, %w9
  %w10.0 = insertelement <16 x double> poison, double 0x4000000000000000, i64 0
  %w10 = shufflevector <16 x double> %w10.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v36.v = fsub <16 x double> %v35.v, %w10
  store <16 x double> %v36.v, ptr %l.z.3
  %w11.0 = insertelement <16 x double> poison, double %v29, i64 0
  %w11 = shufflevector <16 x double> %w11.0, <16 x double> poison, <16 x i32> zeroinitializer
  store <16 x double> %w11, ptr %l.z_1.3
  store i64 0, ptr %l.n.3.u
  %w12.0 = insertelement <16 x i64> poison, i64 0, i64 0
  %w12 = shufflevector <16 x i64> %w12.0, <16 x i64> poison, <16 x i32> zeroinitializer
  store <16 x i64> %w12, ptr %l.n.3
  %m14 = load <16 x i64>, ptr %exec.3
  store <16 x i64> %m14, ptr %out.13
  store <16 x i64> zeroinitializer, ptr %again.13
  br label %loop13
loop13:
  %stop15 = load volatile i32, ptr %stop, align 4
  %stop15.now = icmp ne i32 %stop15, 0
  br i1 %stop15.now, label %block.end, label %stop15.go, !prof !3
stop15.go:
  %v37.u = load i64, ptr %l.n.3.u
  %v38.u = icmp slt i64 %v37.u, %p.limit
  %v39.v = load <16 x double>, ptr %l.z.3
  %v40.v = load <16 x double>, ptr %l.z_1.3
  %v41.v = fmul <16 x double> %v39.v, %v39.v
  %v42.v = fmul <16 x double> %v40.v, %v40.v
  %v43.v = fadd <16 x double> %v41.v, %v42.v
  %w16.0 = insertelement <16 x double> poison, double 0x4010000000000000, i64 0
  %w16 = shufflevector <16 x double> %w16.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v44.v = fcmp olt <16 x double> %v43.v, %w16
  %w17.0 = insertelement <16 x i1> poison, i1 %v38.u, i64 0
  %w17 = shufflevector <16 x i1> %w17.0, <16 x i1> poison, <16 x i32> zeroinitializer
  %v45.v = and <16 x i1> %w17, %v44.v
  %v46.v = xor <16 x i1> %v45.v, splat (i1 true)
  br i1 %v38.u, label %if18.end, label %if18.then
if18.then:
  store <16 x i64> zeroinitializer, ptr %exec.3
  br label %loop13.end
if18.end:
  %i19.was = load <16 x i64>, ptr %exec.3
  %i19.on = freeze <16 x i1> %v44.v
  %i19.off = xor <16 x i1> %i19.on, splat (i1 true)
  %i19.with = sext <16 x i1> %i19.on to <16 x i64>
  %i19.without = sext <16 x i1> %i19.off to <16 x i64>
  %i19.yes = and <16 x i64> %i19.was, %i19.with
  %i19.no = and <16 x i64> %i19.was, %i19.without
  store <16 x i64> %i19.no, ptr %exec.3
  store <16 x i64> zeroinitializer, ptr %exec.3
  %i19.a = load <16 x i64>, ptr %exec.3
  store <16 x i64> %i19.yes, ptr %exec.3
  %i19.b = load <16 x i64>, ptr %exec.3
  %i19.both = or <16 x i64> %i19.a, %i19.b
  store <16 x i64> %i19.both, ptr %exec.3
  %v47.v = fmul <16 x double> %v39.v, %v40.v
  %v48.v = fsub <16 x double> %v41.v, %v42.v
  %v49.v = fadd <16 x double> %v47.v, %v47.v
  %w20.0 = insertelement <16 x double> poison, double %p.cr, i64 0
  %w20 = shufflevector <16 x double> %w20.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v50.v = fadd <16 x double> %v48.v, %w20
  %w21.0 = insertelement <16 x double> poison, double %p.ci, i64 0
  %w21 = shufflevector <16 x double> %w21.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v51.v = fadd <16 x double> %v49.v, %w21
  %m22.w = load <16 x i64>, ptr %exec.3
  %m22 = icmp slt <16 x i64> %m22.w, zeroinitializer
  %m22.old = load <16 x double>, ptr %l.z.3
  %m22.new = select <16 x i1> %m22, <16 x double> %v50.v, <16 x double> %m22.old
  store <16 x double> %m22.new, ptr %l.z.3
  %m23.w = load <16 x i64>, ptr %exec.3
  %m23 = icmp slt <16 x i64> %m23.w, zeroinitializer
  %m23.old = load <16 x double>, ptr %l.z_1.3
  %m23.new = select <16 x i1> %m23, <16 x double> %v51.v, <16 x double> %m23.old
  store <16 x double> %m23.new, ptr %l.z_1.3
  %v52.u = add i64 %v37.u, 1
  store i64 %v52.u, ptr %l.n.3.u
  %w24.0 = insertelement <16 x i64> poison, i64 1, i64 0
  %w24 = shufflevector <16 x i64> %w24.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w25.was = load <16 x i64>, ptr %l.n.3
  %w25 = add <16 x i64> %w25.was, %w24
  %m26.w = load <16 x i64>, ptr %exec.3
  %m26 = icmp slt <16 x i64> %m26.w, zeroinitializer
  %m26.old = load <16 x i64>, ptr %l.n.3
  %m26.new = select <16 x i1> %m26, <16 x i64> %w25, <16 x i64> %m26.old
  store <16 x i64> %m26.new, ptr %l.n.3
  br label %loop13.land
loop13.land:
  %m27 = load <16 x i64>, ptr %exec.3
  %m27.again = load <16 x i64>, ptr %again.13
  %m27.0 = or <16 x i64> %m27, %m27.again
  store <16 x i64> %m27.0, ptr %exec.3
  store <16 x i64> zeroinitializer, ptr %again.13
  %m28.w = load <16 x i64>, ptr %exec.3
  %m28 = icmp slt <16 x i64> %m28.w, zeroinitializer
  %m29.0 = shufflevector <16 x i64> %m28.w, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %m29.1 = shufflevector <16 x i64> %m28.w, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m29.w = or <8 x i64> %m29.0, %m29.1
  %m30.0 = shufflevector <8 x i64> %m29.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m30.1 = shufflevector <8 x i64> %m29.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m30.w = or <4 x i64> %m30.0, %m30.1
  %m28.bits = bitcast <4 x i64> %m30.w to i256
  %m28.any = icmp ne i256 %m28.bits, 0
  br i1 %m28.any, label %loop13, label %loop13.end
loop13.end:
  %m31.out = load <16 x i64>, ptr %out.13
  store <16 x i64> %m31.out, ptr %exec.3
  %v53.v = load <16 x i64>, ptr %l.n.3
  %w32.0 = insertelement <16 x i64> poison, i64 %v32.u, i64 0
  %w32 = shufflevector <16 x i64> %w32.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w32.1 = add <16 x i64> %w32, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %w33.0 = insertelement <16 x i64> poison, i64 %p.out.shape1, i64 0
  %w33 = shufflevector <16 x i64> %w33.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v54.v = mul <16 x i64> %w32.1, %w33
  %w34.0 = insertelement <16 x i64> poison, i64 %v23, i64 0
  %w34 = shufflevector <16 x i64> %w34.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %v55.v = add <16 x i64> %v54.v, %w34
  %w35.0 = insertelement <16 x ptr> poison, ptr %p.out, i64 0
  %w35 = shufflevector <16 x ptr> %w35.0, <16 x ptr> poison, <16 x i32> zeroinitializer
  %v56.v = getelementptr i32, <16 x ptr> %w35, <16 x i64> %v55.v
  %v57.v = trunc <16 x i64> %v53.v to <16 x i32>
  call void @llvm.masked.scatter.v16i32.v16p0(<16 x i32> %v57.v, <16 x ptr> %v56.v, i32 4, <16 x i1> splat (i1 true))
  br label %for3.next
for3.next:
  %v30.u.next = add i32 %v30.u, 16
  br label %for3.head
for3.end:
  br label %for36
for36:
  %for36.left = sub i32 %for3.span, %for3.full
  %for36.full = and i32 %for36.left, -8
  %for36.mid = add i32 %for3.mid, %for36.full
  br label %for36.head
for36.head:
  %v95.u = phi i32 [ %for3.mid, %for36 ], [ %v95.u.next, %for36.next ]
  %for36.go = icmp ne i32 %v95.u, %for36.mid
  br i1 %for36.go, label %for36.body, label %for36.end
for36.body:
  store <8 x i64> splat (i64 -1), ptr %exec.36
  store i64 0, ptr %idle.36
  %w37.s = load double, ptr %l.z
  %w37.0 = insertelement <8 x double> poison, double %w37.s, i64 0
  %w37 = shufflevector <8 x double> %w37.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w37, ptr %l.z.36
  %w38.s = load double, ptr %l.z_1
  %w38.0 = insertelement <8 x double> poison, double %w38.s, i64 0
  %w38 = shufflevector <8 x double> %w38.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w38, ptr %l.z_1.36
  %w39.s = load i64, ptr %l.n
  %w39.0 = insertelement <8 x i64> poison, i64 %w39.s, i64 0
  %w39 = shufflevector <8 x i64> %w39.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w39, ptr %l.n.36
  %v96.u = sext i32 %v95.u to i64
  %v97.u = add nuw nsw i64 %first.x, %v96.u
  %w40.0 = insertelement <8 x i64> poison, i64 %v97.u, i64 0
  %w40 = shufflevector <8 x i64> %w40.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w40.1 = add <8 x i64> %w40, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v98.v = sitofp <8 x i64> %w40.1 to <8 x double>
  %w41.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w41 = shufflevector <8 x double> %w41.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v99.v = fmul <8 x double> %v98.v, %w41
  %w42.0 = insertelement <8 x double> poison, double %v18, i64 0
  %w42 = shufflevector <8 x double> %w42.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v100.v = fdiv <8 x double> %v99.v, %w42
  %w43.0 = insertelement <8 x double> poison, double 0x4000000000000000, i64 0
  %w43 = shufflevector <8 x double> %w43.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v101.v = fsub <8 x double> %v100.v, %w43
  store <8 x double> %v101.v, ptr %l.z.36
  %w44.0 = insertelement <8 x double> poison, double %v29, i64 0
  %w44 = shufflevector <8 x double> %w44.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w44, ptr %l.z_1.36
  store i64 0, ptr %l.n.36.u
  %w45.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w45 = shufflevector <8 x i64> %w45.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w45, ptr %l.n.36
  %m47 = load <8 x i64>, ptr %exec.36
  store <8 x i64> %m47, ptr %out.46
  store <8 x i64> zeroinitializer, ptr %again.46
  br label %loop46
loop46:
  %stop48 = load volatile i32, ptr %stop, align 4
  %stop48.now = icmp ne i32 %stop48, 0
  br i1 %stop48.now, label %block.end, label %stop48.go, !prof !3
stop48.go:
  %v102.u = load i64, ptr %l.n.36.u
  %v103.u = icmp slt i64 %v102.u, %p.limit
  %v104.v = load <8 x double>, ptr %l.z.36
  %v105.v = load <8 x double>, ptr %l.z_1.36
  %v106.v = fmul <8 x double> %v104.v, %v104.v
  %v107.v = fmul <8 x double> %v105.v, %v105.v
  %v108.v = fadd <8 x double> %v106.v, %v107.v
  %w49.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w49 = shufflevector <8 x double> %w49.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v109.v = fcmp olt <8 x double> %v108.v, %w49
  %w50.0 = insertelement <8 x i1> poison, i1 %v103.u, i64 0
  %w50 = shufflevector <8 x i1> %w50.0, <8 x i1> poison, <8 x i32> zeroinitializer
  %v110.v = and <8 x i1> %w50, %v109.v
  %v111.v = xor <8 x i1> %v110.v, splat (i1 true)
  br i1 %v103.u, label %if51.end, label %if51.then
if51.then:
  store <8 x i64> zeroinitializer, ptr %exec.36
  br label %loop46.end
if51.end:
  %i52.was = load <8 x i64>, ptr %exec.36
  %i52.on = freeze <8 x i1> %v109.v
  %i52.off = xor <8 x i1> %i52.on, splat (i1 true)
  %i52.with = sext <8 x i1> %i52.on to <8 x i64>
  %i52.without = sext <8 x i1> %i52.off to <8 x i64>
  %i52.yes = and <8 x i64> %i52.was, %i52.with
  %i52.no = and <8 x i64> %i52.was, %i52.without
  store <8 x i64> %i52.no, ptr %exec.36
  store <8 x i64> zeroinitializer, ptr %exec.36
  %i52.a = load <8 x i64>, ptr %exec.36
  store <8 x i64> %i52.yes, ptr %exec.36
  %i52.b = load <8 x i64>, ptr %exec.36
  %i52.both = or <8 x i64> %i52.a, %i52.b
  store <8 x i64> %i52.both, ptr %exec.36
  %v112.v = fmul <8 x double> %v104.v, %v105.v
  %v113.v = fsub <8 x double> %v106.v, %v107.v
  %v114.v = fadd <8 x double> %v112.v, %v112.v
  %w53.0 = insertelement <8 x double> poison, double %p.cr, i64 0
  %w53 = shufflevector <8 x double> %w53.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v115.v = fadd <8 x double> %v113.v, %w53
  %w54.0 = insertelement <8 x double> poison, double %p.ci, i64 0
  %w54 = shufflevector <8 x double> %w54.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v116.v = fadd <8 x double> %v114.v, %w54
  %m55.w = load <8 x i64>, ptr %exec.36
  %m55 = icmp slt <8 x i64> %m55.w, zeroinitializer
  %m55.old = load <8 x double>, ptr %l.z.36
  %m55.new = select <8 x i1> %m55, <8 x double> %v115.v, <8 x double> %m55.old
  store <8 x double> %m55.new, ptr %l.z.36
  %m56.w = load <8 x i64>, ptr %exec.36
  %m56 = icmp slt <8 x i64> %m56.w, zeroinitializer
  %m56.old = load <8 x double>, ptr %l.z_1.36
  %m56.new = select <8 x i1> %m56, <8 x double> %v116.v, <8 x double> %m56.old
  store <8 x double> %m56.new, ptr %l.z_1.36
  %v117.u = add i64 %v102.u, 1
  store i64 %v117.u, ptr %l.n.36.u
  %w57.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w57 = shufflevector <8 x i64> %w57.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w58.was = load <8 x i64>, ptr %l.n.36
  %w58 = add <8 x i64> %w58.was, %w57
  %m59.w = load <8 x i64>, ptr %exec.36
  %m59 = icmp slt <8 x i64> %m59.w, zeroinitializer
  %m59.old = load <8 x i64>, ptr %l.n.36
  %m59.new = select <8 x i1> %m59, <8 x i64> %w58, <8 x i64> %m59.old
  store <8 x i64> %m59.new, ptr %l.n.36
  br label %loop46.land
loop46.land:
  %m60 = load <8 x i64>, ptr %exec.36
  %m60.again = load <8 x i64>, ptr %again.46
  %m60.0 = or <8 x i64> %m60, %m60.again
  store <8 x i64> %m60.0, ptr %exec.36
  store <8 x i64> zeroinitializer, ptr %again.46
  %m61.w = load <8 x i64>, ptr %exec.36
  %m61 = icmp slt <8 x i64> %m61.w, zeroinitializer
  %m62.0 = shufflevector <8 x i64> %m61.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m62.1 = shufflevector <8 x i64> %m61.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m62.w = or <4 x i64> %m62.0, %m62.1
  %m61.bits = bitcast <4 x i64> %m62.w to i256
  %m61.any = icmp ne i256 %m61.bits, 0
  br i1 %m61.any, label %loop46, label %loop46.end
loop46.end:
  %m63.out = load <8 x i64>, ptr %out.46
  store <8 x i64> %m63.out, ptr %exec.36
  %v118.v = load <8 x i64>, ptr %l.n.36
  %w64.0 = insertelement <8 x i64> poison, i64 %v97.u, i64 0
  %w64 = shufflevector <8 x i64> %w64.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w64.1 = add <8 x i64> %w64, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w65.0 = insertelement <8 x i64> poison, i64 %p.out.shape1, i64 0
  %w65 = shufflevector <8 x i64> %w65.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v119.v = mul <8 x i64> %w64.1, %w65
  %w66.0 = insertelement <8 x i64> poison, i64 %v23, i64 0
  %w66 = shufflevector <8 x i64> %w66.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v120.v = add <8 x i64> %v119.v, %w66
  %w67.0 = insertelement <8 x ptr> poison, ptr %p.out, i64 0
  %w67 = shufflevector <8 x ptr> %w67.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v121.v = getelementptr i32, <8 x ptr> %w67, <8 x i64> %v120.v
  %v122.v = trunc <8 x i64> %v118.v to <8 x i32>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v122.v, <8 x ptr> %v121.v, i32 4, <8 x i1> splat (i1 true))
  br label %for36.next
for36.next:
  %v95.u.next = add i32 %v95.u, 8
  br label %for36.head
for36.end:
  br label %for68
for68:
  br label %for68.head
for68.head:
  %v30 = phi i32 [ %for36.mid, %for68 ], [ %v30.next, %for68.next ]
  %for68.go = icmp slt i32 %v30, %v25
  br i1 %for68.go, label %for68.body, label %for68.end
for68.body:
  %v31 = sext i32 %v30 to i64
  %v32 = add nuw nsw i64 %first.x, %v31
  %v33 = sitofp i64 %v32 to double
  %v34 = fmul double %v33, 0x4010000000000000
  %v35 = fdiv double %v34, %v18
  %v36 = fsub double %v35, 0x4000000000000000
  store double %v36, ptr %l.z
  store double %v29, ptr %l.z_1
  store i64 0, ptr %l.n
  br label %loop69
loop69:
  %stop70 = load volatile i32, ptr %stop, align 4
  %stop70.now = icmp ne i32 %stop70, 0
  br i1 %stop70.now, label %block.end, label %stop70.go, !prof !3
stop70.go:
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
  br i1 %v46, label %if71.then, label %if71.end
if71.then:
  br label %loop69.end
if71.end:
  %v47 = fmul double %v39, %v40
  %v48 = fsub double %v41, %v42
  %v49 = fadd double %v47, %v47
  %v50 = fadd double %v48, %p.cr
  %v51 = fadd double %v49, %p.ci
  store double %v50, ptr %l.z
  store double %v51, ptr %l.z_1
  %v52 = add i64 %v37, 1
  store i64 %v52, ptr %l.n
  br label %loop69
loop69.end:
  %v53 = load i64, ptr %l.n
  %v54 = mul i64 %v32, %p.out.shape1
  %v55 = add i64 %v54, %v23
  %v56 = getelementptr inbounds i32, ptr %p.out, i64 %v55
  %v57 = trunc i64 %v53 to i32
  store i32 %v57, ptr %v56, align 4, !llvm.access.group !5
  br label %for68.next
for68.next:
  %v30.next = add nuw nsw i32 %v30, 1
  br label %for68.head, !llvm.loop !6
for68.end:
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
