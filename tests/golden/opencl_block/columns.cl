/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_columns(
    __global uchar *p0,
    ulong offset0,
    long p1,
    long p2,
    __global uchar *p3,
    ulong offset3,
    long p4,
    long p5,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global short *v0 = (__global short *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    __global short *v3 = (__global short *)(p3 + offset3);
    long v4 = p4;
    long v5 = p5;
    int block_id0 = (int)get_group_id(0);
    int block_id1 = (int)get_group_id(1);
    int v6 = block_dim0;
    long v7 = (long)v6;
    int v8 = block_id0;
    long v9 = (long)v8;
    long v10 = (long)((ulong)v9 * (ulong)v7);
    int v11 = block_dim1;
    long v12 = (long)v11;
    int v13 = block_id1;
    long v14 = (long)v13;
    long v15 = (long)((ulong)v14 * (ulong)v12);
    int v16 = block_dim2;
    long v17 = (long)((ulong)v1 - (ulong)v10);
    ulong v18 = as_ulong(v17);
    ulong v19 = 1024UL < v18 ? 1024UL : v18;
    int v20 = (int)v19;
    int v21 = v1 > v10;
    int v22 = v21 ? v20 : 0;
    int v23 = v22 < v6 ? v22 : v6;
    for (int v24 = 0; v24 < v16; v24++) {
        for (int v25 = 0; v25 < v11; v25++) {
            long v26 = (long)v25;
            long v27 = v15 + v26;
            int v28 = v27 < v2;
            int v29 = v28 ? v23 : 0;
            long v30 = (long)((ulong)v27 * (ulong)v5);
            for (int v31 = 0; v31 < v29; v31++) {
                long v32 = (long)v31;
                long v33 = v10 + v32;
                long v34 = (long)((ulong)v33 * (ulong)v2);
                long v35 = (long)((ulong)v34 + (ulong)v27);
                __global short *v36 = v0 + v35;
                short v37 = *v36;
                long v38 = (long)((ulong)v30 + (ulong)v33);
                __global short *v39 = v3 + v38;
                *v39 = v37;
            }
        }
    }
}

