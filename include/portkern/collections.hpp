// SPDX-License-Identifier: Apache-2.0
// Tuples, lists, dicts and sets as arguments, in the C++ API. A part of
// portkern.hpp, whose rules hold here, too.
//
//     queue.launch(kernel, {4}, {256}, tuple_of(1, 2.0f), in(x));
//     function(list_of({1.0, 2.0}), dict_of(std::map<int, double>{{1, 2.5}}));
//
// These objects are made where they are passed, and one thread uses one at a
// time. Tuples are arguments of launches and calls, the others of calls of
// functions of the host.
#ifndef PORTKERN_COLLECTIONS_HPP
#define PORTKERN_COLLECTIONS_HPP

#include "portkern/results.hpp"
#include "portkern/values.hpp"

namespace portkern {

// A tuple, made by tuple_of. It holds copies of its items.
template <class... Items> class tuple_argument {
  public:
    explicit tuple_argument(const Items &...items) : items_(items...) {}
    // The argument as C has it. Lives as long as this object, until the next
    // call.
    pk_arg raw() const noexcept {
        args_ = std::apply(
            [](const Items &...items) {
                return std::array<pk_arg, sizeof...(Items) + 1>{
                    {argument(items)..., pk_none()}};
            },
            items_);
        return pk_tuple(args_.data(), sizeof...(Items));
    }

  private:
    std::tuple<Items...> items_;
    mutable std::array<pk_arg, sizeof...(Items) + 1> args_;
};

// The tuple of these items, each of which is as an argument itself: numbers,
// in(x), other tuples, pk_none().
template <class... Items>
tuple_argument<Items...> tuple_of(const Items &...items) {
    return tuple_argument<Items...>(items...);
}

// A tuple of a class, made by kernel::named.
template <class... Items> class named_argument {
  public:
    named_argument(const pk_arg &named, const Items &...items)
        : named_(named), tuple_(items...) {}
    // As of tuple_argument.
    pk_arg raw() const noexcept {
        pk_arg arg = named_;

        arg.value.tuple.items = tuple_.raw().value.tuple.items;
        return arg;
    }

  private:
    pk_arg named_; // but for its items
    tuple_argument<Items...> tuple_;
};

// A list of numbers, made by list_of. It refers to them.
template <class T> class list_argument {
  public:
    list_argument(const array<const T> &items, result *after) noexcept
        : items_(items), after_(after ? after->receive() : nullptr) {}
    // The argument as C has it. Lives as long as this object.
    pk_arg raw() const noexcept { return pk_list_of(&items_.raw(), after_); }

  private:
    array<const T> items_;
    pk_result *after_;
};

// The list of a container's numbers, which the call does not change. Where it
// changes the list, `after` becomes the list as it is then, else None.
template <class X> auto list_of(const X &items, result *after = nullptr) {
    const auto view = detail::view(items);

    return list_argument<
        std::remove_const_t<std::remove_pointer_t<decltype(view.data())>>>(
        view, after);
}
template <class T>
list_argument<T> list_of(std::initializer_list<T> items,
                         result *after = nullptr) {
    return {array<const T>(std::data(items), {items.size()}), after};
}

// A dict or a set of numbers, made by dict_of and set_of. Of std::map and
// std::set it holds copies, of containers in memory it refers to them.
template <class K, class V> class dict_argument {
  public:
    dict_argument(const array<const K> &keys, const array<const V> &values,
                  bool is_set, result *after) noexcept
        : keys_(keys), values_(values), is_set_(is_set),
          after_(after ? after->receive() : nullptr) {}
    // The argument as C has it. Lives as long as this object.
    pk_arg raw() const noexcept {
        return is_set_ ? pk_set_of(&keys_.raw(), after_)
                       : pk_dict_of(&keys_.raw(), &values_.raw(), after_);
    }

  private:
    template <class Map> friend auto dict_of(const Map &, result *);
    template <class Set> friend auto set_of(const Set &, result *);

    array<const K> keys_;
    array<const V> values_;
    bool is_set_;
    pk_result *after_;
    std::shared_ptr<K[]> own_keys_;
    std::shared_ptr<V[]> own_values_;
};

// The dict in which key number i of a container has value number i of another,
// as Python's dict(zip(keys, values)). When the call has returned, `after`
// becomes the dict as it is then.
template <class Keys, class Values,
          class = std::enable_if_t<detail::is_contiguous<const Values>::value>>
auto dict_of(const Keys &keys, const Values &values, result *after = nullptr) {
    using key =
        std::remove_const_t<std::remove_pointer_t<decltype(std::data(keys))>>;
    using number =
        std::remove_const_t<std::remove_pointer_t<decltype(std::data(values))>>;

    return dict_argument<key, number>(detail::view(keys), detail::view(values),
                                      false, after);
}
// The same of a std::map or std::unordered_map.
template <class Map> auto dict_of(const Map &map, result *after = nullptr) {
    using key = typename Map::key_type;
    using number = typename Map::mapped_type;
    const std::shared_ptr<key[]> keys(new key[map.size() + 1]());
    const std::shared_ptr<number[]> values(new number[map.size() + 1]());
    std::size_t i = 0;

    for (const auto &[k, v] : map) {
        keys[i] = k;
        values[i++] = v;
    }
    dict_argument<key, number> made(
        array<const key>(keys.get(), {map.size()}),
        array<const number>(values.get(), {map.size()}), false, after);
    made.own_keys_ = keys;
    made.own_values_ = values;
    return made;
}

// The set of a container's numbers, or of a std::set or std::unordered_set;
// `after` is as of dict_of.
template <class Set> auto set_of(const Set &items, result *after = nullptr) {
    if constexpr (detail::is_set<Set>::value) {
        using key = typename Set::key_type;
        const std::shared_ptr<key[]> keys(new key[items.size() + 1]());

        std::copy(items.begin(), items.end(), keys.get());
        const array<const key> all(keys.get(), {items.size()});
        dict_argument<key, key> made(all, all, true, after);
        made.own_keys_ = keys;
        return made;
    } else {
        const auto view = detail::view(items);
        using key =
            std::remove_const_t<std::remove_pointer_t<decltype(view.data())>>;

        return dict_argument<key, key>(view, view, true, after);
    }
}

} // namespace portkern

#endif
