/* SPDX-License-Identifier: Apache-2.0 */
/* Modules and functions. */
#include "sim/driver/driver.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

drv_module *drv_module_get(CUmodule handle) {
    return drv_handle_get(DRV_module, handle);
}

/* ---- loading ---- */

/* Prints ptxas's lines about each entry, for a log that asks for them. */
void drv_module_describe(sim_module *module, pk_text *out) {
    sim_function *function;
    sim_function_info info;

    for (size_t i = 0; (function = sim_module_entry(module, i)); i++) {
        sim_function_info_get(function, &info);
        pk_text_printf(out,
                       "ptxas info    : Compiling entry function '%s' for "
                       "'sm_%d'\n"
                       "ptxas info    : Used %u registers, %u bytes smem, "
                       "%u bytes lmem, %u bytes cmem\n",
                       info.name, drv.profile.sm, info.registers,
                       info.shared_static, info.local_bytes, info.const_bytes);
    }
}

CUresult drv_image_load(const drv_image *image, int max_registers, pk_text *log,
                        sim_module **out) {
    sim_load_options options = {
        .max_registers = max_registers ? max_registers : image->max_registers,
        .keep_lines = true};
    sim_outcome outcome;

    if (image->count == 1)
        outcome = sim_module_load(drv.device, image->texts[0],
                                  image->lengths[0], &options, log, out);
    else
        outcome = sim_module_link(drv.device, image->texts, image->lengths,
                                  image->count, &options, log, out);
    if (outcome == SIM_NO_MEMORY)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (outcome != SIM_DONE)
        drv_log(DRV_LOG_error, "a module does not load:\n%s",
                pk_text_string(log));
    return drv_outcome(outcome);
}

static drv_module *module_new(sim_module *sim) {
    drv_module *module = calloc(1, sizeof *module);

    if (module)
        module->handle = drv_handle_new(DRV_module, module);
    if (!module || !module->handle) {
        sim_module_free(sim);
        free(module);
        return NULL;
    }
    module->sim = sim;
    return module;
}

CUresult drv_module_new(const drv_image *image, const drv_jit *jit,
                        pk_text *errors, drv_module **out) {
    sim_module *sim;
    CUresult result;
    pk_text info;

    pk_text_init(&info, &pk_heap);
    result = drv_image_load(image, jit->max_registers, errors, &sim);
    if (result == CUDA_SUCCESS && jit->verbose)
        drv_module_describe(sim, &info);
    if (result == CUDA_SUCCESS && !(*out = module_new(sim)))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    drv_jit_write(jit, pk_text_string(&info), pk_text_string(errors));
    pk_text_finish(&info);
    return result;
}

void drv_module_free(drv_module *module) {
    for (drv_function *f = module->functions, *next; f; f = next) {
        next = f->next;
        drv_handle_drop(DRV_function, f->handle);
        free(f->legacy);
        free(f);
    }
    if (module->library)
        drv_library_forget(module->library, module);
    sim_module_free(module->sim);
    drv_handle_drop(DRV_module, module->handle);
    free(module);
}

