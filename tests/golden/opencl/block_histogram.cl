/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

ulong trips_i64(long a, long b, long c) {
    if (c > 0)
        return a < b ? ((ulong)b - (ulong)a - 1) / (ulong)c + 1 : 0;
    if (c < 0)
        return b < a ? ((ulong)a - (ulong)b - 1) / ((ulong)0 - (ulong)c) + 1 : 0;
    return 0;
}

__kernel void k_block_histogram(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3) {
    __global long *v0 = (__global long *)(p0 + offset0);
    long v1 = p1;
    __global int *v2 = (__global int *)(p2 + offset2);
    long v3 = p3;
    long thread_id0 = (long)get_local_id(0);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    int grid_dim0 = (int)get_num_groups(0);
    __local int v4[16];
    int v5 = (int)(thread_id0 & 1023L);
    int v6 = v5 < 16;
    if (v6) {
        long v7 = thread_id0;
        __local int *v8 = v4 + v7;
        *v8 = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    int v9 = block_dim0;
    long v10 = (long)v9;
    int v11 = block_id0;
    long v12 = (long)v11;
    long v13 = (long)((ulong)v12 * (ulong)v10);
    long v14 = thread_id0;
    long v15 = v13 + v14;
    int v16 = grid_dim0;
    long v17 = (long)v16;
    long v18 = (long)((ulong)v17 * (ulong)v10);
    long v19 = v15;
    for (ulong n19 = trips_i64(v15, v1, v18); n19 != 0; n19--, v19 = (long)((ulong)v19 + (ulong)v18)) {
        __global long *v20 = v0 + v19;
        long v21 = *v20;
        long v22 = (long)(v21 & 15L);
        __local int *v23 = v4 + v22;
        int v24 = atomic_add((volatile __local int *)v23, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (v6) {
        __local int *v25 = v4 + v14;
        int v26 = *v25;
        __global int *v27 = v2 + v14;
        int v28 = atomic_add((volatile __global int *)v27, v26);
    }
}

