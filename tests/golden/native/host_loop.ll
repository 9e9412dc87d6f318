; portkern native code

define internal void @k.block(ptr %launch, ptr noalias %scratch, ptr noalias %p.x, i64 %p.n, ptr noalias %p.y, ptr noalias %p.report) #1 {
  %l.s = alloca double
  %exec.2 = alloca <8 x i64>
  %idle.2 = alloca i64
  %l.s.2 = alloca <8 x double>
  store double 0x0000000000000000, ptr %l.s
  br label %for2
for2:
  %for2.some = icmp slt i64 0, %p.n
  %for2.gap = sub i64 %p.n, 0
  %for2.span = select i1 %for2.some, i64 %for2.gap, i64 0
  %for2.full = and i64 %for2.span, -8
  %for2.mid = add i64 0, %for2.full
  br label %for2.head
for2.head:
  %v4.u = phi i64 [ 0, %for2 ], [ %v4.u.next, %for2.next ]
  %for2.go = icmp ne i64 %v4.u, %for2.mid
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  store <8 x i64> splat (i64 -1), ptr %exec.2
  store i64 0, ptr %idle.2
  %w3.s = load double, ptr %l.s
  %w3.0 = insertelement <8 x double> poison, double %w3.s, i64 0
  %w3 = shufflevector <8 x double> %w3.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w3, ptr %l.s.2
  %v5.u = getelementptr double, ptr %p.x, i64 %v4.u
  %v6.v = load <8 x double>, ptr %v5.u, align 8
  %w4.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w4 = shufflevector <8 x double> %w4.0, <8 x double> poison, <8 x i32> zeroinitializer
  store <8 x double> %w4, ptr %l.s.2
  br label %for5
for5:
  br label %for5.head
for5.head:
  %v7.u = phi i64 [ 0, %for5 ], [ %v7.u.next, %for5.next ]
  %for5.go = icmp slt i64 %v7.u, 3
  br i1 %for5.go, label %for5.body, label %for5.end
for5.body:
  %v8.v = load <8 x double>, ptr %l.s.2
  %v9.v = fadd <8 x double> %v8.v, %v6.v
  store <8 x double> %v9.v, ptr %l.s.2
  br label %for5.next
for5.next:
  %v7.u.next = add nuw nsw i64 %v7.u, 1
  br label %for5.head
for5.end:
  %v10.v = load <8 x double>, ptr %l.s.2
  %w6.0 = insertelement <8 x double> poison, double 0x0000000000000000, i64 0
  %w6 = shufflevector <8 x double> %w6.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v11.v = fcmp oeq <8 x double> %v10.v, %w6
  %w7.out = select <8 x i1> splat (i1 true), <8 x i1> %v11.v, <8 x i1> zeroinitializer
  %w7.bits = bitcast <8 x i1> %w7.out to i8
  %w7.any = icmp ne i8 %w7.bits, 0
  br i1 %w7.any, label %for2.out0, label %for2.on0
for2.out0:
  br label %for2.end
for2.on0:
  %w8.0 = insertelement <8 x double> poison, double 0x3FF0000000000000, i64 0
  %w8 = shufflevector <8 x double> %w8.0, <8 x double> poison, <8 x i32> zeroinitializer
  %v12.v = fdiv <8 x double> %w8, %v10.v
  %v13.u = getelementptr double, ptr %p.y, i64 %v4.u
  store <8 x double> %v12.v, ptr %v13.u, align 8
  br label %for2.next
for2.next:
  %v4.u.next = add i64 %v4.u, 8
  br label %for2.head
for2.end:
  %for2.rest = phi i64 [ %for2.mid, %for2.head ], [ %v4.u, %for2.out0 ]
  br label %for9
for9:
  br label %for9.head
for9.head:
  %v4 = phi i64 [ %for2.rest, %for9 ], [ %v4.next, %for9.next ]
  %for9.go = icmp slt i64 %v4, %p.n
  br i1 %for9.go, label %for9.body, label %for9.end
for9.body:
  %v5 = getelementptr inbounds double, ptr %p.x, i64 %v4
  %v6 = load double, ptr %v5, align 8
  store double 0x0000000000000000, ptr %l.s
  br label %for10
for10:
  br label %for10.head
for10.head:
  %v7 = phi i64 [ 0, %for10 ], [ %v7.next, %for10.next ]
  %for10.go = icmp slt i64 %v7, 3
  br i1 %for10.go, label %for10.body, label %for10.end
for10.body:
  %v8 = load double, ptr %l.s
  %v9 = fadd double %v8, %v6
  store double %v9, ptr %l.s
  br label %for10.next
for10.next:
  %v7.next = add nuw nsw i64 %v7, 1
  br label %for10.head
for10.end:
  %v10 = load double, ptr %l.s
  %v11 = fcmp oeq double %v10, 0x0000000000000000
  br i1 %v11, label %if11.then, label %if11.end, !prof !3
if11.then:
  store i32 1, ptr %p.report, align 4
  br label %block1.end
if11.end:
  %v12 = fdiv double 0x3FF0000000000000, %v10
  %v13 = getelementptr inbounds double, ptr %p.y, i64 %v4
  store double %v12, ptr %v13, align 8
  br label %for9.next
for9.next:
  %v4.next = add nuw nsw i64 %v4, 1
  br label %for9.head, !llvm.loop !5
for9.end:
  br label %for12
for12:
  br label %for12.head
for12.head:
  %v14 = phi i64 [ 1, %for12 ], [ %v14.next, %for12.next ]
  %for12.go = icmp slt i64 %v14, %p.n
  br i1 %for12.go, label %for12.body, label %for12.end
for12.body:
  %v15 = getelementptr inbounds double, ptr %p.x, i64 %v14
  %v16 = load double, ptr %v15, align 8
  store double 0x0000000000000000, ptr %l.s
  br label %for13
for13:
  br label %for13.head
for13.head:
  %v17 = phi i64 [ 0, %for13 ], [ %v17.next, %for13.next ]
  %for13.go = icmp slt i64 %v17, 3
  br i1 %for13.go, label %for13.body, label %for13.end
for13.body:
  %v18 = load double, ptr %l.s
  %v19 = fadd double %v18, %v16
  store double %v19, ptr %l.s
  br label %for13.next
for13.next:
  %v17.next = add nuw nsw i64 %v17, 1
  br label %for13.head
for13.end:
  %v20 = load double, ptr %l.s
  %v21 = sub i64 %v14, 1
  %v22 = getelementptr inbounds double, ptr %p.x, i64 %v21
  store double %v20, ptr %v22, align 8
  br label %for12.next
for12.next:
  %v14.next = add nsw i64 %v14, 1
  br label %for12.head
for12.end:
  br label %block1.end
block1.end:
  br label %block.end
block.end:
  ret void
}

define void @k.k(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.x.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.x = load ptr, ptr %p.x.at, align 8
  %p.n.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.n = load i64, ptr %p.n.at, align 8
  %p.y.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.y = load ptr, ptr %p.y.at, align 8
  %p.report.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.report = load ptr, ptr %p.report.at, align 8
  call void @k.block(ptr %launch, ptr %scratch, ptr %p.x, i64 %p.n, ptr %p.y, ptr %p.report)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }

!0 = !{!"llvm.loop.unroll.disable"}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"branch_weights", i32 1, i32 1048576}
!4 = !{i64 0, i64 -9223372036854775808}
!5 = distinct !{!5, !2}
