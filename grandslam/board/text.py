"""A rule's short text on a page, out of the rule's own module."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from grandslam.rules import short_text


@dataclass(frozen=True)
class RuleText:
    """A rule in two sentences, with its sources."""

    slug: str
    text: str
    source: str

    def __repr__(self) -> str:
        return f"{self.text}\n({self.source})"

    def _repr_html_(self) -> str:
        return (
            f'<blockquote class="rule-text"><p>{escape(self.text)}</p>'
            f'<p class="rule-source">Source: {escape(self.source)}</p></blockquote>'
        )


def rule(slug: str) -> RuleText:
    """The short text of a rule, such as ``rule("serving")``; ImportError for a slug that is none."""
    return RuleText(slug, *short_text(slug))
