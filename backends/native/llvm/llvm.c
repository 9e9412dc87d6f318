/* SPDX-License-Identifier: Apache-2.0 */
/* Text of an LLVM module to machine code, over LLVM's C API. */
#include "backends/native/llvm/llvm.h"

#include "backends/native/llvm/constants.h"
#include "backends/native/llvm/widths.h"
#include "backends/native/llvm/wraps.h"
#include "base/error.h"
#include "base/os/fpenv.h"
#include "base/os/thread.h"
#include "base/try.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

enum {
    STACK_BYTES = 16 << 20,
    ROOM = 64 << 20,   /* what a compile takes, more or less */
    ROOM_PER_BYTE = 64 /* of text, besides */
};

/* One compile, on its thread. What is NULL was not made yet. */
typedef struct compile {
    pk_native_job *job;
    pk_error *err;
    pk_status status;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetMachineRef machine;
    LLVMMemoryBufferRef object;
    jmp_buf fatal;
    char words[512]; /* the first error that LLVM reported */
} compile;

static _Thread_local compile *current;

/* ---- errors ---- */

static void keep_words(compile *c, const char *words) {
    if (c->words[0] == '\0')
        strncpy(c->words, words, sizeof c->words - 1);
}

static pk_status refuse(compile *c, const char *stage) {
    return pk_fail(c->err, PK_COMPILE, "LLVM, %s: %s", stage,
                   c->words[0] ? c->words : "no reason given");
}

/* Takes a message of LLVM's and gives it back to LLVM. */
static void keep_message(compile *c, char *message) {
    if (!message)
        return;
    keep_words(c, message);
    LLVMDisposeMessage(message);
}

/* LLVM prints diagnostics that no handler takes. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *arg) {
    char *words;

    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    words = LLVMGetDiagInfoDescription(info);
    keep_words(arg, words);
    LLVMDisposeMessage(words);
}

/* LLVM aborts when this returns, which is right on threads that are not ours:
 * another user of the same LLVM gets what it would have got. */
static void on_fatal(const char *words) {
    if (!current)
        return;
    keep_words(current, words);
    longjmp(current->fatal, 1);
}

/* The handler is the whole process's: installed only while we compile. */
static pthread_mutex_t handler_mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned handler_users;

static void hold_handler(void) {
    pthread_mutex_lock(&handler_mutex);
    if (handler_users++ == 0)
        LLVMInstallFatalErrorHandler(on_fatal);
    pthread_mutex_unlock(&handler_mutex);
}

static void drop_handler(void) {
    pthread_mutex_lock(&handler_mutex);
    if (--handler_users == 0)
        LLVMResetFatalErrorHandler();
    pthread_mutex_unlock(&handler_mutex);
}

/* ---- targets ---- */

static pthread_once_t native_once = PTHREAD_ONCE_INIT;
static pthread_once_t others_once = PTHREAD_ONCE_INIT;

static void init_native(void) {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
}

#define INIT(target)                                                           \
    LLVMInitialize##target##TargetInfo();                                      \
    LLVMInitialize##target##Target();                                          \
    LLVMInitialize##target##TargetMC();                                        \
    LLVMInitialize##target##AsmPrinter()

/* Where LLVM is linked for one kind of processor only, it says itself that it
 * has no other. */
static void init_others(void) {
#ifdef PORTKERN_LLVM_X86
    INIT(X86);
#endif
#ifdef PORTKERN_LLVM_AArch64
    INIT(AArch64);
#endif
}

/* Tiny keeps every aarch64 reference relative to the place itself. */
static LLVMCodeModel code_model(const char *triple) {
    return strncmp(triple, "aarch64", 7) ? LLVMCodeModelSmall
                                         : LLVMCodeModelTiny;
}

/* A machine for this processor that no compile has at present. Making one, and
 * what it makes once for all functions, is a tenth of a small kernel's time. */
static _Atomic(LLVMTargetMachineRef) idle[2]; /* the second one: for plain */

static bool is_usual(const pk_native_job *job) {
    return !job->triple && !job->cpu;
}

static void drop_machine(compile *c) {
    if (c->machine && is_usual(c->job))
        c->machine = atomic_exchange(&idle[c->job->plain != 0], c->machine);
    if (c->machine)
        LLVMDisposeTargetMachine(c->machine);
}

static pk_status make_machine(compile *c) {
    const pk_native_job *job = c->job;
    char *triple = job->triple ? LLVMCreateMessage(job->triple)
                               : LLVMGetDefaultTargetTriple();
    char *cpu = job->cpu ? LLVMCreateMessage(job->cpu) : LLVMGetHostCPUName();
    char *features =
        job->cpu ? LLVMCreateMessage("") : LLVMGetHostCPUFeatures();
    char *message = NULL;
    LLVMTargetRef target;

    if (LLVMGetTargetFromTriple(triple, &target, &message))
        keep_message(c, message);
    else
        c->machine = LLVMCreateTargetMachine(
            target, triple, cpu, features,
            job->plain ? LLVMCodeGenLevelNone : LLVMCodeGenLevelDefault,
            LLVMRelocPIC, code_model(triple));
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return c->machine ? PK_OK : refuse(c, "target");
}

/* ---- stages ---- */

