/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of portkern/tools.h that are the compiler's, in a library that
 * has none: nothing is made, so what is asked of it is empty. */
#include "base/error.h"
#include "portkern/tools.h"

static pk_status fail(const char *what, pk_error *err) {
    return pk_fail(err, PK_UNSUPPORTED,
                   "%s needs the compiler, which this library does not have: "
                   "link libportkern",
                   what);
}

pk_status pk_class_get(pk_context *ctx, const pk_class *description,
                       const pk_class **out, pk_error *err) {
    (void)ctx;
    (void)description;
    (void)out;
    return fail("pk_class_get", err);
}

pk_status pk_code_describe(const char *code, pk_code_desc *out, pk_error *err) {
    (void)code;
    (void)out;
    return fail("pk_code_describe", err);
}

pk_status pk_module_check(pk_module *mod, const pk_check_request *request,
                          pk_checked **out, pk_error *err) {
    (void)mod;
    (void)request;
    (void)out;
    return fail("pk_module_check", err);
}

void pk_checked_release(pk_checked *checked) {
    (void)checked;
}

size_t pk_checked_count(const pk_checked *checked) {
    (void)checked;
    return 0;
}

const pk_check_item *pk_checked_get(const pk_checked *checked, size_t i) {
    (void)checked;
    (void)i;
    return NULL;
}

const pk_diagnostics *pk_checked_diagnostics(const pk_checked *checked) {
    (void)checked;
    return NULL;
}

pk_status pk_module_infer(pk_module *mod, const char *function,
                          const char *signature, pk_signatures **out,
                          pk_error *err) {
    (void)mod;
    (void)function;
    (void)signature;
    (void)out;
    return fail("pk_module_infer", err);
}

pk_status pk_module_parallel_loops(pk_module *mod, const char *function,
                                   pk_diagnostics **out, pk_error *err) {
    (void)mod;
    (void)function;
    (void)out;
    return fail("pk_module_parallel_loops", err);
}

pk_status pk_emit(pk_module *mod, const pk_emit_request *request,
                  pk_emission **out, pk_error *err) {
    (void)mod;
    (void)request;
    (void)out;
    return fail("pk_emit", err);
}

void pk_emission_release(pk_emission *emission) {
    (void)emission;
}

const char *pk_emission_data(const pk_emission *emission, size_t *size) {
    (void)emission;
    if (size)
        *size = 0;
    return "";
}

bool pk_emission_is_text(const pk_emission *emission) {
    (void)emission;
    return false;
}

bool pk_emission_timing(const pk_emission *emission, size_t i,
                        const char **stage, uint64_t *ns) {
    (void)emission;
    (void)i;
    (void)stage;
    (void)ns;
    return false;
}
