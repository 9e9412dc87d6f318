// SPDX-License-Identifier: Apache-2.0
// The C API as C++17 classes: portkern.h and host.h, with destructors in place
// of releases and exceptions in place of statuses. Its parts are values.hpp
// (errors, arrays, arguments, grids), collections.hpp (tuples, lists, dicts),
// records.hpp and results.hpp.
//
//     using portkern::in, portkern::out;
//
//     portkern::context ctx;
//     auto mod = portkern::module::from_file(ctx, "saxpy.py");
//     auto saxpy = mod.kernel("saxpy");
//     portkern::queue queue(ctx);
//     queue.launch(saxpy, {4}, {256}, 2.0f, in(x), in(y), out(z));
//     queue.finish();
//
// Handles own one reference to an object of the library. They are moved, not
// copied, and given back by their destructors, in any order. A handle that is
// empty, by default or because it was moved from, is PK_BAD_HANDLE to all that
// uses it; it can be assigned to and destroyed.
//
// Every function that is not noexcept throws portkern::error when the library
// refuses the call, and std::bad_alloc when there is no memory for C++'s own
// strings and vectors. Destructors throw nothing.
//
// Threads: as in portkern.h, anything from any thread, except that one queue or
// prepared launch is used by one thread at a time. As with other objects of
// C++, no thread moves or assigns a handle that another one uses.
//
// The header needs the library, C++17 and the standard library, and defines no
// macros of its own. What has no class here is called with get(), the handle of
// the C API, which the C++ object keeps.
#ifndef PORTKERN_PORTKERN_HPP
#define PORTKERN_PORTKERN_HPP

#include "portkern/collections.hpp"
#include "portkern/records.hpp"

namespace portkern {

// The library's version, "0.1.0"; static text. Any thread.
inline const char *version() noexcept {
    return pk_version();
}

// What the handles share; no part of the interface but for get().
namespace detail {

template <class T, void (*Release)(T *)> class handle {
  public:
    handle() noexcept = default;
    explicit handle(T *raw) noexcept : raw_(raw) {}
    handle(handle &&other) noexcept
        : raw_(std::exchange(other.raw_, nullptr)) {}
    handle &operator=(handle &&other) noexcept {
        handle taken(std::move(other));

        std::swap(raw_, taken.raw_);
        return *this;
    }
    ~handle() { Release(raw_); }

    // The handle of the C API, which stays this object's; NULL when empty.
    T *get() const noexcept { return raw_; }
    // Whether there is one.
    explicit operator bool() const noexcept { return raw_ != nullptr; }

  private:
    T *raw_ = nullptr;
};

} // namespace detail

// ---- contexts and buffers ----

// A device that was opened. Other objects keep what they need of it.
class context : public detail::handle<pk_context, pk_context_release> {
  public:
    // Opens the device that PORTKERN_BACKEND names. Throws what
    // pk_context_create returns.
    context() : context(detail::sized<pk_context_options>()) {}
    // Opens none: an empty handle.
    explicit context(std::nullptr_t) noexcept {}
    // Opens the first of `devices` that opens, "cuda:1,cpu".
    explicit context(const std::string &devices)
        : context(with_backend(devices.c_str())) {}
    // Opens a device by options. What they point to is the caller's, and
    // their callbacks must stay until the last object of the context is
    // gone.
    explicit context(const pk_context_options &options)
        : handle(created(options)) {}
    // Another handle of the context.
    context share() const noexcept {
        return context(pk_context_retain(get()), kept());
    }

    // The device's name, driver and plugin. Any thread, as those below.
    pk_device_info device() const { return filled(pk_context_get_device); }
    // What the device can do.
    pk_device_limits limits() const { return filled(pk_context_get_limits); }
    // The device's memory, in bytes.
    pk_device_memory memory() const { return filled(pk_context_get_memory); }
    // Counts of launches, compiles and copies so far.
    pk_context_stats stats() const { return filled(pk_context_get_stats); }

