/* SPDX-License-Identifier: Apache-2.0 */
/* Occupancy: how many blocks a multiprocessor holds at once, by warps,
 * registers, shared memory and blocks (CUDA Occupancy Calculator). */
#include "sim/driver/driver.h"

enum { WARP = 32, WARP_REGISTERS = 256, PARTITIONS = 4 };

static uint64_t round_up(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/* Registers are given to warps in units, from the partition that a warp runs
 * in. */
static unsigned by_registers(const drv_function *f, unsigned warps) {
    uint64_t per_warp =
        round_up((uint64_t)f->info.registers * WARP, WARP_REGISTERS);
    uint64_t all = drv.profile.registers_sm;

    if (per_warp == 0)
        return drv.profile.blocks_sm;
    if (per_warp * round_up(warps, PARTITIONS) > all)
        return 0;
    return (unsigned)(all / PARTITIONS / per_warp * PARTITIONS / warps);
}

/* The driver keeps 1 KiB of each block's for itself from sm_80 on. */
static uint64_t shared_of_block(const drv_function *f, uint64_t dynamic) {
    bool newer = drv.profile.sm >= 80;
    uint64_t bytes = f->info.shared_static + dynamic;

    return round_up(bytes + (newer ? 1024 : 0), newer ? 128 : 256);
}

static unsigned by_shared(const drv_function *f, uint64_t dynamic) {
    uint64_t bytes = shared_of_block(f, dynamic);

    return bytes ? (unsigned)(drv.profile.shared_sm / bytes)
                 : drv.profile.blocks_sm;
}

unsigned drv_occupancy(const drv_function *f, unsigned threads,
                       uint64_t shared_dynamic) {
    unsigned warps = (threads + WARP - 1) / WARP;
    unsigned limits[] = {drv.profile.threads_sm / WARP / warps,
                         by_registers(f, warps), by_shared(f, shared_dynamic)};
    unsigned blocks = drv.profile.blocks_sm;

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i] < blocks)
            blocks = limits[i];
    return blocks;
}

CUresult drv_occupancy_blocks(int *blocks, CUfunction handle, int threads,
                              size_t shared) {
    drv_function *f = drv_function_get(handle);

    if (!f)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!blocks || threads <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    *blocks = (unsigned)threads > f->info.max_threads ||
                      shared > drv.profile.shared_optin
                  ? 0
                  : (int)drv_occupancy(f, (unsigned)threads, shared);
    return CUDA_SUCCESS;
}

CUresult drv_occupancy_blocks_flags(int *blocks, CUfunction function,
                                    int threads, size_t shared,
                                    unsigned flags) {
    return flags > 1 ? CUDA_ERROR_INVALID_VALUE
                     : drv_occupancy_blocks(blocks, function, threads, shared);
}

/* The program's function runs without the lock. */
static size_t shared_for(CUoccupancyB2DSize shared_of, size_t shared,
                         unsigned threads) {
    size_t bytes;

    if (!shared_of)
        return shared;
    drv_unlock();
    bytes = shared_of((int)threads);
    drv_lock();
    return bytes;
}

/* From the largest block down in steps of a warp; the largest of the best. */
CUresult drv_occupancy_size(int *grid, int *block, CUfunction handle,
                            CUoccupancyB2DSize shared_of, size_t shared,
                            int limit) {
    drv_function *found = drv_function_get(handle), f;
    unsigned most, best = 0;

    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!grid || !block || limit < 0)
        return CUDA_ERROR_INVALID_VALUE;
    f = *found;
    most = f.info.max_threads;
    if (limit && (unsigned)limit < most)
        most = (unsigned)limit;
    *grid = *block = 0;
    for (unsigned step = (unsigned)round_up(most, WARP); step; step -= WARP) {
        unsigned threads = step < most ? step : most;
        size_t bytes = shared_for(shared_of, shared, threads);
        unsigned blocks = drv_occupancy(&f, threads, bytes);

        if (blocks * threads > best) {
            best = blocks * threads;
            *block = (int)threads;
            *grid = (int)blocks * drv.profile.sm_count;
        }
    }
    return CUDA_SUCCESS;
}

CUresult drv_occupancy_size_flags(int *grid, int *block, CUfunction function,
                                  CUoccupancyB2DSize shared_of, size_t shared,
                                  int limit, unsigned flags) {
    if (flags > 1)
        return CUDA_ERROR_INVALID_VALUE;
    return drv_occupancy_size(grid, block, function, shared_of, shared, limit);
}

/* The most dynamic shared memory with which `blocks` blocks still fit. */
CUresult drv_occupancy_shared(size_t *shared, CUfunction handle, int blocks,
                              int threads) {
    drv_function *f = drv_function_get(handle);
    uint64_t own, most;

    if (!f)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!shared || blocks <= 0 || threads <= 0 ||
        (unsigned)threads > f->info.max_threads)
        return CUDA_ERROR_INVALID_VALUE;
    *shared = 0;
    if (drv_occupancy(f, (unsigned)threads, 0) < (unsigned)blocks)
        return CUDA_SUCCESS;
    most = drv.profile.shared_sm / (unsigned)blocks;
    most -= most % (drv.profile.sm >= 80 ? 128 : 256);
    own = f->info.shared_static + (drv.profile.sm >= 80 ? 1024 : 0);
    most = most > own ? most - own : 0;
    if (most > drv.profile.shared_optin - f->info.shared_static)
        most = drv.profile.shared_optin - f->info.shared_static;
    *shared = most;
    return CUDA_SUCCESS;
}
