/* SPDX-License-Identifier: Apache-2.0 */
/* Reading /proc/meminfo. */
#include "base/os/host_memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The number behind a row's name, in KiB; 0 without such a row. */
static uint64_t row(const char *text, const char *name) {
    const char *at = strstr(text, name);

    return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

bool pk_host_memory(uint64_t *free_bytes, uint64_t *total_bytes) {
    const long page = sysconf(_SC_PAGESIZE), pages = sysconf(_SC_PHYS_PAGES);
    const long left = sysconf(_SC_AVPHYS_PAGES);
    char text[4096] = "";
    ssize_t length = -1;
    int fd = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);

    if (fd >= 0) {
        length = read(fd, text, sizeof text - 1);
        close(fd);
    }
    text[length > 0 ? length : 0] = '\0';
    *free_bytes = 1024 * row(text, "MemAvailable:");
    *total_bytes = 1024 * row(text, "MemTotal:");
    if (*free_bytes && *total_bytes)
        return true;
    if (page <= 0 || pages <= 0 || left < 0)
        return false;
    *free_bytes = (uint64_t)left * (uint64_t)page;
    *total_bytes = (uint64_t)pages * (uint64_t)page;
    return true;
}
