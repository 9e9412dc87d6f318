/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a file is a whole shared object of this processor, before dlopen.
 *
 * The loader maps what the program headers name and does not look at the file's
 * size: of a file that was cut short the pages behind its end are there, and
 * touching one ends the process with SIGBUS. It also follows the dynamic
 * section without asking where it leads. So these are read first. A file that
 * shrinks after the check is beyond help. */
#ifndef PORTKERN_BASE_OS_ELF_FILE_H
#define PORTKERN_BASE_OS_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Checks an open file. False with the reason in `why`, of `size` bytes: "it is
 * cut short: ..." */
bool pk_elf_check(int fd, char *why, size_t size);

/* The same of a path, without waiting where it is a pipe. A name without a
 * slash, which the loader looks for, is taken to be good. */
bool pk_elf_check_path(const char *path, char *why, size_t size);

#endif
