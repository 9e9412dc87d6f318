/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a generator of random numbers, which lib/host/np_random.py reads
 * and writes. */
#ifndef PORTKERN_BASE_RANDOM_WORDS_H
#define PORTKERN_BASE_RANDOM_WORDS_H

enum {
    PK_RANDOM_STATES = 2, /* of Python's module random, of NumPy's */
    /* 624 of the Mersenne Twister, how many of them are used, whether a normal
     * deviate is kept, and its bits. */
    PK_RANDOM_WORDS = 628
};

#endif
