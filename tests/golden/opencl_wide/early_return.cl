/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_early_return(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    __global int *v2 = (__global int *)(p2 + offset2);
    long v3 = p3;
    int block_id0 = (int)get_group_id(0);
    __local int v4[128];
    int v5 = block_dim0;
    int v6 = block_dim1;
    int v7 = block_dim2;
    int v8 = (int)((uint)v6 * (uint)v7);
    for (int v9 = 0; v9 < v8; v9++) {
        for (int v10 = 0; v10 < v5; v10++) {
            __local int *v11 = v4 + v10;
            *v11 = 0;
        }
    }
    long v12 = (long)v5;
    int v13 = block_id0;
    long v14 = (long)v13;
    long v15 = (long)((ulong)v14 * (ulong)v12);
    long v16 = (long)((ulong)v1 - (ulong)v15);
    ulong v17 = as_ulong(v16);
    ulong v18 = 1024UL < v17 ? 1024UL : v17;
    int v19 = (int)v18;
    int v20 = v1 > v15;
    int v21 = v20 ? v19 : 0;
    int v22 = v21 < v5 ? v21 : v5;
    for (int v23 = 0; v23 < v8; v23++) {
        for (int v24 = 0; v24 < v22; v24++) {
            long v25 = (long)v24;
            long v26 = v15 + v25;
            __global int *v27 = v0 + v26;
            int v28 = *v27;
            __local int *v29 = v4 + v24;
            *v29 = v28;
        }
    }
    for (int v30 = 0; v30 < v8; v30++) {
        for (int v31 = 0; v31 < v22; v31++) {
            long v32 = (long)v31;
            long v33 = v15 + v32;
            __local int *v34 = v4 + v31;
            __global int *v35 = v2 + v33;
            int v36 = *v34;
            int v37 = *v4;
            int v38 = (int)((uint)v36 + (uint)v37);
            *v35 = v38;
        }
    }
}

