; portkern native code

define internal void @julia.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1, double %p.cr, double %p.ci, i64 %p.limit) #0 {
  %l.z = alloca double
  %l.z_1 = alloca double
  %l.n = alloca i64
  %l.v_1 = alloca i1
  %exec.3 = alloca <8 x i1>
  %idle.3 = alloca i64
  %l.z.3 = alloca <8 x double>
  %l.z_1.3 = alloca <8 x double>
  %l.n.3 = alloca <8 x i64>
  %l.v_1.3 = alloca <8 x i1>
  %out.14 = alloca <8 x i1>
  %again.14 = alloca <8 x i1>
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
  store double 0x0000000000000000, ptr %l.z
  store double 0x0000000000000000, ptr %l.z_1
  store i64 0, ptr %l.n
  store i1 false, ptr %l.v_1
  %v7 = sext i32 %dim.x to i64
  %v9 = sext i32 %block.x to i64
  %v10 = mul nuw nsw i64 %v9, %v7
  %v12 = sext i32 %dim.y to i64
  %v14 = sext i32 %block.y to i64
  %v15 = mul nuw nsw i64 %v14, %v12
  %v17 = sub i64 %p.out.shape0, %v10
  %v18 = bitcast i64 %v17 to i64
  %v19 = call i64 @llvm.umin.i64(i64 %v18, i64 1024)
  %v20 = trunc i64 %v19 to i32
  %v21 = icmp sgt i64 %p.out.shape0, %v10
  %v22 = select i1 %v21, i32 %v20, i32 0
  %v23 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v22)
  %v24 = sitofp i64 %p.out.shape0 to double
  %v25 = sitofp i64 %p.out.shape1 to double
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v26 = phi i32 [ 0, %for1 ], [ %v26.next, %for1.next ]
  %for1.go = icmp slt i32 %v26, %dim.z
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v27 = phi i32 [ 0, %for2 ], [ %v27.next, %for2.next ]
  %for2.go = icmp slt i32 %v27, %dim.y
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v28 = sext i32 %v27 to i64
  %v29 = add nuw nsw i64 %v15, %v28
  %v30 = icmp slt i64 %v29, %p.out.shape1
  %v31 = select i1 %v30, i32 %v23, i32 0
  %v32 = sitofp i64 %v29 to double
  %v33 = fmul double %v32, 0x4010000000000000
  %v34 = fdiv double %v33, %v25
  %v35 = fsub double %v34, 0x4000000000000000
  br label %for3
for3:
  %for3.some = icmp slt i32 0, %v31
  %for3.gap = sub i32 %v31, 0
  %for3.span = select i1 %for3.some, i32 %for3.gap, i32 0
  %for3.full = and i32 %for3.span, -8
  %for3.mid = add i32 0, %for3.full
  br label %for3.head
for3.head:
  %v36.u = phi i32 [ 0, %for3 ], [ %v36.u.next, %for3.next ]
  %for3.go = icmp ne i32 %v36.u, %for3.mid
  br i1 %for3.go, label %for3.body, label %for3.end
