"""Programs that ask for names and reach hosts without a shell."""

PROGRAMS = {
    "dig": {
        "options": "-4 -6 -b= -c= -f=read -k=read -m -p= -q=host -r -t= -u -v -x= -y=",
        "operands": "dns*",
        "network": True,
        "read_only": True,
    },
    "drill": {
        "options": "-4 -6 -b= -c=read -d= -f=read -i=read -k= -p= -s -t -u -V= -w=write -x -y= -z",
        "operands": "dns*",
        "network": True,
        "read_only": True,
    },
    "kdig": "dig",
    "doggo": "dig",
    "dog": "dig",
    "nslookup": {
        "style": "single",
        "options": "-type= -query= -port= -timeout= -debug",
        "operands": "dns*",
        "network": True,
        "read_only": True,
    },
    "host": {
        "options": "-4 -6 -A -a -C -c= -d -i -l -m= -N= -p= -r -R= -s -t= -T -U -v -V -w -W=",
        "operands": "dns*",
        "network": True,
        "read_only": True,
    },
    "getent": {"options": "-s= -i", "operands": "text dns*", "read_only": True, "network": True},
    "resolvectl": {"operands": "text*", "read_only": True, "network": True},
    "whois": {
        "options": "-h=host -p= -H -I -a -d -q= -r -T=",
        "operands": "dns*",
        "network": True,
        "read_only": True,
    },
    "ping": {
        "options": (
            "-4 -6 -a -A -B -b -C -c= -D -d -e= -f -F= -h -I= -i= -L -l= -M= -m= -N= -n -O -o -p= -Q= -q -R -r -S= "
            "-s= -T= -t= -U -v -V -W= -w="
        ),
        "operands": "dns*",
        "network": True,
        "read_only": True,
    },
    "ping6": "ping",
    "fping": {
        "options": (
            "-a -A -b= -B= -c= -C= -D -e -f=read -g -H= -i= -I= -l -m -M -n -N -o -O= -p= -q -Q= -r= -R -s -S= -t= "
            "-T= -u -v -x="
        ),
        "operands": "dns*",
        "network": True,
        "read_only": True,
    },
    "hping3": {"options": "-c= -i= -E=sendfile -d= -p= -e= -S -1 -2 -9=", "operands": "dns*", "network": True},
    "traceroute": {
        "options": "-4 -6 -d -F -f= -g= -I -T -i= -m= -n -N= -p= -q= -r -s= -t= -U -w= -z=",
        "operands": "dns text?",
        "network": True,
        "read_only": True,
    },
    "tracepath": "traceroute",
    "mtr": {
        "options": "-4 -6 -c= -i= -r -w -n -b -T -u -P= -s= -m= -f= -F=read",
        "operands": "dns*",
        "network": True,
        "read_only": True,
    },
    "arping": "ping",
    "nmap": {
        "options": (
            "-s= -p= -P= -O -A -v -T= -n -R -oN=write -oX=write -oG=write -oA=write -iL=read --script= "
            "--script-args= -D= -e= -g= -Pn -sV -sS -sT -sU -sn -F -6 --top-ports= --open"
        ),
        "operands": "host*",
        "network": True,
        "danger": True,
    },
    "masscan": {
        "options": "-p= --rate= -oX=write -oJ=write -oL=write -iL=read",
        "operands": "host*",
        "network": True,
        "danger": True,
    },
    "tcpdump": {
        "options": (
            "-A -b -B= -c= -C= -d -D -e -E= -f -F=read -G= -h -H -i= -I -j= -J -K -l -L -m= -M= -n -N -O -p -q -Q= "
            "-r=read -s= -S -t -T= -u -U -v -V=read -w=write -W= -x -X -y= -z=program -Z="
        ),
        "operands": "text*",
    },
    "tshark": {"options": "-i= -r=read -w=write -f= -Y= -T= -e= -c= -a= -X=", "operands": "text*"},
    "sendmail": {
        "options": "-t -i -f= -F= -bs -bp -q -v -o= -O= -C=read -X=write",
        "operands": "text*",
        "network": True,
    },
    "mail": {
        "options": "-s= -a=sendfile -A=sendfile -b= -c= -r= -q=sendfile -S= -E -n -N -v -f=read -u=",
        "operands": "text*",
        "network": True,
    },
    "mailx": "mail",
    "mutt": {
        "options": "-s= -a=sendfile -b= -c= -e= -F=read -f=read -H=sendfile -i=sendfile -x -n -z",
        "operands": "text*",
        "network": True,
    },
    "neomutt": "mutt",
    "msmtp": {"options": "-t -a= -f= -C=read --host=host --port=", "operands": "text*", "network": True},
    "swaks": {
        "options": "--to= --from= --server=host --attach=sendfile --body=upload --data=upload -s=host -t= -f= --header=",
        "operands": "text*",
        "network": True,
    },
    "smbclient": {"options": "-c=text -U= -N -L=host -W= -p= -I=host -k", "operands": "text*", "network": True},
    "ngrok": {"options": "--config=read --authtoken= --log=", "operands": "text*", "network": True, "danger": True},
    "cloudflared": {"operands": "text*", "network": True, "danger": True},
    "localtunnel": {"options": "-p|--port= -h|--host=url -s= -l=", "operands": "text*", "network": True},
    "lt": "localtunnel",
    "chisel": {"operands": "text*", "network": True, "danger": True},
    "tailscale": {
        "sub": {
            "status|ip|ping|netcheck|version": {"read_only": True, "operands": "text*"},
            "ssh": {"operands": "remote_host argv"},
            "file": {"operands": "text sendfile* text"},
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "croc": {
        "options": "--yes --relay= --pass= --out=write --socks5=",
        "sub": {"send": {"options": "-c|--code= --text= --zip --no-local", "operands": "sendfile*"}},
        "operands": "text*",
        "network": True,
    },
    "wormhole": {
        "options": "--relay-url=url --transit-helper= --code=",
        "sub": {
            "send|tx": {"options": "--text= --code= -v --verify", "operands": "sendfile*"},
            "receive|rx|recv": {"options": "-o|--output-file=write --accept-file", "operands": "text*"},
        },
        "network": True,
    },
    "transfer": {"operands": "sendfile*", "network": True},
    "magic-wormhole": "wormhole",
    "ftp": {
        "options": "-4 -6 -A -a -d -e -g -i -M -n -p -P= -q= -r= -s= -T= -t -u=url -v -V -w= -N=read -o=write",
        "operands": "host port?",
        "network": True,
        "kind": "interpreter",
        "lang": "ftp",
        "stdin_code": True,
    },
    "lftp": {
        "options": "-f=read -c=code -e=code -u= -p=port -d --norc",
        "operands": "host?",
        "network": True,
        "kind": "interpreter",
        "lang": "lftp",
        "stdin_code": True,
    },
    "tftp": {"options": "-4 -6 -c -l -m= -R= -v", "operands": "host text sendfile*", "network": True},
    "ncftpput": {"options": "-u= -p= -P= -m -R -a -z -f=read", "operands": "host text read*", "network": True},
}
