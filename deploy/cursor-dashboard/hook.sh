#!/bin/sh
# To paste into Cursor's team dashboard as a hook, once for each event; set EVENT to the event's name there.
# It hands the event to the hook that is installed on the machine, and blocks where none is: a machine without
# the installation must not be a machine without the policies.
EVENT=beforeShellExecution
TIMEOUT=30

"/var/lib/policyhooks/cursor/bin/hook" 2 - cursor "$EVENT" "$TIMEOUT"
# 64: the answer is complete. 2: it is a block, and said. Everything else, 0 included: there was no answer.
case $? in
  64) exit 0 ;;
  2) exit 2 ;;
esac
/usr/bin/printf '%s\n' '{"permission":"deny","user_message":"policyhooks is not installed on this machine: ask your administrator.","agent_message":"Stop: the policies of this team are not installed here."}'
/usr/bin/printf '%s\n' "policyhooks is not installed on this machine" >&2
exit 2
