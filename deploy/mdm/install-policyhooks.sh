#!/bin/sh
# For Jamf and other tools that run a script as root. Installs a portable bundle for the clients below.
# Exit codes: 0 installed and healthy, 1 not; the reason is on stderr, for the tool's log.
set -eu

URL="${POLICYHOOKS_URL:-https://policies.example.com/acme.pyz}"
SHA256="${POLICYHOOKS_SHA256:-replace-with-the-digest-of-the-file}"
CLIENTS="${POLICYHOOKS_CLIENTS:-cursor claude-code}"
TARGET=/opt/policyhooks

fail() { echo "policyhooks: $1" >&2; exit 1; }

[ "$(id -u)" -eq 0 ] || fail "run as root"

PYTHON=""
for candidate in /usr/bin/python3 /usr/local/bin/python3 /opt/homebrew/bin/python3 \
    /Library/Frameworks/Python.framework/Versions/Current/bin/python3; do
  [ -x "$candidate" ] || continue
  # The hook runs this file: one that others can write is none.
  [ -z "$(find -L "$candidate" -perm -0002 2>/dev/null)" ] || continue
  if "$candidate" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    PYTHON="$candidate"
    break
  fi
done
[ -n "$PYTHON" ] || fail "no Python 3.11 or newer"

umask 022
mkdir -p "$TARGET"
fetched=$(mktemp "$TARGET/.fetched.XXXXXX")
trap 'rm -f "$fetched"' EXIT
curl --fail --silent --show-error --location --proto '=https' --proto-redir '=https' --max-time 300 \
  --output "$fetched" "$URL" || fail "cannot fetch $URL"
got=$("$PYTHON" -I -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "$fetched")
[ "$got" = "$SHA256" ] || fail "the file is not the one that was announced"
chmod 0755 "$fetched"
mv -f "$fetched" "$TARGET/policyhooks.pyz"

for client in $CLIENTS; do
  "$PYTHON" -I "$TARGET/policyhooks.pyz" install --client "$client" --scope managed >/dev/null || fail "install for $client"
  "$PYTHON" -I "$TARGET/policyhooks.pyz" doctor --client "$client" --scope managed || fail "doctor for $client"
done
