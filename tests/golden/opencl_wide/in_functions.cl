/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void k_in_functions(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    __global uchar *restrict p4,
    ulong offset4,
    uint p5) {
    __global double *v0 = (__global double *)(p0 + offset0);
    long v1 = p1;
    __global double *v2 = (__global double *)(p2 + offset2);
    long v3 = p3;
    __global uint *v4 = (__global uint *)(p4 + offset4);
    uint v5 = p5;
    long thread_id0 = (long)get_local_id(0);
    long thread_id1 = (long)get_local_id(1);
    long thread_id2 = (long)get_local_id(2);
    int block_id0 = (int)get_group_id(0);
    int block_id1 = (int)get_group_id(1);
    int block_id2 = (int)get_group_id(2);
    int block_dim0 = (int)get_local_size(0);
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
    int v11 = (int)(thread_id0 & 1023L);
    long v12 = thread_id0;
    long v13 = v10 + v12;
    __global double *v14 = v0 + v13;
    double v15 = *v14;
    double v16 = v15 + 1.0;
    l0 = 0.0;
    l1 = 0;
    l2 = 0.0;
    l3 = 0;
    do {
        do {
            int v17 = v15 < 0.0;
            if (v17) {
                uint v18 = atomic_cmpxchg((volatile __global uint *)v4, 0u, 1u);
                int v19 = v18 == 0u;
                if (v19) {
                    __global uint *v20 = v4 + 1L;
                    *v20 = v5;
                    uint v21 = as_uint(v11);
                    __global uint *v22 = v4 + 2L;
                    *v22 = v21;
                    int v23 = (int)(thread_id1 & 1023L);
                    uint v24 = as_uint(v23);
                    __global uint *v25 = v4 + 3L;
                    *v25 = v24;
                    int v26 = (int)(thread_id2 & 1023L);
                    uint v27 = as_uint(v26);
                    __global uint *v28 = v4 + 4L;
                    *v28 = v27;
                    uint v29 = as_uint(v8);
                    __global uint *v30 = v4 + 5L;
                    *v30 = v29;
                    int v31 = block_id1;
                    uint v32 = as_uint(v31);
                    __global uint *v33 = v4 + 6L;
                    *v33 = v32;
                    int v34 = block_id2;
                    uint v35 = as_uint(v34);
                    __global uint *v36 = v4 + 7L;
                    *v36 = v35;
                    ulong v37 = as_ulong(v15);
                    uint v38 = (uint)v37;
                    ulong v39 = (ulong)(v37 >> (uint)32UL);
                    uint v40 = (uint)v39;
                    __global uint *v41 = v4 + 8L;
                    *v41 = v38;
                    __global uint *v42 = v4 + 9L;
                    *v42 = v40;
                }
                l1 = 1;
                break;
            }
            double v43 = (double)sqrt(v15);
            l0 = v43;
        } while (0);
        double v44 = l0;
        int v45 = l1;
        if (v45) {
            l4 = 0.0;
            l5 = 1;
            break;
        }
        do {
            int v46 = v16 < 0.0;
            if (v46) {
                uint v47 = atomic_cmpxchg((volatile __global uint *)v4, 0u, 1u);
                int v48 = v47 == 0u;
                if (v48) {
                    __global uint *v49 = v4 + 1L;
                    *v49 = v5;
                    uint v50 = as_uint(v11);
                    __global uint *v51 = v4 + 2L;
                    *v51 = v50;
                    int v52 = (int)(thread_id1 & 1023L);
                    uint v53 = as_uint(v52);
                    __global uint *v54 = v4 + 3L;
                    *v54 = v53;
                    int v55 = (int)(thread_id2 & 1023L);
                    uint v56 = as_uint(v55);
                    __global uint *v57 = v4 + 4L;
                    *v57 = v56;
                    uint v58 = as_uint(v8);
                    __global uint *v59 = v4 + 5L;
                    *v59 = v58;
                    int v60 = block_id1;
                    uint v61 = as_uint(v60);
                    __global uint *v62 = v4 + 6L;
                    *v62 = v61;
                    int v63 = block_id2;
                    uint v64 = as_uint(v63);
                    __global uint *v65 = v4 + 7L;
                    *v65 = v64;
                    ulong v66 = as_ulong(v16);
                    uint v67 = (uint)v66;
                    ulong v68 = (ulong)(v66 >> (uint)32UL);
                    uint v69 = (uint)v68;
                    __global uint *v70 = v4 + 8L;
                    *v70 = v67;
                    __global uint *v71 = v4 + 9L;
                    *v71 = v69;
                }
                l3 = 1;
                break;
            }
            double v72 = (double)sqrt(v16);
            l2 = v72;
        } while (0);
        double v73 = l2;
        int v74 = l3;
        if (v74) {
            l4 = 0.0;
            l5 = 1;
            break;
        }
        double v75 = v44 + v73;
        l4 = v75;
        l5 = 0;
    } while (0);
    double v76 = l4;
    int v77 = l5;
    if (v77) {
        return;
    }
    __global double *v78 = v2 + v13;
    *v78 = v76;
}

