"""One file that installs a bundle on a machine with nothing but Python: our code, the bundle, the parser of commands.

A zip that Python runs. Entries are sorted, without times and uncompressed, so that the same input
gives the same bytes. It starts cli/portable.py, which verifies the bundle inside like any other.
"""

from __future__ import annotations

import hashlib
import io
import json
import platform
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

from policyhooks.errors import EnvironmentBroken

BUNDLE = "bundle.phb"
PARSERS = "parsers.json"
FIRST_LINE = b"#!/usr/bin/env python3\n"
MAIN = """\
import sys
if sys.version_info < (3, 11):
    sys.exit("policyhooks needs Python 3.11 or newer, this is " + sys.version.split()[0])
from policyhooks.cli.portable import main
sys.exit(main())
"""


def this_platform() -> str:
    """The name of the platform that a parser is for."""
    return f"{sys.platform}-{platform.machine().lower()}"


def build_portable(bundle: bytes, parsers: Mapping[str, bytes]) -> bytes:
    """The bytes of the file; `parsers` are shfmt binaries by platform."""
    files = {f"policyhooks/{name}": source for name, source in own_sources().items()}
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in parsers.items()}
    files |= {f"parsers/{name}": content for name, content in parsers.items()}
    files |= {"__main__.py": MAIN.encode(), BUNDLE: bundle, PARSERS: json.dumps(digests, sort_keys=True).encode()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, content)
    return FIRST_LINE + out.getvalue()


def own_sources() -> dict[str, bytes]:
    """Our own code, by path inside the package."""
    root = Path(__file__).resolve().parents[1]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*.py"))}


def read_part(archive: Path, name: str) -> bytes:
    """A file of the archive that is running. Raises EnvironmentBroken."""
    try:
        with zipfile.ZipFile(archive) as opened:
            return opened.read(name)
    except (OSError, KeyError, zipfile.BadZipFile):
        raise EnvironmentBroken(f"{archive} lacks {name}", "fetch it again") from None


def read_parser(archive: Path) -> bytes | None:
    """The parser for this platform, held against its digest; None where none was shipped."""
    digests = json.loads(read_part(archive, PARSERS))
    wanted = digests.get(this_platform())
    if wanted is None:
        return None
    content = read_part(archive, f"parsers/{this_platform()}")
    if hashlib.sha256(content).hexdigest() != wanted:
        raise EnvironmentBroken(f"the parser in {archive} is damaged", "fetch it again")
    return content
