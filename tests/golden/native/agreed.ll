; portkern native code

define internal void @agreed.block(ptr %launch, ptr noalias %scratch, ptr %p.x, i64 %p.n, i64 %p.limit) #1 {
  %l.k = alloca i64
  %l.v = alloca double
  %l.last = alloca i64
  %exec.1 = alloca <8 x i1>
  %idle.1 = alloca i64
  %l.k.1 = alloca <8 x i64>
  %l.k.1.u = alloca i64
  %l.v.1 = alloca <8 x double>
  %l.last.1 = alloca <8 x i64>
  %l.last.1.u = alloca i64
  %out.13 = alloca <8 x i1>
  %again.13 = alloca <8 x i1>
  %w24.at = alloca i64
  store volatile i64 1, ptr %w24.at
  %w24.by = load volatile i64, ptr %w24.at
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 48
  %stop = load ptr, ptr %stop.at, align 8
  store i64 0, ptr %l.k
  store double 0x0000000000000000, ptr %l.v
  store i64 0, ptr %l.last
  br label %for1
for1:
  %for1.some = icmp slt i32 0, %dim.x
  %for1.gap = sub i32 %dim.x, 0
  %for1.span = select i1 %for1.some, i32 %for1.gap, i32 0
  %for1.full = and i32 %for1.span, -8
  %for1.mid = add i32 0, %for1.full
  br label %for1.head
for1.head:
  %v4.u = phi i32 [ 0, %for1 ], [ %v4.u.next, %for1.next ]
  %for1.go = icmp ne i32 %v4.u, %for1.mid
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  store <8 x i1> splat (i1 -1), ptr %exec.1
  store i64 0, ptr %idle.1
  %w2.s = load i64, ptr %l.k
  %w2.0 = insertelement <8 x i64> poison, i64 %w2.s, i64 0
  %w2 = shufflevector <8 x i64> %w2.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w2, ptr %l.k.1
  %w3.s = load double, ptr %l.v
  %w3.0 = insertelement <8 x double> poison, double %w3.s, i64 0
  %w3 = shufflevector <8 x double> %w3.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w3, ptr %l.v.1
  %w4.s = load i64, ptr %l.last
  %w4.0 = insertelement <8 x i64> poison, i64 %w4.s, i64 0
  %w4 = shufflevector <8 x i64> %w4.0, <8 x i64> poison, <8 x i32> zeroinitializer
  store <8 x i64> %w4, ptr %l.last.1
  %v5.u = sext i32 %v4.u to i64
  %w5.0 = insertelement <8 x i64> poison, i64 %v5.u, i64 0
  %w5 = shufflevector <8 x i64> %w5.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w5.1 = add <8 x i64> %w5, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %w6.0 = insertelement <8 x i64> poison, i64 %p.n, i64 0
  %w6 = shufflevector <8 x i64> %w6.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %v6.v = icmp slt <8 x i64> %w5.1, %w6
  %i7.was = load <8 x i1>, ptr %exec.1
  %i7.not = xor <8 x i1> %v6.v, splat (i1 true)
  %i7.yes = select <8 x i1> %i7.was, <8 x i1> %v6.v, <8 x i1> zeroinitializer
  %i7.no = select <8 x i1> %i7.was, <8 x i1> %i7.not, <8 x i1> zeroinitializer
  store <8 x i1> %i7.yes, ptr %exec.1
  %m8 = load <8 x i1>, ptr %exec.1
  %m8.bits = bitcast <8 x i1> %m8 to i8
  %m8.any = icmp ne i8 %m8.bits, 0
  br i1 %m8.any, label %if7.then, label %if7.then.end
if7.then:
  %v7.u = getelementptr double, ptr %p.x, i64 %v5.u
  %m9 = load <8 x i1>, ptr %exec.1
  %v8.v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %v7.u, i32 8, <8 x i1> %m9, <8 x double> zeroinitializer)
  %m10 = load <8 x i1>, ptr %exec.1
  %m10.old = load <8 x double>, ptr %l.v.1
  %m10.new = select <8 x i1> %m10, <8 x double> %v8.v, <8 x double> %m10.old
  store <8 x double> %m10.new, ptr %l.v.1
  store i64 0, ptr %l.k.1.u
  %w11.0 = insertelement <8 x i64> poison, i64 0, i64 0
  %w11 = shufflevector <8 x i64> %w11.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %m12 = load <8 x i1>, ptr %exec.1
  %m12.old = load <8 x i64>, ptr %l.k.1
  %m12.new = select <8 x i1> %m12, <8 x i64> %w11, <8 x i64> %m12.old
  store <8 x i64> %m12.new, ptr %l.k.1
  %m14 = load <8 x i1>, ptr %exec.1
  store <8 x i1> %m14, ptr %out.13
  store <8 x i1> zeroinitializer, ptr %again.13
  br label %loop13
