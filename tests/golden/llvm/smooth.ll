; portkern native code

define internal void @smooth.blocks(i64 %first, i64 %last, ptr noalias %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, i64 %p.x.stride0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.stride0) #0 {
  %l.total = alloca double
  %l.v = alloca i1
  %exec.2 = alloca <8 x i1>
  %idle.2 = alloca i64
  %l.total.2 = alloca <8 x double>
  %l.v.2 = alloca <8 x i1>
  %out.8 = alloca <8 x i1>
  %again.8 = alloca <8 x i1>
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
  store double 0x0000000000000000, ptr %l.total
  store i1 false, ptr %l.v
  %v7 = sext i32 %dim.x to i64
  %v9 = sext i32 %block.x to i64
  %v10 = mul nuw nsw i64 %v9, %v7
  %v13 = mul nuw nsw i32 %dim.y, %dim.z
  %v14 = sub i64 %p.x.shape0, %v10
  %v15 = bitcast i64 %v14 to i64
  %v16 = call i64 @llvm.umin.i64(i64 %v15, i64 1024)
  %v17 = trunc i64 %v16 to i32
  %v18 = icmp sgt i64 %p.x.shape0, %v10
  %v19 = select i1 %v18, i32 %v17, i32 0
  %v20 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v19)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v21 = phi i32 [ 0, %for1 ], [ %v21.next, %for1.next ]
  %for1.go = icmp slt i32 %v21, %v13
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  %for2.some = icmp slt i32 0, %v20
  %for2.gap = sub i32 %v20, 0
  %for2.span = select i1 %for2.some, i32 %for2.gap, i32 0
  %for2.full = and i32 %for2.span, -8
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v22.u = phi i32 [ 0, %for2 ], [ %v22.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v22.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <8 x i1> splat (i1 true), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load double, ptr %l.total
  %w3.0 = insertelement <8 x double> poison, double %w3.s, i64 0
  %w3 = shufflevector <8 x double> %w3.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w3, ptr %l.total.2
  %w4.s = load i1, ptr %l.v
  %w4.0 = insertelement <8 x i1> poison, i1 %w4.s, i64 0
  %w4 = shufflevector <8 x i1> %w4.0, <8 x i1> poison, <8 x i32> zeroinitializer
  store <8 x i1> %w4, ptr %l.v.2
  %w5.0 = insertelement <8 x i1> poison, i1 false, i64 0
  %w5 = shufflevector <8 x i1> %w5.0, <8 x i1> poison, <8 x i32> zeroinitializer
  store <8 x i1> %w5, ptr %l.v.2
  %v23.u = sext i32 %v22.u to i64
  %v24.u = add nuw nsw i64 %v10, %v23.u
  %w6.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w6 = shufflevector <8 x double> %w6.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w6, ptr %l.total.2
  br label %for7
for7:
  br label %for7.head
for7.head:
  %v25.u = phi i32 [ 0, %for7 ], [ %v25.u.next, %for7.next ]
  %for7.go = icmp slt i32 %v25.u, 3
  br i1 %for7.go, label %for7.body, label %for7.end
for7.body:
  %v26.u = sext i32 %v25.u to i64
  %v27.u = add nuw nsw i64 %v24.u, %v26.u
  %v28.u = add i64 %v27.u, -1
  store <8 x i1> zeroinitializer, ptr %out.8
  store <8 x i1> zeroinitializer, ptr %again.8
  %w9.0 = insertelement <8 x i64> poison, i64 %v28.u, i64 0
  %w9 = shufflevector <8 x i64> %w9.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w9.1 = add <8 x i64> %w9, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w10.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w10 = shufflevector <8 x i64> %w10.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v29.v = icmp sge <8 x i64> %w9.1, %w10
  %m11 = load <8 x i1>, ptr %exec.2
  %m11.old = load <8 x i1>, ptr %l.v.2
  %m11.new = select <8 x i1> %m11, <8 x i1> %v29.v, <8 x i1> %m11.old
  store <8 x i1> %m11.new, ptr %l.v.2
  %w12.0 = insertelement <8 x i64> poison, i64 %v28.u, i64 0
  %w12 = shufflevector <8 x i64> %w12.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w12.1 = add <8 x i64> %w12, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w13.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w13 = shufflevector <8 x i64> %w13.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v30.v = icmp slt <8 x i64> %w12.1, %w13
  %i14.was = load <8 x i1>, ptr %exec.2
  %i14.not = xor <8 x i1> %v30.v, splat (i1 true)
  %i14.then = select <8 x i1> %i14.was, <8 x i1> %v30.v, <8 x i1> zeroinitializer
  %i14.else = select <8 x i1> %i14.was, <8 x i1> %i14.not, <8 x i1> zeroinitializer
  store <8 x i1> %i14.then, ptr %exec.2
  %m15 = load <8 x i1>, ptr %exec.2
  %m15.old = load <8 x i1>, ptr %out.8
  %m15.new = or <8 x i1> %m15.old, %m15
  store <8 x i1> %m15.new, ptr %out.8
  store <8 x i1> zeroinitializer, ptr %exec.2
  %i14.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i14.else, ptr %exec.2
  %i14.b = load <8 x i1>, ptr %exec.2
  %i14.both = or <8 x i1> %i14.a, %i14.b
  store <8 x i1> %i14.both, ptr %exec.2
  %w16.0 = insertelement <8 x i64> poison, i64 %v28.u, i64 0
  %w16 = shufflevector <8 x i64> %w16.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w16.1 = add <8 x i64> %w16, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w17.0 = insertelement <8 x i64> poison, i64 %p.x.shape0, i64 0
  %w17 = shufflevector <8 x i64> %w17.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v31.v = icmp slt <8 x i64> %w16.1, %w17
  %m18 = load <8 x i1>, ptr %exec.2
  %m18.old = load <8 x i1>, ptr %l.v.2
  %m18.new = select <8 x i1> %m18, <8 x i1> %v31.v, <8 x i1> %m18.old
  store <8 x i1> %m18.new, ptr %l.v.2
  br label %block8.end
block8.end:
  %m19 = load <8 x i1>, ptr %exec.2
  %m19.out = load <8 x i1>, ptr %out.8
  %m19.0 = or <8 x i1> %m19, %m19.out
  store <8 x i1> %m19.0, ptr %exec.2
  %v32.v = load <8 x i1>, ptr %l.v.2
  %i20.was = load <8 x i1>, ptr %exec.2
  %i20.not = xor <8 x i1> %v32.v, splat (i1 true)
  %i20.then = select <8 x i1> %i20.was, <8 x i1> %v32.v, <8 x i1> zeroinitializer
  %i20.else = select <8 x i1> %i20.was, <8 x i1> %i20.not, <8 x i1> zeroinitializer
  store <8 x i1> %i20.then, ptr %exec.2
  %m21 = load <8 x i1>, ptr %exec.2
  %m21.bits = bitcast <8 x i1> %m21 to i8
  %m21.any = icmp ne i8 %m21.bits, 0
  br i1 %m21.any, label %if20.then, label %if20.then.end
if20.then:
  %v33.v = load <8 x double>, ptr %l.total.2
  %v34.u = icmp eq i32 %v25.u, 1
  %v35.u = select i1 %v34.u, double 0x3FE0000000000000, double 0x3FD0000000000000
  %v36.u = icmp eq i32 %v25.u, 0
  %v37.u = select i1 %v36.u, double 0x3FD0000000000000, double %v35.u
  %w22.0 = insertelement <8 x i64> poison, i64 %v28.u, i64 0
  %w22 = shufflevector <8 x i64> %w22.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w22.1 = add <8 x i64> %w22, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w23.0 = insertelement <8 x i64> poison, i64 %p.x.shape0, i64 0
  %w23 = shufflevector <8 x i64> %w23.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v38.v.s = add <8 x i64> %w22.1, %w23
  %v38.v.c = icmp slt <8 x i64> %w22.1, zeroinitializer
  %v38.v = select <8 x i1> %v38.v.c, <8 x i64> %v38.v.s, <8 x i64> %w22.1
  %w24.0 = insertelement <8 x i64> poison, i64 %p.x.stride0, i64 0
  %w24 = shufflevector <8 x i64> %w24.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v39.v = mul <8 x i64> %v38.v, %w24
  %w25.0 = insertelement <8 x ptr> poison, ptr %p.x, i64 0
  %w25 = shufflevector <8 x ptr> %w25.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v40.v = getelementptr i8, <8 x ptr> %w25, <8 x i64> %v39.v
  %m26 = load <8 x i1>, ptr %exec.2
  %v41.v = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> %v40.v, i32 8, <8 x i1> %m26, <8 x double> zeroinitializer)
  %w27.0 = insertelement <8 x double> poison, double %v37.u, i64 0
  %w27 = shufflevector <8 x double> %w27.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v42.v = fmul <8 x double> %w27, %v41.v
  %v43.v = fadd <8 x double> %v33.v, %v42.v
  %m28 = load <8 x i1>, ptr %exec.2
  %m28.old = load <8 x double>, ptr %l.total.2
  %m28.new = select <8 x i1> %m28, <8 x double> %v43.v, <8 x double> %m28.old
  store <8 x double> %m28.new, ptr %l.total.2
  br label %if20.then.end
