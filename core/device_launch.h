/* SPDX-License-Identifier: Apache-2.0 */
/* Launches from within kernels: the words of the operation launch, and what is
 * read back of it.
 *
 * The words are the kernel's name and the types of its arguments: "scale
 * f32[2] f64 c64 none ( i64 u8[1] ) (Point f32 f32 ) [('x', 'f4')][0] <Color>",
 * the last four a tuple, one whose items have the names of a class, a record,
 * in NumPy's words and without quotes in its names, and a member of an
 * enumeration. Operands are grid x, y, z, block x, y, z and bytes of shared
 * memory, then for an array or a record its address, extents and strides in
 * bytes, for a complex number two, for none none, for a member its number, for
 * a tuple its items'. */
#ifndef PORTKERN_CORE_DEVICE_LAUNCH_H
#define PORTKERN_CORE_DEVICE_LAUNCH_H

#include "recipe/report.h"

/* Bytes of a kernel's name with its NUL. */
enum { PK_DEVICE_LAUNCH_NAME = 128 };

/* An argument, read from the words, or where a tuple begins or ends. */
typedef struct pk_device_launch_arg {
    char bracket;   /* ( or ) of a tuple; else 0 */
    pk_type scalar; /* of an element, or a part of a complex one; u8 of records;
                       0: none */
    bool is_array, is_complex;
    uint32_t ndim;      /* array */
    uint32_t parts;     /* operands */
    const char *record; /* array: the text of its dtype; NULL: of numbers */
    size_t record_length;
    const char *class; /* i64: the name of the enumeration, a tuple's beginning:
                          of the class with its items' names; or NULL */
    size_t class_length;
} pk_device_launch_arg;

/* Moves over the kernel's name, which goes to `name`. False when there is
 * none. */
bool pk_device_launch_name(const char **words,
                           char name[PK_DEVICE_LAUNCH_NAME]);
/* Moves over the next argument; false at the end, and where words are wrong:
 * then `*words` is not at its end. */
bool pk_device_launch_next(const char **words, pk_device_launch_arg *out);

/* Why an instruction of the rule LAUNCH is wrong, NULL: it is not. */
const char *pk_device_launch_check(const pk_inst *inst);

#endif
