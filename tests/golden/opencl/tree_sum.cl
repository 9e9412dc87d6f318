/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_tree_sum(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3) {
    __global long *v0 = (__global long *)(p0 + offset0);
    long v1 = p1;
    __global long *v2 = (__global long *)(p2 + offset2);
    long v3 = p3;
    long thread_id0 = (long)get_local_id(0);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    __local long v4[128];
    long l0 = 0;
    int l1 = 0;
    int v5 = (int)(thread_id0 & 1023L);
    int v6 = block_dim0;
    long v7 = (long)v6;
    int v8 = block_id0;
    long v9 = (long)v8;
    long v10 = (long)((ulong)v9 * (ulong)v7);
    long v11 = thread_id0;
    long v12 = v10 + v11;
    int v13 = v12 < v1;
    if (v13) {
        __global long *v14 = v0 + v12;
        long v15 = *v14;
        l0 = v15;
    } else {
        l0 = 0L;
    }
    long v16 = l0;
    __local long *v17 = v4 + v11;
    *v17 = v16;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    int v18 = (int)(v6 >> (uint)1);
    l1 = v18;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v19 = l1;
        long v20 = (long)v19;
        int v21 = v19 <= 0;
        if (v21) {
            break;
        }
        int v22 = v5 < v19;
        if (v22) {
            long v23 = *v17;
            long v24 = v11 + v20;
            __local long *v25 = v4 + v24;
            long v26 = *v25;
            long v27 = (long)((ulong)v23 + (ulong)v26);
            *v17 = v27;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v28 = (int)(v19 >> (uint)1);
        l1 = v28;
    }
    int v29 = v5 == 0;
    if (v29) {
        long v30 = *v4;
        __global long *v31 = v2 + v8;
        *v31 = v30;
    }
}

