// SPDX-License-Identifier: Apache-2.0
// Errors, arrays, arguments and grids of the C++ API. A part of portkern.hpp,
// whose rules hold here, too.
#ifndef PORTKERN_VALUES_HPP
#define PORTKERN_VALUES_HPP

#include "portkern/portkern.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace portkern {

// ---- errors ----

// A call that failed. what() is the place and the words in one line,
// "k.py:3:9: name 'y' is not defined". Copies share one text, and copying
// throws nothing.
class error : public std::runtime_error {
  public:
    // The error of a call of the C API. `text` is for diagnostics().
    explicit error(const pk_error &raw, std::string text = {})
        : std::runtime_error(line_of(raw)),
          contents_(std::make_shared<const contents>(
              contents{raw, text.empty() ? what() : std::move(text)})) {}
    // A failure without a place.
    error(pk_status status, const std::string &words)
        : error(made_of(status, words)) {}

    // The status that the call returned, such as PK_TYPE.
    pk_status status() const noexcept { return raw().status; }
    // The file of the place in the source, "" where there is none.
    const char *file() const noexcept { return raw().file; }
    // The line, counted from 1; 0 where there is no place.
    unsigned line() const noexcept { return raw().line; }
    // The column, as line().
    unsigned column() const noexcept { return raw().col; }
    // The words alone.
    const char *message() const noexcept { return raw().message; }
    // The whole text, as the command prints it: of a failed compile all its
    // diagnostics with source lines and carets, else what() or more.
    const std::string &diagnostics() const noexcept { return contents_->text; }
    // The error as C has it. Lives as long as this or a copy.
    const pk_error &raw() const noexcept { return contents_->raw; }

  private:
    struct contents {
        pk_error raw;
        std::string text;
    };

    static std::string line_of(const pk_error &raw) {
        std::string place;

        if (raw.line)
            place = std::string(raw.file) + ":" + std::to_string(raw.line) +
                    ":" + std::to_string(raw.col) + ": ";
        return place + raw.message;
    }
    static pk_error made_of(pk_status status, const std::string &words) {
        pk_error raw = pk_error();

        raw.status = status;
        std::snprintf(raw.message, sizeof raw.message, "%s", words.c_str());
        return raw;
    }

    std::shared_ptr<const contents> contents_;
};

