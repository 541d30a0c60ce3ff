"""Progress bars: tqdm's if it is installed, otherwise a line on standard error."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Show = Callable[[int, int, int], None]


@contextlib.contextmanager
def progress_bar(title: str, wanted: bool) -> Iterator[Show | None]:
    """Gives a function that is called with the boards done, all boards, and the level in progress."""
    if not wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield _print_line(title)
        print(file=sys.stderr)
        return
    with tqdm(desc=title, unit=" boards", unit_scale=True) as bar:

        def show(done: int, boards: int, level: int) -> None:
            bar.total = boards
            bar.set_postfix(level=level, refresh=False)
            bar.update(done - bar.n)

        yield show


def _print_line(title: str) -> Show:
    def show(done: int, boards: int, level: int) -> None:
        print(f"\r{title}: level {level}, {100 * done / boards:.1f} % done", end="", file=sys.stderr, flush=True)

    return show
