/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_dynamic(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    __local ulong *dynamic) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    __global long *v2 = (__global long *)(p2 + offset2);
    long v3 = p3;
    long thread_id0 = (long)get_local_id(0);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    __local int *v4 = (__local int *)dynamic;
    long l0 = 0;
    int v5 = (int)(thread_id0 & 1023L);
    int v6 = block_dim0;
    long v7 = (long)v6;
    int v8 = block_id0;
    long v9 = (long)v8;
    long v10 = (long)((ulong)v9 * (ulong)v7);
    long v11 = thread_id0;
    long v12 = v10 + v11;
    __global int *v13 = v0 + v12;
    int v14 = *v13;
    __local int *v15 = v4 + v11;
    *v15 = v14;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    l0 = 0L;
    for (int v16 = 0; v16 < v6; v16++) {
        long v17 = l0;
        __local int *v18 = v4 + v16;
        int v19 = *v18;
        int v20 = v16 + 1;
        long v21 = (long)v20;
        long v22 = (long)v19;
        long v23 = (long)((ulong)v22 * (ulong)v21);
        long v24 = (long)((ulong)v17 + (ulong)v23);
        l0 = v24;
    }
    long v25 = l0;
    __global long *v26 = v2 + v12;
    *v26 = v25;
}

