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
  %exec.32 = alloca <8 x i64>
  %idle.32 = alloca i64
  %l.z.32 = alloca <8 x double>
  %l.z_1.32 = alloca <8 x double>
  %l.n.32 = alloca <8 x i64>
  %l.n.32.u = alloca i64
  %out.42 = alloca <8 x i64>
  %again.42 = alloca <8 x i64>
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
  %v11 = sub i64 %p.out.shape1, %first.x
  %v12 = bitcast i64 %v11 to i64
  %v13 = call i64 @llvm.umin.i64(i64 %v12, i64 1024)
  %v14 = trunc i64 %v13 to i32
  %v15 = icmp sgt i64 %p.out.shape1, %first.x
  %v16 = select i1 %v15, i32 %v14, i32 0
  %v17 = sitofp i64 %p.out.shape0 to double
  %v18 = sitofp i64 %p.out.shape1 to double
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v19 = phi i32 [ 0, %for1 ], [ %v19.next, %for1.next ]
  %for1.go = icmp slt i32 %v19, %dim.z
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v20 = phi i32 [ 0, %for2 ], [ %v20.next, %for2.next ]
  %for2.go = icmp slt i32 %v20, %dim.y
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v21 = sext i32 %v20 to i64
  %v22 = add nuw nsw i64 %first.y, %v21
  %v23 = icmp slt i64 %v22, %p.out.shape0
  %v24 = select i1 %v23, i32 %dim.x, i32 0
  %v25 = call i32 @llvm.smin.i32(i32 %v24, i32 %v16)
  %v26 = sitofp i64 %v22 to double
  %v27 = fmul double %v26, 0x4010000000000000
  %v28 = fdiv double %v27, %v17
  %v29 = fsub double %v28, 0x4000000000000000
  %v30 = mul i64 %v22, %p.out.shape1
  br label %for3
for3:
  %for3.some = icmp slt i32 0, %v25
  %for3.gap = sub i32 %v25, 0
  %for3.span = select i1 %for3.some, i32 %for3.gap, i32 0
  %for3.full = and i32 %for3.span, -16
  %for3.mid = add i32 0, %for3.full
  br label %for3.head
for3.head:
  %v31.u = phi i32 [ 0, %for3 ], [ %v31.u.next, %for3.next ]
  %for3.go = icmp ne i32 %v31.u, %for3.mid
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
  %v32.u = sext i32 %v31.u to i64
  %v33.u = add nuw nsw i64 %first.x, %v32.u
  %w7.0 = insertelement <16 x i64> poison, i64 %v33.u, i64 0
  %w7 = shufflevector <16 x i64> %w7.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %w7.1 = add <16 x i64> %w7, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v34.v = sitofp <16 x i64> %w7.1 to <16 x double>
  %w8.0 = insertelement <16 x double> poison, double 0x4010000000000000, i64 0
  %w8 = shufflevector <16 x double> %w8.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v35.v = fmul <16 x double> %v34.v, %w8
  %w9.0 = insertelement <16 x double> poison, double %v18, i64 0
  %w9 = shufflevector <16 x double> %w9.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v36.v = fdiv <16 x double> %v35.v, %w9
  %w10.0 = insertelement <16 x double> poison, double 0x4000000000000000, i64 0
  %w10 = shufflevector <16 x double> %w10.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v37.v = fsub <16 x double> %v36.v, %w10
  %w11.0 = insertelement <16 x double> poison, double %v29, i64 0
  %w11 = shufflevector <16 x double> %w11.0, <16 x double> poison, <16 x i32> zeroinitializer
  store <16 x double> %w11, ptr %l.z.3
  store <16 x double> %v37.v, ptr %l.z_1.3
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
  %v38.u = load i64, ptr %l.n.3.u
  %v39.u = icmp slt i64 %v38.u, %p.limit
  %v40.v = load <16 x double>, ptr %l.z.3
  %v41.v = load <16 x double>, ptr %l.z_1.3
  %v42.v = fmul <16 x double> %v40.v, %v40.v
  %v43.v = fmul <16 x double> %v41.v, %v41.v
  %v44.v = fadd <16 x double> %v42.v, %v43.v
  %w16.0 = insertelement <16 x double> poison, double 0x4010000000000000, i64 0
  %w16 = shufflevector <16 x double> %w16.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v45.v = fcmp olt <16 x double> %v44.v, %w16
  %w17.0 = insertelement <16 x i1> poison, i1 %v39.u, i64 0
  %w17 = shufflevector <16 x i1> %w17.0, <16 x i1> poison, <16 x i32> zeroinitializer
  %v46.v = and <16 x i1> %w17, %v45.v
  %v47.v = xor <16 x i1> %v46.v, splat (i1 true)
  br i1 %v39.u, label %if18.end, label %if18.then
