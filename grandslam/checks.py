"""Checks of what comes from outside: each names the place and says in one sentence what would be right.

Every function returns the checked value or raises ``ValueError``.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

Kind = TypeVar("Kind")


def show(value: object) -> str:
    """A short, safe rendering of any value for a sentence.

    >>> show("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**20:
        return "a very large number"
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def listed(items: Iterable[object], joint: str = "and") -> str:
    """Items in words.

    >>> listed([1, 2, 22])
    '1, 2 and 22'
    """
    words = [str(item) for item in items]
    return f" {joint} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def an_object(
    value: object, where: str, required: Iterable[str], optional: Iterable[str] = ()
) -> dict[str, Any]:
    """A JSON object with all the required keys and no unknown ones."""
    required = list(required)
    known = [*required, *optional]
    if not isinstance(value, dict):
        raise ValueError(f"{where} must be an object, not {show(value)}.")
    for key in required:
        if key not in value:
            raise ValueError(f"{where} lacks {key!r}; it needs {listed(required)}.")
    for key in value:
        if key not in known:
            raise ValueError(f"{where} has an unknown key {show(key)}; known are {listed(known)}.")
    return value


def a_list(value: object, where: str, length: int | None = None) -> Sequence[Any]:
    """A JSON list, of a given length if one is given."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{where} must be a list, not {show(value)}.")
    if length is not None and len(value) != length:
        raise ValueError(f"{where} must have {length} entries, not {len(value)}.")
    return value


def whole(value: object, where: str, low: int, high: int) -> int:
    """A whole number from low to high (a boolean is none)."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{where} must be a whole number from {low} to {high}, not {show(value)}.")
    return value


def made(value: object, where: str, kind: type[Kind], such: str) -> Kind:
    """An object of a class; ``such`` says how one is made."""
    if not isinstance(value, kind):
        raise ValueError(f"{where} must be a {kind.__name__}, such as {such}, not {show(value)}.")
    return value


def each(values: object, where: str) -> Iterable[Any]:
    """Anything to go through, one by one."""
    if not isinstance(values, Iterable):
        raise ValueError(f"{where} must be a list, not {show(values)}.")
    return values


def flag(value: object, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{where} must be true or false, not {show(value)}.")
    return value


def one_of(value: object, where: str, allowed: Iterable[Any]) -> Any:
    """One of a few values, of the same type too (1 is not true)."""
    allowed = list(allowed)
    for choice in allowed:
        if type(value) is type(choice) and value == choice:
            return value
    shown = listed(
        [c if isinstance(c, (str, int)) and not isinstance(c, bool) else show(c) for c in allowed],
        "or",
    )
    raise ValueError(f"{where} must be {shown}, not {show(value)}.")
