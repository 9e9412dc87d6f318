/* SPDX-License-Identifier: Apache-2.0 */
/* A device whose kernels may have two forms: the interpreter, with a work-item
 * for each block or for each thread. What launches take is made up. */
#include "base/error.h"
#include "plugins/interp/interp_plugin.h"

#include <string.h>

const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err);

enum { BLOCK, THREADS, FORMS, MOST = 64 };

/* Nanoseconds of a launch, launches, modules that were loaded; and whether
 * there is no code for threads. */
typedef struct forms_state {
    uint64_t ns[FORMS];
    unsigned launches[FORMS], loads[FORMS], refuses;
    int last; /* the form of the last launch */
} forms_state;

extern PK_API forms_state forms;
forms_state forms;

static const pk_plugin *interp;
static pk_plugin plugin;

static struct {
    const void *of; /* a module or a function */
    int form;
} known[MOST];

static void learn(const void *of, int form) {
    int i = 0;

    while (known[i].of && known[i].of != of && i < MOST - 1)
        i++;
    known[i].of = of;
    known[i].form = form;
}

static int form_of(const void *of) {
    for (int i = 0; i < MOST; i++)
        if (known[i].of == of)
            return known[i].form;
    return BLOCK;
}

static pk_status device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    (void)dev;
    return pk_interp_target_caps(NULL, "interp_block", out, err);
}

static bool other(pk_dev *dev, pk_form form, pk_caps *out) {
    (void)dev;
    return form == PK_FORM_block &&
           pk_interp_target_caps(NULL, "interp_threads", out, NULL) == PK_OK;
}

static const void *extension(pk_dev *dev, const char *name, uint32_t version) {
    static const pk_forms_ext ext = {.struct_size = sizeof ext, .other = other};

    return !strcmp(name, "forms") ? &ext
                                  : interp->extension(dev, name, version);
}

static pk_status emit(const pk_host *host, const pk_caps *target,
                      const char *ir, size_t length,
                      const pk_emit_options *options, pk_artifact *out,
                      pk_error *err) {
    if (forms.refuses && target->form == PK_FORM_threads)
        return pk_fail(err, PK_UNSUPPORTED, "no code for threads");
    return interp->emit(host, target, ir, length, options, out, err);
}

static pk_status module_load(pk_dev *dev, const pk_artifact *artifact,
                             const pk_entry *entries, uint32_t count,
                             pk_mod **out, pk_error *err) {
    const int form = entries[0].form == PK_FORM_threads ? THREADS : BLOCK;
    const pk_status status =
        interp->module_load(dev, artifact, entries, count, out, err);

    if (status == PK_OK) {
        forms.loads[form]++;
        learn(*out, form);
    }
    return status;
}

static pk_status function(pk_mod *mod, const char *name, pk_fun **out,
                          pk_error *err) {
    const pk_status status = interp->function(mod, name, out, err);

    if (status == PK_OK)
        learn(*out, form_of(mod));
    return status;
}

static pk_status launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err) {
    forms.last = form_of(fun);
    forms.launches[forms.last]++;
    return interp->launch(que, fun, desc, err);
}

static pk_status event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                               pk_error *err) {
    (void)from, (void)to, (void)err;
    *ns = forms.ns[forms.last];
    return PK_OK;
}

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    interp = pk_interp_plugin_query(host_abi, err);
    if (!interp)
        return NULL;
    plugin = *interp;
    plugin.struct_size = sizeof plugin;
    plugin.name = "forms";
    plugin.device_caps = device_caps;
    plugin.extension = extension;
    plugin.emit = emit;
    plugin.module_load = module_load;
    plugin.function = function;
    plugin.launch = launch;
    plugin.event_elapsed = event_elapsed;
    return &plugin;
}