if20.then.end:
  %i20.a = load <8 x i1>, ptr %exec.2
  store <8 x i1> %i20.else, ptr %exec.2
  %i20.b = load <8 x i1>, ptr %exec.2
  %i20.both = or <8 x i1> %i20.a, %i20.b
  store <8 x i1> %i20.both, ptr %exec.2
  br label %for7.next
for7.next:
  %v25.u.next = add nuw nsw i32 %v25.u, 1
  br label %for7.head
for7.end:
  %v44.v = load <8 x double>, ptr %l.total.2
  %w29.0 = insertelement <8 x i64> poison, i64 %v24.u, i64 0
  %w29 = shufflevector <8 x i64> %w29.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w29.1 = add <8 x i64> %w29, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w30.0 = insertelement <8 x i64> poison, i64 %p.out.stride0, i64 0
  %w30 = shufflevector <8 x i64> %w30.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v45.v = mul <8 x i64> %w29.1, %w30
  %w31.0 = insertelement <8 x ptr> poison, ptr %p.out, i64 0
  %w31 = shufflevector <8 x ptr> %w31.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v46.v = getelementptr i8, <8 x ptr> %w31, <8 x i64> %v45.v
  call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %v44.v, <8 x ptr> %v46.v, i32 8, <8 x i1> splat (i1 true))
  br label %for2.next
