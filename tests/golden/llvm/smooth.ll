; portkern native code

define internal void @smooth.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.x.shape0, i64 %p.x.stride0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.stride0) #1 {
  %l.total = alloca double
  %exec.2 = alloca <32 x i64>
  %idle.2 = alloca i64
  %l.total.2 = alloca <32 x double>
  %exec.24 = alloca <8 x i64>
  %idle.24 = alloca i64
  %l.total.24 = alloca <8 x double>
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  store double 0x0000000000000000, ptr %l.total
  %v10 = mul nuw nsw i32 %dim.y, %dim.z
  %v11 = sub i64 %p.x.shape0, %first.x
  %v12 = bitcast i64 %v11 to i64
  %v13 = call i64 @llvm.umin.i64(i64 %v12, i64 1024)
  %v14 = trunc i64 %v13 to i32
  %v15 = icmp sgt i64 %p.x.shape0, %first.x
  %v16 = select i1 %v15, i32 %v14, i32 0
  %v17 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v16)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v18 = phi i32 [ 0, %for1 ], [ %v18.next, %for1.next ]
  %for1.go = icmp slt i32 %v18, %v10
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  %for2.some = icmp slt i32 0, %v17
  %for2.gap = sub i32 %v17, 0
  %for2.span = select i1 %for2.some, i32 %for2.gap, i32 0
  %for2.full = and i32 %for2.span, -32
  %for2.mid = add i32 0, %for2.full
  br label %for2.head
for2.head:
  %v19.u = phi i32 [ 0, %for2 ], [ %v19.u.next, %for2.next ]
  %for2.go = icmp ne i32 %v19.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <32 x i64> splat (i64 -1), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load double, ptr %l.total
  %w3.0 = insertelement <32 x double> poison, double %w3.s, i64 0
  %w3 = shufflevector <32 x double> %w3.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w3, ptr %l.total.2
  %v20.u = sext i32 %v19.u to i64
  %v21.u = add nuw nsw i64 %first.x, %v20.u
  %w4.0 = insertelement <32 x double> poison, double 0x0000000000000000, i64 0
  %w4 = shufflevector <32 x double> %w4.0, <32 x double> poison, <32 x i32> zeroinitializer
  store <32 x double> %w4, ptr %l.total.2
  br label %for5
for5:
  br label %for5.head
for5.head:
  %v22.u = phi i32 [ 0, %for5 ], [ %v22.u.next, %for5.next ]
  %for5.go = icmp slt i32 %v22.u, 3
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  %v23.u = sext i32 %v22.u to i64
  %v24.u = add nuw nsw i64 %v21.u, %v23.u
  %v25.u = add i64 %v24.u, -1
  %w6.0 = insertelement <32 x i64> poison, i64 %v25.u, i64 0
  %w6 = shufflevector <32 x i64> %w6.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w6.1 = add <32 x i64> %w6, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %w7.0 = insertelement <32 x i64> poison, i64 0, i64 0
  %w7 = shufflevector <32 x i64> %w7.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v26.v = icmp sge <32 x i64> %w6.1, %w7
  %w8.0 = insertelement <32 x i64> poison, i64 %v25.u, i64 0
  %w8 = shufflevector <32 x i64> %w8.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w8.1 = add <32 x i64> %w8, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %w9.0 = insertelement <32 x i64> poison, i64 %p.x.shape0, i64 0
  %w9 = shufflevector <32 x i64> %w9.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v27.v = icmp slt <32 x i64> %w8.1, %w9
  %v28.v = and <32 x i1> %v26.v, %v27.v
  %i10.was = load <32 x i64>, ptr %exec.2
  %i10.on = freeze <32 x i1> %v28.v
  %i10.off = xor <32 x i1> %i10.on, splat (i1 true)
  %i10.with = sext <32 x i1> %i10.on to <32 x i64>
  %i10.without = sext <32 x i1> %i10.off to <32 x i64>
  %i10.yes = and <32 x i64> %i10.was, %i10.with
  %i10.no = and <32 x i64> %i10.was, %i10.without
  store <32 x i64> %i10.yes, ptr %exec.2
  %m11.w = load <32 x i64>, ptr %exec.2
  %m11 = icmp slt <32 x i64> %m11.w, zeroinitializer
  %m12.0 = shufflevector <32 x i64> %m11.w, <32 x i64> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m12.1 = shufflevector <32 x i64> %m11.w, <32 x i64> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %m12.w = or <16 x i64> %m12.0, %m12.1
  %m13.0 = shufflevector <16 x i64> %m12.w, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %m13.1 = shufflevector <16 x i64> %m12.w, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m13.w = or <8 x i64> %m13.0, %m13.1
  %m14.0 = shufflevector <8 x i64> %m13.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m14.1 = shufflevector <8 x i64> %m13.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m14.w = or <4 x i64> %m14.0, %m14.1
  %m11.bits = bitcast <4 x i64> %m14.w to i256
  %m11.any = icmp ne i256 %m11.bits, 0
  br i1 %m11.any, label %if10.then, label %if10.then.end
