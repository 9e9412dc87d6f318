/* SPDX-License-Identifier: Apache-2.0 */
/* Whether code may be taken from a place of the file system: nobody but those
 * whose code runs here anyway can put something else there.
 *
 * A file or folder is trusted when root, this process's user or the owner of
 * the library owns it and nobody else may write it, and when the same holds for
 * each folder on the way and for each link that is followed. A group may write
 * where it has its owner's number: that is the user's private group, whose
 * files are group-writable under the umask 002. A folder on the way, as /tmp,
 * may be everybody's when it is sticky: what is its owner's stays there.
 *
 * The way is gone by descriptors, link by link, so that it cannot change
 * meanwhile; and as nobody else can change it later, the path still leads to
 * what was looked at when the loader opens it. */
#ifndef PORTKERN_BASE_OS_FILE_TRUST_H
#define PORTKERN_BASE_OS_FILE_TRUST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Opens a file or, with `folder`, a folder for reading by its absolute path.
 * `owner` is trusted beside root and the user. -1, with in `why` what is wrong
 * with which path and what to do, when it cannot be opened (`errno` says that,
 * too) or is not to be trusted (`errno` is 0). Does not wait for a pipe. */
int pk_trust_open(const char *path, bool folder, uid_t owner, char *why,
                  size_t size);

#endif
