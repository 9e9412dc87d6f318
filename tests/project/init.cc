// SPDX-License-Identifier: Apache-2.0
// The API as C++ programs write it.
#include <portkern/debug.h>
#include <portkern/tools.h>

bool launch(pk_queue *queue, pk_kernel *kernel, const pk_array *array) {
    pk_launch_config config = PK_INIT(pk_launch_config);
    pk_arg args[] = {pk_f32(2), pk_in(array), pk_none(), pk_string("x")};
    pk_error err;

    config.grid[0] = 4;
    config.block[0] = 256;
    return pk_launch(queue, kernel, &config, args, 4, &err) == PK_OK;
}