if10.then:
  %v29.v = load <32 x double>, ptr %l.total.2
  %v30.u = icmp eq i32 %v22.u, 1
  %v31.u = select i1 %v30.u, double 0x3FE0000000000000, double 0x3FD0000000000000
  %v32.u = icmp eq i32 %v22.u, 0
  %v33.u = select i1 %v32.u, double 0x3FD0000000000000, double %v31.u
  %w15.0 = insertelement <32 x i64> poison, i64 %v25.u, i64 0
  %w15 = shufflevector <32 x i64> %w15.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w15.1 = add <32 x i64> %w15, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %w16.0 = insertelement <32 x i64> poison, i64 %p.x.stride0, i64 0
  %w16 = shufflevector <32 x i64> %w16.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v34.v = mul <32 x i64> %w15.1, %w16
  %w17.0 = insertelement <32 x ptr> poison, ptr %p.x, i64 0
  %w17 = shufflevector <32 x ptr> %w17.0, <32 x ptr> poison, <32 x i32> zeroinitializer
  %v35.v = getelementptr i8, <32 x ptr> %w17, <32 x i64> %v34.v
  %m18.w = load <32 x i64>, ptr %exec.2
  %m18 = icmp slt <32 x i64> %m18.w, zeroinitializer
  %v36.v = call <32 x double> @llvm.masked.gather.v32f64.v32p0(<32 x ptr> %v35.v, i32 8, <32 x i1> %m18, <32 x double> zeroinitializer)
  %w19.0 = insertelement <32 x double> poison, double %v33.u, i64 0
  %w19 = shufflevector <32 x double> %w19.0, <32 x double> poison, <32 x i32> zeroinitializer
  %v37.v = fmul <32 x double> %w19, %v36.v
  %v38.v = fadd <32 x double> %v29.v, %v37.v
  %m20.w = load <32 x i64>, ptr %exec.2
  %m20 = icmp slt <32 x i64> %m20.w, zeroinitializer
  %m20.old = load <32 x double>, ptr %l.total.2
  %m20.new = select <32 x i1> %m20, <32 x double> %v38.v, <32 x double> %m20.old
  store <32 x double> %m20.new, ptr %l.total.2
  br label %if10.then.end
if10.then.end:
  %i10.a = load <32 x i64>, ptr %exec.2
  store <32 x i64> %i10.no, ptr %exec.2
  %i10.b = load <32 x i64>, ptr %exec.2
  %i10.both = or <32 x i64> %i10.a, %i10.b
  store <32 x i64> %i10.both, ptr %exec.2
  br label %for5.next
for5.next:
  %v22.u.next = add nuw nsw i32 %v22.u, 1
  br label %for5.head
for5.end:
  %v39.v = load <32 x double>, ptr %l.total.2
  %w21.0 = insertelement <32 x i64> poison, i64 %v21.u, i64 0
  %w21 = shufflevector <32 x i64> %w21.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %w21.1 = add <32 x i64> %w21, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %w22.0 = insertelement <32 x i64> poison, i64 %p.out.stride0, i64 0
  %w22 = shufflevector <32 x i64> %w22.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %v40.v = mul <32 x i64> %w21.1, %w22
  %w23.0 = insertelement <32 x ptr> poison, ptr %p.out, i64 0
  %w23 = shufflevector <32 x ptr> %w23.0, <32 x ptr> poison, <32 x i32> zeroinitializer
  %v41.v = getelementptr i8, <32 x ptr> %w23, <32 x i64> %v40.v
  call void @llvm.masked.scatter.v32f64.v32p0(<32 x double> %v39.v, <32 x ptr> %v41.v, i32 8, <32 x i1> splat (i1 true))
  br label %for2.next
for2.next:
  %v19.u.next = add i32 %v19.u, 32
  br label %for2.head
for2.end:
  br label %for24
for24:
  %for24.left = sub i32 %for2.span, %for2.full
  %for24.full = and i32 %for24.left, -8
  %for24.mid = add i32 %for2.mid, %for24.full
  br label %for24.head
