"""One file that installs a bundle on a machine with nothing but Python: our code, the bundle, shfmt, RE2 if needed.

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
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.evaluation import regex
from policyhooks.image.build import find_re2
from policyhooks.shell.built_tables import NAME as BUILT
from policyhooks.shell.built_tables import data_folder, read_built
from policyhooks.whole_file import write_whole

BUNDLE = "bundle.phb"
DIGESTS = "natives.json"
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


def this_abi() -> str:
    """The suffix of extension modules of this interpreter: platform and ABI."""
    return EXTENSION_SUFFIXES[0]


def build_portable(bundle: bytes, natives: Mapping[str, bytes]) -> bytes:
    """The bytes of the file; `natives` are shfmt by platform (shfmt-linux-x86_64) and RE2 by ABI (re2.cpython-...)."""
    files = {f"policyhooks/{name}": source for name, source in own_sources().items()}
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in natives.items()}
    files |= {f"natives/{name}": content for name, content in natives.items()}
    files |= {"__main__.py": MAIN.encode(), BUNDLE: bundle, DIGESTS: json.dumps(digests, sort_keys=True).encode()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, content)
    return FIRST_LINE + out.getvalue()


def own_sources() -> dict[str, bytes]:
    """Our own code and the built form of its data, by path inside the package. Raises EnvironmentBroken."""
    root = Path(__file__).resolve().parents[1]
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*.py"))}
    return {**files, f"data/{BUILT}": read_built(data_folder())}


def read_part(archive: Path, name: str) -> bytes:
    """A file of the archive that is running. Raises EnvironmentBroken."""
    try:
        with zipfile.ZipFile(archive) as opened:
            return opened.read(name)
    except (OSError, KeyError, zipfile.BadZipFile):
        raise EnvironmentBroken(f"{archive} lacks {name}", "fetch it again") from None


def read_native(archive: Path, name: str) -> bytes | None:
    """A binary that was shipped, held against its digest; None where it was not."""
    wanted = json.loads(read_part(archive, DIGESTS)).get(name)
    if wanted is None:
        return None
    content = read_part(archive, f"natives/{name}")
    if hashlib.sha256(content).hexdigest() != wanted:
        raise EnvironmentBroken(f"{name} in {archive} is damaged", "fetch it again")
    return content


def read_parser(archive: Path) -> bytes | None:
    """shfmt for this platform."""
    return read_native(archive, f"shfmt-{this_platform()}")


def install_re2(archive: Path, state: Path, *, shared: bool) -> None:
    """Put RE2 for this interpreter into the state folder and use it. Raises EnvironmentBroken where there is none."""
    content = read_native(archive, f"re2{this_abi()}")
    if content is None:
        if find_re2():
            return
        hint = "build with --re2 for this Python, or install google-re2 for it"
        raise EnvironmentBroken(f"these policies need RE2, and this file has none for {this_abi()}", hint)
    target = state / "bin" / f"re2-{hashlib.sha256(content).hexdigest()[:32]}{this_abi()}"
    if not target.exists() or target.read_bytes() != content:
        write_whole(target, content, 0o755 if shared else 0o700, durable=False)
    regex.EXTENSION = str(target)
