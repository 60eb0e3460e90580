"""Places that nobody's agent may change unasked, by every way in: file tools, redirections, programs, code, MCP."""

from pathlib import Path

import pytest

from policyhooks.clients.native_payload import native_payload
from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.session import Deciding
from tests.policies.ways import FILE_TOOLS, MISSING, SHELL, WAYS, Way
from tests.support.counts import SOAK

POLICIES = Path(__file__).resolve().parents[2] / "policies"
CLIENTS = ("claude-code", "cursor")

DENIED = """
    /etc/sudoers /etc/sudoers.d/x /etc/passwd /etc/shadow /etc/group /etc/pam.d/su /etc/hosts /etc/resolv.conf
    /etc/ssh/sshd_config /etc/ld.so.preload /etc/ld.so.conf.d/x.conf /etc/profile /etc/profile.d/x.sh /etc/environment
    /etc/crontab /etc/cron.d/x /etc/cron.daily/x /var/spool/cron/crontabs/dev /etc/systemd/system/x.service
    /usr/lib/systemd/system/x.service /etc/init.d/x /etc/rc.local /etc/gitconfig /usr/bin/ls /bin/sh /sbin/init
    /usr/lib/libc.so.6 /lib/x86_64-linux-gnu/libc.so.6 /boot/grub/grub.cfg /proc/sys/kernel/core_pattern
    /sys/kernel/x /home/dev/.bashrc /home/dev/.bash_profile /home/dev/.profile /home/dev/.zshrc /home/dev/.zshenv
    /home/dev/.login /home/dev/.config/fish/config.fish /home/dev/.ssh/authorized_keys /home/dev/.ssh/config
    /home/dev/.ssh/rc /home/dev/.config/systemd/user/x.service /home/dev/.config/autostart/x.desktop
    /home/dev/Library/LaunchAgents/x.plist /Library/LaunchDaemons/x.plist /home/dev/.xprofile /home/dev/.vimrc
    /home/dev/.claude/settings.json /w/project/.claude/settings.json /w/project/.claude/settings.local.json
    /home/dev/.cursor/hooks.json /w/project/.cursor/mcp.json /home/dev/.codex/config.toml /w/project/.mcp.json
    /w/project/.gemini/settings.json /etc/claude-code/managed-settings.json /w/project/.policyhooks/policies.yaml
    /etc/policyhooks/trust.yaml /var/lib/policyhooks/cursor/hook.py /home/dev/.local/state/policyhooks/cursor/key
    /home/dev/.local/share/policyhooks/bin/hook /usr/local/libexec/policyhooks/front /home/dev/.local/bin/policyhooks
    /w/project/.venv/lib/python3.12/site-packages/policyhooks/runtime/hook.py
    /srv/state/hook.py /srv/state/key /srv/state/journal/journal.jsonl /srv/state/users/1000/counters/x
    /opt/python/bin/python3.12 /opt/python/lib/python3.12/codecs.py
"""
ASKED = """
    /home/dev/.gitconfig /home/dev/.config/git/config /w/project/.git/config /w/project/.git/config.worktree
    /w/project/.git/modules/a/config /w/project/.git/hooks/pre-commit /usr/local/bin/tool /opt/app/conf
    /var/lib/app/data.json
"""
ORDINARY = """
    /w/project/src/a.py /w/project/README.md /w/project/etc/hosts /w/project/usr/bin/tool /w/project/.gitignore
    /w/project/.gitattributes /w/project/.git/info/exclude /w/project/state/key /w/project/docs/policyhooks/x.md
    /home/dev/notes.txt /home/dev/other/a.py /tmp/x
"""
# The running hook's own place, as `--state` and an interpreter of its own would put it.
GUARDED = ("/srv/state", "/opt/python/bin/python3.12", "/opt/python/lib/python3.12")


@pytest.fixture(scope="module")
def deciding() -> Deciding:
    return guarded_deciding("/home/dev")


def guarded_deciding(home: str) -> Deciding:
    modules = compile_policies([str(POLICIES)]).modules
    return Deciding(modules, outside="unknown", home=home, links=False, guarded=GUARDED)


def ways_of(client: str, path: str) -> dict[str, Way]:
    """All ways in; without soak all that a client has of its own, and every fourth of the shell's, in turn."""
    mine = {name: way for name, way in WAYS.items() if name not in MISSING.get(client, ())}
    start = sum(map(ord, client + path)) % 4
    turn = set(list(SHELL)[start::4])
    return mine if SOAK else {name: way for name, way in mine.items() if name not in SHELL or name in turn}


def verdicts(deciding: Deciding, client: str, path: str, cwd: str = "/w/project") -> dict[str, str]:
    found = {}
    for name, way in ways_of(client, path).items():
        native = "preToolUse" if client == "cursor" and name in FILE_TOOLS else ""
        event, payload = native_payload(client, way(path), native=native, cwd=cwd)
        deciding.past = Past()  # packs remember what was done; here every call is the first
        found[name] = deciding.decide(client, event, payload)[1].verdict
    return found


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("path", DENIED.split())
def test_a_protected_place_is_denied_by_every_way_in(deciding: Deciding, client: str, path: str) -> None:
    assert {way: got for way, got in verdicts(deciding, client, path).items() if got != "deny"} == {}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("path", ASKED.split())
def test_a_place_to_ask_about_is_never_quiet(deciding: Deciding, client: str, path: str) -> None:
    assert {way for way, got in verdicts(deciding, client, path).items() if got == "pass"} == set()


# Ways that are asked about for what they do, wherever the file lies.
LOUD = {"sudo tee -a", "truncate", "rm", "chmod", "curl -o", "wget -O", "dd", "ln -sf", "install"}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("path", ORDINARY.split())
def test_an_ordinary_file_stays_quiet(deciding: Deciding, client: str, path: str) -> None:
    got = verdicts(deciding, client, path)
    assert {way: one for way, one in got.items() if one != "pass" and way not in LOUD} == {}


def test_a_project_below_roots_home_stays_quiet() -> None:
    deciding = guarded_deciding("/root")
    for path in ("/root/app/src/a.py", "/root/app/etc/x.conf", "/root/notes.md"):
        got = verdicts(deciding, "claude-code", path, cwd="/root/app")
        assert {way: one for way, one in got.items() if one != "pass" and way not in LOUD} == {}, path
