/* SPDX-License-Identifier: Apache-2.0 */
/* PK_SHARED marks what parts of libportkern in files of their own use of it
 * (portkern-module-check.so). It is no API: such a part is of the same build.
 */
#ifndef PORTKERN_BASE_SHARED_H
#define PORTKERN_BASE_SHARED_H

#define PK_SHARED __attribute__((visibility("default")))

#endif
