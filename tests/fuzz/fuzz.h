/* SPDX-License-Identifier: Apache-2.0 */
/* A fuzz target: one function that takes any bytes and must neither crash,
 * leak nor hang on them. It is libFuzzer's entry, so that
 *
 *     clang -fsanitize=fuzzer,address fuzz_source.c ...
 *
 * makes a fuzzer of it; mutate.c is the short run that the tests make. */
#ifndef PORTKERN_TESTS_FUZZ_H
#define PORTKERN_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
