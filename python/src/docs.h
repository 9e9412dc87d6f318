/* SPDX-License-Identifier: Apache-2.0 */
/* The texts that help() shows of the extension's types, methods and attributes.
 * A method's first line is its signature, as inspect.signature() reads it. */
#ifndef PORTKERN_PYTHON_DOCS_H
#define PORTKERN_PYTHON_DOCS_H

/* ---- array ---- */

#define DOC_array_view                                                         \
    "_view($self, offset, shape, strides, dtype=None, type=None, /)\n"         \
    "--\n\n"                                                                   \
    "Another array over the same memory; offset and strides in bytes."

#define DOC_array_numpy                                                        \
    "_numpy($self, /)\n--\n\n"                                                 \
    "A NumPy array of this layout; its elements can be used only where\n"      \
    "_host_address is not 0."

#define DOC_array_like                                                         \
    "_like($self, numpy_array, type=None, /)\n--\n\n"                          \
    "The view of this array that has the place and layout of a view of "       \
    "_numpy()."

#define DOC_array_dlpack                                                       \
    "_dlpack($self, versioned, device_type, device_id, /)\n--\n\n"             \
    "A capsule."

#define DOC_array_from_dlpack                                                  \
    "_from_dlpack($type, context, capsule, host, /)\n--\n\n"                   \
    "The array of a capsule."

#define DOC_array_pending                                                      \
    "_pending($type, context, shape, dtype, /)\n--\n\n"                        \
    "An array in C order that waits to be computed by its class's _compute."

#define DOC_array_settle                                                       \
    "_settle($self, array, /)\n--\n\n"                                         \
    "Gives an array that waits the memory of another one."

#define DOC_array_is_pending "Whether the array waits to be computed."

#define DOC_array_import                                                       \
    "_import($type, context, address, shape, strides, dtype, owner, "          \
    "host=False, /)\n--\n\n"                                                   \
    "An array over memory of others."

#define DOC_array_copy                                                         \
    "_copy($type, dst, src, stream=0, /)\n--\n\n"                              \
    "Copies elements between arrays."

#define DOC_array_shape                                                        \
    "Elements along each axis, a tuple of integers; () of a record."

#define DOC_array_strides                                                      \
    "Bytes from an element to the next along each axis, a tuple of "           \
    "integers."

#define DOC_array_ndim "The number of axes, 0 to 8."

#define DOC_array_size "The number of elements."

#define DOC_array_nbytes "Bytes of all elements, without gaps between them."

#define DOC_array_dtype "NumPy's dtype of the elements."

#define DOC_array_stream                                                       \
    "The stream where copies go that name none; 0: the default stream."

#define DOC_array_alloc_size                                                   \
    "Bytes of the memory that the array is in, gaps and other views of it\n"   \
    "included."

/* ---- context ---- */

#define DOC_context_info                                                       \
    "info($self, /)\n--\n\n"                                                   \
    "The device and its limits, a dict; sizes in bytes."

#define DOC_context_memory                                                     \
    "memory($self, /)\n--\n\n"                                                 \
    "(free, total) memory of the device, in bytes.\n\n"                        \
    "CudaAPIError when the driver fails."

#define DOC_context_stats                                                      \
    "stats($self, /)\n--\n\n"                                                  \
    "Counts of what the context has done, a dict: compiles, cache_hits,\n"     \
    "launches, bytes copied in and out, and others."

#define DOC_context_native                                                     \
    "native($self, /)\n--\n\n"                                                 \
    "(api, device, context): the driver's own handles; 0 where there are "     \
    "none."

#define DOC_context_synchronize                                                \
    "synchronize($self, /)\n--\n\n"                                            \
    "Waits for all work in all streams.\n\n"                                   \
    "Raises what failed in one, once: KernelRuntimeError, CudaAPIError."

