/* SPDX-License-Identifier: Apache-2.0 */
/* The disk cache. All access goes through the folder's descriptor, follows no
 * links, waits for no pipes, and trusts a folder and an entry only when they
 * are the user's own and nobody else can write them: an entry is code. */
#include "runtime/cache/cache.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/heap.h"
#include "base/os/clock.h"
#include "base/try.h"
#include "runtime/services/env.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char ending[] = ".pkc";
enum { FILE_NAME = 48, HASH_DIGITS = 32 };
enum { ENTRY_MAX = 1 << 28, FULL_PERCENT = 70, STALE_SECONDS = 3600 };
static const uint64_t full_bytes = (uint64_t)512 << 20;

/* How much a context writes until it looks at the folder again, which other
 * processes fill, too. */
static const uint64_t sweep_bytes = (uint64_t)64 << 20;
enum { SWEEP_ENTRIES = 256 };

/* A hit is noted in the entry's access time, but not each. */
enum { USE_SECONDS = 3600 };

struct pk_cache {
    const pk_allocator *allocator;
    const pk_logger *log;
    char *dir; /* NULL: off */
    int fd;
    atomic_uint temps; /* for names of temporary files */
    atomic_uint stores;
    atomic_ullong written; /* bytes since the last sweep */
};

/* ---- the folder ---- */

/* Whatever the umask is, what is made here is for the user and nobody else. */
static void make_folder(const char *path) {
    if (mkdir(path, 0700) == 0)
        chmod(path, 0700);
}

/* Makes a folder and its parents. Failures show when it is opened. */
static void make_folders(char *path) {
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            make_folder(path);
            *p = '/';
        }
    make_folder(path);
}

