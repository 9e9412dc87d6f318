/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_julia(
    __global uchar *p0,
    ulong offset0,
    long p1,
    long p2,
    double p3,
    double p4,
    long p5,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    double v3 = p3;
    double v4 = p4;
    long v5 = p5;
    int block_id0 = (int)get_group_id(0);
    int block_id1 = (int)get_group_id(1);
    double l0 = 0;
    double l1 = 0;
    long l2 = 0;
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
    double v24 = (double)v1;
    double v25 = (double)v2;
    for (int v26 = 0; v26 < v16; v26++) {
        for (int v27 = 0; v27 < v11; v27++) {
            long v28 = (long)v27;
            long v29 = v15 + v28;
            int v30 = v29 < v2;
            int v31 = v30 ? v23 : 0;
            double v32 = (double)v29;
            double v33 = v32 * 4.0;
            double v34 = (double)(v33 / v25);
            double v35 = v34 - 2.0;
            for (int v36 = 0; v36 < v31; v36++) {
                long v37 = (long)v36;
                long v38 = v10 + v37;
                double v39 = (double)v38;
                double v40 = v39 * 4.0;
                double v41 = (double)(v40 / v24);
                double v42 = v41 - 2.0;
                l0 = v42;
                l1 = v35;
                l2 = 0L;
                #pragma clang loop vectorize(disable)
                for (;;) {
                    long v43 = l2;
                    int v44 = v43 < v5;
                    double v45 = l0;
                    double v46 = l1;
                    double v47 = v45 * v45;
                    double v48 = v46 * v46;
                    double v49 = v47 + v48;
                    int v50 = v49 < 4.0;
                    int v51 = v44 & v50;
                    int v52 = !v51;
                    if (v52) {
                        break;
                    }
                    double v53 = v45 * v46;
                    double v54 = v47 - v48;
                    double v55 = v53 + v53;
                    double v56 = v54 + v3;
                    double v57 = v55 + v4;
                    l0 = v56;
                    l1 = v57;
                    long v58 = v43 + 1L;
                    l2 = v58;
                }
                long v59 = l2;
                long v60 = (long)((ulong)v38 * (ulong)v2);
                long v61 = (long)((ulong)v60 + (ulong)v29);
                __global int *v62 = v0 + v61;
                int v63 = (int)v59;
                *v62 = v63;
            }
        }
    }
}

