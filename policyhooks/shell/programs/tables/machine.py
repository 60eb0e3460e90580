"""What is asked about a machine, clipboards, pictures and sound."""

PROGRAMS = {
    "uname": {"operands": "text*", "read_only": True, "options": "-a -s -n -r -v -m -p -i -o"},
    "hostname": {"options": "-a -A -d -f -F=read -i -I -s -y -b", "operands": "text?", "read_only_if": "!@1"},
    "whoami": {"read_only": True},
    "id": {"operands": "text*", "read_only": True, "options": "-a -g -G -n -r -u -z -Z"},
    "users": {"read_only": True},
    "logname": {"read_only": True},
    "tty": {"read_only": True},
    "date": {
        "options": (
            "-d|--date= -f|--file=read -I=? --iso-8601=? -R --rfc-3339= -r|--reference=read -s|--set= -u|--utc -v= "
            "-j -n --debug"
        ),
        "operands": "text*",
        "read_only": True,
        "changes": "-s|--set",
    },
    "gdate": "date",
    "sleep": {"operands": "text*", "read_only": True},
    "usleep": "sleep",
    "top": {"operands": "text*", "read_only": True, "options": "-b -c -d= -n= -p= -u= -U= -o= -w=? -H -i -s= -l="},
    "man": {
        "options": (
            "-P|--pager=command -H|--html=?command -C|--config-file=read -M|--manpath=read -k|--apropos -f|--whatis "
            "-K -l|--local-file -a -w -W -R= -L= -m= -S= -s= -e= -p= -E= -t -T= -X= -Z -i -I -r= -7 -u -c -D -d"
        ),
        "operands": "text*",
        "read_only": True,
    },
    "info": {
        "operands": "text*",
        "read_only": True,
        "options": "-f|--file=read -o|--output=write -n|--node= -d= -k= --dribble=write --restore=read",
        "changes": "-o|--dribble",
    },
    "screencapture": {"operands": "write*"},
    "scrot": {"options": "-e|--exec=command -d= -s -u -q=", "operands": "write?"},
    "convert": {"operands": "read* write"},
    "magick": {"operands": "read* write"},
    "import": {"operands": "write*"},
    "mogrify": {"operands": "write*"},
    "identify": {"operands": "read*", "read_only": True},
    "ffmpeg": {
        "style": "single",
        "options": (
            "-i=urlpath -y -n -f= -c= -c:v= -c:a= -vf= -af= -ss= -t= -to= -r= -s= -b:v= -b:a= -map= "
            "-filter_complex= -preset= -crf= -an -vn -codec= -loglevel= -hide_banner -threads= -pix_fmt= "
            "-framerate= -start_number= -passlogfile=write -report -vframes= -frames:v= -q:v= -acodec= -vcodec= "
            "-shortest"
        ),
        "operands": "write*",
    },
    "ffprobe": {
        "style": "single",
        "options": "-i=urlpath -v= -show_entries= -of= -print_format= -show_format -show_streams -select_streams=",
        "operands": "urlpath*",
        "read_only": True,
    },
    "exiftool": {
        "operands": "write*",
        "options": "-config=exec -if=code:perl -b -s -json -overwrite_original -all= -o=write",
        "style": "single",
    },
    "yt-dlp": {
        "options": (
            "-o|--output=write -P|--paths=write -f|--format= -x --exec=command --exec-before-download=command "
            "--cookies=read --cookies-from-browser= --proxy=url --downloader|--external-downloader=program "
            "--config-locations=read -a|--batch-file=read --netrc-cmd=command --plugin-dirs=exec "
            "--ffmpeg-location=program -q -v"
        ),
        "operands": "url*",
        "network": True,
    },
    "youtube-dl": "yt-dlp",
    "qrencode": {"operands": "text*", "options": "-o=write -r=read -t="},
    "lpr": {"operands": "read*", "options": "-P= -H=host -#= -r -l -h -T="},
    "adb": {
        "options": "-s= -d -e -H=host -P= -t=",
        "sub": {
            "shell": {"options": "-e= -n -T -t -x", "operands": "command", "remote": "adb"},
            "push": {"operands": "read* text"},
            "pull": {"operands": "text write?"},
            "install|uninstall|root|remount|reboot|sideload": {"operands": "text*"},
            "devices|version|get-state|get-serialno|help": {"operands": "text*", "read_only": True},
            "logcat": {
                "operands": "text*",
                "read_only": True,
                "options": "-c|--clear -f=text -d -v= -s -t= -b= -G=",
                "changes": "-c|-f|-G",
            },
            "*": {"operands": "text*"},
        },
    },
    "fastboot": {"operands": "text*", "danger": True},
    "pbpaste": {"operands": "text*", "output": "secret", "read_only": True},
    "xclip": {"options": "-i|-in -o|-out -sel|-selection= -d= -t= -l= -r -f", "style": "single", "operands": "read*"},
    "xsel": {"options": "-i|--input -o|--output -b|--clipboard -p -s -c|--clear -a|--append -k"},
    "wl-paste": {"options": "-w|--watch=argv -t= -n -l -p", "output": "secret"},
    "tldr": {"operands": "text*", "read_only": True, "network": True},
    "lolcat": {"operands": "read*", "read_only": True},
    "cowsay": {"operands": "text*", "read_only": True, "options": "-f=exec"},
    "dmesg": {
        "options": "-c|--read-clear -C|--clear -D -d -E -F=read -f= -H -k -L=? -l= -n= -P -r -S -s= -T -t -u -w -W -x",
        "operands": "text*",
        "read_only": True,
        "changes": "-c|-C|-D|-E|-n",
    },
    "ss": {
        "options": "-K|--kill -t -u -l -n -p -a -4 -6 -o -e -m -i -s -x -w -H -f= -A= -F=read -D=write -N=",
        "operands": "text*",
        "read_only": True,
        "changes": "-K|--kill|-D",
    },
    "agetty": {"options": "-l|--login-program=program -n -a=", "operands": "text*"},
    "run-parts": {
        "options": "--test --list --verbose --report --exit-on-error -a= -u= --regex= --new-session --lsbsysinit",
        "operands": "exec",
        "read_only_if": "--test|--list",
    },
}
