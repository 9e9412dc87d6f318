// SPDX-License-Identifier: Apache-2.0
// Records, the elements of NumPy's structured arrays, in the C++ API. A part of
// portkern.hpp, whose rules hold here, too.
//
//     struct particle { float x, v; std::array<int, 3> cell; };
//
//     auto type = structure<particle>(ctx, {{"x", &particle::x},
//                                           {"v", &particle::v},
//                                           {"cell", &particle::cell}});
//     queue.launch(step, {4}, {256}, inout(type.of(particles)));
#ifndef PORTKERN_RECORDS_HPP
#define PORTKERN_RECORDS_HPP

#include "portkern/host.h"
#include "portkern/values.hpp"

namespace portkern {

// An array of records of the host or in a buffer, made by structure. It refers
// to the memory and owns nothing; `const T` has elements that nothing writes.
template <class T> class records {
  public:
    // An array as C has it.
    explicit records(const pk_array &raw) noexcept : raw_(raw) {}

    // The first record; NULL in a buffer.
    T *data() const noexcept { return static_cast<T *>(raw_.host); }
    // The array as C has it.
    const pk_array &raw() const noexcept { return raw_; }

  private:
    pk_array raw_;
};

namespace detail {

template <class T> struct is_array<records<T>> : std::true_type {};

// The type of a field, and how many of it an array has; 0: it is none.
template <class M> struct field_of {
    using type = M;
    static constexpr std::size_t count = 0;
};
template <class M, std::size_t n> struct field_of<M[n]> {
    using type = M;
    static constexpr std::size_t count = n;
};
template <class M, std::size_t n> struct field_of<std::array<M, n>> {
    using type = M;
    static constexpr std::size_t count = n;
};

} // namespace detail

// A field of the struct T: its name for kernels, and the member, a number or an
// array of numbers.
template <class T> class field {
  public:
    template <class M>
    field(const char *name, M T::*member)
        : name_(name), offset_(offset_of(member)) {
        using of = detail::field_of<M>;

        format_ = std::string("'") +
                  pk_dtype_numpy_name(dtype_of<typename of::type>) + "'";
        if constexpr (of::count != 0)
            format_ = "(" + format_ + ", (" + std::to_string(of::count) + ",))";
    }
    const std::string &name() const noexcept { return name_; }
    // The type, as NumPy describes it.
    const std::string &format() const noexcept { return format_; }
    // Where the member lies, in bytes.
    std::size_t offset() const noexcept { return offset_; }

  private:
    template <class M> static std::size_t offset_of(M T::*member) {
        static_assert(std::is_standard_layout_v<T> &&
                          std::is_default_constructible_v<T>,
                      "portkern: a record is a struct without virtual "
                      "functions, whose members are all in one class");
        const T one = T();

        return static_cast<std::size_t>(
            reinterpret_cast<const char *>(&(one.*member)) -
            reinterpret_cast<const char *>(&one));
    }

    std::string name_, format_;
    std::size_t offset_;
};

// The structured dtype of the struct T, for as long as its context.
template <class T> class structure {
  public:
    // The dtype of these fields of T; other bytes of it no kernel touches.
    // `ctx` is a portkern::context. Throws PK_BAD_ARG for a name that is taken.
    template <class Context>
    structure(const Context &ctx, std::initializer_list<field<T>> fields)
        : structure(ctx, described(fields)) {}
    // The dtype that NumPy describes so, see pk_structure_get. Throws
    // PK_BAD_ARG when it cannot be read, or has another size than T.
    template <class Context>
    structure(const Context &ctx, const std::string &description)
        : ctx_(ctx.get()) {
        detail::call(pk_structure_get, ctx.get(), description.c_str(),
                     std::uint32_t(0), &raw_);
        if (pk_structure_size(raw_) != sizeof(T))
            throw error(PK_BAD_ARG,
                        "the records have " +
                            std::to_string(pk_structure_size(raw_)) +
                            " bytes, the struct " + std::to_string(sizeof(T)));
    }

    // The records of a container, which must stay, as of in().
    template <class X> auto of(X &&x) const {
        using type = std::remove_cv_t<std::remove_reference_t<X>>;
        using element = std::remove_pointer_t<decltype(std::data(x))>;

        static_assert(std::is_lvalue_reference_v<X> ||
                          !detail::is_owner<type>::value,
                      "portkern: the container ends with this statement, and a "
                      "launch uses it until the queue is finished; give it a "
                      "name");
        return of(static_cast<element *>(std::data(x)), {std::size(x)});
    }
    // The records at a pointer; of the shape {} it is one record, no array.
    template <class U> records<U> of(U *data, const shape &extents) const {
        static_assert(std::is_same_v<std::remove_const_t<U>, T>,
                      "portkern: these are records of another struct");
        return records<U>(pk_array_host_records(
            const_cast<T *>(data), raw_, extents.ndim(), extents.data()));
    }
    // The records in a portkern::buffer, from its start.
    template <class Buffer>
    records<T> in_buffer(const Buffer &buffer, const shape &extents) const {
        return records<T>(pk_array_device_records(
            buffer.get(), raw_, extents.ndim(), extents.data()));
    }
    // The records that a function of the host returned, a `value` or `result`:
    // copied, in C order. Throws PK_TYPE where it is no array of records, or
    // its records have other fields or lie otherwise than T.
    template <class Value> std::vector<T> read(const Value &from) const {
        const pk_result &r = from.raw();
        const bool is_array = r.kind == PK_RESULT_ARRAY;
        const pk_structure *its = nullptr;
        std::vector<T> to;

        if (is_array && r.format && (*r.format == '[' || *r.format == '{'))
            detail::call(pk_structure_get, ctx_, r.format, std::uint32_t(0),
                         &its);
        if (its != raw_)
            throw error(PK_TYPE, std::string("the result is ") +
                                     (its        ? "an array of other records, "
                                      : is_array ? "an array of "
                                                 : "no array of records") +
                                     (is_array && r.format ? r.format : ""));
        append(to, r, 0, static_cast<const char *>(r.data));
        return to;
    }
    // The handle of the C API, which stays the context's.
    const pk_structure *get() const noexcept { return raw_; }

  private:
    static void append(std::vector<T> &to, const pk_result &r,
                       std::uint32_t axis, const char *at) {
        if (axis == r.count) {
            to.emplace_back();
            std::memcpy(&to.back(), at, sizeof(T));
            return;
        }
        for (std::int64_t i = 0; i < r.shape[axis]; i++)
            append(to, r, axis + 1, at + i * r.strides[axis]);
    }
    static std::string described(std::initializer_list<field<T>> fields) {
        std::string names, formats, offsets;

        for (const field<T> &f : fields) {
            names += "'" + f.name() + "', ";
            formats += f.format() + ", ";
            offsets += std::to_string(f.offset()) + ", ";
        }
        return "{'names': [" + names + "], 'formats': [" + formats +
               "], 'offsets': [" + offsets +
               "], 'itemsize': " + std::to_string(sizeof(T)) + "}";
    }

    pk_context *ctx_;
    const pk_structure *raw_ = nullptr;
};

} // namespace portkern

#endif