loop13:
  %stop15 = load volatile i32, ptr %stop, align 4
  %stop15.now = icmp ne i32 %stop15, 0
  br i1 %stop15.now, label %block.end, label %stop15.go, !prof !3
stop15.go:
  %v9.u = load i64, ptr %l.k.1.u
  %v10.u = icmp slt i64 %v9.u, %p.limit
  %v11.v = load <8 x double>, ptr %l.v.1
  %w16.0 = insertelement <8 x double> poison, double 0x4010000000000000, i64 0
  %w16 = shufflevector <8 x double> %w16.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v12.v = fcmp ole <8 x double> %v11.v, %w16
  %w17.0 = insertelement <8 x i1> poison, i1 %v10.u, i64 0
  %w17 = shufflevector <8 x i1> %w17.0, <8 x i1> poison, <8 x i32> zeroinitializer
  %v13.v = and <8 x i1> %w17, %v12.v
  %v14.v = xor <8 x i1> %v13.v, splat (i1 true)
  br i1 %v10.u, label %if18.end, label %if18.then
if18.then:
  store <8 x i1> zeroinitializer, ptr %exec.1
  br label %loop13.end
if18.end:
  %i19.was = load <8 x i1>, ptr %exec.1
  %i19.not = xor <8 x i1> %v12.v, splat (i1 true)
  %i19.yes = select <8 x i1> %i19.was, <8 x i1> %v12.v, <8 x i1> zeroinitializer
  %i19.no = select <8 x i1> %i19.was, <8 x i1> %i19.not, <8 x i1> zeroinitializer
  store <8 x i1> %i19.no, ptr %exec.1
  store <8 x i1> zeroinitializer, ptr %exec.1
  %i19.a = load <8 x i1>, ptr %exec.1
  store <8 x i1> %i19.yes, ptr %exec.1
  %i19.b = load <8 x i1>, ptr %exec.1
  %i19.both = or <8 x i1> %i19.a, %i19.b
  store <8 x i1> %i19.both, ptr %exec.1
  store i64 %v9.u, ptr %l.last.1.u
  %w20.0 = insertelement <8 x i64> poison, i64 %v9.u, i64 0
  %w20 = shufflevector <8 x i64> %w20.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %m21 = load <8 x i1>, ptr %exec.1
  %m21.old = load <8 x i64>, ptr %l.last.1
  %m21.new = select <8 x i1> %m21, <8 x i64> %w20, <8 x i64> %m21.old
  store <8 x i64> %m21.new, ptr %l.last.1
  %v15.v = fmul <8 x double> %v11.v, %v11.v
  %m22 = load <8 x i1>, ptr %exec.1
  %m22.old = load <8 x double>, ptr %l.v.1
  %m22.new = select <8 x i1> %m22, <8 x double> %v15.v, <8 x double> %m22.old
  store <8 x double> %m22.new, ptr %l.v.1
  %v16.u = icmp eq i64 %v9.u, 7
  br i1 %v16.u, label %if23.then, label %if23.end
if23.then:
  store <8 x i1> zeroinitializer, ptr %exec.1
  br label %loop13.end
if23.end:
  %v17.u = add i64 %v9.u, 1
  store i64 %v17.u, ptr %l.k.1.u
  %w24.0 = insertelement <8 x i64> poison, i64 %w24.by, i64 0
  %w24 = shufflevector <8 x i64> %w24.0, <8 x i64> poison, <8 x i32> zeroinitializer
  %w25.was = load <8 x i64>, ptr %l.k.1
  %w25 = add <8 x i64> %w25.was, %w24
  %m26 = load <8 x i1>, ptr %exec.1
  %m26.old = load <8 x i64>, ptr %l.k.1
  %m26.new = select <8 x i1> %m26, <8 x i64> %w25, <8 x i64> %m26.old
  store <8 x i64> %m26.new, ptr %l.k.1
  br label %loop13.land