// What the classes below share; no part of the interface.
namespace detail {

// A struct that begins with struct_size, zero otherwise.
template <class T> T sized() noexcept {
    T value = T();

    value.struct_size = static_cast<std::uint32_t>(sizeof(T));
    return value;
}

inline std::string explained(const pk_module *mod, const pk_error &err) {
    std::string text;

    if (!err.line)
        return text;
    text.resize(pk_module_explain(mod, &err, nullptr, 0) + 1);
    text.resize(pk_module_explain(mod, &err, &text[0], text.size()));
    return text;
}

// Whether the error is one of the diagnostics: else they are of an older call.
// A long message is cut in the error, and ends with dots.
inline bool is_among(const pk_error &err, const pk_diagnostics *list) noexcept {
    const std::size_t most = sizeof err.message - sizeof "...";

    for (std::size_t i = 0; i < pk_diagnostics_count(list); i++) {
        const pk_diagnostic *d = pk_diagnostics_get(list, i);
        if (d->line == err.line && d->col == err.col &&
            !std::strcmp(d->file, err.file) &&
            !std::strncmp(d->message, err.message,
                          std::min(std::strlen(d->message), most)))
            return true;
    }
    return false;
}

// Throws the error of a call that may have compiled something.
[[noreturn]] inline void raise(const pk_error &err, pk_context *ctx,
                               const pk_module *mod) {
    pk_diagnostics *made = nullptr;

    if (ctx && pk_context_diagnostics(ctx, &made, nullptr) == PK_OK) {
        const std::unique_ptr<pk_diagnostics, void (*)(pk_diagnostics *)> list(
            made, pk_diagnostics_release);
        if (is_among(err, list.get()))
            throw error(err, pk_diagnostics_text(list.get()));
    }
    throw error(err, explained(mod, err));
}

// Calls a function of the C API, whose last parameter is the error.
template <class Function, class... Args>
void call(Function *function, Args... args) {
    pk_error err;

    if (function(args..., &err) != PK_OK)
        throw error(err, explained(nullptr, err));
}
// The same of one that may compile.
template <class Function, class... Args>
void compile(pk_context *ctx, const pk_module *mod, Function *function,
             Args... args) {
    pk_error err;

    if (function(args..., &err) != PK_OK)
        raise(err, ctx, mod);
}

template <class T> struct is_complex : std::false_type {};
template <class T>
struct is_complex<std::complex<T>> : std::is_floating_point<T> {};

template <class T, class = void> struct is_contiguous : std::false_type {};
template <class T>
struct is_contiguous<T, std::void_t<decltype(std::data(std::declval<T &>()) +
                                             std::size(std::declval<T &>()))>>
    : std::true_type {};

template <class T> struct is_vector : std::false_type {};
template <class T, class A>
struct is_vector<std::vector<T, A>> : std::true_type {};

// Containers that end with their elements, unlike views such as std::span.
template <class T> struct is_owner : is_vector<T> {};
template <class T, std::size_t n>
struct is_owner<std::array<T, n>> : std::true_type {};

template <class T> constexpr pk_dtype find_dtype() noexcept {
    constexpr bool is_text =
        std::is_same_v<T, char> || std::is_same_v<T, wchar_t> ||
        std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;
    constexpr bool is_long = std::is_same_v<T, long double> ||
                             std::is_same_v<T, std::complex<long double>>;
    constexpr bool is_number =
        std::is_arithmetic_v<T> || detail::is_complex<T>::value;

    static_assert(!is_text, "portkern: a character is no number here; use "
                            "std::int8_t, std::uint8_t or wider");
    static_assert(!is_long, "portkern: long double has no dtype; use double");
    static_assert(!std::is_pointer_v<T>,
                  "portkern: a pointer has no shape; pass "
                  "portkern::in(pointer, {n}), out or inout");
    static_assert(!std::is_enum_v<T>, "portkern: an enum has no dtype; convert "
                                      "it to an integer");
    static_assert(is_number || std::is_pointer_v<T> || std::is_enum_v<T>,
                  "portkern: the type has no dtype; use bool, integers of 8 to "
                  "64 bits, float, double, or std::complex of these two");
    if constexpr (std::is_same_v<T, bool>)
        return PK_DTYPE_bool;
    else if constexpr (std::is_integral_v<T>) {
        constexpr pk_dtype with_sign[] = {PK_DTYPE_i8, PK_DTYPE_i16,
                                          PK_DTYPE_i32, PK_DTYPE_i64};
        constexpr pk_dtype without[] = {PK_DTYPE_u8, PK_DTYPE_u16, PK_DTYPE_u32,
                                        PK_DTYPE_u64};
        constexpr int size = sizeof(T) == 1   ? 0
                             : sizeof(T) == 2 ? 1
                             : sizeof(T) == 4 ? 2
                                              : 3;
        return std::is_signed_v<T> ? with_sign[size] : without[size];
    } else if constexpr (std::is_same_v<T, float>)
        return PK_DTYPE_f32;
    else if constexpr (std::is_same_v<T, double>)
        return PK_DTYPE_f64;
    else if constexpr (std::is_same_v<T, std::complex<float>>)
        return PK_DTYPE_c64;
    else
        return PK_DTYPE_c128;
}

} // namespace detail

// ---- arrays and arguments ----

// The dtype of a C++ type, const or not: bool, integers of 8 to 64 bits, float,
// double and std::complex of these two. Another type does not compile, and the
// message says what is wrong with it.
template <class T>
inline constexpr pk_dtype dtype_of = detail::find_dtype<std::remove_cv_t<T>>();