  private:
    struct kept {};

    context(pk_context *raw, kept) noexcept : handle(raw) {}
    static pk_context_options with_backend(const char *devices) noexcept {
        pk_context_options options = detail::sized<pk_context_options>();

        options.backend = devices;
        return options;
    }
    static pk_context *created(const pk_context_options &options) {
        pk_context *raw = nullptr;

        detail::call(pk_context_create, &options, &raw);
        return raw;
    }
    template <class T>
    T filled(pk_status (*get_it)(pk_context *, T *, pk_error *)) const {
        T all = detail::sized<T>();

        detail::call(get_it, get(), &all);
        return all;
    }
};

// Memory of a device. It stays while a launch or a module uses it.
class buffer : public detail::handle<pk_buffer, pk_buffer_release> {
  public:
    // None: an empty handle, as of the classes below.
    buffer() noexcept = default;
    // Takes `size` bytes with any content; `flags` are PK_BUFFER_*. Throws
    // PK_NO_DEVICE_MEMORY.
    buffer(const context &ctx, std::size_t size, std::uint32_t flags = 0)
        : handle(created(ctx, size, flags)) {}

    // The size in bytes, 0 when empty.
    std::size_t size() const noexcept { return pk_buffer_size(get()); }
    // An array of T in the buffer, which must live as long, from byte
    // `offset`.
    template <class T>
    array<T> as(const shape &extents, std::size_t offset = 0) const {
        pk_array raw =
            pk_array_device(get(), dtype_of<T>, extents.ndim(), extents.data());

        raw.offset = offset;
        return array<T>(raw);
    }
    // Copies all elements of a container to the buffer, from byte `offset`
    // on. Waits for work that uses the buffer, and is done when it returns.
    // Throws PK_BAD_ARG past the end. Any thread.
    template <class X> void write(const X &from, std::size_t offset = 0) {
        const auto view = detail::view(from);

        detail::call(pk_buffer_write, get(), offset,
                     static_cast<const void *>(view.data()),
                     detail::bytes_of(view));
    }
    // Copies from the buffer to all elements of a container, as write.
    template <class X> void read(X &&to, std::size_t offset = 0) const {
        const auto view = detail::view(std::forward<X>(to));

        detail::assert_writable(view);
        detail::call(pk_buffer_read, get(), offset,
                     static_cast<void *>(view.data()), detail::bytes_of(view));
    }
    // Fills the whole buffer with a number of 1, 2, 4 or 8 bytes, as write.
    template <class T> void fill(T number) {
        static_assert(sizeof(T) <= 8, "portkern: a pattern has at most 8 "
                                      "bytes");
        static_assert(dtype_of<T> != PK_DTYPE_void);
        detail::call(pk_buffer_fill, get(), std::size_t(0), size(),
                     static_cast<const void *>(&number), sizeof number);
    }

  private:
    static pk_buffer *created(const context &ctx, std::size_t size,
                              std::uint32_t flags) {
        pk_buffer *raw = nullptr;

        detail::call(pk_buffer_create, ctx.get(), size, flags, &raw);
        return raw;
    }
};

// Copies an array to another of the same shape and dtype; at least one of
// them is in a buffer. Waits for work that uses it, and is done when it
// returns. Arrays are what in() takes. Throws PK_BAD_ARG when they differ.
// Any thread.
template <class To, class From> void copy(To &&to, const From &from) {
    const auto target = detail::view(std::forward<To>(to));
    const auto source = detail::view(from);

    detail::assert_writable(target);
    detail::call(pk_array_copy, &target.raw(), &source.raw());
}

// An array of the host, read from a .npy file as pk_npy_load does, and its
// memory. Moved, not copied.
class npy_array {
  public:
    // Reads the file. Throws PK_IO, PK_UNSUPPORTED, PK_LIMIT. Any thread.
    npy_array(const context &ctx, const std::string &path) {
        detail::call(pk_npy_load, ctx.get(), path.c_str(), &raw_);
    }
    npy_array(npy_array &&other) noexcept
        : raw_(std::exchange(other.raw_, pk_array())) {}
    npy_array &operator=(npy_array &&other) noexcept {
        npy_array taken(std::move(other));

        std::swap(raw_, taken.raw_);
        return *this;
    }
    ~npy_array() { pk_npy_release(&raw_); }

