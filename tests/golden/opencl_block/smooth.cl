/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_smooth(
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
    __global double *v0 = (__global double *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    __global double *v3 = (__global double *)(p3 + offset3);
    long v4 = p4;
    long v5 = p5;
    int block_id0 = (int)get_group_id(0);
    double l0 = 0;
    int v6 = block_dim0;
    long v7 = (long)v6;
    int v8 = block_id0;
    long v9 = (long)v8;
    long v10 = (long)((ulong)v9 * (ulong)v7);
    int v11 = block_dim1;
    int v12 = block_dim2;
    int v13 = (int)((uint)v11 * (uint)v12);
    long v14 = (long)((ulong)v1 - (ulong)v10);
    ulong v15 = as_ulong(v14);
    ulong v16 = 1024UL < v15 ? 1024UL : v15;
    int v17 = (int)v16;
    int v18 = v1 > v10;
    int v19 = v18 ? v17 : 0;
    int v20 = v19 < v6 ? v19 : v6;
    for (int v21 = 0; v21 < v13; v21++) {
        for (int v22 = 0; v22 < v20; v22++) {
            long v23 = (long)v22;
            long v24 = v10 + v23;
            l0 = 0.0;
            #pragma clang loop vectorize(disable)
            for (int v25 = 0; v25 < 3; v25++) {
                long v26 = (long)v25;
                long v27 = (long)((ulong)v24 + (ulong)v26);
                long v28 = (long)((ulong)v27 + (ulong)(-1L));
                int v29 = v28 >= 0L;
                int v30 = v28 < v1;
                int v31 = v29 & v30;
                if (v31) {
                    double v32 = l0;
                    int v33 = v25 == 1;
                    double v34 = v33 ? 0.5 : 0.25;
                    int v35 = v25 == 0;
                    double v36 = v35 ? 0.25 : v34;
                    long v37 = (long)((ulong)v28 * (ulong)v2);
                    __global double *v38 = (__global double *)((__global uchar *)v0 + v37);
                    double v39 = *v38;
                    double v40 = v36 * v39;
                    double v41 = v32 + v40;
                    l0 = v41;
                }
            }
            double v42 = l0;
            long v43 = (long)((ulong)v24 * (ulong)v5);
            __global double *v44 = (__global double *)((__global uchar *)v3 + v43);
            *v44 = v42;
        }
    }
}

