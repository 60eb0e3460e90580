"""The roles of words: one table of what it means for a program that a word is a `read`, a `url` or a `command`.

Paths, hosts, flows, packages, targets and the unwrapping of commands all read their part of it here. Notations that
need code of their own are named: the code is in one registry a meaning (see docs/how-to-change/role.md). It knows no
programs.
"""

from __future__ import annotations

from policyhooks.core.values import Record


class Role(Record):
    """What a word means in one role. A role that sets nothing but its note is text."""

    note: str = ""  # what the word is; the description of the tables has it from here
    suffix: str = ""  # what may stand behind the name of the role (`code:python`)
    ops: tuple[str, ...] = ()  # what happens to the path that it names
    paths: str = "file"  # how the path stands in the word: view/path_notations.py
    place: str = ""  # it names a host or a URL, written so: view/address_forms.py
    runs: str = ""  # it is run, in this way: walk/run_values.py; or as a `file`, a `module`, `split`, over `stdin`
    fed: bool = False  # data that a substitution puts into it is run
    gives: str = ""  # what the inner command gets from it: user, remote, host (of a remote program), cwd, env
    package: str = ""  # of a package manager: spec, file (that names packages), index
    target: str = ""  # it tells the environment: by its name, or by the place that it names
    secret: bool = False  # it is one, or holds one: never shown, kept or sent; view/secret_words.py
    rest: str = ""  # as an operand, what it and the words after it are: an inner command (inner), or its own (own)