    // The array, for as long as this object lives. Throws PK_TYPE when the
    // file has other elements.
    template <class T> array<T> as() const { return array<T>(raw_); }
    // The same as C has it, also of records; the memory stays this
    // object's.
    const pk_array &raw() const noexcept { return raw_; }

  private:
    pk_array raw_ = pk_array();
};

// Writes an array, what in() takes or one in a buffer, to a .npy file that
// NumPy reads. Throws PK_IO: then the file is what it was. Any thread.
template <class X> void npy_save(const std::string &path, const X &from) {
    detail::call(pk_npy_save, path.c_str(), &detail::view(from).raw());
}

// ---- modules and kernels ----

// A launch that is bound once, to be made many times. It holds its buffers;
// memory of the host must stay until the queue of the last launch is
// finished.
class prepared : public detail::handle<pk_prepared, pk_prepared_release> {
  public:
    prepared() noexcept = default;
    // Takes a reference that C made; kernel::prepare is what makes one
    // here.
    explicit prepared(pk_prepared *taken) noexcept : handle(taken) {}
    // Changes argument `i`. Throws PK_TYPE for one of another type than
    // before.
    template <class T> void set(std::size_t i, const T &arg) {
        detail::call(pk_prepared_set_arg, get(), i, argument(arg));
    }
    // Changes grid and block. Throws PK_LIMIT.
    void set(const launch_config &config) {
        detail::call(pk_prepared_set_config, get(), &config.raw());
    }
};

// A kernel of a module, which it keeps. Any thread may launch it.
class kernel : public detail::handle<pk_kernel, pk_kernel_release> {
  public:
    kernel() noexcept = default;
    // Takes a reference that C made; module::kernel is what makes one here.
    kernel(pk_kernel *taken, context ctx, const pk_module *mod) noexcept
        : handle(taken), context_(std::move(ctx)), module_(mod) {}

    // Compiles for a launch with such arguments without making it, and says
    // what is known of the result. Throws what does not compile, with its
    // diagnostics.
    template <class... Args>
    pk_compile_info compile(const launch_config &config,
                            const Args &...args) const {
        const pk_arg all[] = {argument(args)..., pk_none()};
        pk_compile_info info = detail::sized<pk_compile_info>();

        calls(pk_kernel_compile, get(), &config.raw(), all, sizeof...(args),
              &info);
        return info;
    }
    // The threads of a block that suits such a launch, and how many of
    // these blocks the device runs at once, 0 where that is unknown; see
    // pk_kernel_suggest_block. Throws as compile.
    template <class... Args>
    std::pair<std::uint32_t, std::uint32_t>
    suggest_block(const Args &...args) const {
        const pk_arg all[] = {argument(args)..., pk_none()};
        std::pair<std::uint32_t, std::uint32_t> found;

        calls(pk_kernel_suggest_block, get(),
              static_cast<const pk_launch_config *>(nullptr), all,
              sizeof...(args), &found.first, &found.second);
        return found;
    }
    // Binds a launch with these arguments. Throws as compile.
    template <class... Args>
    prepared prepare(const launch_config &config, const Args &...args) const {
        const pk_arg all[] = {argument(args)..., pk_none()};
        pk_prepared *raw = nullptr;

        calls(pk_prepared_create, get(), &config.raw(), all, sizeof...(args),
              &raw);
        return prepared(raw);
    }

