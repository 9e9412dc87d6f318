/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures by libpng's simplified API. */
#include "tools/demo/png.h"

#include "tools/command.h"

#include <png.h>
#include <stdlib.h>

static png_image image_of(uint32_t width, uint32_t height, uint32_t channels) {
    png_image image = {.version = PNG_IMAGE_VERSION};

    image.width = width;
    image.height = height;
    image.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    return image;
}

pk_status png_save(const char *path, const uint8_t *pixels, uint32_t width,
                   uint32_t height, uint32_t channels, pk_error *err) {
    png_image image = image_of(width, height, channels);

    if (png_image_write_to_file(&image, path, 0, pixels, 0, NULL))
        return PK_OK;
    return fail_with(err, PK_IO, "cannot write %s: %s", path, image.message);
}

pk_status png_load(const char *path, uint8_t **pixels, uint32_t *width,
                   uint32_t *height, pk_error *err) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t *memory = NULL;

    if (png_image_begin_read_from_file(&image, path)) {
        image.format = PNG_FORMAT_RGB;
        memory = malloc(PNG_IMAGE_SIZE(image));
        if (memory && png_image_finish_read(&image, NULL, memory, 0, NULL)) {
            *pixels = memory;
            *width = image.width;
            *height = image.height;
            return PK_OK;
        }
    }
    free(memory);
    png_image_free(&image);
    return fail_with(err, PK_IO, "cannot read %s: %s", path,
                     *image.message ? image.message : "out of memory");
}
