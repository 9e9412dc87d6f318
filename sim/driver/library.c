/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries and kernels: an image that belongs to no context, with a module
 * made of it in each context that uses it. */
#include "sim/driver/driver.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

typedef struct drv_kernel drv_kernel;

struct drv_library {
    CUlibrary handle;
    char *bytes; /* the image, packed by drv_image_pack */
    size_t size;
    drv_module **modules; /* the first to come may wait for its context */
    size_t module_count;
    drv_kernel *kernels;
};

struct drv_kernel {
    CUkernel handle;
    drv_library *library;
    drv_kernel *next;
    int shared_allowed, carveout; /* -1: as it is */
    char name[];
};

/* ---- a library's module in a context ---- */

void drv_library_forget(drv_library *library, const drv_module *module) {
    size_t kept = 0;

    for (size_t i = 0; i < library->module_count; i++)
        if (library->modules[i] != module)
            library->modules[kept++] = library->modules[i];
    library->module_count = kept;
}

static CUresult add_module(drv_library *library, const drv_jit *jit,
                           pk_text *errors, drv_module **out) {
    drv_module **more = realloc(library->modules, (library->module_count + 1) *
                                                      sizeof(drv_module *));
    drv_image image;
    CUresult result;

    if (!more)
        return CUDA_ERROR_OUT_OF_MEMORY;
    library->modules = more;
    result = drv_image_read(library->bytes, library->size, errors, &image);
    if (result != CUDA_SUCCESS)
        return result;
    result = drv_module_new(&image, jit, errors, out);
    drv_image_finish(&image);
    if (result != CUDA_SUCCESS)
        return result;
    (*out)->library = library;
    library->modules[library->module_count++] = *out;
    return CUDA_SUCCESS;
}

/* The module of the context `here`; any where that is NULL. */
static CUresult module_in(drv_library *library, drv_context *here,
                          drv_module **out) {
    drv_jit jit = {0};
    pk_text errors;
    CUresult result;

    for (size_t i = 0; i < library->module_count; i++) {
        drv_module *m = library->modules[i];

        if (here && m->context && m->context != here)
            continue;
        if (here)
            m->context = here;
        *out = m;
        return CUDA_SUCCESS;
    }
    pk_text_init(&errors, &pk_heap);
    result = add_module(library, &jit, &errors, out);
    pk_text_finish(&errors);
    if (result == CUDA_SUCCESS)
        (*out)->context = here;
    return result;
}

static CUresult function_of(drv_kernel *kernel, drv_context *here,
                            drv_function **out) {
    drv_module *module;
    CUresult result = module_in(kernel->library, here, &module);

    if (result == CUDA_SUCCESS)
        result = drv_module_find(module, kernel->name, out);
    if (result != CUDA_SUCCESS)
        return result;
    if (kernel->shared_allowed >= 0)
        (*out)->shared_allowed = (uint32_t)kernel->shared_allowed;
    if (kernel->carveout >= 0)
        (*out)->carveout = kernel->carveout;
    return CUDA_SUCCESS;
}

drv_function *drv_function_in(CUfunction handle, drv_context *context) {
    drv_function *function = drv_handle_get(DRV_function, handle);
    drv_kernel *kernel;
    CUresult result;

    if (function) {
        drv_context *home = function->module->context;

        return !home || home == context ? function : NULL;
    }
    kernel = drv_handle_get(DRV_kernel, handle);
    result = kernel ? function_of(kernel, context, &function)
                    : CUDA_ERROR_INVALID_HANDLE;
    return result == CUDA_SUCCESS ? function : NULL;
}

drv_function *drv_function_get(CUfunction handle) {
    drv_function *function = drv_handle_get(DRV_function, handle);

    return function ? function : drv_function_in(handle, drv_self.current);
}

/* ---- life ---- */

static void library_free(drv_library *library) {
    for (drv_kernel *k = library->kernels, *next; k; k = next) {
        next = k->next;
        drv_handle_drop(DRV_kernel, k->handle);
        free(k);
    }
    while (library->module_count)
        drv_module_free(library->modules[0]);
    if (library->handle)
        drv_handle_drop(DRV_library, library->handle);
    free(library->modules);
    free(library->bytes);
    free(library);
}

/* Keeps the image and makes the first module, so that a bad image is an error
 * here and not at the first launch. */