#define DOC_context_take_coverage                                              \
    "take_coverage($self, /)\n--\n\n"                                          \
    "What kernels have run since the last call: a list of (file, from, to),\n" \
    "lines or the steps between them, of a Context with coverage=\"lines\" "   \
    "or\n"                                                                     \
    "\"branches\". Waits for all work.\n\n"                                    \
    "UnsupportedError of others."

#define DOC_context_write_profile                                              \
    "write_profile($self, /)\n--\n\n"                                          \
    "Writes the trace of PORTKERN_PROFILE as far as it is.\n\n"                \
    "OSError when the file cannot be written."

/* ---- queue ---- */

#define DOC_queue_synchronize                                                  \
    "synchronize($self, /)\n--\n\n"                                            \
    "Waits for all work in the stream.\n\n"                                    \
    "Raises what failed in it, once: KernelRuntimeError, CudaAPIError."

#define DOC_queue_query                                                        \
    "query($self, /)\n--\n\n"                                                  \
    "Whether all work in the stream is done. Waits for nothing.\n\n"           \
    "Raises what failed in it, once."

#define DOC_queue_flush                                                        \
    "flush($self, /)\n--\n\n"                                                  \
    "Starts the work in the stream, without waiting for it."

#define DOC_queue_cancel                                                       \
    "cancel($self, /)\n--\n\n"                                                 \
    "Ends the launch that runs, where the device can: cpu, interp and the\n"   \
    "simulated GPU. The wait for it raises LaunchCancelled."

#define DOC_queue_wait                                                         \
    "wait($self, event, /)\n--\n\n"                                            \
    "Work that comes later in the stream waits for an event; for one of "      \
    "another\n"                                                                \
    "device the caller waits.\n\n"                                             \
    "TypeError when it is no event."

#define DOC_queue_native                                                       \
    "The driver's handle, CUstream or cl_command_queue, an integer; 0 "        \
    "where the\n"                                                              \
    "driver has none."

#define DOC_queue_context "The Context whose work it does."

/* ---- event ---- */

#define DOC_event_record                                                       \
    "record($self, /, stream=0)\n--\n\n"                                       \
    "Marks the place in a stream's work: the event happens when what the "     \
    "stream\n"                                                                 \
    "was given before is done. An event may be recorded again.\n\n"            \
    "stream : cuda.stream(), or 0 for the default stream\n\n"                  \
    "ValueError when the stream is another device's."

#define DOC_event_synchronize                                                  \
    "synchronize($self, /)\n--\n\n"                                            \
    "Waits until the event has happened; returns at once when it was "         \
    "never\n"                                                                  \
    "recorded.\n\n"                                                            \
    "Raises what failed before it."

#define DOC_event_query                                                        \
    "query($self, /)\n--\n\n"                                                  \
    "Whether the event has happened; True when it was never recorded. "        \
    "Waits for\n"                                                              \
    "nothing."

#define DOC_event_wait                                                         \
    "wait($self, /, stream=0)\n--\n\n"                                         \
    "Work that comes later in a stream waits for the event; in one of "        \
    "another\n"                                                                \
    "device the caller waits.\n\n"                                             \
    "stream : cuda.stream(), or 0 for the default stream"

#define DOC_event_elapsed_time                                                 \
    "elapsed_time($self, end, /)\n--\n\n"                                      \
    "Milliseconds from this event to `end`, a float, as the device counts "    \
    "them; waits for both.\n\n"                                                \
    "TypeError when `end` is no event, LaunchError when one was not "          \
    "recorded."

/* ---- launcher ---- */

#define DOC_launcher_prepare                                                   \
    "prepare($self, /, *args, **kwargs)\n--\n\n"                               \
    "Binds the launch, to be made many times: compiles it, and returns a\n"    \
    "Prepared. The arguments are those of a launch; arrays stay alive as "     \
    "long as\n"                                                                \
    "it does.\n\n"                                                             \
    "TypeError, TypingError: as a launch."

#define DOC_launcher_griddim "Blocks along x, y and z."

#define DOC_launcher_blockdim "Threads of a block along x, y and z."

