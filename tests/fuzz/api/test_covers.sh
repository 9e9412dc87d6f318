#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every function that the library exports is one that the fuzzer of the API
# calls: a new one needs a row in calls.def and a call.
#
#     test_covers.sh LIBRARY FUZZ_API
set -eu
exported=$(nm -D --defined-only "$1" | awk '$2 == "T" { print $3 }' | grep '^pk_' | sort)
called=$("$2" --list | sort)
if [ -z "$exported" ] || [ "$exported" != "$called" ]; then
    echo "the library's functions (-) and those that the fuzzer calls (+):"
    printf '%s\n' "$exported" >"$(dirname "$2")/exported.txt"
    printf '%s\n' "$called" | diff -u "$(dirname "$2")/exported.txt" - | grep '^[-+]'
    exit 1
fi
