/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_collatz(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global long *v0 = (__global long *)(p0 + offset0);
    long v1 = p1;
    __global long *v2 = (__global long *)(p2 + offset2);
    long v3 = p3;
    int block_id0 = (int)get_group_id(0);
    long l0 = 0;
    long l1 = 0;
    int v4 = block_dim0;
    long v5 = (long)v4;
    int v6 = block_id0;
    long v7 = (long)v6;
    long v8 = (long)((ulong)v7 * (ulong)v5);
    int v9 = block_dim1;
    int v10 = block_dim2;
    int v11 = (int)((uint)v9 * (uint)v10);
    long v12 = (long)((ulong)v1 - (ulong)v8);
    ulong v13 = as_ulong(v12);
    ulong v14 = 1024UL < v13 ? 1024UL : v13;
    int v15 = (int)v14;
    int v16 = v1 > v8;
    int v17 = v16 ? v15 : 0;
    int v18 = v17 < v4 ? v17 : v4;
    for (int v19 = 0; v19 < v11; v19++) {
        for (int v20 = 0; v20 < v18; v20++) {
            long v21 = (long)v20;
            long v22 = v8 + v21;
            __global long *v23 = v0 + v22;
            long v24 = *v23;
            l0 = v24;
            l1 = 0L;
            for (;;) {
                long v25 = l0;
                int v26 = v25 == 1L;
                if (v26) {
                    break;
                }
                long v27 = (long)(v25 & 1L);
                int v28 = v27 == 0L;
                long v29 = (long)(v25 >> (uint)1L);
                long v30 = (long)((ulong)v25 * (ulong)3L);
                long v31 = (long)((ulong)v30 + (ulong)1L);
                long v32 = v28 ? v29 : v31;
                l0 = v32;
                long v33 = l1;
                long v34 = (long)((ulong)v33 + (ulong)1L);
                l1 = v34;
                int v35 = v34 >= 1000L;
                if (v35) {
                    break;
                }
            }
            long v36 = l1;
            __global long *v37 = v2 + v22;
            *v37 = v36;
        }
    }
}

