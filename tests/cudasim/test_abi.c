/* SPDX-License-Identifier: Apache-2.0 */
/* The toolkit's word on the simulator's declarations: sizes, places of fields
 * and constants, and that every exported name is one of the API's. */
#include "tests/unit/check_main.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "abi.h"

START_TEST(layouts_and_numbers_are_the_toolkits)
{
    size_t i;

    for (i = 0; abi_ours[i].what; i++) {
        ck_assert_str_eq(abi_ours[i].what, abi_theirs[i].what);
        ck_assert_msg(abi_ours[i].value == abi_theirs[i].value,
                      "%s is %ld, not %ld", abi_ours[i].what,
                      abi_theirs[i].value, abi_ours[i].value);
    }
    ck_assert_ptr_null(abi_theirs[i].what);
    ck_assert_uint_gt(i, 200);
}
END_TEST

typedef struct name {
    const char *plain, *streams;
} name;

static const name names[] = {
#define CUDA(name, version, since, body, needs, streams, params, args)         \
    {#name #version, #streams},
#define REFUSED(name, version, since, streams) {#name #version, #streams},
#include "sim/driver/driver.def"
#undef CUDA
#undef REFUSED
};

/* In both libraries: the simulator has it, and the API knows it. */
static void check_symbol(void *sim, void *stub, const char *symbol) {
    ck_assert_msg(dlsym(sim, symbol) != NULL, "%s is not exported", symbol);
    ck_assert_msg(dlsym(stub, symbol) != NULL, "%s is not the API's", symbol);
}

START_TEST(names_are_the_toolkits)
{
    void *sim = dlopen(CUDASIM, RTLD_NOW | RTLD_LOCAL);
    void *stub = dlopen(CUDA_STUB, RTLD_LAZY | RTLD_LOCAL);
    char twin[128];

    ck_assert_msg(sim && stub, "%s", dlerror());
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_symbol(sim, stub, names[i].plain);
        if (strcmp(names[i].streams, "PLAIN") == 0)
            continue;
        snprintf(twin, sizeof twin, "%s_%s", names[i].plain,
                 strcmp(names[i].streams, "PTSZ") == 0 ? "ptsz" : "ptds");
        check_symbol(sim, stub, twin);
    }
}
END_TEST

TESTS("driver's ABI", layouts_and_numbers_are_the_toolkits,
      names_are_the_toolkits)
