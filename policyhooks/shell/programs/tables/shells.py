"""Shells: their code is shell text, or text of a shell that the view cannot read."""

PROGRAMS = {
    "bash": {
        "kind": "shell",
        "lang": "bash",
        "style": "gnu",
        "options": (
            "-c=code -l|--login -i -s -r|--restricted -D --dump-strings --dump-po-strings -e -x -u -f -v -n -a -b "
            "-h -k -m -p -t -B -C -E -H -P -T -o=text +o=text -O=text +O=text +e +x +u +f +v +n +a +b +h +k +m +p "
            "+t +B +C +E +H +P +T --noprofile --norc --noediting --posix --verbose --debugger --debug --wordexp "
            "--rcfile=exec --init-file=exec --version --help"
        ),
        "operands": "script text*",
        "operands_if": {"-c": "text*", "-s": "text*"},
    },
    "sh": {
        "kind": "shell",
        "lang": "posix",
        "options": (
            "-c=code -l|--login -i -s -e -x -u -f -v -n -a -b -h -k -m -p -t -B -C -E -I -V -o=text +o=text -O=text "
            "+e +x +u +f +v +n +a +b +h +m --norc --noprofile --posix --version --help"
        ),
        "operands": "script text*",
        "operands_if": {"-c": "text*", "-s": "text*"},
    },
    "dash": "sh",
    "ash": "sh",
    "posh": "sh",
    "yash": "sh",
    "rbash": "bash",
    "zsh": {
        "kind": "shell",
        "lang": "zsh",
        "options": (
            "-c=code -l|--login -i -s -e -x -u -f -v -n -a -b -h -k -m -p -r -t -d -g -o=text +o=text +e +x +u +f "
            "+v +n +a --no-rcs --no-globalrcs --emulate= --version --help"
        ),
        "operands": "script text*",
        "operands_if": {"-c": "text*", "-s": "text*"},
    },
    "ksh": {
        "kind": "shell",
        "lang": "mksh",
        "options": (
            "-c=code -l -i -s -e -x -u -f -v -n -a -b -h -k -m -p -r -t -C -E -T= -R= -o=text +o=text +e +x +u "
            "--version"
        ),
        "operands": "script text*",
        "operands_if": {"-c": "text*", "-s": "text*"},
    },
    "ksh93": "ksh",
    "mksh": "ksh",
    "pdksh": "ksh",
    "lksh": "ksh",
    "oksh": "ksh",
    "loksh": "ksh",
    "fish": {
        "kind": "shell",
        "lang": "fish",
        "options": (
            "-c|--command=code -C|--init-command=code -d|--debug= -o|--debug-output=write -i|--interactive "
            "-l|--login -n|--no-execute -N|--no-config -p|--profile=write --profile-startup=write -P|--private "
            "--print-rusage-self --print-debug-categories -v|--version -h|--help -f|--features="
        ),
        "operands": "script text*",
        "operands_if": {"-c|--command": "text*"},
    },
    "csh": {
        "kind": "shell",
        "lang": "csh",
        "options": "-c=code -b -d -e -f -F -i -l -m -n -q -s -t -v -V -x -X",
        "operands": "script text*",
        "operands_if": {"-c": "text*"},
    },
    "tcsh": "csh",
    "nu": {
        "kind": "shell",
        "lang": "nu",
        "options": (
            "-c|--commands=code -e|--execute=code -I|--include-path=read -i|--interactive -l|--login "
            "-m|--table-mode= -n|--no-config-file --config=read --env-config=read --log-level= --stdin -v|--version "
            "-h|--help"
        ),
        "operands": "script text*",
        "operands_if": {"-c|--commands": "text*"},
    },
    "xonsh": {
        "kind": "shell",
        "lang": "xonsh",
        "options": "-c=code -i|--interactive -l|--login --rc=read --no-rc -D=env --shell-type= -V|--version -h|--help",
        "operands": "script text*",
        "operands_if": {"-c": "text*"},
    },
    "elvish": {
        "kind": "shell",
        "lang": "elvish",
        "options": "-c=?code -norc -rc=read -compileonly -json -i -l -version",
        "operands": "script text*",
        "operands_if": {"-c": "code text*"},
    },
    "osh": "bash",
    "rc": {
        "kind": "shell",
        "lang": "rc",
        "options": "-c=code -d -e -i -l -p -s -v -x -I -n -o",
        "operands": "script text*",
        "operands_if": {"-c": "text*"},
    },
    "pwsh": {
        "kind": "shell",
        "lang": "powershell",
        "style": "single",
        "options": (
            "-Command|-command|-c=code -CommandWithArgs|-cwa=code -EncodedCommand|-encodedcommand|-enc|-e|-ec=code "
            "-File|-file|-f=exec -NoProfile|-noprofile|-nop -NonInteractive|-noninteractive -NoLogo|-nologo "
            "-NoExit|-noexit -Login|-l -ExecutionPolicy|-executionpolicy|-ep|-ex= -WindowStyle|-windowstyle|-w= "
            "-InputFormat= -OutputFormat= -ConfigurationName= -ConfigurationFile=read -SettingsFile=read "
            "-WorkingDirectory|-wd=cwd -CustomPipeName= -Interactive|-i -MTA -STA -Version|-v -Help|-h --version "
            "--help"
        ),
        "operands": "code*",
        "operands_if": {"-File|-file|-f": "text*"},
    },
    "powershell": "pwsh",
    "cmd": {
        "kind": "shell",
        "lang": "cmd",
        "style": "single",
        "options": "/c=code /C=code /k=code /K=code /q /Q /d /D /s /S /a /A /u /U //c=code //C=code",
        "operands": "code*",
    },
    "command.com": "cmd",
    # Starts a shell with another group: what stands on standard input is its text.
    "newgrp": {"kind": "shell", "lang": "bash", "options": "- -l", "operands": "text*"},
    "wsl": {
        "style": "gnu",
        "options": (
            "-d|--distribution= -u|--user=user -e|--exec=argv --cd=cwd --shell-type= --system -l|--list --shutdown "
            "--status --update --unregister= --export= --import= --install -t|--terminate="
        ),
        "operands": "command",
    },
}
