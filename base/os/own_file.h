/* SPDX-License-Identifier: Apache-2.0 */
/* The loaded file that this code is linked into: its path and its build id.
 * Neither asks the loader, whose lock may be held for ever in the child of a
 * fork. */
#ifndef PORTKERN_BASE_OS_OWN_FILE_H
#define PORTKERN_BASE_OS_OWN_FILE_H

enum { PK_ID_MAX = 44 }; /* bytes: SHA-1 as digits with its NUL, and more */

/* The path, as the loader has it; NULL where it is not known. */
const char *pk_own_file(void);

/* The id that the linker made of the file's contents, as hexadecimal digits;
 * "none" where it made none. */
void pk_build_id(char out[PK_ID_MAX]);

#endif
