/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of modules, kernels, launches, checks and stages. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

/* Whatever the arguments are, these kernels end soon and stay within their
 * arrays: what is stored is a number, where the array is as long as said. */
const char safe_source[] =
    "import numpy as np\n"
    "from numba import cuda, njit, int32, float32\n"
    "from collections import namedtuple\n"
    "from enum import Enum\n"
    "Point = namedtuple('Point', 'x, y')\n"
    "class Color(Enum):\n"
    "    RED = 1\n"
    "    BLUE = 2\n"
    "@cuda.jit\n"
    "def add(x, y, out):\n"
    "    i = cuda.grid(1)\n"
    "    if i < min(len(x), len(y), len(out)):\n"
    "        out[i] = float(x[i]) + float(y[i])\n"
    "@cuda.jit\n"
    "def put(v, out):\n"
    "    i = cuda.grid(1)\n"
    "    if i < len(out):\n"
    "        out[i] = float(v)\n"
    "@cuda.jit\n"
    "def pair(t, out):\n"
    "    if cuda.grid(1) == 0 and len(t) > 0 and len(out) > 0:\n"
    "        out[0] = float(t[0])\n"
    "@cuda.jit\n"
    "def shares(x, out):\n"
    "    s = cuda.shared.array(64, float32)\n"
    "    t = cuda.threadIdx.x\n"
    "    s[t % 64] = t\n"
    "    cuda.syncthreads()\n"
    "    i = cuda.grid(1)\n"
    "    if i < min(len(x), len(out)):\n"
    "        out[i] = s[(t + 1) % 64] + float(x[i])\n"
    "@cuda.jit\n"
    "def atomics(out):\n"
    "    if len(out) > 0:\n"
    "        cuda.atomic.add(out, cuda.grid(1) % len(out), 1)\n"
    "@cuda.jit\n"
    "def says(v):\n"
    "    print('v is', v, cuda.grid(1))\n"
    "@cuda.jit(debug=True)\n"
    "def fails(out):\n"
    "    assert len(out) > 5, 'short'\n"
    "    if cuda.grid(1) == 0:\n"
    "        raise ValueError('always')\n"
    "@cuda.jit\n"
    "def sized(n, out):\n"
    "    own = cuda.local.array(n, int32)\n"
    "    if cuda.grid(1) == 0 and len(out) > 0:\n"
    "        out[0] = own.size\n"
    "@cuda.jit\n"
    "def scaled(out, a, n=3, b=1.5):\n"
    "    i = cuda.grid(1)\n"
    "    if i < len(out):\n"
    "        out[i] = float(a) * n + b\n"
    "@cuda.jit\n"
    "def plane(a, out):\n"
    "    i, j = cuda.grid(2)\n"
    "    if i < min(a.shape[0], out.shape[0]) and "
    "j < min(a.shape[1], out.shape[1]):\n"
    "        out[i, j] = float(a[i, j])\n"
    "@cuda.jit\n"
    "def colored(c, out):\n"
    "    if cuda.grid(1) == 0 and len(out) > 0:\n"
    "        out[0] = 7 if c == Color.RED else 8\n"
    "@cuda.jit(device=True)\n"
    "def helper(x):\n"
    "    return x + 1\n"
    "@njit\n"
    "def host(n):\n"
    "    return n * 2\n"
    "@njit\n"
    "def made(n):\n"
    "    a = np.zeros(n)\n"
    "    if n > 30:\n"
    "        raise ValueError('long', n)\n"
    "    return a[1:], (n, a + 1)\n"
    "@njit\n"
    "def held(d):\n"
    "    return len(d), d, [k for k in d if k]\n"
    "@njit\n"
    "def deep(n):\n"
    "    return deep(n - 1) + 1 if n > 0 else 0\n"
    "@cuda.jit\n"
    "def wrong(out):\n"
    "    out[0] = nothing\n";

static const char *const names[] = {"add",     "put",   "pair",    "shares",
                                    "atomics", "says",  "fails",   "sized",
                                    "scaled",  "plane", "colored", "helper",
                                    "host",    "wrong", "none",    "Point"};