// An extent along one axis, from an integer of any type.
class extent {
  public:
    // Not explicit, so that it is written as a number.
    template <class I, class = std::enable_if_t<std::is_integral_v<I>>>
    constexpr extent(I count) noexcept
        : count_(static_cast<std::int64_t>(count)) {}
    // The number; one that int64_t does not hold has become negative.
    constexpr std::int64_t count() const noexcept { return count_; }

  private:
    std::int64_t count_;
};

// The extents of an array, {rows, columns} or a std::array of integers; also
// its strides, in bytes. Throws PK_LIMIT for more than PK_MAX_NDIM of them.
class shape {
  public:
    // The extents one by one: {rows, columns}.
    shape(std::initializer_list<extent> extents) {
        for (const extent &e : extents)
            add(e);
    }
    // The extents of a std::array.
    template <class I, std::size_t n> shape(const std::array<I, n> &extents) {
        for (const I &e : extents)
            add(e);
    }
    // The number of axes.
    std::uint32_t ndim() const noexcept { return ndim_; }
    // Their extents.
    const std::int64_t *data() const noexcept { return extents_; }

  private:
    void add(extent e) {
        if (ndim_ == PK_MAX_NDIM)
            throw error(PK_LIMIT, "an array has at most " +
                                      std::to_string(int(PK_MAX_NDIM)) +
                                      " dimensions");
        extents_[ndim_++] = e.count();
    }

    std::int64_t extents_[PK_MAX_NDIM] = {};
    std::uint32_t ndim_ = 0;
};

