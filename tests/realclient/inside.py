"""Runs inside a network namespace of its own: brings up loopback, serves the model, starts the client, keeps what came.

Started by stage.py with the path of a plan; nothing can leave the namespace.
"""

import fcntl
import json
import socket
import struct
import subprocess
import sys
from pathlib import Path

from tests.realclient.model import Model, serve

SET_FLAGS, UP_AND_RUNNING = 0x8914, 0x41


def bring_up_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SET_FLAGS, struct.pack("16sh", b"lo", UP_AND_RUNNING))


def main(plan_path: str) -> int:
    plan = json.loads(Path(plan_path).read_text())
    bring_up_loopback()
    if plan["etc"]:
        # An administrator's files, seen by this run alone.
        layers = f"lowerdir={plan['etc']}:/etc"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, "/etc"], check=True)
    model = Model(plan["script"])
    serve(model)
    for path, text in plan["files"].items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text)
    try:
        done = subprocess.run(
            plan["words"],
            cwd=plan["folder"],
            env=plan["environ"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=plan["limit_s"],
            check=False,
        )
        code, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        code, out, err = -1, late.stdout or b"", late.stderr or b""
    result = {
        "code": code,
        "stdout": out.decode("utf-8", "replace"),
        "stderr": err.decode("utf-8", "replace"),
        "requests": model.requests,
    }
    Path(plan["result"]).write_text(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