#define DOC_launcher_sharedmem "Dynamic shared memory of a block, in bytes."

#define DOC_launcher_dispatcher "The kernel that is launched."

#define DOC_launcher_stream                                                    \
    "The stream where it is launched; None: the default stream."

/* ---- prepared ---- */

#define DOC_prepared_launch                                                    \
    "launch($self, /)\n--\n\n"                                                 \
    "Makes the launch with the arguments as they are now. With arrays of "     \
    "the\n"                                                                    \
    "host it waits, and they have the results; else it returns at once.\n"     \
    "\n"                                                                       \
    "Raises what a launch raises."

#define DOC_prepared_set                                                       \
    "set($self, which, value, /)\n--\n\n"                                      \
    "Changes an argument.\n\n"                                                 \
    "which : the parameter's number, from 0, or its name\n"                    \
    "value : of the type, dtype, dimensions and layout that it had\n\n"        \
    "TypeError when there is no such parameter, or the type is another one."

#define DOC_prepared_configure                                                 \
    "configure($self, grid, block, sharedmem=0, /)\n--\n\n"                    \
    "Changes the configuration.\n\n"                                           \
    "grid, block : blocks, and threads of a block: an integer or up to "       \
    "three\n"                                                                  \
    "sharedmem : dynamic shared memory of a block, in bytes\n\n"               \
    "ValueError, LimitError: what the device or the kernel cannot have."

/* ---- hint ---- */

#define DOC_hint_value "The array."

#define DOC_hint_kind                                                          \
    "\"in\", \"out\" or \"inout\": what a kernel does with the array."

/* ---- dispatcher ---- */

#define DOC_dispatcher_forget                                                  \
    "_forget($self, /)\n--\n\n"                                                \
    "Forgets the kernels that were made."

/* ---- module ---- */

#define DOC_module_from_bundle                                                 \
    "from_bundle($type, context, path, /)\n--\n\n"                             \
    "The module of a bundle, whose functions are compiled."

#define DOC_module_functions                                                   \
    "functions($self, /)\n--\n\n"                                              \
    "[(name, kind, line, whether its parallel loops may go to another "        \
    "device, names\nof its parameters)] of the module's functions."

#define DOC_module_exports                                                     \
    "exports($self, /)\n--\n\n"                                                \
    "[(name, function, types, type of the result)] of what it exports, types " \
    "as\ntexts."

#define DOC_module_emit                                                        \
    "emit($self, name, signature, stage, target=None, lines=False, /)\n"       \
    "--\n\n"                                                                   \
    "What a stage of the compiler makes of a function, text or bytes."

#define DOC_module_infer                                                       \
    "infer($self, name, signature, /)\n--\n\n"                                 \
    "[(text, types of parameters, type of the result, None)] of a function."

#define DOC_module_parallel_loops                                              \
    "parallel_loops($self, name, /)\n--\n\n"                                   \
    "[(severity, line, message, hint)] of the loops over prange of a "         \
    "function."

/* ---- kernel ---- */

#define DOC_kernel_compile                                                     \
    "compile($self, args, grid=(1, 1, 1), block=(1, 1, 1), shared=0, /)\n"     \
    "--\n\n"                                                                   \
    "Compiles for a launch without making it: what it takes of the device, "   \
    "a dict."

#define DOC_kernel_suggest_block                                               \
    "suggest_block($self, args, shared=0, /)\n--\n\n"                          \
    "Compiles for a launch without making it: the threads of a block that "    \
    "suits it, and how many of these run at once, 0 where that is unknown."

#define DOC_kernel_signatures                                                  \
    "signatures($self, /)\n--\n\n"                                             \
    "[(text, parameters, result, info)] that it is compiled for."

#define DOC_function_compile                                                   \
    "compile($self, args, /)\n--\n\n"                                          \
    "Compiles for such arguments without calling: what is known of it, a "     \
    "dict."

#define DOC_function_signatures DOC_kernel_signatures

