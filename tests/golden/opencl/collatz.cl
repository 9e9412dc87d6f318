/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_collatz(
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
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    long l0 = 0;
    long l1 = 0;
    int v4 = block_dim0;
    long v5 = (long)v4;
    int v6 = block_id0;
    long v7 = (long)v6;
    long v8 = (long)((ulong)v7 * (ulong)v5);
    int v9 = thread_id0;
    long v10 = (long)v9;
    long v11 = v8 + v10;
    int v12 = v11 >= v1;
    if (v12) {
        return;
    }
    __global long *v13 = v0 + v11;
    long v14 = *v13;
    l0 = v14;
    l1 = 0L;
    for (;;) {
        long v15 = l0;
        int v16 = v15 == 1L;
        if (v16) {
            break;
        }
        long v17 = (long)(v15 & 1L);
        int v18 = v17 == 0L;
        long v19 = (long)(v15 >> (uint)1L);
        long v20 = (long)((ulong)v15 * (ulong)3L);
        long v21 = (long)((ulong)v20 + (ulong)1L);
        long v22 = v18 ? v19 : v21;
        l0 = v22;
        long v23 = l1;
        long v24 = (long)((ulong)v23 + (ulong)1L);
        l1 = v24;
        int v25 = v24 >= 1000L;
        if (v25) {
            break;
        }
    }
    long v26 = l1;
    __global long *v27 = v2 + v11;
    *v27 = v26;
}

