/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void k_julia(
    __global uchar *p0,
    ulong offset0,
    long p1,
    long p2,
    double p3,
    double p4,
    long p5) {
    __global int *v0 = (__global int *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    double v3 = p3;
    double v4 = p4;
    long v5 = p5;
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int thread_id1 = (int)(get_local_id(1) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_id1 = (int)get_group_id(1);
    int block_dim0 = (int)get_local_size(0);
    int block_dim1 = (int)get_local_size(1);
    double l0 = 0;
    double l1 = 0;
    long l2 = 0;
    int v6 = block_dim0;
    long v7 = (long)v6;
    int v8 = block_id0;
    long v9 = (long)v8;
    long v10 = (long)((ulong)v9 * (ulong)v7);
    int v11 = thread_id0;
    long v12 = (long)v11;
    long v13 = v10 + v12;
    int v14 = block_dim1;
    long v15 = (long)v14;
    int v16 = block_id1;
    long v17 = (long)v16;
    long v18 = (long)((ulong)v17 * (ulong)v15);
    int v19 = thread_id1;
    long v20 = (long)v19;
    long v21 = v18 + v20;
    int v22 = v13 < v1;
    int v23 = v21 < v2;
    int v24 = v22 & v23;
    if (v24) {
        double v25 = (double)v13;
        double v26 = v25 * 4.0;
        double v27 = (double)v1;
        double v28 = (double)(v26 / v27);
        double v29 = v28 - 2.0;
        double v30 = (double)v21;
        double v31 = v30 * 4.0;
        double v32 = (double)v2;
        double v33 = (double)(v31 / v32);
        double v34 = v33 - 2.0;
        l0 = v29;
        l1 = v34;
        l2 = 0L;
        #pragma clang loop vectorize(disable)
        for (;;) {
            long v35 = l2;
            int v36 = v35 < v5;
            double v37 = l0;
            double v38 = l1;
            double v39 = v37 * v37;
            double v40 = v38 * v38;
            double v41 = v39 + v40;
            int v42 = v41 < 4.0;
            int v43 = v36 & v42;
            int v44 = !v43;
            if (v44) {
                break;
            }
            double v45 = v37 * v38;
            double v46 = v39 - v40;
            double v47 = v45 + v45;
            double v48 = v46 + v3;
            double v49 = v47 + v4;
            l0 = v48;
            l1 = v49;
            long v50 = v35 + 1L;
            l2 = v50;
        }
        long v51 = l2;
        long v52 = (long)((ulong)v13 * (ulong)v2);
        long v53 = (long)((ulong)v52 + (ulong)v21);
        __global int *v54 = v0 + v53;
        int v55 = (int)v51;
        *v54 = v55;
    }
}

