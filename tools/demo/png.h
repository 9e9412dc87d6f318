/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures: 8 bits a channel, 1 (gray) or 3 (RGB) channels, rows from the
 * top. */
#ifndef PORTKERN_TOOLS_DEMO_PNG_H
#define PORTKERN_TOOLS_DEMO_PNG_H

#include "portkern/portkern.h"

pk_status png_save(const char *path, const uint8_t *pixels, uint32_t width,
                   uint32_t height, uint32_t channels, pk_error *err);

/* Reads a picture as RGB into memory from malloc. */
pk_status png_load(const char *path, uint8_t **pixels, uint32_t *width,
                   uint32_t *height, pk_error *err);

#endif
