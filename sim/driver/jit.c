/* SPDX-License-Identifier: Apache-2.0 */
/* Options of the JIT and the linker: numbers in, texts and sizes out. */
#include "sim/driver/driver.h"

#include "base/os/clock.h"

#include <string.h>

static uint32_t value_of(void *const *values, unsigned i) {
    return (uint32_t)(uintptr_t)values[i];
}

CUresult drv_jit_read(unsigned count, const CUjit_option *options,
                      void **values, drv_jit *out) {
    *out = (drv_jit){.count = count,
                     .options = options,
                     .values = values,
                     .begin = pk_now()};
    if (count && (!options || !values))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++)
        switch (options[i]) {
        case CU_JIT_MAX_REGISTERS:
            out->max_registers = (int)value_of(values, i);
            break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
            out->info_room = value_of(values, i);
            break;
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
            out->error_room = value_of(values, i);
            break;
        case CU_JIT_LOG_VERBOSE: out->verbose = value_of(values, i) != 0; break;
        case CU_JIT_OPTIMIZATION_LEVEL:
            if (value_of(values, i) > 4)
                return CUDA_ERROR_INVALID_VALUE;
            break;
        default:
            if (options[i] < 0 || options[i] >= CU_JIT_NUM_OPTIONS)
                return CUDA_ERROR_INVALID_VALUE;
        }
    return CUDA_SUCCESS;
}

static int find(const drv_jit *jit, CUjit_option option) {
    for (unsigned i = 0; i < jit->count; i++)
        if (jit->options[i] == option)
            return (int)i;
    return -1;
}

/* As much of the text as the buffer takes, ended with NUL; the size becomes
 * what was written. */
static void write_log(const drv_jit *jit, CUjit_option buffer,
                      CUjit_option size, uint32_t room, const char *text) {
    int at = find(jit, buffer), size_at = find(jit, size);
    size_t length = strlen(text);

    if (size_at < 0)
        return;
    if (room == 0 || at < 0 || !jit->values[at])
        length = 0;
    else {
        length = length < room ? length : room - 1;
        memcpy(jit->values[at], text, length);
        ((char *)jit->values[at])[length] = 0;
        length += length > 0; /* the NUL counts, but not alone */
    }
    jit->values[size_at] = (void *)(uintptr_t)length;
}

void drv_jit_write(const drv_jit *jit, const char *info, const char *errors) {
    int wall = find(jit, CU_JIT_WALL_TIME);
    int threads = find(jit, CU_JIT_THREADS_PER_BLOCK);
    float ms = (float)((double)(pk_now() - jit->begin) / 1e6);

    write_log(jit, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
              jit->info_room, info);
    write_log(jit, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
              jit->error_room, errors);
    if (wall >= 0)
        memcpy(&jit->values[wall], &ms, sizeof ms);
    if (threads >= 0)
        jit->values[threads] = (void *)(uintptr_t)drv.profile.max_threads;
}
