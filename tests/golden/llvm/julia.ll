; portkern native code

define internal void @julia.blocks(i64 %first, i64 %last, ptr noalias %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1, double %p.cr, double %p.ci, i64 %p.limit) #0 {
  %l.z = alloca double
  %l.z_1 = alloca double
  %l.n = alloca i64
  %exec.3 = alloca <8 x i1>
  %idle.3 = alloca i64
  %l.z.3 = alloca <8 x double>
  %l.z_1.3 = alloca <8 x double>
  %l.n.3 = alloca <8 x i64>
  %out.13 = alloca <8 x i1>
  %again.13 = alloca <8 x i1>
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
  %v37.u = sext i32 %v36.u to i64
  %v38.u = add nuw nsw i64 %v10, %v37.u
  %w7.0 = insertelement <8 x i64> poison, i64 %v38.u, i64 0
  %w7 = shufflevector <8 x i64> %w7.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w7.1 = add <8 x i64> %w7, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v39.v = sitofp <8 x i64> %w7.1 to <8 x double>
  %w8.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w8 = shufflevector <8 x double> %w8.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v40.v = fmul <8 x double> %v39.v, %w8
  %w9.0 = insertelement <8 x double> poison, double %v24, i64 0
  %w9 = shufflevector <8 x double> %w9.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v41.v = fdiv <8 x double> %v40.v, %w9
  %w10.0 = insertelement <8 x double> poison, double 0x4000000000000000, i64 0
  %w10 = shufflevector <8 x double> %w10.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v42.v = fsub <8 x double> %v41.v, %w10
  store <8 x double> %v42.v, ptr %l.z.3
  %w11.0 = insertelement <8 x double> poison, double %v35, i64 0
  %w11 = shufflevector <8 x double> %w11.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w11, ptr %l.z_1.3
  %w12.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w12 = shufflevector <8 x i64> %w12.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w12, ptr %l.n.3
  store <8 x i1> zeroinitializer, ptr %out.13
  store <8 x i1> zeroinitializer, ptr %again.13
  br label %loop13
loop13:
  %stop14 = load volatile i32, ptr %stop, align 4
  %stop14.now = icmp ne i32 %stop14, 0
  br i1 %stop14.now, label %block.end, label %stop14.go, !prof !3
stop14.go:
  %v43.v = load <8 x i64>, ptr %l.n.3
  %w15.0 = insertelement <8 x i64> poison, i64 %p.limit, i64 0
  %w15 = shufflevector <8 x i64> %w15.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v44.v = icmp slt <8 x i64> %v43.v, %w15
  %v45.v = load <8 x double>, ptr %l.z.3
  %v46.v = load <8 x double>, ptr %l.z_1.3
  %v47.v = fmul <8 x double> %v45.v, %v45.v
  %v48.v = fmul <8 x double> %v46.v, %v46.v
  %v49.v = fadd <8 x double> %v47.v, %v48.v
  %w16.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w16 = shufflevector <8 x double> %w16.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v50.v = fcmp olt <8 x double> %v49.v, %w16
  %v51.v = and <8 x i1> %v44.v, %v50.v
  %v52.v = xor <8 x i1> %v51.v, splat (i1 true)
  %i17.was = load <8 x i1>, ptr %exec.3
  %i17.not = xor <8 x i1> %v52.v, splat (i1 true)
  %i17.then = select <8 x i1> %i17.was, <8 x i1> %v52.v, <8 x i1> zeroinitializer
  %i17.else = select <8 x i1> %i17.was, <8 x i1> %i17.not, <8 x i1> zeroinitializer
  store <8 x i1> %i17.then, ptr %exec.3
  %m18 = load <8 x i1>, ptr %exec.3
  %m18.old = load <8 x i1>, ptr %out.13
  %m18.new = or <8 x i1> %m18.old, %m18
  store <8 x i1> %m18.new, ptr %out.13
  store <8 x i1> zeroinitializer, ptr %exec.3
  %i17.a = load <8 x i1>, ptr %exec.3
  store <8 x i1> %i17.else, ptr %exec.3
  %i17.b = load <8 x i1>, ptr %exec.3
  %i17.both = or <8 x i1> %i17.a, %i17.b
  store <8 x i1> %i17.both, ptr %exec.3
  %v53.v = fmul <8 x double> %v45.v, %v46.v
  %v54.v = fsub <8 x double> %v47.v, %v48.v
  %v55.v = fadd <8 x double> %v53.v, %v53.v
  %w19.0 = insertelement <8 x double> poison, double %p.cr, i64 0
  %w19 = shufflevector <8 x double> %w19.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v56.v = fadd <8 x double> %v54.v, %w19
  %w20.0 = insertelement <8 x double> poison, double %p.ci, i64 0
  %w20 = shufflevector <8 x double> %w20.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v57.v = fadd <8 x double> %v55.v, %w20
  %m21 = load <8 x i1>, ptr %exec.3
  %m21.old = load <8 x double>, ptr %l.z.3
  %m21.new = select <8 x i1> %m21, <8 x double> %v56.v, <8 x double> %m21.old
  store <8 x double> %m21.new, ptr %l.z.3
  %m22 = load <8 x i1>, ptr %exec.3
  %m22.old = load <8 x double>, ptr %l.z_1.3
  %m22.new = select <8 x i1> %m22, <8 x double> %v57.v, <8 x double> %m22.old
  store <8 x double> %m22.new, ptr %l.z_1.3
  %w23.0 = insertelement <8 x i64> poison, i64 1, i64 0
  %w23 = shufflevector <8 x i64> %w23.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v58.v = add <8 x i64> %v43.v, %w23
  %m24 = load <8 x i1>, ptr %exec.3
  %m24.old = load <8 x i64>, ptr %l.n.3
  %m24.new = select <8 x i1> %m24, <8 x i64> %v58.v, <8 x i64> %m24.old
  store <8 x i64> %m24.new, ptr %l.n.3
  br label %loop13.land
