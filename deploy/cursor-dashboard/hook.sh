#!/bin/sh
# To paste into Cursor's team dashboard as a hook, once for each event; set EVENT to the event's name there.
# It hands the event to the hook that is installed on the machine, and blocks where none is: a machine without
# the installation must not be a machine without the policies.
EVENT=beforeShellExecution
TIMEOUT=30
STATE=/var/lib/policyhooks/cursor

if [ -e "$STATE/hook.py" ] && [ -e "$STATE/current/manifest.json" ]; then
  # The interpreter that the program was made for stands in the manifest, one key a line.
  PYTHON=$(sed -n 's/^ *"interpreter": "\(.*\)",$/\1/p' "$STATE/current/manifest.json")
  "$PYTHON" -I -S "$STATE/hook.py" cursor "$EVENT" "$TIMEOUT" && exit 0
  [ $? -eq 2 ] && exit 2
fi
printf '%s\n' '{"permission":"deny","user_message":"policyhooks is not installed on this machine: ask your administrator.","agent_message":"Stop: the policies of this team are not installed here."}'
echo "policyhooks is not installed on this machine" >&2
exit 2
