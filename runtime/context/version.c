/* SPDX-License-Identifier: Apache-2.0 */
/* The library's version. */
#include "portkern/portkern.h"

const char *pk_version(void) {
#define WORDS_(x) #x
#define WORDS(x)  WORDS_(x)
    return WORDS(PK_VERSION_MAJOR) "." WORDS(PK_VERSION_MINOR) "." WORDS(
        PK_VERSION_PATCH);
#undef WORDS
#undef WORDS_
}