/* No other user has written it. */
static bool is_own(const struct stat *st) {
    return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* Opens a folder that can be trusted; -1 and a line in the log else. */
static int open_folder(const pk_logger *log, char *path) {
    struct stat st;
    int fd;

    if (!pk_has_digest) {
        pk_log(log, PK_LOG_warning, "cache", "off: built without xxhash.h");
        return -1;
    }
    make_folders(path);
    fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        pk_log(log, PK_LOG_warning, "cache", "off: cannot open %s: %s", path,
               strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    if (is_own(&st))
        return fd;
    pk_log(log, PK_LOG_warning, "cache",
           "off: %s must be yours and writable by you alone", path);
    close(fd);
    return -1;
}

/* The folder wanted, "" for none. False without memory. */
static bool choose_folder(const char *dir, pk_text *out) {
    const char *base;

    if (!dir)
        dir = pk_env_get("PORTKERN_CACHE_DIR");
    if (dir) {
        pk_text_put(out, strcmp(dir, "off") == 0 ? "" : dir);
        return !out->failed;
    }
    base = pk_env_get("XDG_CACHE_HOME");
    if (base && *base == '/')
        pk_text_printf(out, "%s/portkern", base);
    else if ((base = pk_env_get("HOME")) && *base == '/')
        pk_text_printf(out, "%s/.cache/portkern", base);
    return !out->failed;
}

pk_cache *pk_cache_create(const pk_allocator *allocator, const pk_logger *log,
                          const char *dir) {
    pk_cache *cache = pk_heap_new(allocator, sizeof *cache);
    pk_text path;
    bool made;

    if (!cache)
        return NULL;
    cache->allocator = allocator;
    cache->log = log;
    cache->fd = -1;
    pk_text_init(&path, allocator);
    made = choose_folder(dir, &path);
    if (made && path.length) {
        cache->fd = open_folder(log, path.data);
        if (cache->fd >= 0) {
            cache->dir = pk_heap_text(allocator, path.data);
            made = cache->dir != NULL;
        }
    }
    pk_text_finish(&path);
    if (made)
        return cache;
    pk_cache_destroy(cache);
    return NULL;
}

void pk_cache_destroy(pk_cache *cache) {
    if (!cache)
        return;
    if (cache->fd >= 0)
        close(cache->fd);
    pk_heap_free_text(cache->allocator, cache->dir);
    pk_heap_free(cache->allocator, cache, sizeof *cache);
}

/* ---- files ---- */

static void name_file(const pk_digest *key, char out[FILE_NAME]) {
    for (int i = 0; i < 16; i++)
        snprintf(out + 2 * i, 3, "%02x", key->bytes[i]);
    memcpy(out + HASH_DIGITS, ending, sizeof ending);
}

static bool is_entry(const char *name) {
    return strlen(name) == HASH_DIGITS + sizeof ending - 1 &&
           strspn(name, "0123456789abcdef") == HASH_DIGITS &&
           strcmp(name + HASH_DIGITS, ending) == 0;
}

static bool is_temporary(const char *name) {
    return strncmp(name, "tmp.", 4) == 0;
}

/* The content of a file; free_content frees it. */
typedef struct file_content {
    char *bytes;
    size_t size;
    struct timespec used; /* last, by the file's access time */
} file_content;

static bool read_all(int fd, char *bytes, size_t size) {
    while (size) {
        ssize_t n = read(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static void free_content(const pk_cache *cache, file_content *file) {
    pk_heap_free(cache->allocator, file->bytes, file->size);
    file->bytes = NULL;
}

/* Opens an entry without waiting, should it be a pipe. Its owner can read it
 * without changing the time of its last use (O_NOATIME), others cannot. */
static int open_entry(const pk_cache *cache, const char *name) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    int fd = openat(cache->fd, name, flags | O_NOATIME);

    return fd < 0 && errno == EPERM ? openat(cache->fd, name, flags) : fd;
}

/* 1: read; 0: there is none, or it cannot be read; -1: what is there is no
 * entry, or somebody else's. */
static int read_file(const pk_cache *cache, const char *name,
                     file_content *out) {
    const pk_allocator *allocator = cache->allocator;
    int fd = open_entry(cache, name);
    struct stat st;
    int result = -1;

    *out = (file_content){0};
    if (fd < 0)
        return errno == ELOOP || errno == ENXIO ? -1 : 0;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || !is_own(&st) ||
        st.st_size < (off_t)PK_ENTRY_HEAD || st.st_size > ENTRY_MAX) {
        close(fd);
        return -1;
    }
    out->used = st.st_atim;
    out->size = (size_t)st.st_size;
    out->bytes = allocator->alloc(allocator->self, out->size);
    if (!out->bytes)
        result = 0;
    else if (read_all(fd, out->bytes, out->size))
        result = 1;
    close(fd);
    if (result != 1)
        free_content(cache, out);
    return result;
}

/* Removes what has an entry's name, whatever it is. */
static bool drop(const pk_cache *cache, const char *name) {
    return unlinkat(cache->fd, name, 0) == 0 ||
           unlinkat(cache->fd, name, AT_REMOVEDIR) == 0;
}

/* Sets the time of an entry's last use, unless that was set a short time ago.
 * Where the file system cannot be written the old time stays. */
static void note_use(const pk_cache *cache, const char *name,
                     const file_content *file) {
    static const struct timespec times[2] = {{.tv_nsec = UTIME_NOW},
                                             {.tv_nsec = UTIME_OMIT}};
    int64_t age = (int64_t)time(NULL) - (int64_t)file->used.tv_sec;

    if (age > USE_SECONDS || age < 0)
        (void)utimensat(cache->fd, name, times, AT_SYMLINK_NOFOLLOW);
}

/* ---- entries ---- */

bool pk_cache_load(pk_cache *cache, const pk_digest *digest, const pk_text *key,
                   pk_artifact *out, bool *corrupt) {
    char name[FILE_NAME];
    file_content file;
    pk_entry_parts entry;
    bool valid, found;
    int got;

    *corrupt = false;
    if (!cache->dir)
        return false;
    name_file(digest, name);
    got = read_file(cache, name, &file);
    valid = got == 1 && pk_entry_parse(file.bytes, file.size, &entry);
    found = valid && pk_entry_has_key(&entry, digest, key) &&
            pk_entry_take(&entry, cache->allocator, out);
    if (found)
        note_use(cache, name, &file);
    if (got && !valid) {
        pk_log(cache->log, PK_LOG_warning, "cache",
               "removed %s: damaged, or not your own", name);
        drop(cache, name);
        *corrupt = true;
    }
    free_content(cache, &file);
    return found;
}

bool pk_cache_has(const pk_cache *cache, const pk_digest *digest) {
    char name[FILE_NAME];

    if (!cache->dir)
        return false;
    name_file(digest, name);
    return faccessat(cache->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

bool pk_cache_read(const pk_cache *cache, const pk_digest *digest,
                   pk_text *out) {
    char name[FILE_NAME];
    pk_entry_parts parts;
    file_content file;
    bool valid;

    if (!cache->dir)
        return false;
    name_file(digest, name);
    valid = read_file(cache, name, &file) == 1 &&
            pk_entry_parse(file.bytes, file.size, &parts);
    if (valid)
        pk_text_bytes(out, file.bytes, file.size);
    free_content(cache, &file);
    return valid && !out->failed;
}

void pk_cache_drop(pk_cache *cache, const pk_digest *digest) {
    char name[FILE_NAME];

    if (!cache->dir)
        return;
    name_file(digest, name);
    drop(cache, name);
}

/* An errno, 0 when all is written. */
static int write_all(int fd, const char *bytes, size_t size) {
    while (size) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        bytes += n;
        size -= (size_t)n;
    }
    return 0;
}

/* The same. */
static int write_file(pk_cache *cache, const char *name, const pk_text *text) {
    char temp[FILE_NAME];
    int fd, fault;

    snprintf(temp, sizeof temp, "tmp.%ld.%u.%lx", (long)getpid(),
             atomic_fetch_add(&cache->temps, 1), (unsigned long)pk_now());
    fd = openat(cache->fd, temp,
                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return errno;
    fault = fchmod(fd, 0600) == 0 ? 0 : errno;
    if (!fault)
        fault = write_all(fd, text->data, text->length);
    if (close(fd) != 0 && !fault)
        fault = errno;
    if (!fault && renameat(cache->fd, temp, cache->fd, name) != 0)
        fault = errno;
    if (fault)
        unlinkat(cache->fd, temp, 0);
    return fault;
}

/* A cache that cannot be written costs every start of the program: that is a
 * warning, but one is enough for a process. */
static void report_unwritten(const pk_cache *cache, const char *name,
                             int fault) {
    static atomic_bool warned;
    bool heard = pk_logs(cache->log, PK_LOG_warning);
    bool first = heard && !atomic_exchange(&warned, true);
    pk_log_level level = first ? PK_LOG_warning : PK_LOG_info;

    pk_log(cache->log, level, "cache", "%s was not written in %s: %s", name,
           cache->dir, strerror(fault));
}

/* ---- one process for an entry ---- */

static const char claims_file[] = ".claims";
static const uint64_t claim_ns = 10u * UINT64_C(1000000000);

/* The byte of the file of claims that stands for an entry. The kernel keeps
 * locks of open files, so nothing is left when a process is killed. */
static struct flock claim_of(const pk_digest *digest, short type) {
    uint64_t place = 0;

    for (int i = 0; i < 7; i++)
        place = place << 8 | digest->bytes[i];
    return (struct flock){.l_type = type,
                          .l_whence = SEEK_SET,
                          .l_start = (off_t)place,
                          .l_len = 1};
}

int pk_cache_claim(const pk_cache *cache, const pk_digest *digest) {
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    struct timespec pause = {.tv_nsec = 1000000};
    const uint64_t begin = pk_now();
    struct flock lock;
    int fd;

    fd = cache->dir ? openat(cache->fd, claims_file, flags, 0600) : -1;
    while (fd >= 0) {
        lock = claim_of(digest, F_WRLCK);
        if (fcntl(fd, F_OFD_SETLK, &lock) == 0)
            return fd;
        if ((errno != EAGAIN && errno != EACCES && errno != EINTR) ||
            pk_now() - begin > claim_ns)
            break;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 16000000)
            pause.tv_nsec *= 2;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Closing alone would not do: a child of fork may have the file, too. */
void pk_cache_unclaim(int claim, const pk_digest *digest) {
    struct flock lock = claim_of(digest, F_UNLCK);

    if (claim < 0)
        return;
    (void)fcntl(claim, F_OFD_SETLK, &lock);
    close(claim);
}

/* ---- keeping it small ---- */

/* A file of the folder. */
typedef struct found {
    char name[FILE_NAME];
    uint64_t bytes;
    int64_t seconds;      /* of its writing */
    struct timespec used; /* last */
} found;

typedef struct found_list {
    found *items;
    size_t count, capacity;
    uint64_t bytes;
} found_list;

static void free_list(const pk_cache *cache, found_list *list) {
    pk_heap_free(cache->allocator, list->items,
                 list->capacity * sizeof *list->items);
}

static bool add_found(const pk_cache *cache, found_list *list,
                      const char *name) {
    void *items = list->items;
    struct stat st;

    if (strlen(name) >= FILE_NAME ||
        fstatat(cache->fd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return true;
    if (!pk_heap_grow(cache->allocator, &items, &list->capacity,
                      list->count + 1, sizeof *list->items))
        return false;
    list->items = items;
    list->items[list->count] = (found){.bytes = (uint64_t)st.st_size,
                                       .seconds = (int64_t)st.st_mtime,
                                       .used = st.st_atim};
    memcpy(list->items[list->count].name, name, strlen(name) + 1);
    list->bytes += (uint64_t)st.st_size;
    list->count++;
    return true;
}

/* Entries, or temporary files, of the folder. */
static pk_status list_files(const pk_cache *cache, bool temporary,
                            found_list *out, pk_error *err) {
    int fd = openat(cache->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *file;
    bool room = true;

    *out = (found_list){0};
    if (!dir) {
        if (fd >= 0)
            close(fd);
        return pk_fail(err, PK_IO, "cannot read %s: %s", cache->dir,
                       strerror(errno));
    }
    while (room && (file = readdir(dir)))
        if (temporary ? is_temporary(file->d_name) : is_entry(file->d_name))
            room = add_found(cache, out, file->d_name);
    closedir(dir);
    if (room)
        return PK_OK;
    free_list(cache, out);
    return pk_fail_no_memory(err);
}

static int unused_first(const void *a, const void *b) {
    const struct timespec *x = &((const found *)a)->used;
    const struct timespec *y = &((const found *)b)->used;

    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Removes temporary files that a crash left, and of a cache that has grown too
 * large the entries that were not used for the longest time. */
static void sweep(const pk_cache *cache) {
    found_list list;
    int64_t now = (int64_t)time(NULL);

    if (list_files(cache, true, &list, NULL) == PK_OK) {
        for (size_t i = 0; i < list.count; i++)
            if (list.items[i].seconds + STALE_SECONDS < now)
                drop(cache, list.items[i].name);
        free_list(cache, &list);
    }
    if (list_files(cache, false, &list, NULL) != PK_OK)
        return;
    if (list.bytes > full_bytes) {
        qsort(list.items, list.count, sizeof *list.items, unused_first);
        for (size_t i = 0;
             i < list.count && list.bytes > full_bytes / 100 * FULL_PERCENT;
             i++) {
            drop(cache, list.items[i].name);
            list.bytes -= list.items[i].bytes;
        }
    }
    free_list(cache, &list);
}

/* The first entry that a context writes has the folder swept, and each that
 * makes it many or large since. */
static void count_store(pk_cache *cache, size_t bytes) {
    uint64_t written = atomic_fetch_add(&cache->written, bytes) + bytes;

    if (atomic_fetch_add(&cache->stores, 1) % SWEEP_ENTRIES != 0 &&
        written < sweep_bytes)
        return;
    atomic_store(&cache->written, 0);
    sweep(cache);
}

bool pk_cache_store(pk_cache *cache, const pk_digest *digest,
                    const pk_text *key, const pk_cache_label *label,
                    const pk_artifact *artifact) {
    char name[FILE_NAME];
    pk_text text;
    int fault;

    if (!cache->dir)
        return false;
    name_file(digest, name);
    pk_text_init(&text, cache->allocator);
    pk_entry_put(&text, key, label, artifact);
    fault = text.failed               ? ENOMEM
            : text.length > ENTRY_MAX ? EFBIG
                                      : write_file(cache, name, &text);
    if (fault)
        report_unwritten(cache, name, fault);
    else
        count_store(cache, text.length);
    pk_text_finish(&text);
    return !fault;
}

/* ---- what is in it ---- */

const char *pk_cache_folder(const pk_cache *cache) {
    return cache ? cache->dir : NULL;
}

/* Reads one entry and shows it. */
static bool show(const pk_cache *cache, const found *f,
                 bool (*visit)(void *self, const pk_cache_entry *entry),
                 void *self) {
    pk_entry_parts parts = {.format = ""};
    pk_cache_label label = {"", "", ""};
    file_content file;
    bool valid, more;

    valid = read_file(cache, f->name, &file) == 1 &&
            pk_entry_parse(file.bytes, file.size, &parts);
    if (valid)
        label = pk_entry_label(&parts);
    more = visit(self, &(pk_cache_entry){.file = f->name,
                                         .bytes = f->bytes,
                                         .seconds = f->seconds,
                                         .valid = valid,
                                         .kernel = label.kernel,
                                         .backend = label.backend,
                                         .target = label.target,
                                         .format = parts.format});
    free_content(cache, &file);
    return more;
}

pk_status pk_cache_each(const pk_cache *cache,
                        bool (*visit)(void *self, const pk_cache_entry *entry),
                        void *self, pk_error *err) {
    found_list list;

    PK_TRY(list_files(cache, false, &list, err));
    for (size_t i = 0; i < list.count; i++)
        if (!show(cache, &list.items[i], visit, self))
            break;
    free_list(cache, &list);
    return PK_OK;
}

pk_status pk_cache_remove(pk_cache *cache, bool all, uint64_t *removed,
                          pk_error *err) {
    found_list list;

    *removed = 0;
    PK_TRY(list_files(cache, false, &list, err));
    for (size_t i = 0; i < list.count; i++) {
        file_content file;
        pk_entry_parts parts;
        int got = all ? -1 : read_file(cache, list.items[i].name, &file);
        if (got == 1 && !pk_entry_parse(file.bytes, file.size, &parts))
            got = -1;
        if (!all)
            free_content(cache, &file);
        if (got == -1)
            *removed += drop(cache, list.items[i].name);
    }
    free_list(cache, &list);
    if (all) /* a claim that holds counts no longer: what it is for is made
                twice */
        unlinkat(cache->fd, claims_file, 0);
    return PK_OK;
}