const char *any_kernel_name(world *w) {
    return one_in(w, 24) ? any_text(w) : PICK(w, names);
}

/* ---- modules ---- */

/* The source with a few bytes changed, moved or cut. */
static char *changed_source(world *w) {
    size_t length = sizeof safe_source - 1;
    char *text = malloc(length + 1);

    if (!text)
        die(w, "no memory for a source");
    memcpy(text, safe_source, length + 1);
    for (uint32_t n = 1 + below(w, 4); n; n--) {
        size_t at = below(w, (uint32_t)length), from;
        switch (below(w, 4)) {
        case 0: text[at] = (char)draw(w); break;
        case 1: text[at] = "()[]:,.+-*/=\n\t 09'\"#@"[below(w, 22)]; break;
        case 2:
            from = below(w, (uint32_t)length);
            memmove(text + at, text + from,
                    (at > from ? length - at : length - from) % 24);
            break;
        default:
            if (one_in(w, 8))
                text[length = at + 1] = '\0';
            break;
        }
    }
    return text;
}

/* A class, or what is of it; the class is in `of`. */
static pk_arg any_of_class(world *w, pk_class *of, const arguments *a) {
    static const char *const of_class[] = {"x", "RED", "y", "", NULL};

    *of = (pk_class){.struct_size = any_struct_size(w, sizeof *of),
                     .kind = (pk_class_kind)below(w, 4),
                     .name = any_text(w),
                     .names = one_in(w, 16) ? NULL : of_class,
                     .count = below(w, one_in(w, 4) ? 6 : 4),
                     .values = one_in(w, 16) ? NULL : a->args};
    of->value_count = one_in(w, 2) ? of->count : below(w, 4);
    switch (below(w, 4)) {
    case 0: return pk_class_tuple(of, one_in(w, 8) ? NULL : a->args);
    case 1: return pk_class_member(of, PICK(w, of_class));
    case 2: return pk_structure_value(any(w, STRUCTURE));
    default: return pk_class_value(one_in(w, 8) ? NULL : of);
    }
}

static void any_globals(world *w, pk_global out[3], pk_class classes[3],
                        arguments *a) {
    static const char *const globals[] = {
        "N", "T", "F", "nothing", "N.a.b", "N.a", "cuda.N", "T.", NULL, ""};

    any_arguments(w, a);
    for (int i = 0; i < 3; i++) {
        out[i] = (pk_global){.name = PICK(w, globals), .value = a->args[i]};
        if (one_in(w, 4))
            out[i].value = pk_function_of(any(w, MODULE), any_text(w));
        else if (one_in(w, 4))
            out[i].value = one_in(w, 2)
                               ? (one_in(w, 2) ? pk_string(any_text(w))
                                               : pk_import(any_text(w)))
                               : pk_dtype_value((pk_dtype)below(w, 17));
        else if (one_in(w, 4))
            out[i].value = any_of_class(w, &classes[i], a);
    }
}

void fuzz_pk_module_from_source(world *w) {
    pk_module *out = UNTOUCHED;
    pk_global globals[3];
    pk_class classes[3];
    arguments a;
    size_t count = one_in(w, 8) ? 1 + below(w, 3) : 0;
    bool safe = !one_in(w, 4);
    char *text = safe ? NULL : changed_source(w);
    const char *given = safe ? safe_source : text;

    a.count = 0;
    any_globals(w, globals, classes, &a);
    if (a.count < 3)
        count = 0;
    if (one_in(w, 16))
        given = any_text(w), safe = false;
    /* The values of globals are random, too. */
    MADE(w,
         pk_module_from_source(
             any(w, CONTEXT), given, one_in(w, 4) ? any_text(w) : "k.py",
             one_in(w, 8) ? any_u32(w) : 0, one_in(w, 16) ? NULL : globals,
             count, &out, ask(w)),
         MODULE, out, safe && !count);
    free(text);
}

