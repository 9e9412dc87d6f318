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
    int l1 = 0;
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
            l1 = 0;
            long v23 = (long)v22;
            long v24 = v10 + v23;
            l0 = 0.0;
            for (int v25 = 0; v25 < 3; v25++) {
                long v26 = (long)v25;
                long v27 = (long)((ulong)v24 + (ulong)v26);
                long v28 = (long)((ulong)v27 + (ulong)(-1L));
                do {
                    int v29 = v28 >= 0L;
                    l1 = v29;
                    int v30 = v28 < 0L;
                    if (v30) {
                        break;
                    }
                    int v31 = v28 < v1;
                    l1 = v31;
                } while (0);
                int v32 = l1;
                if (v32) {
                    double v33 = l0;
                    int v34 = v25 == 1;
                    double v35 = v34 ? 0.5 : 0.25;
                    int v36 = v25 == 0;
                    double v37 = v36 ? 0.25 : v35;
                    long v38 = v28 < 0 ? (long)((ulong)v28 + (ulong)v1) : v28;
                    long v39 = (long)((ulong)v38 * (ulong)v2);
                    __global double *v40 = (__global double *)((__global uchar *)v0 + v39);
                    double v41 = *v40;
                    double v42 = v37 * v41;
                    double v43 = v33 + v42;
                    l0 = v43;
                }
            }
            double v44 = l0;
            long v45 = (long)((ulong)v24 * (ulong)v5);
            __global double *v46 = (__global double *)((__global uchar *)v3 + v45);
            *v46 = v44;
        }
    }
}