loop13.land:
  %m25 = load <8 x i1>, ptr %exec.3
  %m25.again = load <8 x i1>, ptr %again.13
  %m25.0 = or <8 x i1> %m25, %m25.again
  store <8 x i1> %m25.0, ptr %exec.3
  store <8 x i1> zeroinitializer, ptr %again.13
  %m26 = load <8 x i1>, ptr %exec.3
  %m26.bits = bitcast <8 x i1> %m26 to i8
  %m26.any = icmp ne i8 %m26.bits, 0
  br i1 %m26.any, label %loop13, label %loop13.end
loop13.end:
  %m27 = load <8 x i1>, ptr %exec.3
  %m27.out = load <8 x i1>, ptr %out.13
  %m27.0 = or <8 x i1> %m27, %m27.out
  store <8 x i1> %m27.0, ptr %exec.3
  %v59.v = load <8 x i64>, ptr %l.n.3
  %w28.0 = insertelement <8 x i64> poison, i64 %v38.u, i64 0
  %w28 = shufflevector <8 x i64> %w28.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w28.1 = add <8 x i64> %w28, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w29.0 = insertelement <8 x i64> poison, i64 %p.out.shape1, i64 0
  %w29 = shufflevector <8 x i64> %w29.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v60.v = mul <8 x i64> %w28.1, %w29
  %w30.0 = insertelement <8 x i64> poison, i64 %v29, i64 0
  %w30 = shufflevector <8 x i64> %w30.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v61.v = add <8 x i64> %v60.v, %w30
  %w31.0 = insertelement <8 x ptr> poison, ptr %p.out, i64 0
  %w31 = shufflevector <8 x ptr> %w31.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v62.v = getelementptr i32, <8 x ptr> %w31, <8 x i64> %v61.v
  %v63.v = trunc <8 x i64> %v59.v to <8 x i32>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v63.v, <8 x ptr> %v62.v, i32 4, <8 x i1> splat (i1 true))
  br label %for3.next
for3.next:
  %v36.u.next = add i32 %v36.u, 8
  br label %for3.head
for3.end:
  br label %for32
for32:
  br label %for32.head
for32.head:
  %v36 = phi i32 [ %for3.mid, %for32 ], [ %v36.next, %for32.next ]
  %for32.go = icmp slt i32 %v36, %v31
  br i1 %for32.go, label %for32.body, label %for32.end
for32.body:
  %v37 = sext i32 %v36 to i64
  %v38 = add nuw nsw i64 %v10, %v37
  %v39 = sitofp i64 %v38 to double
  %v40 = fmul double %v39, 0x4010000000000000
  %v41 = fdiv double %v40, %v24
  %v42 = fsub double %v41, 0x4000000000000000
  store double %v42, ptr %l.z
  store double %v35, ptr %l.z_1
  store i64 0, ptr %l.n
  br label %loop33
loop33:
  %stop34 = load volatile i32, ptr %stop, align 4
  %stop34.now = icmp ne i32 %stop34, 0
  br i1 %stop34.now, label %block.end, label %stop34.go, !prof !3
stop34.go:
  %v43 = load i64, ptr %l.n
  %v44 = icmp slt i64 %v43, %p.limit
  %v45 = load double, ptr %l.z
  %v46 = load double, ptr %l.z_1
  %v47 = fmul double %v45, %v45
  %v48 = fmul double %v46, %v46
  %v49 = fadd double %v47, %v48
  %v50 = fcmp olt double %v49, 0x4010000000000000
  %v51 = and i1 %v44, %v50
  %v52 = xor i1 %v51, true
  br i1 %v52, label %if35.then, label %if35.end
if35.then:
  br label %loop33.end
if35.end:
  %v53 = fmul double %v45, %v46
  %v54 = fsub double %v47, %v48
  %v55 = fadd double %v53, %v53
  %v56 = fadd double %v54, %p.cr
  %v57 = fadd double %v55, %p.ci
  store double %v56, ptr %l.z
  store double %v57, ptr %l.z_1
  %v58 = add i64 %v43, 1
  store i64 %v58, ptr %l.n
  br label %loop33
loop33.end:
  %v59 = load i64, ptr %l.n
  %v60 = mul i64 %v38, %p.out.shape1
  %v61 = add i64 %v60, %v29
  %v62 = getelementptr inbounds i32, ptr %p.out, i64 %v61
  %v63 = trunc i64 %v59 to i32
  store i32 %v63, ptr %v62, align 4, !llvm.access.group !4
  br label %for32.next
for32.next:
  %v36.next = add nuw nsw i32 %v36, 1
  br label %for32.head, !llvm.loop !5
for32.end:
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
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 32
  %stop = load ptr, ptr %stop.at, align 8
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
  call void @julia.blocks(i64 %first, i64 %last, ptr %scratch, ptr %stop, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1, double %p.cr, double %p.ci, i64 %p.limit)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = distinct !{}
!5 = distinct !{!5, !1, !0, !{!"llvm.loop.parallel_accesses", !4}}
