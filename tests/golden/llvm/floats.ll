; portkern native code

define internal void @floats.block(ptr %launch, ptr noalias %scratch, ptr %p.a, i64 %p.a.shape0, ptr %p.b, i64 %p.b.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1) #1 {
  %dim.x.at = getelementptr inbounds i8, ptr %launch, i64 68
  %dim.x = load i32, ptr %dim.x.at, align 4
  %dim.y.at = getelementptr inbounds i8, ptr %launch, i64 72
  %dim.y = load i32, ptr %dim.y.at, align 4
  %dim.z.at = getelementptr inbounds i8, ptr %launch, i64 76
  %dim.z = load i32, ptr %dim.z.at, align 4
  %first.x.at = getelementptr inbounds i8, ptr %launch, i64 80
  %first.x = load i64, ptr %first.x.at, align 8, !range !4
  %v11 = mul nuw nsw i32 %dim.y, %dim.z
  %v12 = sub i64 %p.a.shape0, %first.x
  %v13 = bitcast i64 %v12 to i64
  %v14 = call i64 @llvm.umin.i64(i64 %v13, i64 1024)
  %v15 = trunc i64 %v14 to i32
  %v16 = icmp sgt i64 %p.a.shape0, %first.x
  %v17 = select i1 %v16, i32 %v15, i32 0
  %v18 = call i32 @llvm.smin.i32(i32 %dim.x, i32 %v17)
  br label %for1
for1:
  br label %for1.head
for1.head:
  %v19 = phi i32 [ 0, %for1 ], [ %v19.next, %for1.next ]
  %for1.go = icmp slt i32 %v19, %v11
  br i1 %for1.go, label %for1.body, label %for1.end
for1.body:
  br label %for2
for2:
  br label %for2.head
for2.head:
  %v20 = phi i32 [ 0, %for2 ], [ %v20.next, %for2.next ]
  %for2.go = icmp slt i32 %v20, %v18
  br i1 %for2.go, label %for2.body, label %for2.end
for2.body:
  %v21 = sext i32 %v20 to i64
  %v22 = add nuw nsw i64 %first.x, %v21
  %v23 = getelementptr inbounds float, ptr %p.a, i64 %v22
  %v24 = load float, ptr %v23, align 4, !llvm.access.group !5
  %v25 = getelementptr inbounds float, ptr %p.b, i64 %v22
  %v26 = load float, ptr %v25, align 4, !llvm.access.group !5
  %v27 = fadd float %v24, %v26
  %v28 = mul i64 %v22, %p.out.shape1
  %v29 = getelementptr inbounds float, ptr %p.out, i64 %v28
  store float %v27, ptr %v29, align 4, !llvm.access.group !5
  %v30 = fsub float %v24, %v26
  %v31 = add i64 %v28, 1
  %v32 = getelementptr inbounds float, ptr %p.out, i64 %v31
  store float %v30, ptr %v32, align 4, !llvm.access.group !5
  %v33 = fmul float %v24, %v26
  %v34 = add i64 %v28, 2
  %v35 = getelementptr inbounds float, ptr %p.out, i64 %v34
  store float %v33, ptr %v35, align 4, !llvm.access.group !5
  %v36 = fdiv float %v24, %v26
  %v37 = add i64 %v28, 3
  %v38 = getelementptr inbounds float, ptr %p.out, i64 %v37
  store float %v36, ptr %v38, align 4, !llvm.access.group !5
  %v39 = call float @floor_div_f.f32(float %v24, float %v26)
  %v40 = add i64 %v28, 4
  %v41 = getelementptr inbounds float, ptr %p.out, i64 %v40
  store float %v39, ptr %v41, align 4, !llvm.access.group !5
  %v42 = call float @floor_mod_f.f32(float %v24, float %v26)
  %v43 = add i64 %v28, 5
  %v44 = getelementptr inbounds float, ptr %p.out, i64 %v43
  store float %v42, ptr %v44, align 4, !llvm.access.group !5
  %v45 = fneg float %v24
  %v46 = add i64 %v28, 6
  %v47 = getelementptr inbounds float, ptr %p.out, i64 %v46
  store float %v45, ptr %v47, align 4, !llvm.access.group !5
  %v48 = call float @llvm.fabs.f32(float %v24)
  %v49 = add i64 %v28, 7
  %v50 = getelementptr inbounds float, ptr %p.out, i64 %v49
  store float %v48, ptr %v50, align 4, !llvm.access.group !5
  br label %for2.next
for2.next:
  %v20.next = add nuw nsw i32 %v20, 1
  br label %for2.head, !llvm.loop !6
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

define void @k.floats(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
  %p.a.at = getelementptr inbounds i8, ptr %params, i64 0
  %p.a = load ptr, ptr %p.a.at, align 8
  %p.a.shape0.at = getelementptr inbounds i8, ptr %params, i64 8
  %p.a.shape0 = load i64, ptr %p.a.shape0.at, align 8
  %p.b.at = getelementptr inbounds i8, ptr %params, i64 16
  %p.b = load ptr, ptr %p.b.at, align 8
  %p.b.shape0.at = getelementptr inbounds i8, ptr %params, i64 24
  %p.b.shape0 = load i64, ptr %p.b.shape0.at, align 8
  %p.out.at = getelementptr inbounds i8, ptr %params, i64 32
  %p.out = load ptr, ptr %p.out.at, align 8
  %p.out.shape0.at = getelementptr inbounds i8, ptr %params, i64 40
  %p.out.shape0 = load i64, ptr %p.out.shape0.at, align 8
  %p.out.shape1.at = getelementptr inbounds i8, ptr %params, i64 48
  %p.out.shape1 = load i64, ptr %p.out.shape1.at, align 8
  call void @floats.block(ptr %launch, ptr %scratch, ptr %p.a, i64 %p.a.shape0, ptr %p.b, i64 %p.b.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1)
  ret void
}

define internal float @floor_mod_f.f32(float %a, float %b) #1 {
  %m = frem float %a, %b
  %none = fcmp oeq float %m, 0.0
  %mneg = fcmp olt float %m, 0.0
  %bneg = fcmp olt float %b, 0.0
  %apart = xor i1 %mneg, %bneg
  %sum = fadd float %m, %b
  %rest = select i1 %apart, float %sum, float %m
  %zero = call float @llvm.copysign.f32(float 0.0, float %b)
  %r = select i1 %none, float %zero, float %rest
  ret float %r
}

define internal float @floor_div_f.f32(float %a, float %b) #1 {
  %m = frem float %a, %b
  %whole = fdiv float %a, %b
  %less = fsub float %a, %m
  %q = fdiv float %less, %b
  %some = fcmp une float %m, 0.0
  %mneg = fcmp olt float %m, 0.0
  %bneg = fcmp olt float %b, 0.0
  %signs = xor i1 %mneg, %bneg
  %apart = and i1 %some, %signs
  %down = fsub float %q, 1.0
  %p = select i1 %apart, float %down, float %q
  %floor = call float @llvm.floor.f32(float %p)
  %over = fsub float %p, %floor
  %far = fcmp ogt float %over, 0.5
  %next = fadd float %floor, 1.0
  %near = select i1 %far, float %next, float %floor
  %none = fcmp oeq float %p, 0.0
  %zero = call float @llvm.copysign.f32(float 0.0, float %whole)
  %r = select i1 %none, float %zero, float %near
  %bzero = fcmp oeq float %b, 0.0
  %s = select i1 %bzero, float %whole, float %r
  ret float %s
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
