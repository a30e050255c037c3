"""QR codes of links, for a classroom's wall.

This is the one part of the engine's package that asks for a library, and only when it is used: segno
(pure Python, BSD-3-Clause). The site brings it along in a zip of its own.
"""

from __future__ import annotations

import io
from typing import Any

from grandslam import checks

FINEST = 25
"""The highest version (117 squares a side) that a phone still reads from a screen across a room."""


def svg(text: str) -> str:
    """A QR code of ``text`` as an SVG element, black on white with a quiet zone; ValueError if too long.

    >>> svg("https://example.org/")[:48]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox='
    """
    try:
        import segno
    except ImportError:
        raise ValueError(
            "QR codes need segno; install it with: pip install 'grandslam[qr]'."
        ) from None
    long = ValueError("This match is too long for a QR code; copy its link instead.")
    try:
        code = segno.make(text, error="L", micro=False)
    except segno.DataOverflowError:
        raise long from None
    if not isinstance(code.version, int) or code.version > FINEST:
        raise long
    drawn = io.BytesIO()
    code.save(
        drawn, kind="svg", xmldecl=False, light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return drawn.getvalue().decode().strip()


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to ``{"do": "qr", "text"}``: ``{"svg"}``; ValueError with a sentence."""
    text = request.get("text")
    if not isinstance(text, str) or not text:
        raise ValueError(f"text must be what the code says, not {checks.show(text)}.")
    return {"svg": svg(text)}