for24.head:
  %v70.u = phi i32 [ %for2.mid, %for24 ], [ %v70.u.next, %for24.next ]
  %for24.go = icmp ne i32 %v70.u, %for24.mid
  br i1 %for24.go, label %for24.body, label %for24.end
for24.body:
  store <8 x i64> splat (i64 -1), ptr %exec.24
  store i64 0, ptr %idle.24
  %w25.s = load double, ptr %l.total
  %w25.0 = insertelement <8 x double> poison, double %w25.s, i64 0
  %w25 = shufflevector <8 x double> %w25.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w25, ptr %l.total.24
  %v71.u = sext i32 %v70.u to i64
  %v72.u = add nuw nsw i64 %first.x, %v71.u
  %w26.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w26 = shufflevector <8 x double> %w26.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w26, ptr %l.total.24
  br label %for27
for27:
  br label %for27.head
for27.head:
  %v73.u = phi i32 [ 0, %for27 ], [ %v73.u.next, %for27.next ]
  %for27.go = icmp slt i32 %v73.u, 3
  br i1 %for27.go, label %for27.body, label %for27.end
for27.body:
  %v74.u = sext i32 %v73.u to i64
  %v75.u = add nuw nsw i64 %v72.u, %v74.u
  %v76.u = add i64 %v75.u, -1
  %w28.0 = insertelement <8 x i64> poison, i64 %v76.u, i64 0
  %w28 = shufflevector <8 x i64> %w28.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w28.1 = add <8 x i64> %w28, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w29.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w29 = shufflevector <8 x i64> %w29.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v77.v = icmp sge <8 x i64> %w28.1, %w29
  %w30.0 = insertelement <8 x i64> poison, i64 %v76.u, i64 0
  %w30 = shufflevector <8 x i64> %w30.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w30.1 = add <8 x i64> %w30, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w31.0 = insertelement <8 x i64> poison, i64 %p.x.shape0, i64 0
  %w31 = shufflevector <8 x i64> %w31.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v78.v = icmp slt <8 x i64> %w30.1, %w31
  %v79.v = and <8 x i1> %v77.v, %v78.v
  %i32.was = load <8 x i64>, ptr %exec.24
  %i32.on = freeze <8 x i1> %v79.v
  %i32.off = xor <8 x i1> %i32.on, splat (i1 true)
  %i32.with = sext <8 x i1> %i32.on to <8 x i64>
  %i32.without = sext <8 x i1> %i32.off to <8 x i64>
  %i32.yes = and <8 x i64> %i32.was, %i32.with
  %i32.no = and <8 x i64> %i32.was, %i32.without
  store <8 x i64> %i32.yes, ptr %exec.24
  %m33.w = load <8 x i64>, ptr %exec.24
  %m33 = icmp slt <8 x i64> %m33.w, zeroinitializer
  %m34.0 = shufflevector <8 x i64> %m33.w, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m34.1 = shufflevector <8 x i64> %m33.w, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %m34.w = or <4 x i64> %m34.0, %m34.1
  %m33.bits = bitcast <4 x i64> %m34.w to i256
  %m33.any = icmp ne i256 %m33.bits, 0
  br i1 %m33.any, label %if32.then, label %if32.then.end
if32.then:
  %v80.v = load <8 x double>, ptr %l.total.24
  %v81.u = icmp eq i32 %v73.u, 1
  %v82.u = select i1 %v81.u, double 0x3FE0000000000000, double 0x3FD0000000000000
  %v83.u = icmp eq i32 %v73.u, 0
  %v84.u = select i1 %v83.u, double 0x3FD0000000000000, double %v82.u
  %w35.0 = insertelement <8 x i64> poison, i64 %v76.u, i64 0
  %w35 = shufflevector <8 x i64> %w35.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w35.1 = add <8 x i64> %w35, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w36.0 = insertelement <8 x i64> poison, i64 %p.x.stride0, i64 0
  %w36 = shufflevector <8 x i64> %w36.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v85.v = mul <8 x i64> %w35.1, %w36
  %w37.0 = insertelement <8 x ptr> poison, ptr %p.x, i64 0
  %w37 = shufflevector <8 x ptr> %w37.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v86.v = getelementptr i8, <8 x ptr> %w37, <8 x i64> %v85.v
  %m38.w = load <8 x i64>, ptr %exec.24
  %m38 = icmp slt <8 x i64> %m38.w, zeroinitializer
  %v87.v = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> %v86.v, i32 8, <8 x i1> %m38, <8 x double> zeroinitializer)
  %w39.0 = insertelement <8 x double> poison, double %v84.u, i64 0
  %w39 = shufflevector <8 x double> %w39.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v88.v = fmul <8 x double> %w39, %v87.v
  %v89.v = fadd <8 x double> %v80.v, %v88.v
  %m40.w = load <8 x i64>, ptr %exec.24
  %m40 = icmp slt <8 x i64> %m40.w, zeroinitializer
  %m40.old = load <8 x double>, ptr %l.total.24
  %m40.new = select <8 x i1> %m40, <8 x double> %v89.v, <8 x double> %m40.old
  store <8 x double> %m40.new, ptr %l.total.24
  br label %if32.then.end
