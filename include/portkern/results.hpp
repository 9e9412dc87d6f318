// SPDX-License-Identifier: Apache-2.0
// What functions of the host return, in the C++ API. A part of portkern.hpp,
// whose rules hold here, too.
#ifndef PORTKERN_RESULTS_HPP
#define PORTKERN_RESULTS_HPP

#include "portkern/host.h"
#include "portkern/values.hpp"

#include <tuple>

namespace portkern {

namespace detail {

// Containers of keys, with values (std::map) or without (std::set).
template <class T, class = void> struct is_dict : std::false_type {};
template <class T>
struct is_dict<T, std::void_t<typename T::key_type, typename T::mapped_type>>
    : std::true_type {};
template <class T, class = void> struct is_set : std::false_type {};
template <class T>
struct is_set<T, std::void_t<typename T::key_type>>
    : std::bool_constant<!is_dict<T>::value> {};

template <class T> struct is_tuple : std::false_type {};
template <class... T> struct is_tuple<std::tuple<T...>> : std::true_type {};
template <class A, class B>
struct is_tuple<std::pair<A, B>> : std::true_type {};

} // namespace detail

// A value that a function of the host returned, or an item of one. It refers to
// a `result`, which must live as long, and throws PK_TYPE where the value is
// of another type than what is asked for.
class value {
  public:
    // A value as C has it, which stays the caller's.
    explicit value(const pk_result *raw) noexcept : raw_(raw) {}

    // What it is: None, a number, an array, a tuple, ...
    pk_result_kind kind() const noexcept { return raw_->kind; }
    // The name of a named tuple's item, else "".
    const char *name() const noexcept { return raw_->name ? raw_->name : ""; }
    // The number of a tuple's or list's items, of dict's or set's entries, of
    // an array's extent along its first axis; else 0.
    std::size_t size() const noexcept {
        if (is_elements())
            return raw_->count ? static_cast<std::size_t>(raw_->shape[0]) : 0;
        return raw_->items ? raw_->count : 0;
    }
    // Item `i` of what has items. Throws PK_BAD_ARG past the end.
    value operator[](std::size_t i) const {
        if (!raw_->items || i >= raw_->count)
            throw error(PK_BAD_ARG,
                        "the result has no item " + std::to_string(i));
        return value(&raw_->items[i]);
    }
    // The value as T: bool; an integer of any size that holds it; a float or
    // double; a std::complex; a std::string in UTF-8; a std::vector of a list's
    // or tuple's items, or of an array's elements in C order, which are copied;
    // a std::tuple or std::pair of a tuple's items; a std::map or std::set, or
    // an unordered one, of a dict or set; an array<U> of elements in the
    // result's own memory.
    template <class T> T as() const {
        if constexpr (std::is_same_v<T, std::string>)
            return text();
        else if constexpr (detail::is_vector<T>::value)
            return all<T>();
        else if constexpr (detail::is_array<T>::value)
            return T(elements());
        else if constexpr (detail::is_tuple<T>::value)
            return items<T>(std::make_index_sequence<std::tuple_size_v<T>>());
        else if constexpr (detail::is_dict<T>::value ||
                           detail::is_set<T>::value)
            return entries<T>();
        else
            return number<T>();
    }
    // The value as C has it.
    const pk_result &raw() const noexcept { return *raw_; }

