#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Configuring alone is enough for OpenCL tests: BUILD/icd names the platforms
# that are installed, each by a library that is there.
#
#     test_icd.sh BUILD
set -eu
echo 1..2
for name in pocl oclgrind; do
    file=$1/icd/$name/$name.icd
    # The lists of files of Debian's packages say what is installed.
    library=$(cat /var/lib/dpkg/info/*pocl*.list /var/lib/dpkg/info/*oclgrind*.list \
        2>/dev/null | grep -E "/lib($name|$name-rt-icd)\.so(\.2)?$" | head -1 || true)
    if [ -f "$file" ] && [ -e "$(cat "$file")" ]; then
        echo "ok - $name is $(cat "$file")"
    elif [ -z "$library" ] && [ ! -f "$file" ]; then
        echo "ok - $name # SKIP not installed"
    else
        echo "not ok - $name: $library is installed, $file is missing or wrong"
    fi
done