static CUresult library_make(const void *code, size_t size, const drv_jit *jit,
                             pk_text *errors, drv_library *library) {
    drv_module *first;
    drv_image image;
    CUresult result = drv_image_read(code, size, errors, &image);

    if (result == CUDA_SUCCESS) {
        result = drv_image_pack(image.texts, image.lengths, image.count,
                                image.max_registers, &library->bytes,
                                &library->size);
        drv_image_finish(&image);
    }
    if (result != CUDA_SUCCESS) {
        drv_jit_write(jit, "", pk_text_string(errors));
        return result;
    }
    return add_module(library, jit, errors, &first);
}

static CUresult load(CUlibrary *out, const void *code, size_t size,
                     CUjit_option *options, void **values, unsigned count) {
    drv_library *library;
    drv_jit jit;
    pk_text errors;
    CUresult result = drv_jit_read(count, options, values, &jit);

    if (result != CUDA_SUCCESS)
        return result;
    library = calloc(1, sizeof *library);
    if (!library)
        return CUDA_ERROR_OUT_OF_MEMORY;
    pk_text_init(&errors, &pk_heap);
    result = library_make(code, size, &jit, &errors, library);
    pk_text_finish(&errors);
    if (result == CUDA_SUCCESS) {
        library->handle = drv_handle_new(DRV_library, library);
        result = library->handle ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result != CUDA_SUCCESS)
        library_free(library);
    else
        *out = library->handle;
    return result;
}

static bool known_options(const CUlibraryOption *options, unsigned count) {
    enum { HOST_TABLE, PRESERVED };

    if (count && !options)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (options[i] < HOST_TABLE || options[i] > PRESERVED)
            return false;
    return true;
}

CUresult drv_library_load_data(CUlibrary *library, const void *code,
                               CUjit_option *options, void **values,
                               unsigned count, CUlibraryOption *library_options,
                               void **library_values, unsigned library_count) {
    (void)library_values;
    if (!library || !code || !known_options(library_options, library_count))
        return CUDA_ERROR_INVALID_VALUE;
    return load(library, code, 0, options, values, count);
}

CUresult drv_library_load_file(CUlibrary *library, const char *file,
                               CUjit_option *options, void **values,
                               unsigned count, CUlibraryOption *library_options,
                               void **library_values, unsigned library_count) {
    char *bytes;
    size_t size;
    CUresult result;

    (void)library_values;
    if (!library || !file || !known_options(library_options, library_count))
        return CUDA_ERROR_INVALID_VALUE;
    result = drv_image_file(file, &bytes, &size);
    if (result != CUDA_SUCCESS)
        return result;
    result = size ? load(library, bytes, size, options, values, count)
                  : CUDA_ERROR_INVALID_IMAGE;
    free(bytes);
    return result;
}

CUresult drv_library_unload(CUlibrary handle) {
    drv_library *library = drv_handle_get(DRV_library, handle);

    if (!library)
        return CUDA_ERROR_INVALID_HANDLE;
    library_free(library);
    return CUDA_SUCCESS;
}

/* ---- what is in a library ---- */

static CUresult find_here(CUlibrary handle, drv_library **library,
                          drv_module **module) {
    *library = drv_handle_get(DRV_library, handle);
    if (!*library)
        return CUDA_ERROR_INVALID_HANDLE;
    return module_in(*library, drv_self.current, module);
}

static drv_kernel *kernel_new(drv_library *library, const char *name) {
    size_t length = strlen(name) + 1;
    drv_kernel *kernel;

    for (kernel = library->kernels; kernel; kernel = kernel->next)
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    kernel = calloc(1, sizeof *kernel + length);
    if (!kernel || !(kernel->handle = drv_handle_new(DRV_kernel, kernel))) {
        free(kernel);
        return NULL;
    }
    memcpy(kernel->name, name, length);
    kernel->library = library;
    kernel->shared_allowed = kernel->carveout = -1;
    kernel->next = library->kernels;
    library->kernels = kernel;
    return kernel;
}

CUresult drv_library_get_kernel(CUkernel *out, CUlibrary handle,
                                const char *name) {
    drv_library *library;
    drv_module *module;
    drv_kernel *kernel;
    CUresult result;

    if (!out || !name)
        return CUDA_ERROR_INVALID_VALUE;
    result = find_here(handle, &library, &module);
    if (result != CUDA_SUCCESS)
        return result;
    if (!sim_module_function(module->sim, name))
        return CUDA_ERROR_NOT_FOUND;
    kernel = kernel_new(library, name);
    if (!kernel)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *out = kernel->handle;
    return CUDA_SUCCESS;
}

CUresult drv_library_get_kernel_count(unsigned *count, CUlibrary handle) {
    drv_library *library;
    drv_module *module;
    CUresult result;

    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    result = find_here(handle, &library, &module);
    return result ? result
                  : drv_module_get_function_count(count, module->handle);
}

