#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what Meson's tests said in the build folders named, and lists what
was skipped. Ends with one line: N passed, N failed, N skipped."""
import collections
import json
import pathlib
import sys

count = collections.Counter()
for build in sys.argv[1:]:
    log = pathlib.Path(build) / "meson-logs" / "testlog.json"
    for line in log.read_text().splitlines():
        test = json.loads(line)
        count[test["result"]] += 1
        if test["result"] == "SKIP":
            print(f"skipped in {build}: {test['name']}")
failed = sum(n for result, n in count.items() if result not in ("OK", "SKIP", "EXPECTEDFAIL"))
print(f"{count['OK'] + count['EXPECTEDFAIL']} passed, {failed} failed, {count['SKIP']} skipped")