#define DOC_kernel_name "Its name."

#define DOC_kernel_module "The Module it is of."

#define DOC_kernel_context "The Context it runs in."

#define DOC_kernel_param_names "Names of its parameters, a tuple."

/* ---- debugger ---- */

#define DOC_debugger_value                                                     \
    "value($self, frame, variable, /)\n--\n\n"                                 \
    "The value of a variable, by its numbers."

#define DOC_debugger_look_at                                                   \
    "look_at($self, block, thread, /)\n--\n\n"                                 \
    "Chooses the thread."

#define DOC_debugger_set_breaks                                                \
    "set_breaks($self, list, /)\n--\n\n"                                       \
    "[(file, line)] where it stops."

#define DOC_debugger_interrupt                                                 \
    "interrupt($self, /)\n--\n\n"                                              \
    "The next line is a stop."

#define DOC_debugger_attach                                                    \
    "attach($self, on, /)\n--\n\n"                                             \
    "Launches are debugged from here on, or not."

#define DOC_debugger_error "What the callback raised, or None."

/* ---- core ---- */

#define DOC_core_devices                                                       \
    "devices($module, backend=None, /)\n--\n\n"                                \
    "All backends and their devices, a list of dicts."

#define DOC_core_random_states                                                 \
    "random_states($module, n, seed, subsequence_start=0, /)\n--\n\n"          \
    "States of xoroshiro128p, uint64 of shape (n, 2)."

#define DOC_core_explain                                                       \
    "explain($module, code, /)\n--\n\n"                                        \
    "(code, name, cause, fix) of a diagnostic, such as \"E0320\"."

#define DOC_core_is_readable                                                   \
    "is_readable($module, address, /)\n--\n\n"                                 \
    "Whether an address is in this program's memory."

#define DOC_core_library_file                                                  \
    "library_file($module, /)\n--\n\n"                                         \
    "The path of libportkern."

#define DOC_core_set_hooks                                                     \
    "_set_hooks($module, open, open_device, fail, convert, describe, /)\n"     \
    "--\n\n"                                                                   \
    "Tells the extension of the functions that it calls."

#define DOC_core_set_progress                                                  \
    "_set_progress($module, fd, seconds, /)\n--\n\n"                           \
    "Shows compiles that last longer."

#define DOC_core_set_flush                                                     \
    "_set_flush($module, function, /)\n--\n\n"                                 \
    "Has a function called before memory is written while arrays wait."

#define DOC_core_set_profile                                                   \
    "_set_profile($module, on, /)\n--\n\n"                                     \
    "Tells _profile of compiles, calls, launches and copies."

#define DOC_core_set_loop_chunk                                                \
    "_set_loop_chunk($module, iterations=None, /)\n--\n\n"                     \
    "How many iterations of a parallel loop a thread takes, 0: any. Returns "  \
    "what it was."

#define DOC_core_set_thread_limit                                              \
    "_set_thread_limit($module, threads=None, /)\n--\n\n"                      \
    "How many threads a parallel loop may have, 0: all. Returns what it was."

/* ---- type ---- */

#define DOC_type_array                                                         \
    "Array(context, shape, dtype, strides=None, pinned=False)\n--\n\n"         \
    "An array in the memory of a device."

#define DOC_type_context                                                       \
    "Context(backend=None, cache_dir=None, native_context=0, "                 \
    "debugger=False, quiet=False, coverage=None, offload=None, "               \
    "measured=False)\n--\n\n"                                                  \
    "A device that is open. `backend` is in the grammar of "                   \
    "PORTKERN_BACKEND; `offload`\n"                                            \
    "is where parallel loops go, all or those that are measured to be faster."

#define DOC_type_queue                                                         \
    "Queue(context, native=0)\n--\n\n"                                         \
    "Work of a device that is done in order."

#define DOC_type_event                                                         \
    "Event(context)\n--\n\n"                                                   \
    "A place in a stream's work, with its time: cuda.event()."