if18.then:
  store <16 x i64> zeroinitializer, ptr %exec.3
  br label %loop13.end
if18.end:
  %i19.was = load <16 x i64>, ptr %exec.3
  %i19.on = freeze <16 x i1> %v45.v
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
  %v48.v = fmul <16 x double> %v40.v, %v41.v
  %v49.v = fsub <16 x double> %v42.v, %v43.v
  %v50.v = fadd <16 x double> %v48.v, %v48.v
  %w20.0 = insertelement <16 x double> poison, double %p.cr, i64 0
  %w20 = shufflevector <16 x double> %w20.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v51.v = fadd <16 x double> %v49.v, %w20
  %w21.0 = insertelement <16 x double> poison, double %p.ci, i64 0
  %w21 = shufflevector <16 x double> %w21.0, <16 x double> poison, <16 x i32> zeroinitializer
  %v52.v = fadd <16 x double> %v50.v, %w21
  %m22.w = load <16 x i64>, ptr %exec.3
  %m22 = icmp slt <16 x i64> %m22.w, zeroinitializer
  %m22.old = load <16 x double>, ptr %l.z.3
  %m22.new = select <16 x i1> %m22, <16 x double> %v51.v, <16 x double> %m22.old
  store <16 x double> %m22.new, ptr %l.z.3
  %m23.w = load <16 x i64>, ptr %exec.3
  %m23 = icmp slt <16 x i64> %m23.w, zeroinitializer
  %m23.old = load <16 x double>, ptr %l.z_1.3
  %m23.new = select <16 x i1> %m23, <16 x double> %v52.v, <16 x double> %m23.old
  store <16 x double> %m23.new, ptr %l.z_1.3
  %v53.u = add i64 %v38.u, 1
  store i64 %v53.u, ptr %l.n.3.u
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
  %v54.v = load <16 x i64>, ptr %l.n.3
  %v55.u = add i64 %v30, %v33.u
  %v56.u = getelementptr i32, ptr %p.out, i64 %v55.u
  %v57.v = trunc <16 x i64> %v54.v to <16 x i32>
  store <16 x i32> %v57.v, ptr %v56.u, align 4
  br label %for3.next
for3.next:
  %v31.u.next = add i32 %v31.u, 16
  br label %for3.head
for3.end:
  br label %for32
for32:
  %for32.left = sub i32 %for3.span, %for3.full
  %for32.full = and i32 %for32.left, -8
  %for32.mid = add i32 %for3.mid, %for32.full
  br label %for32.head
for32.head:
  %v96.u = phi i32 [ %for3.mid, %for32 ], [ %v96.u.next, %for32.next ]
  %for32.go = icmp ne i32 %v96.u, %for32.mid
  br i1 %for32.go, label %for32.body, label %for32.end
for32.body:
  store <8 x i64> splat (i64 -1), ptr %exec.32
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
  %v97.u = sext i32 %v96.u to i64
  %v98.u = add nuw nsw i64 %first.x, %v97.u
  %w36.0 = insertelement <8 x i64> poison, i64 %v98.u, i64 0
  %w36 = shufflevector <8 x i64> %w36.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w36.1 = add <8 x i64> %w36, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v99.v = sitofp <8 x i64> %w36.1 to <8 x double>
  %w37.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w37 = shufflevector <8 x double> %w37.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v100.v = fmul <8 x double> %v99.v, %w37
  %w38.0 = insertelement <8 x double> poison, double %v18, i64 0
  %w38 = shufflevector <8 x double> %w38.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v101.v = fdiv <8 x double> %v100.v, %w38
  %w39.0 = insertelement <8 x double> poison, double 0x4000000000000000, i64 0
  %w39 = shufflevector <8 x double> %w39.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v102.v = fsub <8 x double> %v101.v, %w39
  %w40.0 = insertelement <8 x double> poison, double %v29, i64 0
  %w40 = shufflevector <8 x double> %w40.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w40, ptr %l.z.32
  store <8 x double> %v102.v, ptr %l.z_1.32
  store i64 0, ptr %l.n.32.u
  %w41.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w41 = shufflevector <8 x i64> %w41.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w41, ptr %l.n.32
  %m43 = load <8 x i64>, ptr %exec.32
  store <8 x i64> %m43, ptr %out.42
  store <8 x i64> zeroinitializer, ptr %again.42
  br label %loop42
