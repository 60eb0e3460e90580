"""`make browser`: every page in a real Chromium. Opt-in, because it needs the browser and two packages of npm."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `serve` is not installed: make serve")

from policyhooks.cli.main import build_parser
from policyhooks.cli.verbs.serve import open_doors
from policyhooks.web.pages.health import begin
from policyhooks.web.pages.rule_list import begin as begin_rules
from tests.web.demo import ask_for_lifts, fill, install, records
from tests.web.serving import page_on

MODULES = os.environ.get("POLICYHOOKS_BROWSER", "")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
NODE = shutil.which("node") or ""
LOOK = Path(__file__).parent / "browser" / "look.mjs"
PAGES = 56  # fourteen pages, two widths, dark and light

pytestmark = [
    pytest.mark.skipif(not MODULES, reason="only on demand: make browser"),
    pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium: apt-get install chromium"),
    pytest.mark.skipif(not NODE, reason="there is no node"),
]


def test_every_page_in_a_real_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    project, state = install(tmp_path, lifts=True)
    fill(state, records(project, state), 600, 21)
    ask_for_lifts(project, state)
    words = ["serve", "--client", "claude-code", "--scope", "project", "--root", str(project)]
    screens = os.environ.get("POLICYHOOKS_SCREENS", "")
    with page_on(open_doors(build_parser("serve").read(words))) as page:
        begin(page.desk)
        begin_rules(page.desk, state)
        link = f"{page.origin}/enter#{page.desk.access.new_link()}"
        done = subprocess.run(
            [NODE, str(LOOK), MODULES, link, page.origin, *([screens] if screens else [])],
            capture_output=True,
            text=True,
            check=False,
            timeout=1800,  # a busy machine
            env={**os.environ, "CHROMIUM": CHROMIUM},
        )
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout)
    assert found["pages"] == PAGES
    assert found["console"] == []
    assert found["elsewhere"] == []
    assert found["wide"] == []
    assert [one for one in found["axe"] if " serious " in one or " critical " in one] == []
    assert found["keyboard"] == [
        "at first: ✕ deny",
        "edited: ? ask",
        "another sample: · pass",
        "tests: ✓ all passed",
        "a link asks 0 times before a click",
        "a link, decided: · pass",
        "tickets: 3, the first one ? open",
        "the whole call: npm publish --tag next",
        "copied: the command",
        "no button sends anything",
    ]