    // A tuple of the class `name` of the kernel's module, Point(1, 2.0f),
    // as an argument of its launches; the items are as of tuple_of. Throws
    // PK_NAME, and PK_BAD_ARG for another number of items than the class
    // has.
    template <class... Items>
    named_argument<Items...> named(const std::string &name,
                                   const Items &...items) const {
        const pk_arg all[] = {argument(items)..., pk_none()};
        pk_arg made = pk_none();

        detail::call(pk_kernel_named, get(), name.c_str(), all,
                     sizeof...(items), &made);
        return {made, items...};
    }
    // A member of an enumeration, "Color.RED", as an argument of launches,
    // for as long as the kernel. Throws PK_NAME.
    pk_arg member(const std::string &name) const {
        pk_arg made = pk_none();

        detail::call(pk_kernel_member, get(), name.c_str(), &made);
        return made;
    }

  private:
    friend class queue;

    template <class... Args> void calls(Args... args) const {
        detail::compile(context_.get(), get() ? module_ : nullptr, args...);
    }

    context context_{nullptr};
    const pk_module *module_ = nullptr;
};

// A function with @njit, @jit or @vectorize. Any number of threads may call
// it.
class host_function
    : public detail::handle<pk_host_function, pk_host_function_release> {
  public:
    host_function() noexcept = default;
    // Takes a reference that C made; module::function is what makes one
    // here.
    host_function(pk_host_function *taken, context ctx,
                  const pk_module *mod) noexcept
        : handle(taken), context_(std::move(ctx)), module_(mod) {}

    // Calls it in this thread, compiled at the first call for such
    // arguments, which are as of argument(). Arrays are used in place, and
    // may go when the call has returned. Throws what it raises as PK_KERNEL
    // or PK_BOUNDS, and PK_UNSUPPORTED where the device is not the host.
    template <class... Args> result operator()(const Args &...args) const {
        const pk_arg all[] = {argument(args)..., pk_none()};
        pk_result made = pk_result();

        detail::compile(context_.get(), get() ? module_ : nullptr, pk_call,
                        get(), all, sizeof...(args), &made);
        return result(made);
    }

  private:
    context context_{nullptr};
    const pk_module *module_ = nullptr;
};

// A module-level name given from outside, and its value, as of argument();
// see pk_global. The name and what the value points to are the caller's,
// and must stay until the module is made.
template <class T> pk_global global(const char *name, const T &value) noexcept {
    return {name, argument(value)};
}

// A Python source. Kernels and functions keep it. Any thread.
class module : public detail::handle<pk_module, pk_module_release> {
  public:
    module() noexcept = default;
    // Reads a .py file. Throws PK_IO, and PK_SYNTAX with the place.
    static module from_file(const context &ctx, const std::string &path) {
        return made(ctx, pk_module_from_file, ctx.get(), path.c_str());
    }
    // The same of a text. `name` is the file in messages, "" for none; all
    // is copied.
    static module from_source(const context &ctx, const std::string &text,
                              const std::string &name = {},
                              std::uint32_t first_line = 1,
                              const std::vector<pk_global> &globals = {}) {
        return made(ctx, pk_module_from_source, ctx.get(), text.c_str(),
                    name.empty() ? nullptr : name.c_str(), first_line,
                    globals.data(), globals.size());
    }
    // Opens a bundle, a compiled module. Throws PK_IO and PK_BAD_ARG.
    static module from_bundle(const context &ctx, const std::string &path) {
        return made(ctx, pk_module_from_bundle, ctx.get(), path.c_str());
    }

