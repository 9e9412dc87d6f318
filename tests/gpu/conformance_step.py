# SPDX-License-Identifier: Apache-2.0
"""`portkern plugin-check` on the cuda plugin."""
import re

LINE = re.compile(r"(not )?ok (\d+)(?: -)? ?([^#]*)(?:# SKIP (.*))?")


def run(check):
    plugin = check.build / "portkern" / "portkern-cuda.so"
    done = check.run([check.portkern, "plugin-check", plugin], timeout=180)
    lines = done.stdout.splitlines()
    for i, line in enumerate(lines):
        found = LINE.fullmatch(line)
        if not found:
            continue
        wrong, _, name, skip = found.groups()
        if skip:
            check.skipped("conformance", skip)
        else:
            more = [x for x in lines[max(0, i - 4):i + 5] if x.startswith("#")]
            check.result("conformance", not wrong, f"{name}: {' '.join(more)}")
    plan = next((x for x in lines if x.startswith("1..")), None)
    ran = sum(1 for x in lines if LINE.fullmatch(x))
    check.result("conformance", done.returncode in (0, 1) and plan == f"1..{ran}",
                 f"the suite ends: {done.why}, plan {plan}, {ran} tests: {done.stderr[-300:]}")