void fuzz_pk_module_create(world *w) {
    static const char *const file_names[] = {"k.py", "a.py", "b/c.py", "",
                                             NULL};
    static const char *const texts[] = {safe_source, "from b.c import N\n",
                                        "N = 3\n", "x = (\n", NULL};
    pk_source_file files[4];
    pk_module *out = UNTOUCHED;
    pk_module_request r =
        PK_INIT(pk_module_request, .files = one_in(w, 32) ? NULL : files,
                .file_count = below(w, 5));

    for (int i = 0; i < 4; i++)
        files[i] = (pk_source_file){PICK(w, file_names), PICK(w, texts)};
    if (one_in(w, 32))
        r.struct_size = any_struct_size(w, sizeof r);
    MADE(w,
         pk_module_create(any(w, CONTEXT), one_in(w, 32) ? NULL : &r, &out,
                          ask(w)),
         MODULE, out, true);
}

void fuzz_pk_module_from_file(world *w) {
    char path[300];
    pk_module *out = UNTOUCHED;

    snprintf(path, sizeof path, "%s/k.py", w->folder);
    MADE(w,
         pk_module_from_file(any(w, CONTEXT), one_in(w, 4) ? any_text(w) : path,
                             &out, ask(w)),
         MODULE, out, false);
}

void fuzz_pk_module_from_bundle(world *w) {
    char path[300];
    pk_module *out = UNTOUCHED;

    snprintf(path, sizeof path, "%s/k.pkb", w->folder);
    MADE(w,
         pk_module_from_bundle(any(w, CONTEXT),
                               one_in(w, 4) ? any_text(w) : path, &out, ask(w)),
         MODULE, out, false);
}

void fuzz_pk_module_exports(world *w) {
    pk_signatures *out = UNTOUCHED;

    MADE(w, pk_module_exports(any(w, MODULE), &out, ask(w)), SIGNATURES, out,
         false);
}

void fuzz_pk_module_from_bundle_bytes(world *w) {
    const char *bytes = one_in(w, 8) ? NULL : any_text(w);
    pk_module *out = UNTOUCHED;

    MADE(w,
         pk_module_from_bundle_bytes(any(w, CONTEXT), bytes,
                                     bytes ? strlen(bytes) : 0, &out, ask(w)),
         MODULE, out, false);
}

void fuzz_pk_modules_save_bundle(world *w) {
    pk_module *mods[2] = {any(w, MODULE), any(w, MODULE)};
    const char *const params[] = {any_text(w)};
    const pk_signature_info exports[2] = {{.exported = any_text(w),
                                           .function = any_text(w),
                                           .params = params,
                                           .param_count = below(w, 2),
                                           .result = any_text(w)}};
    char path[300];

    snprintf(path, sizeof path, "%s/k.pkb", w->folder);
    judge(w, pk_modules_save_bundle(one_in(w, 16) ? NULL : mods, below(w, 3),
                                    one_in(w, 16) ? NULL : exports,
                                    one_in(w, 4) * below(w, 3),
                                    one_in(w, 8) ? NULL : path, ask(w)));
}

void fuzz_pk_module_save_bundle(world *w) {
    char path[300];

    snprintf(path, sizeof path, "%s/k.pkb", w->folder);
    judge(w, pk_module_save_bundle(any(w, MODULE), one_in(w, 8) ? NULL : path,
                                   ask(w)));
}

void fuzz_pk_module_explain(world *w) {
    pk_error why = w->err;
    char *out = fresh_memory(w);

    why.line = any_u32(w);
    why.col = any_u32(w);
    why.end_col = any_u32(w);
    (void)pk_module_explain(any(w, MODULE), one_in(w, 8) ? NULL : &why,
                            one_in(w, 8) ? NULL : out,
                            one_in(w, 4) ? below(w, 3) : REGION);
}

void fuzz_pk_module_function_count(world *w) {
    (void)pk_module_function_count(any(w, MODULE));
}

void fuzz_pk_module_function(world *w) {
    pk_function_desc desc = PK_INIT(pk_function_desc);

    judge(w, pk_module_function(any(w, MODULE), any_size(w),
                                one_in(w, 16) ? NULL : &desc, ask(w)));
}

/* ---- kernels ---- */