loop42:
  %stop44 = load volatile i32, ptr %stop, align 4
  %stop44.now = icmp ne i32 %stop44, 0
  br i1 %stop44.now, label %block.end, label %stop44.go, !prof !3
stop44.go:
  %v103.u = load i64, ptr %l.n.32.u
  %v104.u = icmp slt i64 %v103.u, %p.limit
  %v105.v = load <8 x double>, ptr %l.z.32
  %v106.v = load <8 x double>, ptr %l.z_1.32
  %v107.v = fmul <8 x double> %v105.v, %v105.v
  %v108.v = fmul <8 x double> %v106.v, %v106.v
  %v109.v = fadd <8 x double> %v107.v, %v108.v
  %w45.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w45 = shufflevector <8 x double> %w45.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v110.v = fcmp olt <8 x double> %v109.v, %w45
  %w46.0 = insertelement <8 x i1> poison, i1 %v104.u, i64 0
  %w46 = shufflevector <8 x i1> %w46.0, <8 x i1> poison, <8 x i32> zeroinitializer
  %v111.v = and <8 x i1> %w46, %v110.v
  %v112.v = xor <8 x i1> %v111.v, splat (i1 true)
  br i1 %v104.u, label %if47.end, label %if47.then
if47.then:
  store <8 x i64> zeroinitializer, ptr %exec.32
  br label %loop42.end
if47.end:
  %i48.was = load <8 x i64>, ptr %exec.32
  %i48.on = freeze <8 x i1> %v110.v
  %i48.off = xor <8 x i1> %i48.on, splat (i1 true)
  %i48.with = sext <8 x i1> %i48.on to <8 x i64>
  %i48.without = sext <8 x i1> %i48.off to <8 x i64>
  %i48.yes = and <8 x i64> %i48.was, %i48.with
  %i48.no = and <8 x i64> %i48.was, %i48.without
  store <8 x i64> %i48.no, ptr %exec.32
  store <8 x i64> zeroinitializer, ptr %exec.32
  %i48.a = load <8 x i64>, ptr %exec.32
  store <8 x i64> %i48.yes, ptr %exec.32
  %i48.b = load <8 x i64>, ptr %exec.32
  %i48.both = or <8 x i64> %i48.a, %i48.b
  store <8 x i64> %i48.both, ptr %exec.32
  %v113.v = fmul <8 x double> %v105.v, %v106.v
  %v114.v = fsub <8 x double> %v107.v, %v108.v
  %v115.v = fadd <8 x double> %v113.v, %v113.v
  %w49.0 = insertelement <8 x double> poison, double %p.cr, i64 0
  %w49 = shufflevector <8 x double> %w49.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v116.v = fadd <8 x double> %v114.v, %w49
  %w50.0 = insertelement <8 x double> poison, double %p.ci, i64 0
  %w50 = shufflevector <8 x double> %w50.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v117.v = fadd <8 x double> %v115.v, %w50
  %m51.w = load <8 x i64>, ptr %exec.32
  %m51 = icmp slt <8 x i64> %m51.w, zeroinitializer
  %m51.old = load <8 x double>, ptr %l.z.32
  %m51.new = select <8 x i1> %m51, <8 x double> %v116.v, <8 x double> %m51.old
  store <8 x double> %m51.new, ptr %l.z.32
  %m52.w = load <8 x i64>, ptr %exec.32
  %m52 = icmp slt <8 x i64> %m52.w, zeroinitializer
  %m52.old = load <8 x double>, ptr %l.z_1.32
  %m52.new = select <8 x i1> %m52, <8 x double> %v117.v, <8 x double> %m52.old
  store <8 x double> %m52.new, ptr %l.z_1.32
  %v118.u = add i64 %v103.u, 1
  store i64 %v118.u, ptr %l.n.32.u
  %w53.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w53 = shufflevector <8 x i64> %w53.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w54.was = load <8 x i64>, ptr %l.n.32
  %w54 = add <8 x i64> %w54.was, %w53
  %m55.w = load <8 x i64>, ptr %exec.32
  %m55 = icmp slt <8 x i64> %m55.w, zeroinitializer
  %m55.old = load <8 x i64>, ptr %l.n.32
  %m55.new = select <8 x i1> %m55, <8 x i64> %w54, <8 x i64> %m55.old
  store <8 x i64> %m55.new, ptr %l.n.32
  br label %loop42.land
