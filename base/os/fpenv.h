/* SPDX-License-Identifier: Apache-2.0 */
/* The floating-point environment: rounding mode, treatment of subnormals, traps
 * and flags belong to the thread, and so to the application.
 *
 * Whatever computes with floating-point numbers (a kernel, constant folding,
 * reading or printing a number) runs between pk_fpenv_enter and pk_fpenv_leave:
 * rounding to nearest, with subnormals, without traps. The caller's environment
 * comes back as it was, flags included. Registers are written only where they
 * differ, so that the pair costs a few cycles when the application changes
 * nothing. */
#ifndef PORTKERN_BASE_OS_FPENV_H
#define PORTKERN_BASE_OS_FPENV_H

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>

/* The x87 unit counts, too: the C library asks it for the rounding mode when it
 * reads and prints decimal numbers. */
typedef struct pk_fpenv {
    uint32_t sse;
    uint16_t x87;
    uint32_t whole[7]; /* all of the x87 unit's, where `x87` is not the usual */
} pk_fpenv;

enum { PK_FPENV_SSE = 0x1f80, PK_FPENV_X87 = 0x37f };

static inline pk_fpenv pk_fpenv_enter(void) {
    pk_fpenv old;
    const uint16_t usual = PK_FPENV_X87;

    old.sse = _mm_getcsr();
    __asm__ volatile("fnstcw %0" : "=m"(old.x87));
    if (old.sse != PK_FPENV_SSE)
        _mm_setcsr(PK_FPENV_SSE);
    if (old.x87 != usual) {
        __asm__ volatile("fnstenv %0" : "=m"(old.whole));
        __asm__ volatile("fldcw %0" : : "m"(usual));
    }
    return old;
}

/* For code that any C function may be like: it is run with the usual control
 * bits, and the flags that it raises stay raised. Returns the register as it
 * was where it had to be changed, else 0; `pk_fpenv_restore_sse` takes that.
 * Code in SSE registers only: nothing is said of the x87 unit. */
static inline uint32_t pk_fpenv_enter_sse(void) {
    const uint32_t flags = 0x3f, old = _mm_getcsr();

    if ((old & ~flags) == PK_FPENV_SSE)
        return 0;
    _mm_setcsr(PK_FPENV_SSE);
    return old;
}

static inline void pk_fpenv_restore_sse(uint32_t old) {
    if (old)
        _mm_setcsr(old);
}
#define PK_FPENV_HAS_SSE 1

static inline void pk_fpenv_leave(const pk_fpenv *old) {
    if (_mm_getcsr() != old->sse)
        _mm_setcsr(old->sse);
    if (old->x87 != PK_FPENV_X87)
        __asm__ volatile("fldenv %0" : : "m"(old->whole));
}

#elif defined(__aarch64__)

typedef struct pk_fpenv {
    uint64_t control, status;
} pk_fpenv;

static inline pk_fpenv pk_fpenv_enter(void) {
    pk_fpenv old;

    __asm__ volatile("mrs %0, fpcr" : "=r"(old.control));
    __asm__ volatile("mrs %0, fpsr" : "=r"(old.status));
    if (old.control)
        __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
    return old;
}

static inline void pk_fpenv_leave(const pk_fpenv *old) {
    if (old->control)
        __asm__ volatile("msr fpcr, %0" : : "r"(old->control));
    __asm__ volatile("msr fpsr, %0" : : "r"(old->status));
}

#else
#include <fenv.h>

typedef struct pk_fpenv {
    fenv_t whole;
} pk_fpenv;

static inline pk_fpenv pk_fpenv_enter(void) {
    pk_fpenv old;

    fegetenv(&old.whole);
    fesetenv(FE_DFL_ENV);
    return old;
}

static inline void pk_fpenv_leave(const pk_fpenv *old) {
    fesetenv(&old->whole);
}
#endif

#endif