for3.body:
  store <8 x i1> splat (i1 true), ptr %exec.3
  store i64 0, ptr %idle.3
  %w4.s = load double, ptr %l.z
  %w4.0 = insertelement <8 x double> poison, double %w4.s, i64 0
  %w4 = shufflevector <8 x double> %w4.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w4, ptr %l.z.3
  %w5.s = load double, ptr %l.z_1
  %w5.0 = insertelement <8 x double> poison, double %w5.s, i64 0
  %w5 = shufflevector <8 x double> %w5.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w5, ptr %l.z_1.3
  %w6.s = load i64, ptr %l.n
  %w6.0 = insertelement <8 x i64> poison, i64 %w6.s, i64 0
  %w6 = shufflevector <8 x i64> %w6.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w6, ptr %l.n.3
  %w7.s = load i1, ptr %l.v_1
  %w7.0 = insertelement <8 x i1> poison, i1 %w7.s, i64 0
  %w7 = shufflevector <8 x i1> %w7.0, <8 x i1> poison, <8 x i32> zeroinitializer
  store <8 x i1> %w7, ptr %l.v_1.3
  %v37.u = sext i32 %v36.u to i64
  %v38.u = add nuw nsw i64 %v10, %v37.u
  %w8.0 = insertelement <8 x i64> poison, i64 %v38.u, i64 0
  %w8 = shufflevector <8 x i64> %w8.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w8.1 = add <8 x i64> %w8, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v39.v = sitofp <8 x i64> %w8.1 to <8 x double>
  %w9.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w9 = shufflevector <8 x double> %w9.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v40.v = fmul <8 x double> %v39.v, %w9
  %w10.0 = insertelement <8 x double> poison, double %v24, i64 0
  %w10 = shufflevector <8 x double> %w10.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v41.v = fdiv <8 x double> %v40.v, %w10
  %w11.0 = insertelement <8 x double> poison, double 0x4000000000000000, i64 0
  %w11 = shufflevector <8 x double> %w11.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v42.v = fsub <8 x double> %v41.v, %w11
  store <8 x double> %v42.v, ptr %l.z.3
  %w12.0 = insertelement <8 x double> poison, double %v35, i64 0
  %w12 = shufflevector <8 x double> %w12.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w12, ptr %l.z_1.3
  %w13.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w13 = shufflevector <8 x i64> %w13.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w13, ptr %l.n.3
  store <8 x i1> zeroinitializer, ptr %out.14
  store <8 x i1> zeroinitializer, ptr %again.14
  br label %loop14
loop14:
  %v43.v = load <8 x i64>, ptr %l.n.3
  %w15.0 = insertelement <8 x i64> poison, i64 %p.limit, i64 0
  %w15 = shufflevector <8 x i64> %w15.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v44.v = icmp slt <8 x i64> %v43.v, %w15
  %m16 = load <8 x i1>, ptr %exec.3
  %m16.old = load <8 x i1>, ptr %l.v_1.3
  %m16.new = select <8 x i1> %m16, <8 x i1> %v44.v, <8 x i1> %m16.old
  store <8 x i1> %m16.new, ptr %l.v_1.3
  %i17.was = load <8 x i1>, ptr %exec.3
  %i17.not = xor <8 x i1> %v44.v, splat (i1 true)
  %i17.then = select <8 x i1> %i17.was, <8 x i1> %v44.v, <8 x i1> zeroinitializer
  %i17.else = select <8 x i1> %i17.was, <8 x i1> %i17.not, <8 x i1> zeroinitializer
  store <8 x i1> %i17.then, ptr %exec.3
  %m18 = load <8 x i1>, ptr %exec.3
  %m18.bits = bitcast <8 x i1> %m18 to i8
  %m18.any = icmp ne i8 %m18.bits, 0
  br i1 %m18.any, label %if17.then, label %if17.then.end
if17.then:
  %v45.v = load <8 x double>, ptr %l.z.3
  %v46.v = load <8 x double>, ptr %l.z_1.3
  %v47.v = fmul <8 x double> %v45.v, %v45.v
  %v48.v = fmul <8 x double> %v46.v, %v46.v
  %v49.v = fadd <8 x double> %v47.v, %v48.v
  %w19.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w19 = shufflevector <8 x double> %w19.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v50.v = fcmp olt <8 x double> %v49.v, %w19
  %m20 = load <8 x i1>, ptr %exec.3
  %m20.old = load <8 x i1>, ptr %l.v_1.3
  %m20.new = select <8 x i1> %m20, <8 x i1> %v50.v, <8 x i1> %m20.old
  store <8 x i1> %m20.new, ptr %l.v_1.3
  br label %if17.then.end
