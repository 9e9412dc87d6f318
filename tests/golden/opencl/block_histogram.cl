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
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    int grid_dim0 = (int)get_num_groups(0);
    __local int v4[16];
    int v5 = thread_id0;
    int v6 = v5 < 16;
    if (v6) {
        __local int *v7 = v4 + v5;
        *v7 = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    int v8 = block_dim0;
    long v9 = (long)v8;
    int v10 = block_id0;
    long v11 = (long)v10;
    long v12 = (long)((ulong)v11 * (ulong)v9);
    long v13 = (long)v5;
    long v14 = v12 + v13;
    int v15 = grid_dim0;
    long v16 = (long)v15;
    long v17 = (long)((ulong)v16 * (ulong)v9);
    long v18 = v14;
    for (ulong n18 = trips_i64(v14, v1, v17); n18 != 0; n18--, v18 = (long)((ulong)v18 + (ulong)v17)) {
        __global long *v19 = v0 + v18;
        long v20 = *v19;
        long v21 = (long)(v20 & 15L);
        __local int *v22 = v4 + v21;
        int v23 = atomic_add((volatile __local int *)v22, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (v6) {
        __local int *v24 = v4 + v5;
        int v25 = *v24;
        __global int *v26 = v2 + v5;
        int v27 = atomic_add((volatile __global int *)v26, v25);
    }
}