void fuzz_pk_module_kernel(world *w) {
    pk_kernel *out = UNTOUCHED;
    handle *h = good(w, MODULE);
    void *mod = h && !one_in(w, 12) ? h->object : any(w, EVENT);

    MADE(w, pk_module_kernel(mod, any_kernel_name(w), &out, ask(w)), KERNEL,
         out, h && mod == h->object && h->safe);
}

void fuzz_pk_kernel_describe(world *w) {
    pk_function_desc desc = PK_INIT(pk_function_desc);

    judge(w, pk_kernel_describe(any(w, KERNEL), one_in(w, 16) ? NULL : &desc,
                                ask(w)));
}

void fuzz_pk_kernel_member(world *w) {
    pk_arg arg;

    judge(w, pk_kernel_member(any(w, KERNEL), any_text(w),
                              one_in(w, 16) ? NULL : &arg, ask(w)));
}

void fuzz_pk_kernel_named(world *w) {
    arguments a;
    pk_arg arg;

    any_arguments(w, &a);
    judge(w,
          pk_kernel_named(any(w, KERNEL), one_in(w, 2) ? "Point" : any_text(w),
                          one_in(w, 16) ? NULL : a.args, a.count,
                          one_in(w, 16) ? NULL : &arg, ask(w)));
}

/* A class, and arguments of it, whether it is kept or not. */
void fuzz_pk_class_get(world *w) {
    pk_launch_config config = any_config(w);
    const pk_class *out = NULL;
    pk_class of;
    arguments a;
    pk_arg arg;

    any_arguments(w, &a);
    (void)any_of_class(w, &of, &a);
    judge(w, pk_class_get(any(w, CONTEXT), one_in(w, 16) ? NULL : &of,
                          one_in(w, 16) ? NULL : &out, ask(w)));
    if (!out || one_in(w, 4))
        out = &of;
    arg = one_in(w, 2) ? pk_class_tuple(out, one_in(w, 16) ? NULL : a.args)
                       : pk_class_member(out, one_in(w, 4) ? NULL : "RED");
    if (one_in(w, 4)) {
        a.items[0] = arg;
        arg = pk_tuple(a.items, 1);
    }
    judge(w, pk_kernel_compile(any(w, KERNEL), &config, &arg, 1, NULL, ask(w)));
}

void fuzz_pk_kernel_bind(world *w) {
    static const char *const params[] = {"n", "b", "a", "out", "x", "", NULL};
    pk_named_arg named[2];
    arguments a;
    pk_arg out[8];

    any_arguments(w, &a);
    for (int i = 0; i < 2; i++)
        named[i] = (pk_named_arg){PICK(w, params), pk_i32(i)};
    judge(w, pk_kernel_bind(any(w, KERNEL), one_in(w, 16) ? NULL : a.args,
                            a.count, one_in(w, 16) ? NULL : named, below(w, 3),
                            one_in(w, 16) ? NULL : out, below(w, 9), ask(w)));
}

/* ---- launches ---- */

/* A kernel to be run; others are for compiling only. */
static void *any_to_run(world *w) {
    handle *h = good(w, KERNEL);

    if (h && !one_in(w, 24))
        return h->safe ? h->object : NULL;
    return any(w, EVENT);
}

void fuzz_pk_launch(world *w) {
    pk_launch_config config = any_config(w);
    void *kernel = any_to_run(w);
    arguments a;

    fitting_arguments(w, kernel, &a);
    judge(w, pk_launch(any(w, QUEUE), kernel, one_in(w, 32) ? NULL : &config,
                       one_in(w, 32) ? NULL : a.args, a.count, ask(w)));
}

void fuzz_pk_kernel_compile(world *w) {
    pk_compile_info info = {.struct_size = any_struct_size(w, sizeof info)};
    pk_launch_config config = any_config(w);
    void *kernel = any(w, KERNEL);
    arguments a;

    fitting_arguments(w, kernel, &a);
    judge(w, pk_kernel_compile(kernel, one_in(w, 32) ? NULL : &config,
                               one_in(w, 32) ? NULL : a.args, a.count,
                               one_in(w, 2) ? NULL : &info, ask(w)));
}

