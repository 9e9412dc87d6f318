/* SPDX-License-Identifier: Apache-2.0 */
/* The extension module portkern._core: Python objects over portkern.h. What
 * costs time at each launch is here (arguments, launches, arrays, queues); what
 * is done once is in the Python files beside it. */
#ifndef PORTKERN_PYTHON_CORE_H
#define PORTKERN_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "portkern/host.h"
#include "portkern/tools.h"

#include <pthread.h>
#include <stdatomic.h>
#include <structmember.h>

/* NumPy's table of functions is one for all files; numpy.c fills it in. */
#define NPY_NO_DEPRECATED_API  NPY_1_22_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL portkern_numpy
#define PY_UFUNC_UNIQUE_SYMBOL portkern_ufuncs
#ifndef PORTKERN_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>

#if NPY_ABI_VERSION < 0x02000000
#define PyDataType_ELSIZE(descr) ((descr)->elsize)
#endif

/* Between these one thread at a time uses what is in an object: without the GIL
 * by the object's lock. Nothing between them may wait or leave. CORE_LOCK
 * takes a semicolon in every build. */
#ifdef Py_GIL_DISABLED
#define CORE_LOCK(object) Py_BEGIN_CRITICAL_SECTION(object)
#define CORE_UNLOCK()     Py_END_CRITICAL_SECTION()
#else
#define CORE_LOCK(object)                                                      \
    {                                                                          \
        (void)(object)
#define CORE_UNLOCK() }
#endif

/* Names of attributes and keys that launches look for. */
enum {
    CORE_DLPACK,
    CORE_DLPACK_DEVICE,
    CORE_EXCHANGE,
    CORE_INTERFACE,
    CORE_SHAPE,
    CORE_STRIDES,
    CORE_TYPESTR,
    CORE_DATA,
    CORE_MASK,
    CORE_STREAM,
    CORE_OURS,
    CORE_WORDS
};

/* The state of the module, of which each interpreter has its own. */
typedef struct core_state {
    PyTypeObject *context, *queue, *event, *array, *hint, *module, *kernel,
        *dispatcher, *launcher, *prepared, *debugger, *function, *generator,
        *host_dispatcher, *loop, *object, *ufunc_dispatcher, *callback;
    PyObject *current; /* ContextVar: the Context that is current */
    PyObject *open;    /* portkern._device._open: the first one is at None */
    PyObject *open_device; /* portkern._device.current: makes the first one */
    PyObject *open_host;   /* portkern._device.host: makes that of the host */
    PyObject *host_key;    /* "host", where `open` has it */
    PyObject *open_offloading; /* portkern._device.offloading: likewise */
    PyObject *open_measured;   /* the same with what is measured */
    PyObject *offload_key, *measured_key; /* "offload", "measured" */
    PyObject *fail;     /* portkern._errors.make: a pk_error's exception */
    PyObject *convert;  /* portkern._convert.argument: what C does not know */
    PyObject *describe; /* portkern._convert.describe: text of a dtype */
    PyObject *slice;    /* the class of slices with a start and an end */
    PyObject *words[CORE_WORDS];      /* strings; foreign.c fills them in */
    PyObject *version, *version_name; /* ("max_version",) and its (1, 0) */
    PyObject *flush; /* portkern.cupy's: computes all that waits, or NULL */
    _Atomic int64_t pending; /* how many arrays wait to be computed */
} core_state;

extern struct PyModuleDef core_module;
core_state *core_state_of(PyObject *module);
/* The state by a type of ours or one derived from it; NULL with an exception.
 */
core_state *core_state_of_type(PyTypeObject *type);

struct core_context;

/* ---- dtypes.c ---- */

/* The value of a key, a new reference; NULL, with an exception when the lookup
 * failed and without where there is none. */
PyObject *core_dict_get(PyObject *dict, PyObject *key);
/* The dtype of NumPy's descriptor. -1 with a TypeError when kernels have none
 * such; records are PK_DTYPE_void, and *structure describes them. */
int core_dtype(struct core_context *context, PyArray_Descr *descr,
               pk_dtype *dtype, const pk_structure **structure);

/* ---- order.c ---- */

/* The order of streams, which is CUDA's: work of the default stream waits for
 * what the others were given before, and theirs for what it was given before.
 * Queues of the library do not wait for each other, so it is made of events. */
typedef struct core_order {
    pthread_mutex_t lock;             /* of what is here */
    struct core_stream *streams;      /* all that live, linked */
    struct core_stream *_Atomic main; /* the default stream */
    _Atomic uint64_t given;           /* how much work the default stream got */
    _Atomic uint64_t done;            /* how much of it was waited for */
    _Atomic uint32_t busy; /* other streams that got work since the default
                              stream waited for them */
} core_order;

/* A stream, which a Queue object holds. */
typedef struct core_stream {
    pk_queue *handle;
    pk_event *event;        /* where others wait for it; NULL before */
    pthread_mutex_t lock;   /* one thread uses the queue at a time */
    uint32_t references;    /* by the order's lock */
    _Atomic uint32_t forks; /* of the process when the lock was made */
    _Atomic int is_busy;    /* counted in `busy` */
    _Atomic uint64_t seen;  /* of `given`, by what it waited for */
    struct core_stream *next;
} core_stream;

void core_order_init(core_order *order);
void core_order_finish(core_order *order);
/* Takes the handle over. NULL without memory. */
core_stream *core_stream_create(struct core_context *context, pk_queue *handle);
void core_stream_release(struct core_context *context, core_stream *stream);
/* Before and after work is put into a stream; without the GIL. */
void core_stream_enter(struct core_context *context, core_stream *stream);
void core_stream_leave(core_stream *stream);
/* All that the stream was given was waited for; with its lock held. */
void core_stream_is_done(struct core_context *context, core_stream *stream);
/* Waits for a stream's work, with its lock held. A failure is told once. */
pk_status core_stream_finish(struct core_context *context, core_stream *stream,
                             pk_error *err);
/* Waits for all streams; the first failure. */
pk_status core_order_wait(struct core_context *context, pk_error *err);

/* ---- context.c ---- */

/* A device that is open. */
typedef struct core_context {
    PyObject_HEAD core_state *state;
    pk_context *handle;
    struct core_queue *queue; /* where launches go that name none; borrowed */
    PyObject *default_queue;  /* the same, owned */
    /* dict: dtype -> its pk_structure, type -> its pk_class or NULL, integers
     */
    PyObject *structures;
    PyObject *classes; /* dict: name of a pk_class -> type, of named tuples */
    PyObject *dict, *weakrefs;
    int host_memory; /* device memory is host memory */
    int is_host; /* functions of the host run there: 1 on `cpu`, 2 on `interp`
                  */
    int is_gpu;
    int cuda_index; /* of a device of the backend cuda, else -1 */
    uint32_t max_block;
    core_order order;
} core_context;

/* The current context, a new reference; opens one when there is none. */
core_context *core_current(core_state *state);
typedef enum core_offloads {
    CORE_OFFLOADS_no,
    CORE_OFFLOADS_all,
    CORE_OFFLOADS_measured, /* those that the device runs faster */
    CORE_OFFLOADS_named     /* to devices that the function names */
} core_offloads;
/* The context that runs functions of the host: the current one if it does, else
 * that of the host's own device. The same. */
core_context *core_current_host(core_state *state, core_offloads offloads);

/* ---- errors.c ---- */

/* Raises the exception of a failure and returns NULL. `module` may be NULL: of
 * which the failure is. */
PyObject *core_fail(core_context *context, pk_module *module,
                    const char *function, const pk_error *err);
/* The same of a function of the host, which has the object `of`. */
PyObject *core_fail_host(core_context *context, pk_module *module, PyObject *of,
                         const pk_error *err);
/* The same of a failure without a context. */
PyObject *core_fail_plain(core_state *state, const pk_error *err);

/* ---- queue.c ---- */

/* A stream of the device: a queue, which one thread uses at a time. */
typedef struct core_queue {
    PyObject_HEAD core_context *context; /* owned */
    core_stream *stream;                 /* a reference */
    pk_queue *handle;                    /* the stream's */
    uint64_t native; /* the handle that was imported, else 0 */
} core_queue;

typedef struct core_event {
    PyObject_HEAD core_context *context; /* owned */
    pk_event *handle;
    _Atomic int is_recorded;
} core_event;

/* Makes the queue that a context begins with. */
PyObject *core_queue_new(core_context *context);
/* An event of a context as an object, which takes the handle over. */
PyObject *core_event_of(core_context *context, pk_event *handle);
/* The queue that a `stream` argument means: 0 and None are the context's. A
 * borrowed reference; NULL with an exception. */
core_queue *core_queue_of(core_context *context, PyObject *stream);
/* Gives the GIL up and takes the queue's lock; and the other way round. */
PyThreadState *core_queue_enter(core_queue *self);
void core_queue_leave(core_queue *self, PyThreadState *thread);
/* Waits; the queue's lock must not be held. -1 with an exception. */
int core_queue_finish(core_queue *self);

/* ---- array.c ---- */

/* An array on a device. */
typedef struct core_array {
    PyObject_HEAD pk_array array; /* with a reference to its buffer */
    core_context *context;        /* owned */
    PyArray_Descr *dtype;         /* owned */
    PyObject *owner;  /* what keeps memory alive that is not ours, or NULL */
    PyObject *stream; /* it is bound to, or NULL */
    PyObject *weakrefs, *dict;
    int is_pending; /* it waits to be computed, and has no memory */
} core_array;

/* Reads a tuple of at most PK_MAX_NDIM integers, which `what` names. Its
 * length; -1 with an exception. */
int core_sizes_read(PyObject *from, const char *what, int64_t *out);
/* An array of the type, in C order and without memory yet. */
core_array *core_array_make(PyTypeObject *type, core_context *context,
                            PyArray_Descr *dtype, uint32_t ndim,
                            const int64_t *shape);

/* A tuple of integers. */
PyObject *core_sizes(const int64_t *values, uint32_t count);
/* An array of the type over memory of others, which `owner` keeps alive, from
 * its address on the device or, with `host`, in host memory. `strides` may be
 * NULL: C order. */
PyObject *core_array_over(PyTypeObject *type, core_context *context,
                          uint64_t address, uint32_t ndim, const int64_t *shape,
                          const int64_t *strides, PyArray_Descr *dtype,
                          PyObject *owner, int host);
/* Another array over the same memory, `offset` bytes from this one's first
 * element. NULL with an exception, also when it is not within the memory. */
PyObject *core_array_view(core_array *self, PyTypeObject *type, int64_t offset,
                          uint32_t ndim, const int64_t *shape,
                          const int64_t *strides, PyArray_Descr *dtype);
/* The addresses of the first element, 0 where there is none. -1 with an
 * exception. */
int core_array_addresses(core_array *self, uint64_t *device, uint64_t *host);
/* Fills in the pk_array of a NumPy array. -1 with an exception. */
int core_array_of_numpy(core_context *context, PyArrayObject *from,
                        pk_array *out);

/* ---- pending.c ---- */

/* Has an array that waits computed. -1 with an exception. */
int core_array_compute(core_array *self);
/* Before an array's memory is used. -1 with an exception. */
static inline int core_array_ready(core_array *self) {
    return self->is_pending ? core_array_compute(self) : 0;
}
/* Before memory of a device is written: computes all arrays that wait, since
 * they may read it. -1 with an exception. */
int core_flush(core_state *state);
/* The array waits no more: it has memory, or goes. */
void core_array_forget(core_array *self);
/* Array._pending(context, shape, dtype), array._settle(array),
 * array._is_pending, _set_flush(function) */
PyObject *core_array_pending(PyObject *class, PyObject *args);
PyObject *core_array_settle(PyObject *object, PyObject *from);
PyObject *core_array_is_pending(PyObject *object, void *closure);
PyObject *core_set_flush(PyObject *module, PyObject *function);

/* ---- numpy_views.c ---- */

/* array._numpy(), array._like(numpy_array, type) */
PyObject *core_array_numpy(PyObject *object, PyObject *ignored);
PyObject *core_array_like(PyObject *object, PyObject *args);

/* ---- dlpack.c ---- */

/* array._dlpack(versioned, device_type, device_id),
 * Array._from_dlpack(context, capsule, host) */
PyObject *core_array_to_dlpack(PyObject *object, PyObject *args);
PyObject *core_array_from_dlpack(PyObject *class, PyObject *args);

/* ---- args.c ---- */

/* Memory for the arguments of one launch. */
typedef struct core_args {
    core_context *context; /* borrowed */
    const pk_kernel *kernel;
    pk_arg *args;
    size_t count;
    int has_host; /* arrays of the host, which are the launch's for long */
    int is_call;  /* of a function of the host, not a launch */
    int is_next;  /* of a generator: its end is NULL without an exception */
    int in_tuple; /* how many tuples are around what is converted */
    PyObject *dispatcher;    /* which is called, or NULL; borrowed */
    PyObject *names;         /* of the last of them, or NULL; borrowed */
    struct core_list *lists; /* that are arguments (lists.c) */
    struct core_array_list *array_lists; /* array_lists.c */
    /* The class by which arrays have owners, since the function may keep them
     * in objects (host/object.c); NULL: they have none. Borrowed. */
    struct core_module_object *owner_module;
    const char *owner_class;
    struct core_owner *owners; /* of arrays */
    PyObject *kept; /* list of what must live until the launch is made */
    void *more;     /* chain of blocks beyond `room` */
    size_t used;
    char room[6144];
} core_args;

/* ---- lists.c ---- */

/* A list as an argument. */
/* Whether it is passed as the array of its items:
 * portkern._functions.containers passes others. */
int core_is_list_of_numbers(PyObject *object);
int core_list_arg(core_args *args, PyObject *object, pk_arg *out);
/* Puts what a function that returned made of its lists back into them, and
 * gives up what they have; -1 with an exception. */
int core_lists_finish(core_args *args, int returned);
/* A result that is a list of numbers. */
PyObject *core_list_of_numbers(const pk_result *r);

/* ---- array_lists.c ---- */

/* A list of arrays as an argument, by reference; the rest is as of lists. */
int core_is_list_of_arrays(PyObject *object);
int core_array_list_arg(core_args *args, PyObject *object, pk_arg *out);
int core_array_lists_finish(core_args *args, int returned,
                            PyObject *const *objects, size_t count);
/* Makes what keeps an array; the array that such a thing keeps, NULL: none.
 * Borrowed. */
int core_keep_array(PyObject *array, pk_kept_memory **out);
PyObject *core_array_of_memory(const pk_kept_memory *memory);

/* ---- host/object.c ---- */

typedef struct core_object {
    PyObject_HEAD pk_kept_memory *memory;
    core_context *context;             /* owned; it has the next two */
    struct core_module_object *module; /* of its class */
    const char *name;
} core_object;
extern PyType_Spec core_object_spec, core_generator_spec;
/* Gives up what it refers to. */
void core_object_finish(core_object *self);
PyObject *core_module_add_class(PyObject *object, PyObject *args);
/* An object of a class with jitclass as an argument, and as a result. */
int core_object_arg(core_args *args, PyObject *object, pk_arg *out);
/* Where a call with these arguments runs that would in `context`, whose
 * reference it takes and gives: with objects that another context of the same
 * backend made, there, since loops of one may go to another device. */
core_context *core_object_host(core_context *context, PyObject *const *objects,
                               size_t count);
/* As an object of `type`, NULL: of its class. */
PyObject *core_object_result(core_context *context, const pk_result *r,
                             PyObject *type);
/* Finds out whether a function of arguments may keep arrays: one leads to such
 * a class, or it uses the class `type`, NULL: none. */
int core_args_find_owner(core_args *args, PyObject *const *objects,
                         size_t count, PyObject *type);
/* The class that a dispatcher uses when it is compiled, NULL: none. Borrowed
 * (function.c). */
int core_dispatcher_keeps(core_args *args, PyObject *dispatcher,
                          PyObject **out);
/* The array, which the argument is, with an owner; gives up all owners. */
int core_owned_array(core_args *args, PyObject *array, pk_arg *arg);
void core_owners_finish(core_args *args);

void core_args_init(core_args *args, core_context *context,
                    const pk_kernel *kernel);
void core_args_finish(core_args *args);
/* Memory that lives as long as `args`; NULL with an exception. */
void *core_args_take(core_args *args, size_t size);
/* Keeps an object as long as `args`. -1 with an exception. */
int core_args_keep(core_args *args, PyObject *object);
/* Converts `count` objects; there is room for two more arguments. -1 with an
 * exception. */
int core_args_convert(core_args *args, PyObject *const *objects, size_t count);
/* Converts one. `name` is for messages. */
int core_arg(core_args *args, PyObject *object, pk_arg *out);
/* Whether an object is a named tuple or a member of an enumeration, which is
 * then in `out`: 1, 0, or -1 with an exception. */
int core_class_arg(core_args *args, PyObject *object, pk_arg *out);
/* The same of a function that another one of the host is called with. */
int core_function_arg(core_args *args, PyObject *object, pk_arg *out);
/* The context that arrays among the objects are of; the current one without
 * any. A new reference; NULL with an exception. */
core_context *core_context_of(core_state *state, PyObject *const *objects,
                              size_t count);

/* In, Out, InOut: an array, and what the kernel does with it. */
typedef struct core_hint {
    PyObject_HEAD PyObject *value;
    int kind; /* pk_arg_kind */
} core_hint;

/* ---- foreign.c ---- */

/* Reads an array of another package: 1 with the argument, or with an array of
 * the device in *array, a new reference; 0 where Python's side has to look, -1
 * with an exception. */
int core_foreign(core_args *args, PyObject *object, pk_arg_kind kind,
                 pk_arg *out, PyObject **array);
int core_words_init(core_state *state);
void core_words_finish(core_state *state);

/* ---- module.c ---- */

/* Whether an address is in this program's memory. */
int core_is_readable(uint64_t address);

/* ---- values.c ---- */

/* The class of named tuples or the enumeration that a type is, as long as the
 * context lives; NULL when it is neither. -1 with an exception. */
int core_class(core_context *context, PyTypeObject *type, const pk_class **out);
/* An object of a dataclass as an argument: 1; 0: it is none, -1: an exception.
 */
int core_dataclass_arg(core_args *args, PyObject *object, pk_arg *out);
/* A new object of a dataclass with these values of its fields. */
PyObject *core_dataclass_made(core_context *context, PyObject *type,
                              PyObject *items);
/* Converts the value of a name, one of
 *
 *     ("value", object)          what launches take, by value
 *     ("constant", array)        its elements; of the device, by reference
 *     ("import", "math.sqrt")    what the language knows by that name
 *     ("text", "abc")
 *     ("dtype", dtype)
 *     ("function", Module, "f")
 *     ("tuple", (binding, ...))
 *     ("class", type)
 *     ("class", type, (binding, ...))      a tuple of it
 *     ("refused", why)           no kernel can use it
 *
 * -1 with an exception. */
int core_binding(core_args *args, PyObject *binding, pk_arg *out);

/* ---- kernel.c ---- */

/* A source that is compiled, and one of its kernels. */
typedef struct core_module_object {
    PyObject_HEAD core_context *context; /* owned */
    pk_module *handle;
    PyObject *kept; /* what its globals need */
} core_module_object;

typedef struct core_kernel {
    PyObject_HEAD core_context *context; /* owned */
    core_module_object *module;          /* owned */
    pk_kernel *handle;
    PyObject *name;
    const char *text; /* the name in UTF-8, of `name` */
    uint32_t param_count;
} core_kernel;

/* Binds positional and named arguments as Python does; fills `args`, which has
 * room for all parameters, and may grow it. -1 with an exception. */
int core_kernel_bind(core_kernel *self, core_args *args,
                     PyObject *const *objects, size_t count, PyObject *names);

/* A dict of what a kernel takes of its device; None when it is not compiled. */
PyObject *core_compile_info(const pk_compile_info *c);
/* A list of (text, parameters, result, what is compiled). */
PyObject *core_signature_list(const pk_signatures *list);

/* Compiles for a launch, without the GIL. */
pk_status core_kernel_compile(const core_kernel *self,
                              const pk_launch_config *config,
                              const core_args *args, pk_compile_info *info,
                              pk_error *err);

/* ---- interrupt.c ---- */

/* Calls that may last, on any thread; the main thread's, which is `thread`, are
 * ended by Ctrl-C where the device can end them. The GIL need not be held. */
void core_interrupt_init(unsigned long thread);
typedef struct core_call {
    uint32_t stop; /* of a call of a function of the host; else 0 */
    bool is_host;
    pk_queue *queue;
    pk_context *context; /* of the kernel */
    const char *kernel;  /* its name; NULL: the call compiles nothing */
    bool begun, was_cancelled;
    uint64_t compiling_since; /* what progress.c notes of it, in ns; 0: not */
    bool is_shown;            /* a line on the terminal, ... */
    uint32_t shown;           /* ... with so many seconds */
} core_call;
/* `kernel` is what the call may compile, or NULL. */
void core_interrupt_begin(core_call *call, pk_queue *queue,
                          const core_kernel *kernel);
/* The same of a call of a function of the host, which `stop` ends. */
void core_interrupt_begin_call(core_call *call);
/* Whether the queue was cancelled meanwhile; it may hold the failure still. */
bool core_interrupt_end(core_call *call);
bool core_is_main_thread(void);

/* ---- progress.c ---- */

/* Shows on a terminal that a compile lasts; called from time to time while the
 * call cannot end. */
void core_progress_tick(core_call *call);
/* Removes what is shown. */
void core_progress_clear(core_call *call);
/* _set_progress(fd, seconds): where to show it, -1: nowhere; after how long */
PyObject *core_set_progress(PyObject *module, PyObject *args);

/* ---- coverage.c ---- */

PyObject *core_take_coverage(PyObject *object, PyObject *ignored);

/* ---- profile.c ---- */

/* Whether launches, calls and copies are to be told to portkern._tools.profile.
 */
extern atomic_int core_profile_on;
static inline bool core_is_profiled(void) {
    return atomic_load_explicit(&core_profile_on, memory_order_relaxed) != 0;
}
/* Compiles what a launch needs and tells it, if it was not compiled before. A
 * failure of the compile is the launch's to tell. -1 with an exception. */
int core_profile_compile(const core_kernel *kernel,
                         const pk_launch_config *config, const core_args *args);
/* pk_context_options.stage */
void core_profile_stage(void *self, const char *name, uint64_t begin_ns,
                        uint64_t end_ns);
/* A launch or a copy that is measured. Times are of CLOCK_MONOTONIC. */
typedef struct core_span {
    bool is_on;
    uint64_t begin, queued, end;    /* of the call, in ns */
    uint64_t copied_in, copied_out; /* bytes */
    pk_event *from, *to;            /* around it in the queue */
} core_span;
/* Around what is put into the queue, whose lock is held, and after it is done
 * if the call waits. Begins with is_on = core_is_profiled(). */
void core_span_begin(core_span *span, const core_context *context,
                     pk_queue *queue);
void core_span_queued(core_span *span, const core_context *context,
                      pk_queue *queue);
void core_span_end(core_span *span, const core_context *context);
/* Calls portkern._tools.profile's function `tell` with `about`, which it takes
 * over. -1 with an exception. */
int core_span_tell(core_span *span, core_queue *queue, const char *tell,
                   PyObject *about);
/* In place of that when the call failed. */
void core_span_drop(core_span *span);
/* _set_profile(on) */
PyObject *core_set_profile(PyObject *module, PyObject *on);

/* ---- dispatcher.c ---- */

/* A decorated function: makes launchers, and has a kernel for each
 * context that it ran in. */
typedef struct core_dispatcher {
    PyObject_HEAD PyObject *kernels; /* dict: Context -> Kernel */
    core_context *last;      /* the newest of them, borrowed from the dict */
    PyObject *last_compiled; /* the same */
    PyObject *dict, *weakrefs;
    _Atomic int advised; /* kinds of warnings that were given, bits */
    char is_internal; /* portkern.cupy's: it has what waits computed itself */
} core_dispatcher;
/* Its slots, for types that are derived from it: the module's state may have
 * been cleared when they are collected. */
int core_dispatcher_traverse(PyObject *object, visitproc visit, void *arg);
int core_dispatcher_clear(PyObject *object);
void core_dispatcher_dealloc(PyObject *object);

/* A dispatcher with a launch's configuration: k[grid, block, stream, shared].
 * Launchers are made at each launch, mostly. */
typedef struct core_launcher {
    PyObject_HEAD vectorcallfunc call;
    core_dispatcher *dispatcher; /* owned */
    PyObject *stream;            /* owned; NULL: the context's */
    pk_launch_config config;
} core_launcher;

/* Reads what stands in the brackets. -1 with an exception. */
PyObject *core_launcher_call(PyObject *object, PyObject *const *objects,
                             size_t nargsf, PyObject *names);
int core_launcher_read(core_state *state, PyObject *item,
                       pk_launch_config *config, PyObject **stream);

/* Whether the exception at hand says that a function with overload has no
 * implementation yet, and now it has: what failed is to be tried again. */
int core_implement(PyObject *dispatcher);

/* Returns what is compiled for a context, of that type: from the dict, or made
 * by self._kernel(context). A new reference; NULL with an exception. */
PyObject *core_dispatcher_compiled(core_dispatcher *self, core_context *context,
                                   PyTypeObject *type);

/* ---- function.c ---- */

/* A function of the host, compiled in a context. */
typedef struct core_function {
    PyObject_HEAD core_context *context; /* owned */
    core_module_object *module;          /* owned */
    pk_host_function *handle;
    PyObject *name;
    uint32_t param_count;
} core_function;
/* Converts the arguments of a call of the dispatcher, the last of which have
 * `names`. There is room for one more. -1 with an exception. */
int core_function_convert(core_function *self, PyObject *dispatcher,
                          core_args *args, PyObject *const *objects,
                          size_t count, PyObject *names);
/* Calls it, with arguments or, where it is not NULL, as it was prepared. -1
 * with an exception, or without one at the end of a generator. */
int core_function_enter(core_function *self, PyObject *dispatcher,
                        const core_args *args, pk_prepared_call *prepared,
                        pk_result *result);

/* ---- host/generator.c ---- */

/* Makes the generator ready, which the function gave for such arguments. -1
 * with an exception. */
int core_generator_begin(PyObject *generator, core_function *function,
                         core_args *args, PyObject *const *objects,
                         size_t count);

/* profile.c: compiles what a call of it needs and tells it, as
 * core_profile_compile does. */
int core_profile_function(const core_function *function, const core_args *args);
/* Around a call that is measured; the second tells of it, -1 with an exception.
 */
uint64_t core_profile_begin_call(void);
int core_profile_end_call(const core_function *function, uint64_t begin);

/* ---- ufunc.c ---- */

/* make_ufunc(loops, name, doc, nin, nout, identity, layout, writable,
 * parallel): a numpy.ufunc over a list of (Loop, numbers of NumPy's types, core
 * dimensions of its axes). */
PyObject *core_make_ufunc(PyObject *module, PyObject *args);

/* ---- results.c ---- */

/* NumPy's type numbers, by pk_dtype; of records there is none. */
extern const int core_numpy_types[];

/* The object that a result is, which keeps its memory. `objects` are the
 * arguments of the call, and `kept` what they were replaced by (NULL or a
 * list): arrays in their memory are views of them. NULL with an exception. */
PyObject *core_result(core_context *context, const pk_result *result,
                      PyObject *const *objects, size_t count, PyObject *kept);

/* ---- prepared.c ---- */

/* Binds a launch; NULL with an exception. `stream` may be NULL. */
PyObject *core_prepare(core_state *state, core_kernel *kernel, PyObject *stream,
                       const pk_launch_config *config, PyObject *const *objects,
                       size_t count, PyObject *names);

extern PyType_Spec core_context_spec, core_queue_spec, core_event_spec,
    core_array_spec, core_hint_spec, core_module_spec, core_kernel_spec,
    core_dispatcher_spec, core_launcher_spec, core_prepared_spec,
    core_debugger_spec, core_function_spec, core_host_dispatcher_spec,
    core_loop_spec, core_ufunc_dispatcher_spec, core_callback_spec;

#endif
