/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_print_numbers(
    __global uchar *p0,
    ulong offset0,
    long p1,
    long p2,
    __global uchar *restrict p3,
    ulong offset3,
    uint p4,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global float *v0 = (__global float *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    __global uint *v3 = (__global uint *)(p3 + offset3);
    uint v4 = p4;
    int block_id0 = (int)get_group_id(0);
    uint none = (uint)((ulong)v1 >> 60);
    int v5 = block_dim0;
    long v6 = (long)v5;
    int v7 = block_id0;
    long v8 = (long)v7;
    long v9 = (long)((ulong)v8 * (ulong)v6);
    int v10 = block_dim1;
    int v11 = block_dim2;
    int v12 = (int)((uint)v10 * (uint)v11);
    long v13 = (long)((ulong)v2 - (ulong)v9);
    ulong v14 = as_ulong(v13);
    ulong v15 = 1024UL < v14 ? 1024UL : v14;
    int v16 = (int)v15;
    int v17 = v2 > v9;
    int v18 = v17 ? v16 : 0;
    int v19 = v18 < v5 ? v18 : v5;
    __global uint *v20 = v3 + 43L;
    __global uint *v21 = v3 + 40L;
    __global uint *v22 = v3 + 42L;
    __global uint *v23 = v3 + 41L;
    for (int v24 = 0; v24 < v12; v24++) {
        for (int v25 = 0; v25 < v19; v25++) {
            long v26 = (long)v25;
            long v27 = v9 + v26;
            __global float *v28 = v0 + v27;
            float v29 = *v28;
            int v30 = v29 > 2.0f;
            long v31 = (long)(v27 & 1L);
            int v32 = v31 == 0L;
            uint v33 = *v20;
            uint v34 = atomic_or((volatile __global uint *)v21, 0u);
            int v35 = v34 <= v33;
            if (v35) {
                uint v36 = atomic_add((volatile __global uint *)v21, 7u);
                uint v37 = (uint)((uint)v36 + (uint)7u);
                int v38 = v37 <= v33;
                if (v38) {
                    long v39 = (long)v36;
                    long v40 = v39 + 64L;
                    __global uint *v41 = v3 + v40;
                    *v41 = 1u;
                    long v42 = v39 + 65L;
                    __global uint *v43 = v3 + v42;
                    *v43 = v4;
                    ulong v44 = as_ulong(v27);
                    uint v45 = ((uint)v44) ^ (uint)none;
                    ulong v46 = (ulong)(v44 >> (uint)32UL);
                    uint v47 = ((uint)v46) ^ (uint)none;
                    long v48 = v39 + 66L;
                    __global uint *v49 = v3 + v48;
                    *v49 = v45;
                    long v50 = v39 + 67L;
                    __global uint *v51 = v3 + v50;
                    *v51 = v47;
                    uint v52 = as_uint(v29);
                    long v53 = v39 + 68L;
                    __global uint *v54 = v3 + v53;
                    *v54 = v52;
                    uint v55 = (uint)v30;
                    long v56 = v39 + 69L;
                    __global uint *v57 = v3 + v56;
                    *v57 = v55;
                    uint v58 = ((uint)v32) ^ (uint)none;
                    long v59 = v39 + 70L;
                    __global uint *v60 = v3 + v59;
                    *v60 = v58;
                } else {
                    uint v61 = atomic_add((volatile __global uint *)v22, 1u);
                    int v62 = v36 <= v33;
                    if (v62) {
                        *v23 = v36;
                    }
                }
            } else {
                uint v63 = atomic_add((volatile __global uint *)v22, 1u);
            }
        }
    }
}

