/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_bitonic(
    __global uchar *p0,
    ulong offset0,
    long p1) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int block_id0 = (int)get_group_id(0);
    __local int v2[128];
    int l0 = 0;
    int l1 = 0;
    int v3 = thread_id0;
    int v4 = block_id0;
    long v5 = (long)v4;
    long v6 = (long)((ulong)v5 << (uint)7L);
    long v7 = (long)v3;
    long v8 = v6 + v7;
    __global int *v9 = v0 + v8;
    int v10 = *v9;
    __local int *v11 = v2 + v3;
    *v11 = v10;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    l0 = 2;
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int v12 = l0;
        int v13 = v12 > 128;
        if (v13) {
            break;
        }
        int v14 = (int)(v12 >> (uint)1);
        l1 = v14;
        int v15 = (int)(v3 & v12);
        int v16 = v15 == 0;
        for (;;) {
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            int v17 = l1;
            int v18 = v17 <= 0;
            if (v18) {
                break;
            }
            int v19 = (int)(v3 ^ v17);
            int v20 = v19 > v3;
            if (v20) {
                int v21 = *v11;
                __local int *v22 = v2 + v19;
                int v23 = *v22;
                int v24 = v21 > v23;
                int v25 = v24 == v16;
                if (v25) {
                    *v11 = v23;
                    *v22 = v21;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            int v26 = (int)(v17 >> (uint)1);
            l1 = v26;
        }
        int v27 = (int)((uint)v12 << (uint)1);
        l0 = v27;
    }
    int v28 = *v11;
    *v9 = v28;
}