    // The kernel of that name. Throws PK_NAME, with those that there are.
    portkern::kernel kernel(const std::string &name) const {
        pk_kernel *raw = nullptr;

        detail::compile(context_.get(), get(), pk_module_kernel, get(),
                        name.c_str(), &raw);
        return {raw, context_.share(), get()};
    }
    // The function of the host of that name. Throws PK_NAME.
    host_function function(const std::string &name) const {
        pk_host_function *raw = nullptr;

        detail::compile(context_.get(), get(), pk_module_host_function, get(),
                        name.c_str(), &raw);
        return {raw, context_.share(), get()};
    }
    // A failure as users see it, with the line of this module's source: for
    // errors of queue::finish, which knows no module.
    std::string explain(const error &failure) const {
        const std::string text = detail::explained(get(), failure.raw());

        return text.empty() ? failure.what() : text;
    }

  private:
    template <class... Args>
    static module made(const context &ctx, Args... args) {
        module mod;
        pk_module *raw = nullptr;

        detail::compile(ctx.get(), nullptr, args..., &raw);
        static_cast<handle &>(mod) = handle(raw);
        mod.context_ = ctx.share();
        return mod;
    }

    context context_{nullptr};
};

// ---- queues and events ----

// A place in a queue, with its time. Any thread.
class event : public detail::handle<pk_event, pk_event_release> {
  public:
    event() noexcept = default;
    // Marks no place before queue::record.
    explicit event(const context &ctx) : handle(created(ctx)) {}

    // Waits until the place is reached. Throws PK_BAD_ARG when it was never
    // recorded, as those below.
    void wait() const { detail::call(pk_event_wait, get()); }
    // Waits for at most so long, and returns whether it was reached.
    bool wait_for(std::chrono::milliseconds most) const {
        pk_error err;
        const pk_status status =
            pk_event_wait_for(get(), detail::milliseconds(most), &err);

        if (status != PK_OK && status != PK_TIMEOUT)
            throw error(err);
        return status == PK_OK;
    }
    // Whether the place is reached; does not wait.
    bool happened() const {
        bool yes = false;

        detail::call(pk_event_query, get(), &yes);
        return yes;
    }
    // The device's time since an earlier event; both were waited for.
    std::chrono::nanoseconds since(const event &earlier) const {
        std::uint64_t ns = 0;

        detail::call(pk_event_elapsed, earlier.get(), get(), &ns);
        return std::chrono::nanoseconds(static_cast<std::int64_t>(ns));
    }

  private:
    static pk_event *created(const context &ctx) {
        pk_event *raw = nullptr;

        detail::call(pk_event_create, ctx.get(), &raw);
        return raw;
    }
};

// Work that queue::capture recorded, to be done again and again. It holds
// what it uses. Any thread.
class graph : public detail::handle<pk_graph, pk_graph_release> {
  public:
    graph() noexcept = default;
    // Takes a reference that C made.
    explicit graph(pk_graph *taken) noexcept : handle(taken) {}
};

// Work that is done in its order. One thread uses it at a time. The
// destructor waits for the work, and does not say when that failed:
// finish() does.
class queue : public detail::handle<pk_queue, pk_queue_release> {
  public:
    queue() noexcept = default;
    // A queue of the context's device.
    explicit queue(const context &ctx)
        : handle(created(ctx)), context_(ctx.share()) {}

    // Puts a launch into the queue, compiled first when these types of
    // arguments are new; arguments are as of argument(). Memory of the host
    // belongs to the launch until finish() returns, and only then holds its
    // results. Throws what does not compile, with its diagnostics;
    // PK_BAD_ARG and PK_TYPE for arguments, PK_LIMIT for grid and block
    // that do not fit.
    template <class... Args>
    void launch(const kernel &what, const dims &grid, const dims &block,
                const Args &...args) {
        launch(what, launch_config(grid, block), args...);
    }
    // The same with a launch_config, which braces alone do not make here.
    template <class Config, class... Args>
    std::enable_if_t<std::is_same_v<Config, launch_config>>
    launch(const kernel &what, const Config &config, const Args &...args) {
        const pk_arg all[] = {argument(args)..., pk_none()};

        what.calls(pk_launch, get(), what.get(), &config.raw(), all,
                   sizeof...(args));
    }
    // Puts a launch that kernel::prepare bound into the queue.
    void launch(const prepared &what) {
        detail::call(pk_prepared_launch, what.get(), get());
    }

