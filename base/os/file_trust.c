/* SPDX-License-Identifier: Apache-2.0 */
/* Going a path component by component, judging each. */
#include "base/os/file_trust.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINKS_MAX = 40 };

typedef struct walk {
    uid_t owner;         /* trusted beside root and the user */
    int fd;              /* the folder where it stands, opened by O_PATH */
    char at[PATH_MAX];   /* its path, without links */
    char rest[PATH_MAX]; /* the components that are still to be gone */
    unsigned links;
    bool refused; /* and `why` is written; else errno says it */
    char *why;
    size_t size;
} walk;

/* ---- judging ---- */

/* The place `name` of the folder where the walk stands is not trusted. */
__attribute__((format(printf, 3, 4))) static bool
refuse(walk *w, const char *name, const char *format, ...) {
    va_list args;
    int n = snprintf(w->why, w->size, "%s%s%s ", w->at,
                     *name && w->at[1] ? "/" : "", name);

    if (n > 0 && (size_t)n < w->size) {
        va_start(args, format);
        vsnprintf(w->why + n, w->size - (size_t)n, format, args);
        va_end(args);
    }
    w->refused = true;
    return false;
}

static bool writable_by_others(const struct stat *st) {
    return (st->st_mode & S_IWOTH) ||
           ((st->st_mode & S_IWGRP) && st->st_gid != st->st_uid);
}

static bool judge(walk *w, const char *name, const struct stat *st) {
    bool way = S_ISDIR(st->st_mode) && *w->rest;

    if (st->st_uid != 0 && st->st_uid != geteuid() && st->st_uid != w->owner)
        return refuse(w, name,
                      "belongs to user %u, who is neither you nor root: chown "
                      "it, or use a folder of your own",
                      (unsigned)st->st_uid);
    if (S_ISLNK(st->st_mode) || !writable_by_others(st) ||
        (way && (st->st_mode & S_ISVTX)))
        return true;
    return st->st_mode & S_IWOTH
               ? refuse(w, name, "can be written by everybody: chmod o-w it")
               : refuse(w, name,
                        "can be written by group %u: chmod g-w it, or chgrp it "
                        "to your own",
                        (unsigned)st->st_gid);
}

/* ---- walking ---- */

/* Goes to the root. */
static bool start(walk *w) {
    struct stat st;
    int fd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return false;
    if (w->fd >= 0)
        close(w->fd);
    w->fd = fd;
    memcpy(w->at, "/", 2);
    return fstat(fd, &st) == 0 && judge(w, "", &st);
}

/* Takes the next component off the rest, "" when there is none. */
static bool next(walk *w, char name[NAME_MAX + 1]) {
    const char *from = w->rest + strspn(w->rest, "/");
    size_t length = strcspn(from, "/");

    if (length > NAME_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(name, from, length);
    name[length] = '\0';
    from += length;
    from += strspn(from, "/");
    memmove(w->rest, from, strlen(from) + 1);
    return true;
}

/* Puts a link's target in front of the rest. */
static bool follow(walk *w, int link) {
    char rest[PATH_MAX], *end = rest;
    ssize_t n = readlinkat(link, "", rest, sizeof rest);

    if (n < 0)
        return false;
    end += n;
    if (++w->links > LINKS_MAX ||
        (size_t)n + strlen(w->rest) + 2 > sizeof rest) {
        errno = ELOOP;
        return false;
    }
    if (*w->rest)
        *end++ = '/';
    memcpy(end, w->rest, strlen(w->rest) + 1);
    memcpy(w->rest, rest, sizeof rest);
    return *rest != '/' || start(w);
}

static void enter(walk *w, int fd, const char *name) {
    size_t length = strlen(w->at);

    close(w->fd);
    w->fd = fd;
    if (strcmp(name, "..") == 0) {
        char *slash = strrchr(w->at, '/');
        slash[slash == w->at] = '\0';
    } else if (strcmp(name, ".") != 0) {
        snprintf(w->at + length, sizeof w->at - length, "%s%s",
                 length > 1 ? "/" : "", name);
    }
}

typedef enum found { FAILED, GOES_ON, ENDS } found;

/* Looks at a component and goes into it or where it leads; it ends at what is
 * neither a folder nor a link. */
static found look(walk *w, const char *name) {
    int fd = openat(w->fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    found result = FAILED;
    struct stat st;

    if (fd < 0)
        return FAILED;
    if (fstat(fd, &st) == 0 && judge(w, name, &st)) {
        if (S_ISDIR(st.st_mode)) {
            enter(w, fd, name);
            return GOES_ON;
        }
        if (S_ISLNK(st.st_mode))
            result = follow(w, fd) ? GOES_ON : FAILED;
        else if (*w->rest)
            errno = ENOTDIR;
        else
            result = ENDS;
    }
    close(fd);
    return result;
}

/* Opens and judges what is to be read: `name`, or the folder itself. */
static int finish(walk *w, const char *name, bool folder) {
    int fd = openat(w->fd, *name ? name : ".",
                    O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
    struct stat st;

    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0 && judge(w, name, &st)) {
        if (folder ? S_ISDIR(st.st_mode) : S_ISREG(st.st_mode))
            return fd;
        refuse(w, name, folder ? "is not a folder" : "is not a regular file");
    }
    close(fd);
    return -1;
}

static int open_path(walk *w, const char *path, bool folder) {
    char name[NAME_MAX + 1] = "";
    found last;

    if (strlen(path) >= sizeof w->rest) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(w->rest, path, strlen(path) + 1);
    last = start(w) ? GOES_ON : FAILED;
    while (last == GOES_ON) {
        if (!next(w, name))
            return -1;
        if (!*name)
            break;
        last = look(w, name);
    }
    return last == FAILED ? -1 : finish(w, name, folder);
}

int pk_trust_open(const char *path, bool folder, uid_t owner, char *why,
                  size_t size) {
    walk w = {.owner = owner, .fd = -1, .why = why, .size = size};
    int fd = -1, fault;

    if (*path == '/')
        fd = open_path(&w, path, folder);
    else
        refuse(&w, path, "is not an absolute path: begin it with /");
    fault = w.refused ? 0 : errno;
    if (fd < 0 && fault)
        snprintf(why, size, "%s: %s", path, strerror(fault));
    if (w.fd >= 0)
        close(w.fd);
    errno = fault;
    return fd;
}
