/* SPDX-License-Identifier: Apache-2.0 */
/* The linker: PTX texts in, one image out. */
#include "sim/driver/driver.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

typedef struct drv_link {
    CUlinkState handle;
    drv_jit jit; /* its arrays are the program's until the link is destroyed */
    char **texts;
    size_t *lengths;
    size_t count;
    char *image; /* after cuLinkComplete */
    size_t image_size;
    pk_text errors, info;
} drv_link;

CUresult drv_link_create(unsigned count, CUjit_option *options, void **values,
                         CUlinkState *out) {
    drv_link *link;
    drv_jit jit;
    CUresult result;

    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    result = drv_jit_read(count, options, values, &jit);
    if (result != CUDA_SUCCESS)
        return result;
    link = calloc(1, sizeof *link);
    if (!link || !(link->handle = drv_handle_new(DRV_link, link))) {
        free(link);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    link->jit = jit;
    pk_text_init(&link->errors, &pk_heap);
    pk_text_init(&link->info, &pk_heap);
    *out = link->handle;
    return CUDA_SUCCESS;
}

/* Logs go to the buffers given at cuLinkCreate, whose sizes were read then. */
static void write_logs(drv_link *link) {
    drv_jit_write(&link->jit, pk_text_string(&link->info),
                  pk_text_string(&link->errors));
}

static CUresult add_text(drv_link *link, const char *text, size_t length) {
    char **texts = realloc(link->texts, (link->count + 1) * sizeof *texts);
    size_t *lengths;
    char *copy;

    if (!texts)
        return CUDA_ERROR_OUT_OF_MEMORY;
    link->texts = texts;
    lengths = realloc(link->lengths, (link->count + 1) * sizeof *lengths);
    if (!lengths)
        return CUDA_ERROR_OUT_OF_MEMORY;
    link->lengths = lengths;
    copy = malloc(length + 1);
    if (!copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(copy, text, length);
    copy[length] = 0;
    texts[link->count] = copy;
    lengths[link->count++] = length;
    return CUDA_SUCCESS;
}

/* Compiled at once, as the driver does, so that an error belongs to the text
 * it is in; symbols may still be missing. */
static CUresult check_text(drv_link *link, const char *text, size_t length) {
    sim_load_options options = {.max_registers = link->jit.max_registers};
    sim_module *module = NULL;
    sim_outcome outcome;
    pk_text log;

    pk_text_init(&log, &pk_heap);
    outcome =
        sim_module_load(drv.device, text, length, &options, &log, &module);
    if (outcome == SIM_DONE)
        sim_module_free(module);
    else if (outcome != SIM_UNRESOLVED)
        pk_text_put(&link->errors, pk_text_string(&log));
    pk_text_finish(&log);
    return outcome == SIM_UNRESOLVED ? CUDA_SUCCESS : drv_outcome(outcome);
}

static CUresult add_image(drv_link *link, const void *data, size_t size) {
    drv_image image;
    CUresult result = drv_image_read(data, size, &link->errors, &image);

    if (result != CUDA_SUCCESS)
        return result;
    for (size_t i = 0; i < image.count && result == CUDA_SUCCESS; i++) {
        result = check_text(link, image.texts[i], image.lengths[i]);
        if (result == CUDA_SUCCESS)
            result = add_text(link, image.texts[i], image.lengths[i]);
    }
    drv_image_finish(&image);
    return result;
}

static CUresult add(drv_link *link, CUjitInputType type, const void *data,
                    size_t size, const char *name) {
    switch (type) {
    case CU_JIT_INPUT_PTX:
    case CU_JIT_INPUT_CUBIN:
    case CU_JIT_INPUT_FATBINARY:
    case CU_JIT_INPUT_OBJECT: return add_image(link, data, size);
    case CU_JIT_INPUT_LIBRARY:
        if (name && strstr(name, "cudadevrt"))
            return add_text(link, drv_devrt(), strlen(drv_devrt()));
        /* Archives hold machine code; a symbol that only they have is missing
         * at the end. */
        pk_text_printf(&link->info, "info    : %s: machine code is left out\n",
                       name ? name : "a library");
        return CUDA_SUCCESS;
    case CU_JIT_INPUT_NVVM:
        pk_text_put(&link->errors, "error   : NVVM IR is not simulated\n");
        return CUDA_ERROR_NOT_SUPPORTED;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult drv_link_add_data(CUlinkState state, CUjitInputType type, void *data,
                           size_t size, const char *name, unsigned count,
                           CUjit_option *options, void **values) {
    drv_link *link = drv_handle_get(DRV_link, state);
    drv_jit own;
    CUresult result;

    if (!link)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!data || size == 0 || link->image)
        return CUDA_ERROR_INVALID_VALUE;
    result = drv_jit_read(count, options, values, &own);
    if (result != CUDA_SUCCESS)
        return result;
    result = add(link, type, data, size, name);
    write_logs(link);
    return result;
}

CUresult drv_link_add_file(CUlinkState state, CUjitInputType type,
                           const char *file, unsigned count,
                           CUjit_option *options, void **values) {
    char *bytes;
    size_t size;
    CUresult result;

    if (!file)
        return CUDA_ERROR_INVALID_VALUE;
    result = drv_image_file(file, &bytes, &size);
    if (result != CUDA_SUCCESS)
        return result;
    result = drv_link_add_data(state, type, bytes, size, file, count, options,
                               values);
    free(bytes);
    return result;
}

/* The whole is loaded once and dropped, to say now what is wrong with it. */
static CUresult complete(drv_link *link) {
    drv_image image = {.texts = (const char **)link->texts,
                       .lengths = link->lengths,
                       .count = link->count};
    sim_module *module;
    CUresult result =
        drv_image_load(&image, link->jit.max_registers, &link->errors, &module);

    if (result != CUDA_SUCCESS)
        return result;
    if (link->jit.verbose)
        drv_module_describe(module, &link->info);
    sim_module_free(module);
    return drv_image_pack((const char *const *)link->texts, link->lengths,
                          link->count, link->jit.max_registers, &link->image,
                          &link->image_size);
}

CUresult drv_link_complete(CUlinkState state, void **cubin, size_t *size) {
    drv_link *link = drv_handle_get(DRV_link, state);
    CUresult result = CUDA_SUCCESS;

    if (!link)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!cubin || link->count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (!link->image)
        result = complete(link);
    write_logs(link);
    if (result != CUDA_SUCCESS)
        return result;
    *cubin = link->image;
    if (size)
        *size = link->image_size;
    return CUDA_SUCCESS;
}

CUresult drv_link_destroy(CUlinkState state) {
    drv_link *link = drv_handle_get(DRV_link, state);

    if (!link)
        return CUDA_ERROR_INVALID_HANDLE;
    drv_handle_drop(DRV_link, state);
    for (size_t i = 0; i < link->count; i++)
        free(link->texts[i]);
    free(link->texts);
    free(link->lengths);
    free(link->image);
    pk_text_finish(&link->errors);
    pk_text_finish(&link->info);
    free(link);
    return CUDA_SUCCESS;
}
