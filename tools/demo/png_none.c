/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures where libpng was not there when the command was built. */
#include "tools/demo/png.h"

#include "tools/command.h"

static pk_status no_png(const char *path, pk_error *err) {
    return fail_with(err, PK_UNSUPPORTED, "%s: built without libpng", path);
}

pk_status png_save(const char *path, const uint8_t *pixels, uint32_t width,
                   uint32_t height, uint32_t channels, pk_error *err) {
    (void)pixels, (void)width, (void)height, (void)channels;
    return no_png(path, err);
}

pk_status png_load(const char *path, uint8_t **pixels, uint32_t *width,
                   uint32_t *height, pk_error *err) {
    (void)pixels, (void)width, (void)height;
    return no_png(path, err);
}
