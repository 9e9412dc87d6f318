# SPDX-License-Identifier: Apache-2.0
"""A table that another module reads."""
import numpy as np

WEIGHTS = np.array([0.25, 0.5, 0.25])