TEXT = Role()
ROLES = {
    "text": Role(note="nothing of interest; so is the value of an option without a role"),
    "rest": Role(note="text, and so are all words after it"),
    # Paths.
    "read": Role(note="a path that is read", ops=("read",)),
    "use": Role(
        note=(
            "a path that is given as identity or configuration, or of which only name and attributes are looked at: "
            "the content is not shown and not sent (`ssh -i`, `--env-file`, `ls`)"
        ),
        ops=("use",),
    ),
    "write": Role(note="a path that is written", ops=("write",)),
    "append": Role(note="a path that is added to", ops=("append",)),
    "delete": Role(note="a path that is deleted", ops=("delete",)),
    "chmod": Role(note="a path whose rights or owner change", ops=("chmod",)),
    "mode": Role(note="the rights that the paths get, as chmod takes them: `755`, `u+rw`"),
    "holder": Role(note="the owner and group that the paths get: `user`, `user:group`, `:group`"),
    "link": Role(note="a path: a link is made at the last one, pointing to the ones before", ops=("link",)),
    "exec": Role(note="a file that is run or loaded", ops=("exec",), runs="file", fed=True),
    "move": Role(note="a path that is read and goes away (the sources of mv)", ops=("read", "delete"), paths="whole"),
    "script": Role(
        note="a file that is run by this program (op exec); the words after it are its own",
        ops=("exec",),
        runs="file",
        fed=True,
        rest="own",
    ),
    "search": Role(note="a folder that is searched for code", ops=("read",)),
    "cwd": Role(
        note="a folder that becomes the working directory of this program and its inner command",
        ops=("read",),
        gives="cwd",
    ),
    "sendfile": Role(note="a path whose content is sent (`curl -T`, `wget --post-file`)", ops=("read",)),
    "gitpaths:write": Role(note="paths that follow a `--`, and are written", ops=("write",), paths="whole"),
    "blob": Role(note="git's `REV:PATH`: that path is read", ops=("read",), paths="blob"),
    "mount": Role(
        note="`src:dst[:opt]` or `type=bind,source=src,...`: the host path `src` is written",
        ops=("write",),
        paths="mount",
    ),
    "upload": Role(
        note="`curl -d`: `@path` is a file that is sent; other text is sent as it is", ops=("read",), paths="upload"
    ),
    "form": Role(note="`curl -F`: `name=@path` or `name=<path`", ops=("read",), paths="form"),
    "cookie": Role(note="`curl -b`: a file when it holds no `=`", ops=("read",), paths="cookie"),
    "upload_text": Role(note="text that is sent"),
    "secret": Role(
        note=(
            "a password, key or token, also directly behind a letter whose value may be missing (`mysql -pX`). Only a "
            "part of the word: `secret:user` behind `user:`, `secret:percent` behind `user%`, `secret:comma` behind "
            "`user,`, `secret:source` behind `pass:`"
        ),
        suffix=":FORM",
        secret=True,
    ),
    # Hosts and URLs.
    "host": Role(note="a host, `user@host`, `host:port` or a URL", place="host", gives="host", target="place"),
    "remote": Role(note="the machine, container or pod in which the inner command runs", gives="remote", target="name"),
    "remote_host": Role(
        note="`host` and `remote` in one (ssh)", place="host", gives="remote", runs="stdin", target="name"
    ),
    "dns": Role(note="a name to be looked up; `@x` is a server, `+x` an option", place="dns"),
    "url": Role(
        note="a URL; without a scheme it is still one for this program (`curl example.com`)",
        ops=("read",),
        paths="file_url",
        place="url",
        target="place",
    ),
    "urlpath": Role(
        note="a URL when it has a scheme, else a path that is read", ops=("read",), paths="no_url", place="scheme"
    ),
    "hostpath:read": Role(
        note="scp, rsync: `host:path`, `user@host:path`, `rsync://..`, else a path that is read",
        ops=("read",),
        paths="local",
        place="ssh",
    ),
    "hostpath:write": Role(note="the same, else a path that is written", ops=("write",), paths="local", place="ssh"),
    "gitremote": Role(
        note="the name of a git remote, a URL, or a path; `ext::command` is run",
        ops=("read",),
        paths="near",
        place="git",
        runs="git_ext",
    ),
    "patch": Role(note="the text of a patch: the files that it names are written"),
    "port": Role(note="a port"),
    "connectto": Role(note="curl's `host:port:host:port`: every host in it", place="hosts"),
    "forward": Role(note="ssh's `[bind:]port:host:port`: every host in it", place="hosts"),
    "image": Role(note="a container image; names a host where its first part looks like one", place="image"),
    "database": Role(note="a URL, or the name of a database", place="scheme", target="name"),
    "httpie": Role(
        note="one word in the notation of httpie: hosts, files", ops=("read",), paths="httpie", place="httpie"
    ),
    "socat": Role(
        note="one word in the notation of socat: hosts, files, commands",
        ops=("read", "write"),
        paths="socat",
        place="socat",
        runs="socat",
    ),
    # What is run.
    "argv": Role(
        note=(
            "this word and all after it are a command. As the value of an option: to the end, or `argv;` to a `;` or "
            "`+` word (find)"
        ),
        suffix=";",
        runs="argv",
        rest="inner",
    ),
    "command": Role(
        note=(
            "shell text. As an operand: this word and all after it joined by blanks (ssh, watch). `command@exec=`: "
            "only when the value begins with `exec=`, and what follows it is the command"
        ),
        suffix="@START",
        runs="text",
        fed=True,
        rest="inner",
    ),
    "program": Role(
        note="a program with arguments, split at blanks, run without a shell (`sort --compress-program`)",
        runs="text",
        fed=True,
    ),
    "split": Role(
        note="`env -S`: split as env does, then the words stand before the rest of argv", runs="split", fed=True
    ),
    "code": Role(
        note="code in the language of the program, or in that behind the colon (`code:shell`: one word of shell text)",
        suffix=":LANGUAGE",
        runs="code",
        fed=True,
    ),
    "sql": Role(note="SQL text", runs="sql"),
    "perluse": Role(note="what stands behind perl's `use`: a module, or code after a `;`", runs="perl_use"),
    "module": Role(
        note="a module that is run (`python -m`); the words after it are its own", runs="module", rest="own"
    ),
    "vimarg": Role(
        note="a path that is read and written (a `+command` before it is an option)",
        ops=("read", "write"),
        paths="whole",
    ),
    "outcmd": Role(
        note="`|command` or `!command`, anything else a path that is written (`strace -o`)",
        ops=("write",),
        paths="no_command",
        runs="after_mark",
    ),
    "commas": Role(note="a program and its arguments with commas between (`gcc -wrapper`)", runs="commas"),
    "rustcflag": Role(note="`linker=program`", runs="linker"),
    "config": Role(note="`key=value`: the key `config` of the row says what the value is", runs="config", fed=True),
    "configenv": Role(note="git's `--config-env=KEY=VARIABLE`"),
    "configkey": Role(note="a key of the configuration, whose value stands in a `configvalue`"),
    "configvalue": Role(note="the other operand of a `config` pair (`git config KEY VALUE`)", runs="config_value"),
    # What the inner command gets.
    "env": Role(
        note="`NAME=value`, put into the environment; as an operand only words that contain `=` match", gives="env"
    ),
    "user": Role(note="the user that the inner command runs as", gives="user"),
    # Packages and environments.
    "package": Role(
        note="a package spec (`left-pad@1.2`, `./x`, `git+https://..`, `requests==2.0`)",
        ops=("read",),
        paths="near",
        place="scheme",
        package="spec",
    ),
    "reqfile": Role(note="a file that names packages (`pip install -r`)", ops=("read",), package="file"),
    "index": Role(note="the URL of a package index or registry", place="scheme", package="index"),
    "target": Role(note="names an environment, cluster, profile or namespace: feeds `target_env`", target="name"),
}
REST_ROLES = frozenset(name for name, role in ROLES.items() if role.rest)


def base_of(name: str) -> str:
    """The role without what a table wrote behind it: `code` of `code:python`, `command` of `command@exec=`."""
    return name.partition(":")[0].partition("@")[0].partition(";")[0]


def role_of(name: str) -> Role:
    """What a word with this role means; a role that nobody describes is text."""
    return ROLES.get(name) or ROLES.get(base_of(name), TEXT)


def is_role(name: str) -> bool:
    """Whether a table may use this role."""
    if name in ROLES:
        return True
    base = base_of(name)
    mark = ROLES[base].suffix[:1] if base in ROLES else ""
    return mark != "" and name.startswith(base + mark) and (len(name) > len(base) + 1) == (mark != ";")


def is_inner(name: str) -> bool:
    """Whether a word in this role runs something, or changes what an inner command meets."""
    role = role_of(name)
    return role.runs != "" or role.gives == "env"
