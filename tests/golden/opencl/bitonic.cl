/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_bitonic(
    __global uchar *p0,
    ulong offset0,
    long p1) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    long thread_id0 = (long)get_local_id(0);
    int block_id0 = (int)get_group_id(0);
    __local int v2[128];
    int l0 = 0;
    int l1 = 0;
    int v3 = (int)(thread_id0 & 1023L);
    int v4 = block_id0;
    long v5 = (long)v4;
    long v6 = (long)((ulong)v5 << (uint)7L);
    long v7 = thread_id0;
    long v8 = v6 + v7;
    __global int *v9 = v0 + v8;
    int v10 = *v9;
    __local int *v11 = v2 + v7;
    *v11 = v10;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    l0 = 2;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v12 = l0;
        long v13 = (long)v12;
        int v14 = v12 > 128;
        if (v14) {
            break;
        }
        int v15 = (int)(v12 >> (uint)1);
        l1 = v15;
        long v16 = (long)(v7 & v13);
        int v17 = v16 == 0L;
        for (;;) {
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            int v18 = l1;
            long v19 = (long)v18;
            int v20 = v18 <= 0;
            if (v20) {
                break;
            }
            long v21 = (long)(v7 ^ v19);
            int v22 = v21 > v7;
            if (v22) {
                int v23 = *v11;
                __local int *v24 = v2 + v21;
                int v25 = *v24;
                int v26 = v23 > v25;
                int v27 = v26 == v17;
                if (v27) {
                    *v11 = v25;
                    *v24 = v23;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            int v28 = (int)(v18 >> (uint)1);
            l1 = v28;
        }
        int v29 = (int)((uint)v12 << (uint)1);
        l0 = v29;
    }
    int v30 = *v11;
    *v9 = v30;
}