if32.then.end:
  %i32.a = load <8 x i64>, ptr %exec.24
  store <8 x i64> %i32.no, ptr %exec.24
  %i32.b = load <8 x i64>, ptr %exec.24
  %i32.both = or <8 x i64> %i32.a, %i32.b
  store <8 x i64> %i32.both, ptr %exec.24
  br label %for27.next
for27.next:
  %v73.u.next = add nuw nsw i32 %v73.u, 1
  br label %for27.head
for27.end:
  %v90.v = load <8 x double>, ptr %l.total.24
  %w41.0 = insertelement <8 x i64> poison, i64 %v72.u, i64 0
  %w41 = shufflevector <8 x i64> %w41.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w41.1 = add <8 x i64> %w41, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w42.0 = insertelement <8 x i64> poison, i64 %p.out.stride0, i64 0
  %w42 = shufflevector <8 x i64> %w42.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v91.v = mul <8 x i64> %w41.1, %w42
  %w43.0 = insertelement <8 x ptr> poison, ptr %p.out, i64 0
  %w43 = shufflevector <8 x ptr> %w43.0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v92.v = getelementptr i8, <8 x ptr> %w43, <8 x i64> %v91.v
  call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %v90.v, <8 x ptr> %v92.v, i32 8, <8 x i1> splat (i1 true))
  br label %for24.next
for24.next:
  %v70.u.next = add i32 %v70.u, 8
  br label %for24.head
for24.end:
  br label %for44
for44:
  br label %for44.head
for44.head:
  %v19 = phi i32 [ %for24.mid, %for44 ], [ %v19.next, %for44.next ]
  %for44.go = icmp slt i32 %v19, %v17
  br i1 %for44.go, label %for44.body, label %for44.end
for44.body:
  %v20 = sext i32 %v19 to i64
  %v21 = add nuw nsw i64 %first.x, %v20
  store double 0x0000000000000000, ptr %l.total
  br label %for45
for45:
  br label %for45.head
for45.head:
  %v22 = phi i32 [ 0, %for45 ], [ %v22.next, %for45.next ]
  %for45.go = icmp slt i32 %v22, 3
  br i1 %for45.go, label %for45.body, label %for45.end
for45.body:
  %v23 = sext i32 %v22 to i64
  %v24 = add nuw nsw i64 %v21, %v23
  %v25 = add i64 %v24, -1
  %v26 = icmp sge i64 %v25, 0
  %v27 = icmp slt i64 %v25, %p.x.shape0
  %v28 = and i1 %v26, %v27
  br i1 %v28, label %if46.then, label %if46.end
if46.then:
  %v29 = load double, ptr %l.total
  %v30 = icmp eq i32 %v22, 1
  %v31 = select i1 %v30, double 0x3FE0000000000000, double 0x3FD0000000000000
  %v32 = icmp eq i32 %v22, 0
  %v33 = select i1 %v32, double 0x3FD0000000000000, double %v31
  %v34 = mul i64 %v25, %p.x.stride0
  %v35 = getelementptr inbounds i8, ptr %p.x, i64 %v34
  %v36 = load double, ptr %v35, align 8, !llvm.access.group !5
  %v37 = fmul double %v33, %v36
  %v38 = fadd double %v29, %v37
  store double %v38, ptr %l.total
  br label %if46.end
if46.end:
  br label %for45.next
for45.next:
  %v22.next = add nuw nsw i32 %v22, 1
  br label %for45.head
for45.end:
  %v39 = load double, ptr %l.total
  %v40 = mul i64 %v21, %p.out.stride0
  %v41 = getelementptr inbounds i8, ptr %p.out, i64 %v40
  store double %v39, ptr %v41, align 8, !llvm.access.group !5
  br label %for44.next
for44.next:
  %v19.next = add nuw nsw i32 %v19, 1
  br label %for44.head, !llvm.loop !6
for44.end:
  br label %for1.next
for1.next:
  %v18.next = add nuw nsw i32 %v18, 1
  br label %for1.head
for1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.smooth(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
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
  call void @smooth.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.x.shape0, i64 %p.x.stride0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.stride0)
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
