"""What only some requests need comes to the page when it is asked for: QR codes, charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from browser.local_site import HTML, LocalSite

from grandslam.table import answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.conftest import Reader
    from playwright.sync_api import Page

ASK = """async ({ worker, requests }) => {
    window.worker ??= new Worker(worker, { type: "module" });
    const replies = [];
    for (const request of requests) {
        const heard = new Promise((done) => {
            window.worker.onmessage = ({ data }) => {
                if (data.id || data.fatal) done(data.reply ?? data);
            };
        });
        window.worker.postMessage({ id: "1", request });
        replies.push(await heard);
    }
    return replies;
}"""
CODE = {"do": "qr", "text": "https://example.org/"}
CHARTS = {
    "do": "chart",
    "charts": [
        {"kind": "bars", "title": "Hands", "labels": ["none", "K ≥ 1"], "observed": [14, 86]}
        | {"exact": ["66300/4807", "414400/4807"], "repetitions": 100},
        {"kind": "running", "title": "Aces", "points": [[n, n // 11] for n in range(11, 6000, 97)]}
        | {"exact": "442/4807", "unit": "points"},
        {"kind": "court", "title": "Serves", "values": [9, 11, 8, 12, 10, 10], "exact": 10},
        {"kind": "tree", "title": "Dives", "whole": {"label": "dives", "count": 663}},
    ],
}
PAGE = "book/serving.html"


def ask(page: Page, *requests: dict[str, Any]) -> list[dict[str, Any]]:
    """What a worker of the page answers."""
    (runtime,) = (HTML / "_static").glob("grandslam-*")
    given = {"worker": f"../_static/{runtime.name}/worker.js", "requests": requests}
    replies: list[dict[str, Any]] = page.evaluate(ASK, given)
    return replies


@pytest.mark.parametrize(
    "requests", [(CODE, CHARTS), (CHARTS, CODE, CHARTS)], ids=["code", "charts"]
)
def test_the_page_draws_what_the_kernel_draws(
    reader: Reader, requests: tuple[dict[str, Any], ...]
) -> None:
    """Whichever comes first: the same bytes as here, and each zip is fetched once, not before."""
    page = reader.open(PAGE)
    ask(page, {"do": "open", "drill": "serving-1"})
    assert not [url for url in reader.requests if url.endswith(("/qr.zip", "/charts.zip"))]
    assert ask(page, *requests) == [answer(request) for request in requests]
    fetched = [url.rpartition("/")[2] for url in reader.requests]
    assert fetched.count("qr.zip") == fetched.count("charts.zip") == 1


@pytest.mark.parametrize(
    ("file", "request_", "what"), [("qr.zip", CODE, "QR codes"), ("charts.zip", CHARTS, "charts")]
)
def test_a_zip_that_does_not_come(
    reader_of: Callable[[LocalSite], Reader], file: str, request_: dict[str, Any], what: str
) -> None:
    """One sentence; everything else still answers; the next request tries again."""
    site = LocalSite()
    site.missing.add(file)
    reader = reader_of(site)
    reader.allow("404")
    page = reader.open(PAGE)
    refused, opened = ask(page, request_, {"do": "open", "drill": "serving-1"})
    assert refused["error"]["text"] == f"A file for {what} did not arrive; please try again."
    assert opened["moves"]
    site.mend()
    assert ask(page, request_) == [answer(request_)]


def test_a_chart_is_seen_under_the_page_s_policy(reader: Reader) -> None:
    """As an image of a data: address, as large as it says."""
    page = reader.open(PAGE)
    svg = answer(CHARTS)["charts"][0]["svg"]
    size = page.evaluate(
        """async (svg) => {
            const image = new Image();
            image.src = "data:image/svg+xml;base64," + btoa(unescape(encodeURIComponent(svg)));
            await image.decode();
            return [image.naturalWidth, image.naturalHeight];
        }""",
        svg,
    )
    assert size[0] == 360
    assert size[1] > 100
