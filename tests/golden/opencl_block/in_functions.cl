/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_in_functions(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    __global uchar *restrict p4,
    ulong offset4,
    uint p5,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global double *v0 = (__global double *)(p0 + offset0);
    long v1 = p1;
    __global double *v2 = (__global double *)(p2 + offset2);
    long v3 = p3;
    __global uint *v4 = (__global uint *)(p4 + offset4);
    uint v5 = p5;
    int block_id0 = (int)get_group_id(0);
    int block_id1 = (int)get_group_id(1);
    int block_id2 = (int)get_group_id(2);
    double l0 = 0;
    int l1 = 0;
    double l2 = 0;
    int l3 = 0;
    double l4 = 0;
    int l5 = 0;
    int v6 = block_dim0;
    long v7 = (long)v6;
    int v8 = block_id0;
    long v9 = (long)v8;
    long v10 = (long)((ulong)v9 * (ulong)v7);
    int v11 = block_dim1;
    int v12 = block_dim2;
    __global uint *v13 = v4 + 1L;
    __global uint *v14 = v4 + 2L;
    __global uint *v15 = v4 + 3L;
    __global uint *v16 = v4 + 4L;
    uint v17 = as_uint(v8);
    __global uint *v18 = v4 + 5L;
    int v19 = block_id1;
    uint v20 = as_uint(v19);
    __global uint *v21 = v4 + 6L;
    int v22 = block_id2;
    uint v23 = as_uint(v22);
    __global uint *v24 = v4 + 7L;
    __global uint *v25 = v4 + 8L;
    __global uint *v26 = v4 + 9L;
    for (int v27 = 0; v27 < v12; v27++) {
        uint v28 = as_uint(v27);
        for (int v29 = 0; v29 < v11; v29++) {
            uint v30 = as_uint(v29);
            for (int v31 = 0; v31 < v6; v31++) {
                l5 = 0;
                l4 = 0.0;
                long v32 = (long)v31;
                long v33 = v10 + v32;
                __global double *v34 = v0 + v33;
                double v35 = *v34;
                double v36 = v35 + 1.0;
                l0 = 0.0;
                l1 = 0;
                l2 = 0.0;
                l3 = 0;
                do {
                    do {
                        int v37 = v35 < 0.0;
                        if (v37) {
                            uint v38 = atomic_cmpxchg((volatile __global uint *)v4, 0u, 1u);
                            int v39 = v38 == 0u;
                            if (v39) {
                                *v13 = v5;
                                uint v40 = as_uint(v31);
                                *v14 = v40;
                                *v15 = v30;
                                *v16 = v28;
                                *v18 = v17;
                                *v21 = v20;
                                *v24 = v23;
                                ulong v41 = as_ulong(v35);
                                uint v42 = (uint)v41;
                                ulong v43 = (ulong)(v41 >> (uint)32UL);
                                uint v44 = (uint)v43;
                                *v25 = v42;
                                *v26 = v44;
                            }
                            l1 = 1;
                            break;
                        }
                        double v45 = (double)sqrt(v35);
                        l0 = v45;
                    } while (0);
                    double v46 = l0;
                    int v47 = l1;
                    if (v47) {
                        l5 = 1;
                        break;
                    }
                    do {
                        int v48 = v36 < 0.0;
                        if (v48) {
                            uint v49 = atomic_cmpxchg((volatile __global uint *)v4, 0u, 1u);
                            int v50 = v49 == 0u;
                            if (v50) {
                                *v13 = v5;
                                uint v51 = as_uint(v31);
                                *v14 = v51;
                                *v15 = v30;
                                *v16 = v28;
                                *v18 = v17;
                                *v21 = v20;
                                *v24 = v23;
                                ulong v52 = as_ulong(v36);
                                uint v53 = (uint)v52;
                                ulong v54 = (ulong)(v52 >> (uint)32UL);
                                uint v55 = (uint)v54;
                                *v25 = v53;
                                *v26 = v55;
                            }
                            l3 = 1;
                            break;
                        }
                        double v56 = (double)sqrt(v36);
                        l2 = v56;
                    } while (0);
                    double v57 = l2;
                    int v58 = l3;
                    if (v58) {
                        l5 = 1;
                        break;
                    }
                    double v59 = v46 + v57;
                    l4 = v59;
                } while (0);
                double v60 = l4;
                int v61 = l5;
                if (v61) {
                    continue;
                }
                __global double *v62 = v2 + v33;
                *v62 = v60;
            }
        }
    }
}

