# SPDX-License-Identifier: Apache-2.0
"""Counts what passes and what fails; tells the first failures in full."""
SHOWN = 25  # failures told in full


class Report:
    def __init__(self):
        self.passed = self.failed = self.shown = 0

    def check(self, why, count=1):
        self.passed += 0 if why else count
        self.failed += count if why else 0
        self.shown += 1 if why else 0
        if why and self.shown <= SHOWN:
            print("FAIL", why, flush=True)