// An array in memory of the host or in a buffer: a small value that refers to
// the memory and owns nothing. `const T` has elements that nothing writes.
template <class T> class array {
  public:
    // A C-contiguous array over memory of the host.
    array(T *data, const shape &extents) noexcept
        : raw_(
              pk_array_host(const_cast<void *>(static_cast<const void *>(data)),
                            dtype_of<T>, extents.ndim(), extents.data())) {}
    // The same with strides in bytes, of which there are as many as extents.
    // Throws PK_BAD_ARG otherwise.
    array(T *data, const shape &extents, const shape &strides)
        : array(data, extents) {
        if (strides.ndim() != extents.ndim())
            throw error(PK_BAD_ARG, std::to_string(strides.ndim()) +
                                        " strides for an array of " +
                                        std::to_string(extents.ndim()) +
                                        " dimensions");
        for (std::uint32_t i = 0; i < strides.ndim(); i++)
            raw_.strides[i] = strides.data()[i];
    }
    // An array as C has it. Throws PK_TYPE when its elements are no T.
    explicit array(const pk_array &raw) : raw_(raw) {
        if (raw.dtype != dtype_of<T>)
            throw error(PK_TYPE, std::string("the elements are ") +
                                     pk_dtype_numpy_name(raw.dtype) + ", not " +
                                     pk_dtype_numpy_name(dtype_of<T>));
    }

    // The first element; NULL in a buffer.
    T *data() const noexcept { return static_cast<T *>(raw_.host); }
    // The number of axes.
    std::uint32_t ndim() const noexcept { return raw_.ndim; }
    // The number of elements; -1 when the array is not valid.
    std::int64_t count() const noexcept { return pk_array_count(&raw_); }
    // The elements along axis `i`, which is less than ndim().
    std::int64_t extent(std::uint32_t i) const noexcept {
        return raw_.shape[i];
    }
    // The bytes from one to the next along axis `i`.
    std::int64_t stride(std::uint32_t i) const noexcept {
        return raw_.strides[i];
    }
    // The number of elements, for loops and std::size; 0 when it is not valid.
    std::size_t size() const noexcept {
        return static_cast<std::size_t>(std::max<std::int64_t>(count(), 0));
    }
    // Whether the elements lie one behind the other, in C order.
    bool is_contiguous() const noexcept {
        std::int64_t step = sizeof(T);

        for (std::uint32_t i = raw_.ndim; i-- > 0;) {
            if (raw_.shape[i] != 1 && raw_.strides[i] != step && count() != 0)
                return false;
            step *= raw_.shape[i];
        }
        return true;
    }
    // The elements in memory of the host, as std::span has them. Throws
    // PK_BAD_ARG where they are in a buffer, or not contiguous.
    T *begin() const {
        on_host();
        if (!is_contiguous())
            throw error(PK_BAD_ARG, "the elements do not lie one behind the "
                                    "other; take rows, or copy the array");
        return data();
    }
    T *end() const { return begin() + size(); }
    // The element of these indices, one for each axis, which count from 0 and
    // are not checked. Throws PK_BAD_ARG where the array is in a buffer or has
    // another number of axes.
    template <class... I> T &operator()(I... indices) const {
        const std::int64_t at[] = {static_cast<std::int64_t>(indices)..., 0};
        std::int64_t offset = 0;

        static_assert((std::is_integral_v<I> && ...),
                      "portkern: an index is an integer");
        on_host();
        if (sizeof...(I) != raw_.ndim)
            throw error(PK_BAD_ARG, std::to_string(sizeof...(I)) +
                                        " indices for an array of " +
                                        std::to_string(raw_.ndim) +
                                        " dimensions");
        for (std::uint32_t i = 0; i < raw_.ndim; i++)
            offset += at[i] * raw_.strides[i];
        return *moved(offset);
    }
    // The array at index `i` of the first axis: of a matrix a row. Throws
    // PK_BAD_ARG past the end.
    array row(std::int64_t i) const {
        array one = slice(i, i + 1);

        one.raw_.ndim--;
        for (std::uint32_t k = 0; k < one.raw_.ndim; k++) {
            one.raw_.shape[k] = raw_.shape[k + 1];
            one.raw_.strides[k] = raw_.strides[k + 1];
        }
        return one;
    }
    // The part from index `first` of the first axis to before `last`. Throws
    // PK_BAD_ARG where these do not lie in it.
    array slice(std::int64_t first, std::int64_t last) const {
        array part = *this;

        if (!raw_.ndim || first < 0 || last < first || last > raw_.shape[0])
            throw error(PK_BAD_ARG, "the array has no part " +
                                        std::to_string(first) + ":" +
                                        std::to_string(last) +
                                        " along its first "
                                        "axis");
        part.raw_.shape[0] = last - first;
        if (raw_.host)
            part.raw_.host = const_cast<void *>(
                static_cast<const void *>(moved(first * raw_.strides[0])));
        else
            part.raw_.offset += static_cast<std::size_t>(first) *
                                static_cast<std::size_t>(raw_.strides[0]);
        return part;
    }
    // The array as C has it.
    const pk_array &raw() const noexcept { return raw_; }

  private:
    void on_host() const {
        if (raw_.buffer)
            throw error(PK_BAD_ARG, "the array is in a buffer, whose elements "
                                    "copy() brings to the host");
    }
    T *moved(std::int64_t bytes) const noexcept {
        using byte = std::conditional_t<std::is_const_v<T>, const char, char>;

        return reinterpret_cast<T *>(reinterpret_cast<byte *>(data()) + bytes);
    }

    pk_array raw_;
};