if17.then.end:
  %i17.a = load <8 x i1>, ptr %exec.3
  store <8 x i1> %i17.else, ptr %exec.3
  %i17.b = load <8 x i1>, ptr %exec.3
  %i17.both = or <8 x i1> %i17.a, %i17.b
  store <8 x i1> %i17.both, ptr %exec.3
  %v51.v = load <8 x i1>, ptr %l.v_1.3
  %v52.v = xor <8 x i1> %v51.v, splat (i1 true)
  %i21.was = load <8 x i1>, ptr %exec.3
  %i21.not = xor <8 x i1> %v52.v, splat (i1 true)
  %i21.then = select <8 x i1> %i21.was, <8 x i1> %v52.v, <8 x i1> zeroinitializer
  %i21.else = select <8 x i1> %i21.was, <8 x i1> %i21.not, <8 x i1> zeroinitializer
  store <8 x i1> %i21.then, ptr %exec.3
  %m22 = load <8 x i1>, ptr %exec.3
  %m22.old = load <8 x i1>, ptr %out.14
  %m22.new = or <8 x i1> %m22.old, %m22
  store <8 x i1> %m22.new, ptr %out.14
  store <8 x i1> zeroinitializer, ptr %exec.3
  %i21.a = load <8 x i1>, ptr %exec.3
  store <8 x i1> %i21.else, ptr %exec.3
  %i21.b = load <8 x i1>, ptr %exec.3
  %i21.both = or <8 x i1> %i21.a, %i21.b
  store <8 x i1> %i21.both, ptr %exec.3
  %v53.v = load <8 x double>, ptr %l.z.3
  %v54.v = load <8 x double>, ptr %l.z_1.3
  %v55.v = fmul <8 x double> %v53.v, %v53.v
  %v56.v = fmul <8 x double> %v54.v, %v54.v
  %v57.v = fmul <8 x double> %v53.v, %v54.v
  %v58.v = fsub <8 x double> %v55.v, %v56.v
  %v59.v = fadd <8 x double> %v57.v, %v57.v
  %w23.0 = insertelement <8 x double> poison, double %p.cr, i64 0
  %w23 = shufflevector <8 x double> %w23.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v60.v = fadd <8 x double> %v58.v, %w23
  %w24.0 = insertelement <8 x double> poison, double %p.ci, i64 0
  %w24 = shufflevector <8 x double> %w24.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v61.v = fadd <8 x double> %v59.v, %w24
  %m25 = load <8 x i1>, ptr %exec.3
  %m25.old = load <8 x double>, ptr %l.z.3
  %m25.new = select <8 x i1> %m25, <8 x double> %v60.v, <8 x double> %m25.old
  store <8 x double> %m25.new, ptr %l.z.3
  %m26 = load <8 x i1>, ptr %exec.3
  %m26.old = load <8 x double>, ptr %l.z_1.3
  %m26.new = select <8 x i1> %m26, <8 x double> %v61.v, <8 x double> %m26.old
  store <8 x double> %m26.new, ptr %l.z_1.3
  %w27.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w27 = shufflevector <8 x i64> %w27.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v62.v = add <8 x i64> %v43.v, %w27
  %m28 = load <8 x i1>, ptr %exec.3
  %m28.old = load <8 x i64>, ptr %l.n.3
  %m28.new = select <8 x i1> %m28, <8 x i64> %v62.v, <8 x i64> %m28.old
  store <8 x i64> %m28.new, ptr %l.n.3
  br label %loop14.land
loop14.land:
  %m29 = load <8 x i1>, ptr %exec.3
  %m29.again = load <8 x i1>, ptr %again.14
  %m29.0 = or <8 x i1> %m29, %m29.again
  store <8 x i1> %m29.0, ptr %exec.3
  store <8 x i1> zeroinitializer, ptr %again.14
  %m30 = load <8 x i1>, ptr %exec.3
  %m30.bits = bitcast <8 x i1> %m30 to i8
  %m30.any = icmp ne i8 %m30.bits, 0
  br i1 %m30.any, label %loop14, label %loop14.end
loop14.end:
  %m31 = load <8 x i1>, ptr %exec.3
  %m31.out = load <8 x i1>, ptr %out.14
  %m31.0 = or <8 x i1> %m31, %m31.out
  store <8 x i1> %m31.0, ptr %exec.3
  %v63.v = load <8 x i64>, ptr %l.n.3
  %w32.0 = insertelement <8 x i64> poison, i64 %v38.u, i64 0
  %w32 = shufflevector <8 x i64> %w32.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w32.1 = add <8 x i64> %w32, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w33.0 = insertelement <8 x i64> poison, i64 %p.out.shape1, i64 0
  %w33 = shufflevector <8 x i64> %w33.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v64.v = mul <8 x i64> %w32.1, %w33
  %w34.0 = insertelement <8 x i64> poison, i64 %v29, i64 0
  %w34 = shufflevector <8 x i64> %w34.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v65.v = add <8 x i64> %v64.v, %w34
  %w35.0 = insertelement <8 x ptr> poison, ptr %p.out, i64 0
  %w35 = shufflevector <8 x ptr> %w35.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v66.v = getelementptr i32, <8 x ptr> %w35, <8 x i64> %v65.v
  %v67.v = trunc <8 x i64> %v63.v to <8 x i32>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v67.v, <8 x ptr> %v66.v, i32 4, <8 x i1> splat (i1 true))
  br label %for3.next
