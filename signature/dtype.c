/* SPDX-License-Identifier: Apache-2.0 */
/* Names of dtypes. */
#include "signature/dtype.h"

#include <string.h>

const char *pk_scalar_name(pk_type scalar) {
    static const char *const names[PK_TYPE_COUNT] = {
        [PK_TYPE_void] = "none",   [PK_TYPE_bool] = "bool",
        [PK_TYPE_i8] = "int8",     [PK_TYPE_i16] = "int16",
        [PK_TYPE_i32] = "int32",   [PK_TYPE_i64] = "int64",
        [PK_TYPE_u8] = "uint8",    [PK_TYPE_u16] = "uint16",
        [PK_TYPE_u32] = "uint32",  [PK_TYPE_u64] = "uint64",
        [PK_TYPE_f16] = "float16", [PK_TYPE_f32] = "float32",
        [PK_TYPE_f64] = "float64",
    };
    return scalar < PK_TYPE_COUNT ? names[scalar] : "?";
}

/* NumPy's words for dtypes, those of a type in one row. */
static const struct {
    const char *words;
    pk_type scalar;
    bool is_complex;
} dtype_words[] = {
    {" ? b1 bool bool_ ", PK_TYPE_bool, false},
    {" b i1 int8 byte ", PK_TYPE_i8, false},
    {" h i2 int16 short ", PK_TYPE_i16, false},
    {" i i4 int32 intc ", PK_TYPE_i32, false},
    {" l q p i8 int64 int int_ intp long longlong ", PK_TYPE_i64, false},
    {" B u1 uint8 ubyte ", PK_TYPE_u8, false},
    {" H u2 uint16 ushort ", PK_TYPE_u16, false},
    {" I u4 uint32 uintc ", PK_TYPE_u32, false},
    {" L Q P u8 uint64 uint uintp ulong ulonglong ", PK_TYPE_u64, false},
    {" e f2 float16 half ", PK_TYPE_f16, false},
    {" f f4 float32 single ", PK_TYPE_f32, false},
    {" d f8 float64 float float_ double ", PK_TYPE_f64, false},
    {" F c8 complex64 csingle ", PK_TYPE_f32, true},
    {" D c16 complex128 complex complex_ cdouble ", PK_TYPE_f64, true},
};

bool pk_dtype_read(const char *word, pk_type *scalar, bool *is_complex) {
    size_t length;

    word += *word == '<' || *word == '=' || *word == '|';
    length = strlen(word);
    if (!length || strchr(word, ' '))
        return false;
    for (size_t i = 0; i < sizeof dtype_words / sizeof *dtype_words; i++)
        for (const char *at = dtype_words[i].words; (at = strchr(at, ' '));) {
            at++;
            if (strncmp(at, word, length) == 0 && at[length] == ' ') {
                *scalar = dtype_words[i].scalar;
                *is_complex = dtype_words[i].is_complex;
                return true;
            }
        }
    return false;
}