namespace detail {

template <class T> struct is_array : std::false_type {};
template <class T> struct is_array<array<T>> : std::true_type {};

// The bytes of an array that is copied as they are.
template <class View> std::size_t bytes_of(const View &view) {
    if (!view.is_contiguous())
        throw error(PK_BAD_ARG, "the elements do not lie one behind the other; "
                                "portkern::copy copies such arrays");
    return view.size() * sizeof *view.data();
}

// What stands for an argument of C: it has a raw() that is one.
template <class T, class = void> struct is_argument : std::false_type {};
template <class T>
struct is_argument<T, std::enable_if_t<std::is_same_v<
                          decltype(std::declval<const T &>().raw()), pk_arg>>>
    : std::true_type {};

// The array of a container, a view, a pointer with a shape, or an array.
template <class X> auto view(X &&x) {
    using type = std::remove_cv_t<std::remove_reference_t<X>>;

    if constexpr (is_array<type>::value)
        return x;
    else {
        static_assert(!std::is_same_v<type, std::vector<bool>>,
                      "portkern: std::vector<bool> has no elements in memory; "
                      "use std::vector<std::uint8_t> or an array of bool");
        static_assert(is_contiguous<type>::value ||
                          std::is_same_v<type, std::vector<bool>>,
                      "portkern: an array is a std::vector, std::array, "
                      "std::span, an array of C, a portkern::array, or a "
                      "pointer with its shape");
        static_assert(std::is_lvalue_reference_v<X> || !is_owner<type>::value,
                      "portkern: the container ends with this statement, and a "
                      "launch uses it until the queue is finished; give it a "
                      "name");
        using element = std::remove_pointer_t<decltype(std::data(x))>;
        return array<element>(std::data(x), {std::size(x)});
    }
}
template <class X> auto view(X &&x, const shape &extents) {
    using type = std::decay_t<X>;

    if constexpr (std::is_pointer_v<std::remove_reference_t<X>>) {
        return array<std::remove_pointer_t<type>>(x, extents);
    } else {
        auto all = view(std::forward<X>(x));
        decltype(all) shaped(all.data(), extents);

        if (shaped.count() != all.count())
            throw error(PK_BAD_ARG, "the shape has " +
                                        std::to_string(shaped.count()) +
                                        " elements, the container " +
                                        std::to_string(all.count()));
        return shaped;
    }
}

template <class View> constexpr void assert_writable(const View &) noexcept {
    using element =
        std::remove_pointer_t<decltype(std::declval<View>().data())>;

    static_assert(!std::is_const_v<element>, "portkern: out and inout are for "
                                             "arrays whose elements are not "
                                             "const");
}

} // namespace detail

// An array with what a launch does with it, made by in, out and inout. It
// refers to the array's memory and owns nothing.
class array_argument {
  public:
    // An array as C has it, as PK_ARG_in, out or inout.
    array_argument(pk_arg_kind kind, const pk_array &raw) noexcept
        : kind_(kind), array_(raw) {}
    // The argument as C has it. Lives as long as this object.
    pk_arg raw() const noexcept { return pk_arg_array_(kind_, &array_); }

  private:
    pk_arg_kind kind_;
    pk_array array_;
};

// An array that the kernel may only read. `x` is a std::vector, std::array,
// std::span or another view with data() and size(), an array of C, or a
// portkern::array; with a shape it is a pointer, or a container of as many
// elements (else PK_BAD_ARG is thrown). The memory stays the caller's and
// belongs to the launch until queue::finish returns.
template <class X> array_argument in(X &&x) {
    return {PK_ARG_in, detail::view(std::forward<X>(x)).raw()};
}
template <class X> array_argument in(X &&x, const shape &extents) {
    return {PK_ARG_in, detail::view(std::forward<X>(x), extents).raw()};
}
// An array that the kernel writes, whose content before does not matter; `x` is
// as of in().
template <class X> array_argument out(X &&x) {
    const auto view = detail::view(std::forward<X>(x));

    detail::assert_writable(view);
    return {PK_ARG_out, view.raw()};
}
template <class X> array_argument out(X &&x, const shape &extents) {
    const auto view = detail::view(std::forward<X>(x), extents);

    detail::assert_writable(view);
    return {PK_ARG_out, view.raw()};
}
// An array that the kernel reads and writes; `x` is as of in().
template <class X> array_argument inout(X &&x) {
    const auto view = detail::view(std::forward<X>(x));

    detail::assert_writable(view);
    return {PK_ARG_inout, view.raw()};
}
template <class X> array_argument inout(X &&x, const shape &extents) {
    const auto view = detail::view(std::forward<X>(x), extents);

    detail::assert_writable(view);
    return {PK_ARG_inout, view.raw()};
}