for3.next:
  %v36.u.next = add i32 %v36.u, 8
  br label %for3.head
for3.end:
  br label %for36
for36:
  br label %for36.head
for36.head:
  %v36 = phi i32 [ %for3.mid, %for36 ], [ %v36.next, %for36.next ]
  %for36.go = icmp slt i32 %v36, %v31
  br i1 %for36.go, label %for36.body, label %for36.end
for36.body:
  %v37 = sext i32 %v36 to i64
  %v38 = add nuw nsw i64 %v10, %v37
  %v39 = sitofp i64 %v38 to double
  %v40 = fmul double %v39, 0x4010000000000000
  %v41 = fdiv double %v40, %v24
  %v42 = fsub double %v41, 0x4000000000000000
  store double %v42, ptr %l.z
  store double %v35, ptr %l.z_1
  store i64 0, ptr %l.n
  br label %loop37
loop37:
  %v43 = load i64, ptr %l.n
  %v44 = icmp slt i64 %v43, %p.limit
  store i1 %v44, ptr %l.v_1
  br i1 %v44, label %if38.then, label %if38.end
if38.then:
  %v45 = load double, ptr %l.z
  %v46 = load double, ptr %l.z_1
  %v47 = fmul double %v45, %v45
  %v48 = fmul double %v46, %v46
  %v49 = fadd double %v47, %v48
  %v50 = fcmp olt double %v49, 0x4010000000000000
  store i1 %v50, ptr %l.v_1
  br label %if38.end
if38.end:
  %v51 = load i1, ptr %l.v_1
  %v52 = xor i1 %v51, true
  br i1 %v52, label %if39.then, label %if39.end
if39.then:
  br label %loop37.end
if39.end:
  %v53 = load double, ptr %l.z
  %v54 = load double, ptr %l.z_1
  %v55 = fmul double %v53, %v53
  %v56 = fmul double %v54, %v54
  %v57 = fmul double %v53, %v54
  %v58 = fsub double %v55, %v56
  %v59 = fadd double %v57, %v57
  %v60 = fadd double %v58, %p.cr
  %v61 = fadd double %v59, %p.ci
  store double %v60, ptr %l.z
  store double %v61, ptr %l.z_1
  %v62 = add i64 %v43, 1
  store i64 %v62, ptr %l.n
  br label %loop37
loop37.end:
  %v63 = load i64, ptr %l.n
  %v64 = mul i64 %v38, %p.out.shape1
  %v65 = add i64 %v64, %v29
  %v66 = getelementptr inbounds i32, ptr %p.out, i64 %v65
  %v67 = trunc i64 %v63 to i32
  store i32 %v67, ptr %v66, align 4, !llvm.access.group !2
  br label %for36.next
for36.next:
  %v36.next = add nuw nsw i32 %v36, 1
  br label %for36.head, !llvm.loop !3
for36.end:
  br label %for2.next
for2.next:
  %v27.next = add nuw nsw i32 %v27, 1
  br label %for2.head
for2.end:
  br label %for1.next
for1.next:
  %v26.next = add nuw nsw i32 %v26, 1
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

define void @k.julia(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
  %grid.x.at = getelementptr inbounds i8, ptr %launch, i64 0
  %grid.x = load i32, ptr %grid.x.at, align 4
  %grid.y.at = getelementptr inbounds i8, ptr %launch, i64 4
  %grid.y = load i32, ptr %grid.y.at, align 4
  %grid.z.at = getelementptr inbounds i8, ptr %launch, i64 8
  %grid.z = load i32, ptr %grid.z.at, align 4
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 12
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 16
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 20
  %dim.z = load i32, ptr %dim.z.at, align 4
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
  call void @julia.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1, double %p.cr, double %p.ci, i64 %p.limit)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = distinct !{}
!3 = distinct !{!3, !0, !1, !{!"llvm.loop.parallel_accesses", !2}}
