# SPDX-License-Identifier: Apache-2.0
from collections.abc import Iterable
from typing import IO, Any

def debug(
    launcher: Any,
    *args: Any,
    thread: Any = (0, 0, 0),
    stdin: IO[str] | None = None,
    stdout: IO[str] | None = None,
    commands: Iterable[str] = (),
    **kwargs: Any,
) -> None: ...