// An argument as C has it: of in, out and inout, of tuple_of, list_of and their
// kin (collections.hpp), of a number (its C++ type decides which code is
// compiled: 2 is int32, 2.0f float32), or a pk_arg, which is for all else,
// pk_none(), pk_string("x"). What it points to stays the caller's.
template <class T> pk_arg argument(const T &value) noexcept {
    if constexpr (std::is_same_v<T, pk_arg>)
        return value;
    else if constexpr (detail::is_argument<T>::value)
        return value.raw();
    else {
        static_assert(!detail::is_contiguous<T>::value &&
                          !detail::is_array<T>::value,
                      "portkern: an array is passed by portkern::in, out or "
                      "inout, a string by pk_string");
        if constexpr (!detail::is_contiguous<T>::value &&
                      !detail::is_array<T>::value) {
            pk_arg arg = pk_arg_scalar_(dtype_of<T>);

            if constexpr (std::is_same_v<T, bool>)
                arg.value.b = value;
            else if constexpr (std::is_same_v<T, float>)
                arg.value.f32[0] = value;
            else if constexpr (std::is_same_v<T, double>)
                arg.value.f64[0] = value;
            else if constexpr (std::is_same_v<T, std::complex<float>>)
                arg = pk_c64(value.real(), value.imag());
            else if constexpr (std::is_same_v<T, std::complex<double>>)
                arg = pk_c128(value.real(), value.imag());
            else if constexpr (std::is_signed_v<T>)
                arg.value.i = value;
            else
                arg.value.u = value;
            return arg;
        } else
            return pk_none();
    }
}

// ---- grids and blocks ----

namespace detail {

inline std::uint32_t milliseconds(std::chrono::milliseconds time) noexcept {
    const auto most = std::numeric_limits<std::uint32_t>::max();

    return time.count() <= 0 ? 0
           : static_cast<std::uint64_t>(time.count()) > most
               ? most
               : static_cast<std::uint32_t>(time.count());
}

} // namespace detail

// The grid or the block of a launch: {x}, {x, y} or {x, y, z}, integers of
// any type, or one integer. Throws PK_LIMIT for what uint32_t does not
// hold.
class dims {
  public:
    dims(std::initializer_list<extent> counts) {
        std::size_t i = 0;

        if (counts.size() > 3)
            throw error(PK_LIMIT, "a grid or block has at most 3 dimensions");
        for (const extent &e : counts)
            counts_[i++] = checked(e);
    }
    template <class I, class = std::enable_if_t<std::is_integral_v<I>>>
    dims(I count) : counts_{checked(count)} {}
    // The number along axis `i`, 0 to 2; 0 where none was given.
    std::uint32_t operator[](std::size_t i) const noexcept {
        return counts_[i];
    }

  private:
    static std::uint32_t checked(extent e) {
        if (e.count() < 0 ||
            e.count() > std::numeric_limits<std::uint32_t>::max())
            throw error(PK_LIMIT, std::to_string(e.count()) +
                                      " is no size of a grid or block");
        return static_cast<std::uint32_t>(e.count());
    }

    std::uint32_t counts_[3] = {};
};

// Grid and block with what launches rarely need: dynamic shared memory per
// block, in bytes, and the time that the launch may run (0: the context's).
class launch_config {
  public:
    launch_config(const dims &grid, const dims &block,
                  std::uint32_t shared_bytes = 0,
                  std::chrono::milliseconds deadline = {}) noexcept
        : raw_(detail::sized<pk_launch_config>()) {
        for (std::size_t i = 0; i < 3; i++) {
            raw_.grid[i] = grid[i];
            raw_.block[i] = block[i];
        }
        raw_.shared_bytes = shared_bytes;
        raw_.deadline_ms = detail::milliseconds(deadline);
    }
    // The configuration as C has it.
    const pk_launch_config &raw() const noexcept { return raw_; }

  private:
    pk_launch_config raw_;
};

} // namespace portkern

#endif
