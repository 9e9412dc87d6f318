/* SPDX-License-Identifier: Apache-2.0 */
/* Writing a file whole. */
#include "base/os/write_file.h"

#include "base/error.h"
#include "base/os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

/* `put` writes, and is given `arg`. */
typedef struct writing {
    bool (*put)(void *arg, FILE *file);
    void *arg;
} writing;

/* An errno, 0 when all is written. `flags` are of open(). */
static int write_to(const char *path, int flags, const writing *w) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    int fault = 0;

    if (!file) {
        fault = fd < 0 ? errno : ENOMEM;
        if (fd >= 0)
            close(fd);
        return fault;
    }
    errno = 0;
    if (!w->put(w->arg, file))
        fault = errno ? errno : EIO;
    if (fclose(file) != 0 && !fault)
        fault = errno;
    return fault;
}

/* The new file has a name that no other thread or process has, nor one that
 * ended. */
static int replace(const char *path, const pk_allocator *allocator,
                   const writing *w) {
    static atomic_uint number;
    int fault = ENOMEM;
    pk_text temp;

    pk_text_init(&temp, allocator);
    pk_text_printf(&temp, "%s.%ld.%u.%llx.tmp", path, (long)getpid(),
                   atomic_fetch_add(&number, 1), (unsigned long long)pk_now());
    if (!temp.failed) {
        fault = write_to(temp.data, O_EXCL, w);
        if (!fault && rename(temp.data, path) != 0)
            fault = errno;
        if (fault && fault != EEXIST)
            remove(temp.data);
    }
    pk_text_finish(&temp);
    return fault;
}

pk_status pk_write_file(const char *path, const pk_allocator *allocator,
                        bool (*put)(void *arg, FILE *file), void *arg,
                        pk_error *err) {
    const writing w = {put, arg};
    struct stat st;
    int fault;

    if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
        fault = write_to(path, O_TRUNC, &w);
    else
        fault = replace(path, allocator, &w);
    return !fault ? PK_OK
                  : pk_fail(err, fault == ENOMEM ? PK_NO_MEMORY : PK_IO,
                            "cannot write %s: %s", path, strerror(fault));
}
