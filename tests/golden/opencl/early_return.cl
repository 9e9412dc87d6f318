/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_early_return(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    __global int *v2 = (__global int *)(p2 + offset2);
    long v3 = p3;
    long thread_id0 = (long)get_local_id(0);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    __local int v4[128];
    int v5 = (int)(thread_id0 & 1023L);
    long v6 = thread_id0;
    __local int *v7 = v4 + v6;
    *v7 = 0;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    int v8 = block_dim0;
    long v9 = (long)v8;
    int v10 = block_id0;
    long v11 = (long)v10;
    long v12 = (long)((ulong)v11 * (ulong)v9);
    long v13 = v12 + v6;
    int v14 = v13 < v1;
    if (v14) {
        __global int *v15 = v0 + v13;
        int v16 = *v15;
        *v7 = v16;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    __global int *v17 = v2 + v13;
    if (v14) {
        int v18 = *v7;
        int v19 = *v4;
        int v20 = (int)((uint)v18 + (uint)v19);
        *v17 = v20;
    }
}

