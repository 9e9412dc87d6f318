/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_tree_sum(
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
    __local long v4[128];
    long l0 = 0;
    int l1 = 0;
    int v5 = block_dim0;
    long v6 = (long)v5;
    int v7 = block_id0;
    long v8 = (long)v7;
    long v9 = (long)((ulong)v8 * (ulong)v6);
    int v10 = block_dim1;
    int v11 = block_dim2;
    int v12 = (int)((uint)v10 * (uint)v11);
    int v13 = v5 + 268435456;
    long v14 = (long)v13;
    ulong v15 = as_ulong(v14);
    int v16 = v15 >= 536870912UL;
    long v17 = v8 + 268435456L;
    ulong v18 = as_ulong(v17);
    int v19 = v18 >= 536870912UL;
    int v20 = v16 || v19;
    long v21 = (long)((ulong)v1 + (ulong)70368744177664L);
    ulong v22 = as_ulong(v21);
    int v23 = v22 >= 140737488355328UL;
    int v24 = v20 || v23;
    int v25 = (int)((uint)0 - (uint)v5);
    long v26 = (long)v25;
    long v27 = (long)((ulong)v1 + (ulong)v26);
    long v28 = (long)((ulong)v27 - (ulong)v9);
    int v29 = v28 < 0L;
    int v30 = v24 || v29;
    if (v30) {
        for (int v31 = 0; v31 < v12; v31++) {
            if (v30) {
                for (int v32 = 0; v32 < v5; v32++) {
                    long v33 = (long)v32;
                    long v34 = v9 + v33;
                    int v35 = v34 < v1;
                    if (v35) {
                        __global long *v36 = v0 + v34;
                        long v37 = *v36;
                        l0 = v37;
                    } else {
                        l0 = 0L;
                    }
                    long v38 = l0;
                    __local long *v39 = v4 + v32;
                    *v39 = v38;
                }
            } else {
                for (int v40 = 0; v40 < v5; v40++) {
                    long v41 = (long)v40;
                    long v42 = v9 + v41;
                    __global long *v43 = v0 + v42;
                    long v44 = *v43;
                    l0 = v44;
                    long v45 = l0;
                    __local long *v46 = v4 + v40;
                    *v46 = v45;
                }
            }
        }
    } else {
        for (int v47 = 0; v47 < v12; v47++) {
            for (int v48 = 0; v48 < v5; v48++) {
                long v49 = (long)v48;
                long v50 = v9 + v49;
                __global long *v51 = v0 + v50;
                long v52 = *v51;
                l0 = v52;
                long v53 = l0;
                __local long *v54 = v4 + v48;
                *v54 = v53;
            }
        }
    }
    int v55 = (int)(v5 >> (uint)1);
    l1 = v55;
    for (;;) {
        int v56 = l1;
        long v57 = (long)v56;
        int v58 = v56 <= 0;
        if (v58) {
            break;
        }
        ulong v59 = as_ulong(v57);
        ulong v60 = 1024UL < v59 ? 1024UL : v59;
        int v61 = (int)v60;
        int v62 = v61 < v5 ? v61 : v5;
        for (int v63 = 0; v63 < v12; v63++) {
            for (int v64 = 0; v64 < v62; v64++) {
                __local long *v65 = v4 + v64;
                long v66 = *v65;
                int v67 = v64 + v56;
                __local long *v68 = v4 + v67;
                long v69 = *v68;
                long v70 = (long)((ulong)v66 + (ulong)v69);
                *v65 = v70;
            }
        }
        int v71 = (int)(v56 >> (uint)1);
        l1 = v71;
    }
    __global long *v72 = v2 + v7;
    for (int v73 = 0; v73 < v12; v73++) {
        for (int v74 = 0; v74 < 1; v74++) {
            long v75 = *v4;
            *v72 = v75;
        }
    }
}