loop42.land:
  %m56 = load <8 x i64>, ptr %exec.32
  %m56.again = load <8 x i64>, ptr %again.42
  %m56.0 = or <8 x i64> %m56, %m56.again
  store <8 x i64> %m56.0, ptr %exec.32
  store <8 x i64> zeroinitializer, ptr %again.42
  %m57.w = load <8 x i64>, ptr %exec.32
  %m57 = icmp slt <8 x i64> %m57.w, zeroinitializer
  %m58.0 = shufflevector <8 x i64> %m57.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m58.1 = shufflevector <8 x i64> %m57.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m58.w = or <4 x i64> %m58.0, %m58.1
  %m57.bits = bitcast <4 x i64> %m58.w to i256
  %m57.any = icmp ne i256 %m57.bits, 0
  br i1 %m57.any, label %loop42, label %loop42.end
loop42.end:
  %m59.out = load <8 x i64>, ptr %out.42
  store <8 x i64> %m59.out, ptr %exec.32
  %v119.v = load <8 x i64>, ptr %l.n.32
  %v120.u = add i64 %v30, %v98.u
  %v121.u = getelementptr i32, ptr %p.out, i64 %v120.u
  %v122.v = trunc <8 x i64> %v119.v to <8 x i32>
  store <8 x i32> %v122.v, ptr %v121.u, align 4
  br label %for32.next
for32.next:
  %v96.u.next = add i32 %v96.u, 8
  br label %for32.head
for32.end:
  br label %for60
for60:
  br label %for60.head
for60.head:
  %v31 = phi i32 [ %for32.mid, %for60 ], [ %v31.next, %for60.next ]
  %for60.go = icmp slt i32 %v31, %v25
  br i1 %for60.go, label %for60.body, label %for60.end
for60.body:
  %v32 = sext i32 %v31 to i64
  %v33 = add nuw nsw i64 %first.x, %v32
  %v34 = sitofp i64 %v33 to double
  %v35 = fmul double %v34, 0x4010000000000000
  %v36 = fdiv double %v35, %v18
  %v37 = fsub double %v36, 0x4000000000000000
  store double %v29, ptr %l.z
  store double %v37, ptr %l.z_1
  store i64 0, ptr %l.n
  br label %loop61
loop61:
  %stop62 = load volatile i32, ptr %stop, align 4
  %stop62.now = icmp ne i32 %stop62, 0
  br i1 %stop62.now, label %block.end, label %stop62.go, !prof !3
stop62.go:
  %v38 = load i64, ptr %l.n
  %v39 = icmp slt i64 %v38, %p.limit
  %v40 = load double, ptr %l.z
  %v41 = load double, ptr %l.z_1
  %v42 = fmul double %v40, %v40
  %v43 = fmul double %v41, %v41
  %v44 = fadd double %v42, %v43
  %v45 = fcmp olt double %v44, 0x4010000000000000
  %v46 = and i1 %v39, %v45
  %v47 = xor i1 %v46, true
  br i1 %v47, label %if63.then, label %if63.end
if63.then:
  br label %loop61.end
if63.end:
  %v48 = fmul double %v40, %v41
  %v49 = fsub double %v42, %v43
  %v50 = fadd double %v48, %v48
  %v51 = fadd double %v49, %p.cr
  %v52 = fadd double %v50, %p.ci
  store double %v51, ptr %l.z
  store double %v52, ptr %l.z_1
  %v53 = add i64 %v38, 1
  store i64 %v53, ptr %l.n
  br label %loop61
loop61.end:
  %v54 = load i64, ptr %l.n
  %v55 = add i64 %v30, %v33
  %v56 = getelementptr inbounds i32, ptr %p.out, i64 %v55
  %v57 = trunc i64 %v54 to i32
  store i32 %v57, ptr %v56, align 4, !llvm.access.group !5
  br label %for60.next
for60.next:
  %v31.next = add nuw nsw i32 %v31, 1
  br label %for60.head, !llvm.loop !6
for60.end:
  br label %for2.next
for2.next:
  %v20.next = add nuw nsw i32 %v20, 1
  br label %for2.head
for2.end:
  br label %for1.next
for1.next:
  %v19.next = add nuw nsw i32 %v19, 1
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
