/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the helpers of native_helpers.def that a module calls. */
#include "backends/native/emit.h"

typedef struct helper {
    const char *name, *text;
} helper;

static const helper helpers[PK_NATIVE_HELPER_COUNT] = {
#define NATIVE_HELPER(name, class, text)                                       \
    [PK_NATIVE_HELPER_##name##_##class] = {#name, text},
#include "backends/native/native_helpers.def"
#undef NATIVE_HELPER
};

static void put_letter(pk_text *out, char letter, pk_type type) {
    uint32_t bits = 8 * pk_type_bytes(type);

    switch (letter) {
    case 't': pk_text_put(out, pk_native_type(type)); break;
    case 'n': pk_text_put(out, pk_native_suffix(type)); break;
    case 'w': pk_text_printf(out, "%u", bits); break;
    case 'x': pk_text_printf(out, "%u", bits - 1); break;
    case 'B': pk_text_printf(out, "%u", bits / 8); break;
    case 'i': pk_text_printf(out, "i%u", bits); break;
    case 'd': pk_text_printf(out, "i%u", 2 * bits); break;
    case 'm': pk_native_put_const(out, type, UINT64_C(1) << (bits - 1)); break;
    }
}

static void put_helper(pk_text *out, const helper *h, pk_type type) {
    bool at_pointer = h->name[0] == 'a'; /* atomic_... */

    pk_text_printf(out, "\ndefine internal %s @%s.%s(%s %%a, %s %%b) #1 {\n",
                   pk_native_type(type), h->name, pk_native_suffix(type),
                   at_pointer ? "ptr" : pk_native_type(type),
                   pk_native_type(type));
    for (const char *c = h->text; *c; c++)
        if (*c == '$')
            put_letter(out, *++c, type);
        else
            pk_text_bytes(out, c, 1);
    pk_text_put(out, "}\n");
}

/* Signed and unsigned types have one spelling in LLVM, so a helper for both
 * is printed once. */
void pk_native_put_helpers(pk_native_emitter *e) {
    for (int i = 0; i < PK_NATIVE_HELPER_COUNT; i++) {
        uint32_t types = e->helpers[i];

        for (pk_type t = 0; t < PK_TYPE_COUNT; t++) {
            if (!(types & 1u << t))
                continue;
            put_helper(e->out, &helpers[i], t);
            for (pk_type u = (pk_type)(t + 1); u < PK_TYPE_COUNT; u++)
                if (pk_type_is_int(t) && pk_type_is_int(u) &&
                    pk_type_bytes(u) == pk_type_bytes(t))
                    types &= ~(1u << u);
        }
    }
}
