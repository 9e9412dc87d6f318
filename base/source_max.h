/* SPDX-License-Identifier: Apache-2.0 */
/* The size that sources may have. */
#ifndef PORTKERN_BASE_SOURCE_MAX_H
#define PORTKERN_BASE_SOURCE_MAX_H

enum { PK_SOURCE_MAX = 16 << 20 }; /* bytes of one source */

#endif
