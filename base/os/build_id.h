/* SPDX-License-Identifier: Apache-2.0 */
/* The build id of a loaded file, which the linker makes of its contents. */
#ifndef PORTKERN_BASE_BUILD_ID_H
#define PORTKERN_BASE_BUILD_ID_H

enum { PK_ID_MAX = 44 }; /* bytes: SHA-1 as digits with its NUL, and more */

/* The id, as hexadecimal digits, of the loaded file that `inside` points into;
 * "none" where it has none. */
void pk_build_id(const void *inside, char out[PK_ID_MAX]);

#endif
