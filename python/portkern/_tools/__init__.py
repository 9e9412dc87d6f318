# SPDX-License-Identifier: Apache-2.0
"""What tells about compiled functions and launches: reports, profiles, coverage, explain, debug."""