static CUresult load(CUmodule *out, const void *bytes, size_t size,
                     unsigned count, CUjit_option *options, void **values) {
    drv_module *module;
    drv_image image;
    drv_jit jit;
    pk_text errors;
    CUresult result;

    if (!out || !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    result = drv_jit_read(count, options, values, &jit);
    if (result == CUDA_SUCCESS)
        result = drv_capture_unsafe();
    if (result != CUDA_SUCCESS)
        return result;
    pk_text_init(&errors, &pk_heap);
    result = drv_image_read(bytes, size, &errors, &image);
    if (result == CUDA_SUCCESS) {
        result = drv_module_new(&image, &jit, &errors, &module);
        drv_image_finish(&image);
    } else {
        drv_jit_write(&jit, "", pk_text_string(&errors));
    }
    pk_text_finish(&errors);
    if (result == CUDA_SUCCESS) {
        module->context = drv_self.current;
        *out = module->handle;
    }
    return result;
}

CUresult drv_module_load_data_ex(CUmodule *module, const void *image,
                                 unsigned count, CUjit_option *options,
                                 void **values) {
    return load(module, image, 0, count, options, values);
}

CUresult drv_module_load_data(CUmodule *module, const void *image) {
    return load(module, image, 0, 0, NULL, NULL);
}

CUresult drv_module_load(CUmodule *module, const char *file) {
    char *bytes;
    size_t size;
    CUresult result;

    if (!module || !file)
        return CUDA_ERROR_INVALID_VALUE;
    result = drv_image_file(file, &bytes, &size);
    if (result != CUDA_SUCCESS)
        return result;
    result = size ? load(module, bytes, size, 0, NULL, NULL)
                  : CUDA_ERROR_INVALID_IMAGE;
    free(bytes);
    return result;
}

CUresult drv_module_unload(CUmodule handle) {
    drv_module *module = drv_module_get(handle);

    if (!module || module->library) /* a library's goes with the library */
        return drv_unknown(CUDA_ERROR_INVALID_HANDLE);
    if (module->context->dead)
        return module->context->dead;
    drv_module_free(module);
    return CUDA_SUCCESS;
}

/* ---- what is in a module ---- */

static size_t params_size(sim_function *sim, size_t count) {
    uint32_t offset, size;

    if (count == 0 || !sim_function_param(sim, count - 1, &offset, &size))
        return 0;
    return (size_t)offset + size;
}

static drv_function *function_new(drv_module *module, sim_function *sim) {
    enum { SHARED_PLAIN = 48 << 10 };
    drv_function *f = calloc(1, sizeof *f);

    if (!f || !(f->handle = drv_handle_new(DRV_function, f))) {
        free(f);
        return NULL;
    }
    f->module = module;
    f->sim = sim;
    sim_function_info_get(sim, &f->info);
    f->params_size = params_size(sim, f->info.param_count);
    f->shared_allowed = f->info.shared_static < SHARED_PLAIN
                            ? SHARED_PLAIN - f->info.shared_static
                            : 0;
    f->carveout = -1;
    f->next = module->functions;
    module->functions = f;
    return f;
}

static drv_function *function_of(drv_module *module, sim_function *sim) {
    for (drv_function *f = module->functions; f; f = f->next)
        if (f->sim == sim)
            return f;
    return function_new(module, sim);
}

CUresult drv_module_find(drv_module *module, const char *name,
                         drv_function **out) {
    sim_function *sim = sim_module_function(module->sim, name);

    if (!sim)
        return CUDA_ERROR_NOT_FOUND;
    *out = function_of(module, sim);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult drv_module_get_function(CUfunction *out, CUmodule handle,
                                 const char *name) {
    drv_module *module = drv_module_get(handle);
    drv_function *function;
    CUresult result;

    if (!out || !name)
        return CUDA_ERROR_INVALID_VALUE;
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    result = drv_module_find(module, name, &function);
    if (result == CUDA_SUCCESS)
        *out = function->handle;
    return result;
}

CUresult drv_module_get_global(CUdeviceptr *address, size_t *size,
                               CUmodule handle, const char *name) {
    drv_module *module = drv_module_get(handle);
    uint64_t at, bytes;

    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!sim_module_global(module->sim, name, &at, &bytes))
        return CUDA_ERROR_NOT_FOUND;
    if (address)
        *address = at;
    if (size)
        *size = bytes;
    return CUDA_SUCCESS;
}

CUresult drv_module_get_loading_mode(int *mode) {
    enum { EAGER = 1 };

    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = EAGER;
    return CUDA_SUCCESS;
}

CUresult drv_module_get_function_count(unsigned *count, CUmodule handle) {
    drv_module *module = drv_module_get(handle);

    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    *count = 0;
    while (sim_module_entry(module->sim, *count))
        ++*count;
    return CUDA_SUCCESS;
}

CUresult drv_module_enumerate(CUfunction *functions, unsigned count,
                              CUmodule handle) {
    drv_module *module = drv_module_get(handle);
    sim_function *sim;

    if (!functions || count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    for (unsigned i = 0; i < count && (sim = sim_module_entry(module->sim, i));
         i++) {
        drv_function *f = function_of(module, sim);

        if (!f)
            return CUDA_ERROR_OUT_OF_MEMORY;
        functions[i] = f->handle;
    }
    return CUDA_SUCCESS;
}