#define DOC_type_hint                                                          \
    "Hint(kind, value)\n--\n\n"                                                \
    "An array of the host, and whether a kernel gets its elements "            \
    "(\"in\"), gives\n"                                                        \
    "them (\"out\") or both (\"inout\"): cuda.In(x), cuda.Out(x), "            \
    "cuda.InOut(x)."

#define DOC_type_module                                                        \
    "Module(context, text, name, first_line, globals)\n--\n\n"                 \
    "A source, with values for names that it does not define."

#define DOC_type_kernel                                                        \
    "Kernel(module, name)\n--\n\n"                                             \
    "A kernel of a module."

#define DOC_type_function                                                      \
    "Function(module, name)\n--\n\n"                                           \
    "A function of the host, of a module."

#define DOC_type_callback                                                      \
    "Callback(of, dispatcher, context, params, result, /)\n--\n\n"             \
    "The address by which C calls what is compiled for a function with "       \
    "cfunc, the object `of`. Of each parameter (dtype, whether it is a "       \
    "pointer to such); result: its dtype, or None."

#define DOC_callback_address "Good as long as the object is there."

#define DOC_callback_function "What is compiled, a Function."

#define DOC_core_method                                                        \
    "_method(callable, /)\n--\n\n"                                             \
    "A method of classes, which calls the callable with the object first."

#define DOC_type_object                                                        \
    "A reference to an object of compiled code: the base of classes with "     \
    "jitclass."

#define DOC_type_generator                                                     \
    "What a call of a function with njit and a yield gives: an iterator over " \
    "what it yields."

#define DOC_module_add_class                                                   \
    "_add_class(self, key, name, type, fields=(), /)\n--\n\n"                  \
    "Has objects of the module's class `name`, which results call `key`, be "  \
    "of a type."

#define DOC_type_host_dispatcher                                               \
    "A function of the host that is compiled when it is called."

#define DOC_type_loop                                                          \
    "Loop(module, name, operands, owner)\n--\n\n"                              \
    "A loop over a function of a module, for operands (dtype, ndim, "          \
    "writes).\n"                                                               \
    "`owner` is the dispatcher whose function it is."

#define DOC_type_ufunc_dispatcher                                              \
    "A function of elements: calls go to a numpy.ufunc, which grows."

#define DOC_ufunc_dispatcher_set                                               \
    "_set($self, context, ufunc, /)\n--\n\n"                                   \
    "Has calls in the context use the numpy.ufunc."

#define DOC_core_make_ufunc                                                    \
    "make_ufunc(loops, name, doc, nin, nout, identity, layout, writable, "     \
    "parallel)\n"                                                              \
    "--\n\n"                                                                   \
    "A numpy.ufunc over a list of (Loop, numbers of types, core "              \
    "dimensions).\n"                                                           \
    "`layout` is NumPy's signature of a generalized one, or None."

#define DOC_type_dispatcher "A function that is compiled when it is launched."

#define DOC_type_launcher                                                      \
    "A kernel with its configuration, kernel[grid, block, stream, "            \
    "sharedmem]:\n"                                                            \
    "calling it with the arguments launches.\n\n"                              \
    "Arrays of the host are copied as far as the kernel reads and writes "     \
    "them,\n"                                                                  \
    "and the launch waits; else it returns when the work is in the "           \
    "stream.\n\n"                                                              \
    "TypeError, ValueError: arguments that the kernel does not take, or "      \
    "arrays of\n"                                                              \
    "two devices; TypingError: a kernel that does not compile for their "      \
    "types;\n"                                                                 \
    "KernelRuntimeError: what the kernel raised."

#define DOC_type_prepared                                                      \
    "A launch that is bound once, to be made many times:\n"                    \
    "kernel[grid, block].prepare(...)."

#define DOC_type_debugger                                                      \
    "Debugger(context, stopped, make, begin)\n--\n\n"                          \
    "Steps through one thread of a launch."

#endif