loop13.land:
  %m27 = load <8 x i1>, ptr %exec.1
  %m27.again = load <8 x i1>, ptr %again.13
  %m27.0 = or <8 x i1> %m27, %m27.again
  store <8 x i1> %m27.0, ptr %exec.1
  store <8 x i1> zeroinitializer, ptr %again.13
  %m28 = load <8 x i1>, ptr %exec.1
  %m28.bits = bitcast <8 x i1> %m28 to i8
  %m28.any = icmp ne i8 %m28.bits, 0
  br i1 %m28.any, label %loop13, label %loop13.end
loop13.end:
  %m29.out = load <8 x i1>, ptr %out.13
  store <8 x i1> %m29.out, ptr %exec.1
  %v18.v = load <8 x i64>, ptr %l.k.1
  %v19.v = load <8 x i64>, ptr %l.last.1
  %v20.v = add <8 x i64> %v18.v, %v19.v
  %v21.v = sitofp <8 x i64> %v20.v to <8 x double>
  %m30 = load <8 x i1>, ptr %exec.1
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v21.v, ptr %v7.u, i32 8, <8 x i1> %m30)
  br label %if7.then.end
if7.then.end:
  %i7.a = load <8 x i1>, ptr %exec.1
  store <8 x i1> %i7.no, ptr %exec.1
  %i7.b = load <8 x i1>, ptr %exec.1
  %i7.both = or <8 x i1> %i7.a, %i7.b
  store <8 x i1> %i7.both, ptr %exec.1
  br label %for1.next
for1.next:
  %v4.u.next = add i32 %v4.u, 8
  br label %for1.head
for1.end:
  br label %for31
for31:
  br label %for31.head
for31.head:
  %v4 = phi i32 [ %for1.mid, %for31 ], [ %v4.next, %for31.next ]
  %for31.go = icmp slt i32 %v4, %dim.x
  br i1 %for31.go, label %for31.body, label %for31.end
for31.body:
  %v5 = sext i32 %v4 to i64
  %v6 = icmp slt i64 %v5, %p.n
  br i1 %v6, label %if32.then, label %if32.end
if32.then:
  %v7 = getelementptr inbounds double, ptr %p.x, i64 %v5
  %v8 = load double, ptr %v7, align 8, !llvm.access.group !5
  store double %v8, ptr %l.v
  store i64 0, ptr %l.k
  br label %loop33
loop33:
  %stop34 = load volatile i32, ptr %stop, align 4
  %stop34.now = icmp ne i32 %stop34, 0
  br i1 %stop34.now, label %block.end, label %stop34.go, !prof !3
stop34.go:
  %v9 = load i64, ptr %l.k
  %v10 = icmp slt i64 %v9, %p.limit
  %v11 = load double, ptr %l.v
  %v12 = fcmp ole double %v11, 0x4010000000000000
  %v13 = and i1 %v10, %v12
  %v14 = xor i1 %v13, true
  br i1 %v14, label %if35.then, label %if35.end
if35.then:
  br label %loop33.end
if35.end:
  store i64 %v9, ptr %l.last
  %v15 = fmul double %v11, %v11
  store double %v15, ptr %l.v
  %v16 = icmp eq i64 %v9, 7
  br i1 %v16, label %if36.then, label %if36.end
if36.then:
  br label %loop33.end
if36.end:
  %v17 = add i64 %v9, 1
  store i64 %v17, ptr %l.k
  br label %loop33
loop33.end:
  %v18 = load i64, ptr %l.k
  %v19 = load i64, ptr %l.last
  %v20 = add i64 %v18, %v19
  %v21 = sitofp i64 %v20 to double
  store double %v21, ptr %v7, align 8, !llvm.access.group !5
  br label %if32.end
if32.end:
  br label %for31.next
for31.next:
  %v4.next = add nuw nsw i32 %v4, 1
  br label %for31.head, !llvm.loop !6
for31.end:
  br label %block.end
block.end:
  ret void
}

define void @k.agreed(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.limit.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.limit = load i64, ptr %p.limit.at, align 8
  call void @agreed.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.n, i64 %p.limit)
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