for2.next:
  %v22.u.next = add i32 %v22.u, 8
  br label %for2.head
for2.end:
  br label %for32
for32:
  br label %for32.head
for32.head:
  %v22 = phi i32 [ %for2.mid, %for32 ], [ %v22.next, %for32.next ]
  %for32.go = icmp slt i32 %v22, %v20
  br i1 %for32.go, label %for32.body, label %for32.end
for32.body:
  store i1 false, ptr %l.v
  %v23 = sext i32 %v22 to i64
  %v24 = add nuw nsw i64 %v10, %v23
  store double 0x0000000000000000, ptr %l.total
  br label %for33
for33:
  br label %for33.head
for33.head:
  %v25 = phi i32 [ 0, %for33 ], [ %v25.next, %for33.next ]
  %for33.go = icmp slt i32 %v25, 3
  br i1 %for33.go, label %for33.body, label %for33.end
for33.body:
  %v26 = sext i32 %v25 to i64
  %v27 = add nuw nsw i64 %v24, %v26
  %v28 = add i64 %v27, -1
  %v29 = icmp sge i64 %v28, 0
  store i1 %v29, ptr %l.v
  %v30 = icmp slt i64 %v28, 0
  br i1 %v30, label %if35.then, label %if35.end
if35.then:
  br label %block34.end
if35.end:
  %v31 = icmp slt i64 %v28, %p.x.shape0
  store i1 %v31, ptr %l.v
  br label %block34.end
block34.end:
  %v32 = load i1, ptr %l.v
  br i1 %v32, label %if36.then, label %if36.end
if36.then:
  %v33 = load double, ptr %l.total
  %v34 = icmp eq i32 %v25, 1
  %v35 = select i1 %v34, double 0x3FE0000000000000, double 0x3FD0000000000000
  %v36 = icmp eq i32 %v25, 0
  %v37 = select i1 %v36, double 0x3FD0000000000000, double %v35
  %v38 = call i64 @wrap_index.i64(i64 %v28, i64 %p.x.shape0)
  %v39 = mul i64 %v38, %p.x.stride0
  %v40 = getelementptr inbounds i8, ptr %p.x, i64 %v39
  %v41 = load double, ptr %v40, align 8, !llvm.access.group !2
  %v42 = fmul double %v37, %v41
  %v43 = fadd double %v33, %v42
  store double %v43, ptr %l.total
  br label %if36.end
if36.end:
  br label %for33.next
for33.next:
  %v25.next = add nuw nsw i32 %v25, 1
  br label %for33.head
for33.end:
  %v44 = load double, ptr %l.total
  %v45 = mul i64 %v24, %p.out.stride0
  %v46 = getelementptr inbounds i8, ptr %p.out, i64 %v45
  store double %v44, ptr %v46, align 8, !llvm.access.group !2
  br label %for32.next
for32.next:
  %v22.next = add nuw nsw i32 %v22, 1
  br label %for32.head, !llvm.loop !3
for32.end:
  br label %for1.next
for1.next:
  %v21.next = add nuw nsw i32 %v21, 1
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

define void @k.smooth(ptr readonly %params, ptr readonly %launch, i64 %first, i64 %last, ptr %scratch) #0 {
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
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.x.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.x.shape0 = load i64, ptr %p.x.shape0.at, align 8
  %p.x.stride0.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.x.stride0 = load i64, ptr %p.x.stride0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  %p.out.stride0.at = getelementptr inbounds i8, ptr %params, i64 40
  %p.out.stride0 = load i64, ptr %p.out.stride0.at, align 8
  call void @smooth.blocks(i64 %first, i64 %last, ptr %scratch, i32 %grid.x, i32 %grid.y, i32 %grid.z, i32 %dim.x, i32 %dim.y, i32 %dim.z, ptr %p.x, i64 %p.x.shape0, i64 %p.x.stride0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.stride0)
  ret void
}

define internal i64 @wrap_index.i64(i64 %a, i64 %b) #1 {
  %neg = icmp slt i64 %a, 0
  %back = add i64 %a, %b
  %r = select i1 %neg, i64 %back, i64 %a
  ret i64 %r
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = distinct !{}
!3 = distinct !{!3, !0, !1, !{!"llvm.loop.parallel_accesses", !2}}
