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
    long thread_id0 = 0;
    long thread_id1 = 0;
    long first_thread0 = (long)get_global_id(0);
    long first_thread1 = (long)get_global_id(1);
    double l0 = 0;
    double l1 = 0;
    long l2 = 0;
    long v6 = first_thread0;
    int v7 = (int)(thread_id0 & 1023L);
    long v8 = thread_id0;
    long v9 = v6 + v8;
    long v10 = first_thread1;
    int v11 = (int)(thread_id1 & 1023L);
    long v12 = thread_id1;
    long v13 = v10 + v12;
    int v14 = v9 < v1;
    int v15 = v13 < v2;
    int v16 = v14 & v15;
    if (v16) {
        double v17 = (double)v9;
        double v18 = v17 * 4.0;
        double v19 = (double)v1;
        double v20 = (double)(v18 / v19);
        double v21 = v20 - 2.0;
        double v22 = (double)v13;
        double v23 = v22 * 4.0;
        double v24 = (double)v2;
        double v25 = (double)(v23 / v24);
        double v26 = v25 - 2.0;
        l0 = v21;
        l1 = v26;
        l2 = 0L;
        #pragma clang loop vectorize(disable)
        for (;;) {
            long v27 = l2;
            int v28 = v27 < v5;
            double v29 = l0;
            double v30 = l1;
            double v31 = v29 * v29;
            double v32 = v30 * v30;
            double v33 = v31 + v32;
            int v34 = v33 < 4.0;
            int v35 = v28 & v34;
            int v36 = !v35;
            if (v36) {
                break;
            }
            double v37 = v29 * v30;
            double v38 = v31 - v32;
            double v39 = v37 + v37;
            double v40 = v38 + v3;
            double v41 = v39 + v4;
            l0 = v40;
            l1 = v41;
            long v42 = v27 + 1L;
            l2 = v42;
        }
        long v43 = l2;
        long v44 = (long)((ulong)v9 * (ulong)v2);
        long v45 = (long)((ulong)v44 + (ulong)v13);
        __global int *v46 = v0 + v45;
        int v47 = (int)v43;
        *v46 = v47;
    }
}

