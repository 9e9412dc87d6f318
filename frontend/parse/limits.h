/* SPDX-License-Identifier: Apache-2.0 */
/* What the parser takes. */
#ifndef PORTKERN_FRONTEND_PARSE_LIMITS_H
#define PORTKERN_FRONTEND_PARSE_LIMITS_H

enum { PK_SOURCE_MAX = 16 << 20 }; /* bytes of one source */

#endif