CUresult drv_library_enumerate(CUkernel *kernels, unsigned count,
                               CUlibrary handle) {
    drv_library *library;
    drv_module *module;
    sim_function *sim;
    CUresult result;

    if (!kernels || count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    result = find_here(handle, &library, &module);
    for (unsigned i = 0; result == CUDA_SUCCESS && i < count &&
                         (sim = sim_module_entry(module->sim, i));
         i++) {
        sim_function_info info;
        drv_kernel *kernel;

        sim_function_info_get(sim, &info);
        kernel = kernel_new(library, info.name);
        if (!kernel)
            return CUDA_ERROR_OUT_OF_MEMORY;
        kernels[i] = kernel->handle;
    }
    return result;
}

CUresult drv_library_get_module(CUmodule *out, CUlibrary handle) {
    drv_library *library;
    drv_module *module;
    CUresult result;

    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    result = find_here(handle, &library, &module);
    if (result == CUDA_SUCCESS)
        *out = module->handle;
    return result;
}

CUresult drv_library_get_global(CUdeviceptr *address, size_t *size,
                                CUlibrary handle, const char *name) {
    drv_library *library;
    drv_module *module;
    CUresult result = find_here(handle, &library, &module);

    return result ? result
                  : drv_module_get_global(address, size, module->handle, name);
}

/* PTX has no managed variables of its own. */
CUresult drv_library_get_managed(CUdeviceptr *address, size_t *size,
                                 CUlibrary handle, const char *name) {
    (void)address;
    (void)size;
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    return drv_handle_get(DRV_library, handle) ? CUDA_ERROR_NOT_FOUND
                                               : CUDA_ERROR_INVALID_HANDLE;
}

/* ---- kernels ---- */

static CUresult find_kernel(CUkernel handle, drv_kernel **kernel,
                            drv_function **function) {
    *kernel = drv_handle_get(DRV_kernel, handle);
    if (!*kernel)
        return CUDA_ERROR_INVALID_HANDLE;
    return function_of(*kernel, drv_self.current, function);
}

CUresult drv_kernel_get_function(CUfunction *out, CUkernel handle) {
    drv_function *function;
    drv_kernel *kernel;
    CUresult result;

    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    result = find_kernel(handle, &kernel, &function);
    if (result == CUDA_SUCCESS)
        *out = function->handle;
    return result;
}

CUresult drv_kernel_get_library(CUlibrary *out, CUkernel handle) {
    drv_kernel *kernel = drv_handle_get(DRV_kernel, handle);

    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    if (!kernel)
        return CUDA_ERROR_INVALID_HANDLE;
    *out = kernel->library->handle;
    return CUDA_SUCCESS;
}

CUresult drv_kernel_get_attribute(int *value, CUfunction_attribute attribute,
                                  CUkernel handle, CUdevice device) {
    drv_function *function;
    drv_kernel *kernel;
    CUresult result;

    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    result = find_kernel(handle, &kernel, &function);
    return result ? result : drv_function_attribute(function, attribute, value);
}

CUresult drv_kernel_set_attribute(CUfunction_attribute attribute, int value,
                                  CUkernel handle, CUdevice device) {
    drv_function *function;
    drv_kernel *kernel;
    CUresult result;

    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    result = find_kernel(handle, &kernel, &function);
    if (result == CUDA_SUCCESS)
        result = drv_function_set(function, attribute, value);
    if (result != CUDA_SUCCESS)
        return result;
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
        kernel->shared_allowed = value;
    else
        kernel->carveout = value;
    return CUDA_SUCCESS;
}

CUresult drv_kernel_set_cache(CUkernel handle, int config, CUdevice device) {
    if (drv_device_check(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!drv_handle_get(DRV_kernel, handle))
        return CUDA_ERROR_INVALID_HANDLE;
    return config < 0 || config > 3 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult drv_kernel_get_name(const char **name, CUkernel handle) {
    drv_kernel *kernel = drv_handle_get(DRV_kernel, handle);

    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    if (!kernel)
        return CUDA_ERROR_INVALID_HANDLE;
    *name = kernel->name;
    return CUDA_SUCCESS;
}

CUresult drv_kernel_get_param_info(CUkernel handle, size_t index,
                                   size_t *offset, size_t *size) {
    drv_function *function;
    drv_kernel *kernel;
    CUresult result = find_kernel(handle, &kernel, &function);

    return result ? result : drv_function_place(function, index, offset, size);
}