    // Records what `work`, a function without parameters, puts into the
    // queue, as pk_graph_begin says, and does none of it. What it throws
    // ends the recording.
    template <class F> graph capture(F work) {
        struct ending {
            pk_queue *queue;
            ~ending() {
                pk_graph *unused = nullptr;

                if (queue && pk_graph_end(queue, &unused, nullptr) == PK_OK)
                    pk_graph_release(unused);
            }
        };
        pk_graph *raw = nullptr;

        detail::call(pk_graph_begin, get());
        ending recording{get()};
        work();
        recording.queue = nullptr;
        detail::call(pk_graph_end, get(), &raw);
        return graph(raw);
    }
    // Does what a graph has, as if each call was made again.
    void launch(const graph &what) {
        detail::call(pk_graph_launch, what.get(), get());
    }

    // Waits for everything in the queue. Throws the failure of a kernel,
    // which every call on the queue throws until clear().
    void finish() { detail::call(pk_queue_finish, get()); }
    // The same for at most so long: false when the work takes longer. It
    // goes on then.
    bool finish_for(std::chrono::milliseconds most) {
        pk_error err;
        const pk_status status =
            pk_queue_finish_for(get(), detail::milliseconds(most), &err);

        if (status == PK_TIMEOUT && pk_queue_get_error(get(), &err) == PK_OK)
            return false;
        if (status != PK_OK)
            throw error(err, detail::explained(nullptr, err));
        return true;
    }
    // Starts what is in the queue, and does not wait.
    void flush() { detail::call(pk_queue_flush, get()); }
    // Forgets the failure that the queue keeps.
    void clear() { detail::call(pk_queue_clear, get()); }
    // Ends the launch that runs and those to come until clear(). Any
    // thread. Throws PK_UNSUPPORTED where the device cannot stop a launch.
    void cancel() { detail::call(pk_queue_cancel, get()); }

    // Copies an array to another in the queue's order; memory of the host
    // is the queue's until finish(). Otherwise as portkern::copy.
    template <class To, class From> void copy(To &&to, From &&from) {
        const auto target = detail::view(std::forward<To>(to));
        const auto source = detail::view(std::forward<From>(from));

        detail::assert_writable(target);
        detail::call(pk_queue_copy_array, get(), &target.raw(), &source.raw());
    }

    // Calls `function`, once, when the work so far is done and before what
    // comes later begins, by this thread or one of the driver: with
    // nothing, or with the pk_status that pk_queue_callback tells of. It is
    // copied or moved, calls neither portkern nor the driver, and throws
    // nothing: an exception ends the program.
    template <class F> void callback(F function) {
        auto kept = std::make_unique<F>(std::move(function));

        detail::call(pk_queue_callback, get(), &called<F>,
                     static_cast<void *>(kept.get()));
        kept.release();
    }

    // Marks the place behind the work so far, in a new event.
    event record() {
        event place(context_);

        record(place);
        return place;
    }
    // Marks it in an event, which marks that place alone from here on.
    void record(const event &place) {
        detail::call(pk_queue_record, get(), place.get());
    }
    // Work that comes later waits for the event, of whichever queue.
    void wait(const event &place) {
        detail::call(pk_queue_wait, get(), place.get());
    }

  private:
    template <class F>
    static pk_status called(void *self, pk_status status, pk_error *) noexcept {
        const std::unique_ptr<F> function(static_cast<F *>(self));

        if constexpr (std::is_invocable_v<F &, pk_status>)
            (*function)(status);
        else
            (*function)();
        return status;
    }
    static pk_queue *created(const context &ctx) {
        pk_queue *raw = nullptr;

        detail::call(pk_queue_create, ctx.get(), &raw);
        return raw;
    }

    context context_{nullptr};
};

} // namespace portkern

#endif
