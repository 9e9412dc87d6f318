/* SPDX-License-Identifier: Apache-2.0 */
/* Which build of a loadable file this is: the linker's build id, a hash of all
 * that is in the file. Plugins put it into cache keys, so that what another
 * build compiled is not taken for theirs. */
#ifndef PORTKERN_CORE_BUILD_ID_H
#define PORTKERN_CORE_BUILD_ID_H

enum { PK_BUILD_ID_MAX = 48 };

/* Writes the build id of the loaded file that `inside` lies in, as hexadecimal
 * digits; "none" when it was linked without one. */
void pk_build_id(const void *inside, char out[PK_BUILD_ID_MAX]);

#endif