void fuzz_pk_kernel_suggest_block(world *w) {
    pk_launch_config config = any_config(w);
    uint32_t threads = 0, blocks = 0;
    void *kernel = any(w, KERNEL);
    arguments a;

    fitting_arguments(w, kernel, &a);
    if (judge(w,
              pk_kernel_suggest_block(kernel, one_in(w, 2) ? NULL : &config,
                                      one_in(w, 32) ? NULL : a.args, a.count,
                                      one_in(w, 32) ? NULL : &threads,
                                      one_in(w, 2) ? NULL : &blocks, ask(w))) &&
        (threads < 1 || threads > 1024))
        die(w, "a block that no device has");
}

void fuzz_pk_kernels_compile(world *w) {
    pk_compile_request requests[3];
    pk_launch_config configs[3];
    arguments a[3];

    for (int i = 0; i < 3; i++) {
        void *kernel = any(w, KERNEL);
        fitting_arguments(w, kernel, &a[i]);
        configs[i] = any_config(w);
        requests[i] = PK_INIT(pk_compile_request, .kernel = kernel,
                              .config = one_in(w, 16) ? NULL : &configs[i],
                              .args = a[i].args, .arg_count = a[i].count);
        if (one_in(w, 16))
            requests[i].struct_size = any_struct_size(w, sizeof *requests);
    }
    judge(w, pk_kernels_compile(one_in(w, 16) ? NULL : requests, below(w, 4),
                                ask(w)));
}

/* ---- signatures ---- */

void fuzz_pk_kernel_signatures(world *w) {
    pk_signatures *out = UNTOUCHED;

    MADE(w, pk_kernel_signatures(any(w, KERNEL), &out, ask(w)), SIGNATURES, out,
         true);
}

void fuzz_pk_module_infer(world *w) {
    static const char *const signatures[] = {
        "f32[:], f32[:], f32[:]", "i64", "f64, f32[::1]", "i32[:]", "", "f3"};
    pk_signatures *out = UNTOUCHED;

    MADE(w,
         pk_module_infer(any(w, MODULE), any_kernel_name(w),
                         one_in(w, 16) ? any_text(w) : PICK(w, signatures),
                         &out, ask(w)),
         SIGNATURES, out, true);
}

void fuzz_pk_module_parallel_loops(world *w) {
    pk_diagnostics *out = UNTOUCHED;

    MADE(w,
         pk_module_parallel_loops(any(w, MODULE), any_kernel_name(w), &out,
                                  ask(w)),
         DIAGNOSTICS, out, true);
}

void fuzz_pk_signatures_count(world *w) {
    (void)pk_signatures_count(any(w, SIGNATURES));
}

void fuzz_pk_signatures_get(world *w) {
    const pk_signature_info *info =
        pk_signatures_get(any(w, SIGNATURES), one_in(w, 4) ? any_size(w) : 0);

    if (info && (!info->text || !info->result ||
                 (info->param_count && !info->params[0])))
        die(w, "a signature without text");
}

void fuzz_pk_prepared_create(world *w) {
    pk_launch_config config = any_config(w);
    pk_prepared *out = UNTOUCHED;
    void *kernel = any_to_run(w);
    arguments a;

    fitting_arguments(w, kernel, &a);
    MADE(w,
         pk_prepared_create(kernel, one_in(w, 32) ? NULL : &config,
                            one_in(w, 32) ? NULL : a.args, a.count, &out,
                            ask(w)),
         PREPARED, out, true);
}

void fuzz_pk_prepared_set_arg(world *w) {
    arguments a;
    pk_arg arg;

    any_arguments(w, &a);
    a.array_count = 0;
    arg =
        one_in(w, 4) ? a.args[0] : fitting_argument(w, "asnt"[below(w, 4)], &a);
    judge(w, pk_prepared_set_arg(any(w, PREPARED),
                                 one_in(w, 8) ? any_size(w) : below(w, 3), arg,
                                 ask(w)));
}

void fuzz_pk_prepared_set_config(world *w) {
    pk_launch_config config = any_config(w);

    judge(w, pk_prepared_set_config(any(w, PREPARED),
                                    one_in(w, 16) ? NULL : &config, ask(w)));
}

