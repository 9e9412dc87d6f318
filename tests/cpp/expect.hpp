// SPDX-License-Identifier: Apache-2.0
// What the tests of the C++ API share: expectations, as TAP.
#ifndef TESTS_CPP_EXPECT_HPP
#define TESTS_CPP_EXPECT_HPP

#include <portkern/portkern.hpp>

#include <cstdio>
#include <string>

namespace {

int count, failures;

void expect(bool good, const std::string &what) {
    std::printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, what.c_str());
    failures += !good;
}

// Calls `call`, which is to throw an error of that status, and gives it.
template <class Call>
portkern::error thrown(pk_status status, const char *what, Call call) {
    try {
        call();
    } catch (const portkern::error &e) {
        expect(e.status() == status, what);
        if (e.status() != status)
            std::printf("# %s: %s\n", pk_status_name(e.status()), e.what());
        return e;
    }
    expect(false, std::string(what) + " (nothing was thrown)");
    return portkern::error(PK_OK, "");
}

} // namespace

#endif
