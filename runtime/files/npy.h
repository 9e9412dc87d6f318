/* SPDX-License-Identifier: Apache-2.0 */
/* The head of .npy files, for reading and writing them. */
#ifndef PORTKERN_RUNTIME_FILES_NPY_H
#define PORTKERN_RUNTIME_FILES_NPY_H

#define PK_NPY_MAGIC "\x93NUMPY"

enum {
    PK_NPY_MAGIC_SIZE = 6,
    PK_NPY_HEAD = 10, /* magic, version, and 2 bytes of the header's length;
                         from version 2.0 on there are 2 more */
    PK_NPY_HEADER_MAX = 1 << 20
};

#endif