void fuzz_pk_prepared_launch(world *w) {
    judge(w, pk_prepared_launch(any(w, PREPARED), any(w, QUEUE), ask(w)));
}

/* ---- diagnostics ---- */

void fuzz_pk_diagnostics_count(world *w) {
    (void)pk_diagnostics_count(any(w, DIAGNOSTICS));
}

void fuzz_pk_diagnostics_dropped(world *w) {
    (void)pk_diagnostics_dropped(any(w, DIAGNOSTICS));
}

void fuzz_pk_diagnostics_get(world *w) {
    const pk_diagnostic *d =
        pk_diagnostics_get(any(w, DIAGNOSTICS), any_size(w));

    if (d && !*d->message)
        die(w, "a diagnostic without words");
}

void fuzz_pk_diagnostics_text(world *w) {
    if (!pk_diagnostics_text(any(w, DIAGNOSTICS)))
        die(w, "no text");
}

/* ---- checks and stages ---- */

void fuzz_pk_module_check(world *w) {
    pk_check_request request = {
        .perf = any_u32(w),
        .function = one_in(w, 2) ? any_kernel_name(w) : NULL,
        .signature = one_in(w, 2) ? any_text(w) : NULL,
        .backends = one_in(w, 2) ? "interp" : any_text(w)};
    pk_checked *out = UNTOUCHED;

    request.struct_size = any_struct_size(w, sizeof request);
    MADE(w,
         pk_module_check(any(w, MODULE), one_in(w, 16) ? NULL : &request, &out,
                         ask(w)),
         CHECKED, out, true);
}

void fuzz_pk_checked_count(world *w) {
    (void)pk_checked_count(any(w, CHECKED));
}

void fuzz_pk_checked_get(world *w) {
    const pk_check_item *item = pk_checked_get(any(w, CHECKED), any_size(w));

    if (item && (!item->name || !item->detail || !item->refused))
        die(w, "a finding without words");
}

void fuzz_pk_checked_diagnostics(world *w) {
    const pk_diagnostics *list = pk_checked_diagnostics(any(w, CHECKED));

    if (list && !pk_diagnostics_text(list))
        die(w, "no text");
}

void fuzz_pk_emit(world *w) {
    static const char *const signatures[] = {
        "f32[:], f32[:], f32[:]", "i32, i32[:]", "f32[:]", NULL, "(", "f32[:",
        "f64[::1,:], f64[:,:]"};
    static const char *const stages[] = {"ast", "types", "ir",     "passes",
                                         "ptx", "asm",   "opencl", "nosuch",
                                         NULL,  "",      "loops"};
    pk_emit_request request = {
        .debug_lines = below(w, 2),
        .kernel = any_kernel_name(w),
        .signature = PICK(w, signatures),
        .stage = PICK(w, stages),
        .target = one_in(w, 4) ? any_text(w) : NULL,
        .block = {one_in(w, 4) ? any_u32(w) : 0, below(w, 2)},
        .grid = {one_in(w, 4) ? any_u32(w) : 0},
        .shared_bytes = one_in(w, 4) ? any_u32(w) : 0,
        .has_shared = below(w, 2)};
    pk_emission *out = UNTOUCHED;

    request.struct_size = any_struct_size(w, sizeof request);
    MADE(w,
         pk_emit(any(w, MODULE), one_in(w, 16) ? NULL : &request, &out, ask(w)),
         EMISSION, out, true);
}

void fuzz_pk_emission_data(world *w) {
    size_t size = 1;
    const char *data =
        pk_emission_data(any(w, EMISSION), one_in(w, 4) ? NULL : &size);

    if (!data)
        die(w, "no data");
}

void fuzz_pk_emission_is_text(world *w) {
    (void)pk_emission_is_text(any(w, EMISSION));
}

void fuzz_pk_emission_timing(world *w) {
    const char *stage;
    uint64_t ns;

    (void)pk_emission_timing(any(w, EMISSION), any_size(w),
                             one_in(w, 4) ? NULL : &stage,
                             one_in(w, 4) ? NULL : &ns);
}
