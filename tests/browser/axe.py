"""axe-core on a page: the faults of access that a program can find."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from browser.local_site import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUN = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap((rule) =>
        rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
}"""


@lru_cache(maxsize=1)
def _axe() -> str:
    return (ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")


def violations(page: Page) -> list[str]:
    """One line for each fault that axe-core finds on the page as it is now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found: list[str] = page.evaluate(RUN)
    return found
