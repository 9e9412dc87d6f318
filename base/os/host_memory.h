/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's memory, as the kernel counts it. */
#ifndef PORTKERN_BASE_OS_HOST_MEMORY_H
#define PORTKERN_BASE_OS_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes that programs can have without swapping (MemAvailable of
 * /proc/meminfo, else the pages that are free), and all there are. False where
 * neither is known. */
bool pk_host_memory(uint64_t *free_bytes, uint64_t *total_bytes);

#endif
