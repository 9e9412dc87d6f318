/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_dynamic(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    int block_dim0,
    int block_dim1,
    int block_dim2,
    __local ulong *dynamic) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    __global long *v2 = (__global long *)(p2 + offset2);
    long v3 = p3;
    int block_id0 = (int)get_group_id(0);
    __local int *v4 = (__local int *)dynamic;
    long l0 = 0;
    int v5 = block_dim0;
    long v6 = (long)v5;
    int v7 = block_id0;
    long v8 = (long)v7;
    long v9 = (long)((ulong)v8 * (ulong)v6);
    int v10 = block_dim1;
    int v11 = block_dim2;
    int v12 = (int)((uint)v10 * (uint)v11);
    for (int v13 = 0; v13 < v12; v13++) {
        for (int v14 = 0; v14 < v5; v14++) {
            long v15 = (long)v14;
            long v16 = v9 + v15;
            __global int *v17 = v0 + v16;
            int v18 = *v17;
            __local int *v19 = v4 + v14;
            *v19 = v18;
        }
    }
    for (int v20 = 0; v20 < v12; v20++) {
        for (int v21 = 0; v21 < v5; v21++) {
            l0 = 0L;
            for (int v22 = 0; v22 < v5; v22++) {
                long v23 = l0;
                __local int *v24 = v4 + v22;
                int v25 = *v24;
                int v26 = v22 + 1;
                long v27 = (long)v26;
                long v28 = (long)v25;
                long v29 = (long)((ulong)v28 * (ulong)v27);
                long v30 = (long)((ulong)v23 + (ulong)v29);
                l0 = v30;
            }
            long v31 = l0;
            long v32 = (long)v21;
            long v33 = v9 + v32;
            __global long *v34 = v2 + v33;
            *v34 = v31;
        }
    }
}

