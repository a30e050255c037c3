"""What a release holds: wheel, sources, and the built site as a zip with a note on how to serve it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import grandslam

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"
NOTE = (
    "Serve this folder from any static file server, also in a sub-folder: python -m http.server, "
    "then open the address it prints.\n"
    "Opened straight from disk the pages show text and pictures only, because browsers start no "
    "Python from files.\n"
)
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def pack_site(target: Path) -> None:
    """Zip the built site, the same bytes for the same site."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        files = {"HOW-TO-SERVE.txt": NOTE.encode()}
        files |= {
            path.relative_to(SITE).as_posix(): path.read_bytes()
            for path in sorted(SITE.rglob("*"))
            if path.is_file()
        }
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"grand-slam/{name}", LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def main() -> None:
    """Make all three in ``dist/``."""
    if not (SITE / "index.html").exists():
        sys.exit("There is no built site; run make book first.")
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT], check=True
    )
    pack_site(folder / f"grand-slam-site-{grandslam.__version__}.zip")
    for path in sorted(folder.iterdir()):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