static pk_status parse(compile *c) {
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
        c->job->text, c->job->length, "kernel", true);
    char *message = NULL;
    char *triple;
    LLVMTargetDataRef layout;

    c->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(c->context, on_diagnostic, c);
    if (LLVMParseIRInContext(c->context, buffer, &c->module, &message)) {
        keep_message(c, message);
        return refuse(c, "reading");
    }
    triple = LLVMGetTargetMachineTriple(c->machine);
    LLVMSetTarget(c->module, triple);
    LLVMDisposeMessage(triple);
    layout = LLVMCreateTargetDataLayout(c->machine);
    LLVMSetModuleDataLayout(c->module, layout);
    LLVMDisposeTargetData(layout);
    return PK_OK;
}

static pk_status verify(compile *c) {
    char *message = NULL;
    LLVMBool broken;

    if (!c->job->check)
        return PK_OK;
    broken = LLVMVerifyModule(c->module, LLVMReturnStatusAction, &message);
    if (broken)
        keep_message(c, message);
    else
        LLVMDisposeMessage(message);
    return broken ? refuse(c, "verifying") : PK_OK;
}

static pk_status run_passes(compile *c, const char *passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(c->module, passes, c->machine, options);
    char *message;

    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return PK_OK;
    message = LLVMGetErrorMessage(error);
    keep_words(c, message);
    LLVMDisposeErrorMessage(message);
    return refuse(c, "passes");
}

static pk_status optimise(compile *c) {
    PK_TRY(run_passes(c, c->job->passes));
    if (!c->job->vector_passes)
        return PK_OK;
    pk_native_hide_wraps(c->context, c->module);
    return run_passes(c, c->job->vector_passes);
}

static pk_status generate(compile *c) {
    char *message = NULL;

    if (LLVMTargetMachineEmitToMemoryBuffer(c->machine, c->module,
                                            c->job->assembly ? LLVMAssemblyFile
                                                             : LLVMObjectFile,
                                            &message, &c->object)) {
        keep_message(c, message);
        return refuse(c, "code generation");
    }
    return c->words[0] ? refuse(c, "code generation") : PK_OK;
}

static pk_status copy_out(compile *c, const void *bytes, size_t size) {
    pk_native_job *job = c->job;

    job->bytes = job->allocator->alloc(job->allocator->self, size ? size : 1);
    if (!job->bytes)
        return pk_fail_no_memory(c->err);
    if (size)
        memcpy(job->bytes, bytes, size);
    job->size = size;
    return PK_OK;
}

static pk_status give_object(compile *c) {
    PK_TRY(generate(c));
    return copy_out(c, LLVMGetBufferStart(c->object),
                    LLVMGetBufferSize(c->object));
}

static pk_status give_widths(compile *c) {
    pk_text text;
    pk_status status;

    pk_text_init(&text, c->job->allocator);
    pk_native_put_widths(c->context, c->module, c->job->mark, &text);
    status = text.failed ? pk_fail_no_memory(c->err)
                         : copy_out(c, text.data, text.length);
    pk_text_finish(&text);
    return status;
}

static pk_status run_stages(compile *c) {
    if (is_usual(c->job))
        c->machine = atomic_exchange(&idle[c->job->plain != 0], NULL);
    if (!c->machine)
        PK_TRY(make_machine(c));
    PK_TRY(parse(c));
    PK_TRY(verify(c));
    PK_TRY(optimise(c));
    if (c->job->plain)
        PK_TRY(pk_native_place_constants(c->job->allocator, c->context,
                                         c->module, c->err));
    PK_TRY(verify(c));
    return c->job->mark ? give_widths(c) : give_object(c);
}

static void clean_up(compile *c) {
    if (c->object)
        LLVMDisposeMemoryBuffer(c->object);
    if (c->module)
        LLVMDisposeModule(c->module);
    if (c->context)
        LLVMContextDispose(c->context);
    drop_machine(c);
}

/* After a fatal error LLVM's objects are in no known state: they are left
 * behind, and the next compile has its own. */
static void *compile_main(void *arg) {
    compile *c = arg;

    (void)pk_fpenv_enter(); /* the environment was inherited */
    pthread_once(&native_once, init_native);
    if (c->job->triple)
        pthread_once(&others_once, init_others);
    hold_handler();
    current = c;
    if (setjmp(c->fatal) == 0) {
        c->status = run_stages(c);
        clean_up(c);
    } else
        c->status = refuse(c, "fatal error");
    current = NULL;
    drop_handler();
    return NULL;
}

/* An allocation that fails in LLVM throws an exception of C++, which nobody
 * catches: the process would end. Whether there is room is asked before. */
static pk_status ask_for_room(const pk_native_job *job, pk_error *err) {
    size_t size = ROOM + ROOM_PER_BYTE * job->length;
    void *room = mmap(NULL, size, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (room == MAP_FAILED)
        return pk_fail(err, PK_NO_MEMORY,
                       "the compiler needs %zu MiB of address space\nraise "
                       "the limit (ulimit -v)",
                       size >> 20);
    munmap(room, size);
    return PK_OK;
}

pk_status pk_native_compile(pk_native_job *job, pk_error *err) {
    compile c = {.job = job, .err = err};
    pthread_t thread;
    int failed;

    PK_TRY(ask_for_room(job, err));
    failed = pk_thread_start(&thread, STACK_BYTES, compile_main, &c);
    if (failed)
        return pk_fail(err, PK_NO_MEMORY,
                       "cannot start a thread for the compiler: %s",
                       strerror(failed));
    pthread_join(thread, NULL);
    return c.status;
}