  private:
    bool is_elements() const noexcept {
        return raw_->kind == PK_RESULT_ARRAY ||
               (raw_->kind == PK_RESULT_LIST && !raw_->items);
    }
    [[noreturn]] void refuse(const std::string &wanted) const {
        static const char *const names[] = {
            "None",   "a number", "a complex number", "an array", "a tuple",
            "a dict", "a set",    "a list",           "a string", "an object"};
        const std::string found =
            raw_->kind == PK_RESULT_NUMBER || raw_->kind == PK_RESULT_COMPLEX
                ? pk_dtype_numpy_name(raw_->dtype)
                : names[raw_->kind];

        throw error(PK_TYPE, "the result is " + found + ", not " + wanted);
    }
    template <class T> T number() const {
        const char *wanted = pk_dtype_numpy_name(dtype_of<T>);
        const pk_dtype found = raw_->dtype;

        if constexpr (detail::is_complex<T>::value) {
            using part = typename T::value_type;
            if (raw_->kind != PK_RESULT_COMPLEX)
                refuse(wanted);
            return T(static_cast<part>(raw_->complex128[0]),
                     static_cast<part>(raw_->complex128[1]));
        } else {
            if (raw_->kind != PK_RESULT_NUMBER ||
                kind_of(found) != kind_of(dtype_of<T>))
                refuse(wanted);
            if constexpr (std::is_same_v<T, bool>)
                return raw_->boolean;
            else if constexpr (std::is_floating_point_v<T>)
                return static_cast<T>(raw_->f64);
            else
                return integer<T>(wanted);
        }
    }
    template <class T> T integer(const char *wanted) const {
        const bool is_signed = raw_->dtype <= PK_DTYPE_i64;
        const bool is_negative = is_signed && raw_->i64 < 0;
        const T number =
            is_signed ? static_cast<T>(raw_->i64) : static_cast<T>(raw_->u64);
        const bool fits =
            is_negative == (number < 0) &&
            (is_signed ? static_cast<std::int64_t>(number) == raw_->i64
                       : static_cast<std::uint64_t>(number) == raw_->u64);

        if (!fits)
            refuse(std::string("of ") + wanted + ": it is " +
                   (is_signed ? std::to_string(raw_->i64)
                              : std::to_string(raw_->u64)));
        return number;
    }
    // 0: bool, 1: integers, 2: floats, 3: the rest.
    static constexpr int kind_of(pk_dtype dtype) noexcept {
        return dtype == PK_DTYPE_bool                           ? 0
               : dtype >= PK_DTYPE_i8 && dtype <= PK_DTYPE_u64  ? 1
               : dtype >= PK_DTYPE_f16 && dtype <= PK_DTYPE_f64 ? 2
                                                                : 3;
    }
    pk_array elements() const {
        pk_array raw = pk_array();

        if (!is_elements())
            refuse("an array");
        raw.dtype = raw_->dtype;
        raw.ndim = raw_->count;
        for (std::uint32_t i = 0; i < raw.ndim; i++) {
            raw.shape[i] = raw_->shape[i];
            raw.strides[i] = raw_->strides[i];
        }
        raw.host = raw_->data;
        return raw;
    }
    template <class T> T all() const {
        using element = typename T::value_type;
        T to;

        if (is_elements()) {
            if constexpr (!std::is_same_v<element, std::string> &&
                          !detail::is_vector<element>::value) {
                const array<element> from(elements());
                append(to, from, 0,
                       reinterpret_cast<const char *>(from.data()));
            } else
                refuse("a list of strings or lists");
        } else if (raw_->kind == PK_RESULT_LIST ||
                   raw_->kind == PK_RESULT_TUPLE) {
            for (std::size_t i = 0; i < size(); i++)
                to.push_back((*this)[i].as<element>());
        } else
            refuse("a list");
        return to;
    }
    template <class T, class U>
    static void append(T &to, const array<U> &from, std::uint32_t axis,
                       const char *at) {
        if (axis == from.ndim()) {
            U one;
            std::memcpy(&one, at, sizeof one);
            to.push_back(one);
            return;
        }
        for (std::int64_t i = 0; i < from.extent(axis); i++)
            append(to, from, axis + 1, at + i * from.stride(axis));
    }
    template <class T, std::size_t... i>
    T items(std::index_sequence<i...>) const {
        if (raw_->kind != PK_RESULT_TUPLE || raw_->count != sizeof...(i))
            refuse("a tuple of " + std::to_string(sizeof...(i)) + " items");
        return T((*this)[i].template as<std::tuple_element_t<i, T>>()...);
    }
    template <class T> T entries() const {
        T to;

        if (raw_->kind !=
            (detail::is_dict<T>::value ? PK_RESULT_DICT : PK_RESULT_SET))
            refuse(detail::is_dict<T>::value ? "a dict" : "a set");
        for (std::size_t i = 0; i < size(); i++) {
            const value entry = (*this)[i];

            if constexpr (detail::is_dict<T>::value)
                to.emplace(entry[1].as<typename T::key_type>(),
                           entry[2].as<typename T::mapped_type>());
            else
                to.insert(entry[1].as<typename T::key_type>());
        }
        return to;
    }
    std::string text() const {
        std::string to;

        if (raw_->kind != PK_RESULT_TEXT)
            refuse("a string");
        for (std::int64_t i = 0; i < raw_->shape[0]; i++) {
            const std::uint32_t c =
                static_cast<const std::uint32_t *>(raw_->data)[i];
            const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
            static const unsigned first[] = {0, 0xc0, 0xe0, 0xf0};
            to += static_cast<char>(first[more] | c >> 6 * more);
            for (int k = more - 1; k >= 0; k--)
                to += static_cast<char>(0x80 | (c >> 6 * k & 0x3f));
        }
        return to;
    }

    const pk_result *raw_;
};

// What a function of the host returned, with the memory of its arrays. It is
// None after it was moved from.
class result : public value {
  public:
    // Takes what a call of C filled in.
    explicit result(const pk_result &taken = pk_result()) noexcept
        : value(&owned_), owned_(taken) {}
    result(result &&other) noexcept
        : value(&owned_), owned_(std::exchange(other.owned_, pk_result())) {}
    result &operator=(result &&other) noexcept {
        result taken(std::move(other));

        std::swap(owned_, taken.owned_);
        return *this;
    }
    ~result() { pk_result_release(&owned_); }

    // What C is to fill in: gives back what this object has, and is None until
    // then.
    pk_result *receive() noexcept {
        pk_result_release(&owned_);
        owned_ = pk_result();
        return &owned_;
    }

  private:
    pk_result owned_;
};

} // namespace portkern

#endif
