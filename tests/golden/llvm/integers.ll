; portkern native code

define internal void @integers.block(ptr %launch, ptr noalias %scratch, ptr %p.a, i64 %p.a.shape0, ptr %p.b, i64 %p.b.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1) #1 {
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
  %v23 = getelementptr inbounds i32, ptr %p.a, i64 %v22
  %v24 = load i32, ptr %v23, align 4, !llvm.access.group !5
  %v25 = getelementptr inbounds i32, ptr %p.b, i64 %v22
  %v26 = load i32, ptr %v25, align 4, !llvm.access.group !5
  %v27 = sext i32 %v24 to i64
  %v28 = sext i32 %v26 to i64
  %v29 = add i64 %v27, %v28
  %v30 = mul i64 %v22, %p.out.shape1
  %v31 = getelementptr inbounds i64, ptr %p.out, i64 %v30
  store i64 %v29, ptr %v31, align 8, !llvm.access.group !5
  %v32 = sub i64 %v27, %v28
  %v33 = add i64 %v30, 1
  %v34 = getelementptr inbounds i64, ptr %p.out, i64 %v33
  store i64 %v32, ptr %v34, align 8, !llvm.access.group !5
  %v35 = mul i64 %v27, %v28
  %v36 = add i64 %v30, 2
  %v37 = getelementptr inbounds i64, ptr %p.out, i64 %v36
  store i64 %v35, ptr %v37, align 8, !llvm.access.group !5
  %v38 = call i64 @floor_div.i64(i64 %v27, i64 %v28)
  %v39 = add i64 %v30, 3
  %v40 = getelementptr inbounds i64, ptr %p.out, i64 %v39
  store i64 %v38, ptr %v40, align 8, !llvm.access.group !5
  %v41 = call i64 @floor_mod.i64(i64 %v27, i64 %v28)
  %v42 = add i64 %v30, 4
  %v43 = getelementptr inbounds i64, ptr %p.out, i64 %v42
  store i64 %v41, ptr %v43, align 8, !llvm.access.group !5
  %v44 = and i32 %v24, %v26
  %v45 = sext i32 %v44 to i64
  %v46 = add i64 %v30, 5
  %v47 = getelementptr inbounds i64, ptr %p.out, i64 %v46
  store i64 %v45, ptr %v47, align 8, !llvm.access.group !5
  %v48 = or i32 %v24, %v26
  %v49 = sext i32 %v48 to i64
  %v50 = add i64 %v30, 6
  %v51 = getelementptr inbounds i64, ptr %p.out, i64 %v50
  store i64 %v49, ptr %v51, align 8, !llvm.access.group !5
  %v52 = xor i32 %v24, %v26
  %v53 = sext i32 %v52 to i64
  %v54 = add i64 %v30, 7
  %v55 = getelementptr inbounds i64, ptr %p.out, i64 %v54
  store i64 %v53, ptr %v55, align 8, !llvm.access.group !5
  %v56 = icmp slt i32 %v24, %v26
  %v57 = add i64 %v30, 8
  %v58 = getelementptr inbounds i64, ptr %p.out, i64 %v57
  %v59 = zext i1 %v56 to i64
  store i64 %v59, ptr %v58, align 8, !llvm.access.group !5
  %v60 = icmp sle i32 %v24, %v26
  %v61 = add i64 %v30, 9
  %v62 = getelementptr inbounds i64, ptr %p.out, i64 %v61
  %v63 = zext i1 %v60 to i64
  store i64 %v63, ptr %v62, align 8, !llvm.access.group !5
  %v64 = icmp eq i32 %v24, %v26
  %v65 = add i64 %v30, 10
  %v66 = getelementptr inbounds i64, ptr %p.out, i64 %v65
  %v67 = zext i1 %v64 to i64
  store i64 %v67, ptr %v66, align 8, !llvm.access.group !5
  %v68 = sub i32 0, %v24
  %v69 = sext i32 %v68 to i64
  %v70 = add i64 %v30, 11
  %v71 = getelementptr inbounds i64, ptr %p.out, i64 %v70
  store i64 %v69, ptr %v71, align 8, !llvm.access.group !5
  %v72 = call i32 @llvm.abs.i32(i32 %v24, i1 false)
  %v73 = add i64 %v30, 12
  %v74 = getelementptr inbounds i64, ptr %p.out, i64 %v73
  %v75 = sext i32 %v72 to i64
  store i64 %v75, ptr %v74, align 8, !llvm.access.group !5
  %v76 = icmp ne i32 %v24, %v26
  %v77 = add i64 %v30, 13
  %v78 = getelementptr inbounds i64, ptr %p.out, i64 %v77
  %v79 = zext i1 %v76 to i64
  store i64 %v79, ptr %v78, align 8, !llvm.access.group !5
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

define void @k.integers(ptr readonly %params, ptr readonly %launch, ptr %scratch) #0 {
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
  call void @integers.block(ptr %launch, ptr %scratch, ptr %p.a, i64 %p.a.shape0, ptr %p.b, i64 %p.b.shape0, ptr %p.out, i64 %p.out.shape0, i64 %p.out.shape1)
  ret void
}

define internal i64 @floor_div.i64(i64 %a, i64 %b) #1 {
  %zero = icmp eq i64 %b, 0
  %minus = icmp eq i64 %b, -1
  %up = add i64 %b, 1
  %most = call i64 @llvm.umax.i64(i64 %up, i64 2)
  %d = sub i64 %most, 1
  %q = sdiv i64 %a, %d
  %back = mul i64 %q, %d
  %rest = sub i64 %a, %back
  %some = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %d
  %apart = icmp slt i64 %signs, 0
  %down = and i1 %some, %apart
  %one = sext i1 %down to i64
  %floor = add i64 %q, %one
  %least = icmp eq i64 %a, -9223372036854775808
  %neg = sub i64 0, %a
  %flip = select i1 %least, i64 0, i64 %neg
  %r = select i1 %minus, i64 %flip, i64 %floor
  %s = select i1 %zero, i64 0, i64 %r
  ret i64 %s
}

define internal i64 @floor_mod.i64(i64 %a, i64 %b) #1 {
  %up = add i64 %b, 1
  %most = call i64 @llvm.umax.i64(i64 %up, i64 2)
  %d = sub i64 %most, 1
  %rest = srem i64 %a, %d
  %some = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %d
  %apart = icmp slt i64 %signs, 0
  %down = and i1 %some, %apart
  %more = select i1 %down, i64 %d, i64 0
  %r = add i64 %rest, %more
  ret i64 %r
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
