/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_columns(
    __global uchar *p0,
    ulong offset0,
    long p1,
    long p2,
    __global uchar *p3,
    ulong offset3,
    long p4,
    long p5) {
    __global short *v0 = (__global short *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    __global short *v3 = (__global short *)(p3 + offset3);
    long v4 = p4;
    long v5 = p5;
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int thread_id1 = (int)(get_local_id(1) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_id1 = (int)get_group_id(1);
    int block_dim0 = (int)get_local_size(0);
    int block_dim1 = (int)get_local_size(1);
    int v6 = block_dim0;
    long v7 = (long)v6;
    int v8 = block_id0;
    long v9 = (long)v8;
    long v10 = (long)((ulong)v9 * (ulong)v7);
    int v11 = thread_id0;
    long v12 = (long)v11;
    long v13 = v10 + v12;
    int v14 = block_dim1;
    long v15 = (long)v14;
    int v16 = block_id1;
    long v17 = (long)v16;
    long v18 = (long)((ulong)v17 * (ulong)v15);
    int v19 = thread_id1;
    long v20 = (long)v19;
    long v21 = v18 + v20;
    int v22 = v13 < v1;
    int v23 = v21 < v2;
    int v24 = v22 & v23;
    if (v24) {
        long v25 = (long)((ulong)v13 * (ulong)v2);
        long v26 = (long)((ulong)v25 + (ulong)v21);
        __global short *v27 = v0 + v26;
        short v28 = *v27;
        long v29 = (long)((ulong)v21 * (ulong)v5);
        long v30 = (long)((ulong)v29 + (ulong)v13);
        __global short *v31 = v3 + v30;
        *v31 = v28;
    }
}

