"""Programs that fetch from and send to the web."""

PROGRAMS = {
    "curl": {
        "options": (
            "-d|--data|--data-ascii=upload --data-binary=upload --data-raw= --data-urlencode=upload --json=upload "
            "-F|--form=form --form-string= -T|--upload-file=sendfile -o|--output=write -O|--remote-name "
            "--remote-name-all -J|--remote-header-name --output-dir=write --create-dirs -D|--dump-header=write "
            "-c|--cookie-jar=write -b|--cookie=cookie -K|--config=read -H|--header=upload --proxy-header= "
            "-A|--user-agent= -e|--referer= -u|--user= -U|--proxy-user= -X|--request= -x|--proxy=url --preproxy=url "
            "--socks4=url --socks4a=url --socks5=url --socks5-hostname=url --noproxy= --connect-to=connectto "
            "--resolve=connectto --doh-url=url --url=url --url-query= -G|--get -I|--head "
            "-i|--include|--show-headers -L|--location --location-trusted -s|--silent -S|--show-error -f|--fail "
            "--fail-with-body --fail-early -k|--insecure -v|--verbose -V|--version -h|--help -n|--netrc "
            "--netrc-optional --netrc-file=read -E|--cert=use --key=use --cacert=use --capath=use --cert-type= "
            "--key-type= --pass= --ciphers= --pinnedpubkey= --crlfile=read --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 "
            "--tlsv1.3 --tls-max= -1 -2 -3 -0|--http1.0 --http1.1 --http2 --http3 -4|--ipv4 -6|--ipv6 "
            "-m|--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-all-errors "
            "--retry-connrefused --limit-rate= -r|--range= -C|--continue-at= -z|--time-cond= -w|--write-out= "
            "-Z|--parallel --parallel-max= --compressed --raw -N|--no-buffer -a|--append -B|--use-ascii "
            "-g|--globoff -j|--junk-session-cookies -l|--list-only -M|--manual -P|--ftp-port= -p|--proxytunnel "
            "-q|--disable -Q|--quote= -R|--remote-time -t|--telnet-option= --interface= --local-port= "
            "--dns-servers= --unix-socket=write --abstract-unix-socket= --stderr=write --trace=write "
            "--trace-ascii=write --trace-time --max-redirs= --max-filesize= -#|--progress-bar --no-progress-meter "
            "--oauth2-bearer= --aws-sigv4= --basic --digest --ntlm --negotiate --anyauth --etag-save=write "
            "--etag-compare=read --mail-from= --mail-rcpt= --ssl --ssl-reqd --ssl-no-revoke --tcp-nodelay "
            "--keepalive-time= --proto= --proto-default= --proto-redir= --request-target= --path-as-is --post301 "
            "--post302 --post303 --variable=upload --expand-url=url -Y|--speed-limit= -y|--speed-time= --engine= "
            "--hostpubmd5= --pubkey=read --krb= --libcurl=write --metalink --alt-svc=write --hsts=write "
            "--location-mode= --rate= --skip-existing --no-clobber --remove-on-error --ipfs-gateway=url"
        ),
        "operands": "url*",
        "network": True,
        "output": "network",
        "touches": {"-O|--remote-name": "write:$url"},
        "danger": True,
    },
    "curlie": "curl",
    "wget": {
        "options": (
            "-O|--output-document=write -o|--output-file=write -a|--append-output=append -i|--input-file=read "
            "-P|--directory-prefix=write --post-file=sendfile --post-data=upload_text --body-file=sendfile "
            "--body-data= --method= --header= -U|--user-agent= --referer= --user= --password= --http-user= "
            "--http-password= --ftp-user= --ftp-password= --ask-password --use-askpass=program -e|--execute= "
            "--config=read -q|--quiet -v|--verbose -nv|--no-verbose -d|--debug -F|--force-html -B|--base=url "
            "-t|--tries= --retry-connrefused --retry-on-http-error= -nc|--no-clobber -c|--continue --start-pos= "
            "--progress= --show-progress -N|--timestamping -S|--server-response --spider -T|--timeout= "
            "--dns-timeout= --connect-timeout= --read-timeout= -w|--wait= --waitretry= --random-wait --no-proxy "
            "-Q|--quota= --bind-address= --limit-rate= -4|--inet4-only -6|--inet6-only --no-check-certificate "
            "--certificate=use --private-key=use --ca-certificate=use --ca-directory=read --load-cookies=read "
            "--save-cookies=write --keep-session-cookies -nd|--no-directories -x|--force-directories "
            "-nH|--no-host-directories --cut-dirs= -r|--recursive -l|--level= --delete-after -k|--convert-links "
            "-K|--backup-converted -m|--mirror -p|--page-requisites -A|--accept= -R|--reject= -D|--domains= "
            "--exclude-domains= -H|--span-hosts -L|--relative -I|--include-directories= -X|--exclude-directories= "
            "-np|--no-parent --content-disposition --no-hsts --hsts-file=write --warc-file=write "
            "-E|--adjust-extension --max-redirect= --secure-protocol= --auth-no-challenge --content-on-error "
            "-b|--background -V --no-cache --rejected-log=write"
        ),
        "operands": "url*",
        "network": True,
        "output": "network",
        "touches": {"!-O|--output-document|-P|--directory-prefix|--spider": "write:$url"},
        "danger": True,
    },
    "wget2": "wget",
    "aria2c": {
        "options": (
            "-o|--out=write -d|--dir=write -i|--input-file=read -x= -s= -k= -j= -c|--continue --header= "
            "--load-cookies=read --all-proxy=url --on-download-complete=program --on-download-start=program "
            "--on-download-stop=program --on-bt-download-complete=program --conf-path=read -l|--log=write -q"
        ),
        "operands": "url*",
        "network": True,
        "output": "network",
        "touches": {"!-o|--out": "write:$url"},
    },
    "axel": {"options": "-o|--output=write -n= -s= -q -a -H= -U= -N -k", "operands": "url*", "network": True},
    "lynx": {
        "style": "single",
        "options": "-dump -source -cfg=read -cmd_script=read -post_data -useragent= -accept_all_cookies -width= -nolist",
        "operands": "url*",
        "network": True,
        "output": "network",
    },
    "w3m": {
        "options": "-dump -dump_source -o= -post=sendfile -header= -T= -cols=",
        "style": "single",
        "operands": "url*",
        "network": True,
        "output": "network",
    },
    "links": {
        "style": "single",
        "options": "-dump -source",
        "operands": "url*",
        "network": True,
        "output": "network",
    },
    "elinks": "links",
    "http": {
        "options": (
            "-j|--json -f|--form --multipart --raw=upload -o|--output=write -d|--download -c|--continue -p|--print= "
            "-v|--verbose -h|--headers -b|--body -S|--stream --session= --session-read-only= -a|--auth= "
            "-A|--auth-type= --ignore-netrc --offline --proxy= -F|--follow --max-redirects= --timeout= "
            "--check-status --verify= --cert=use --cert-key=read -I|--ignore-stdin --pretty= -s|--style= "
            "-q|--quiet"
        ),
        "operands": "httpie*",
        "network": True,
        "output": "network",
    },
    "https": "http",
    "httpie": "http",
    "xh": "http",
    "xhs": "http",
    "hurl": {
        "options": (
            "--test -o|--output=write --variable= --variables-file=read --file-root=read -u= -k --json "
            "--report-html=write"
        ),
        "operands": "read*",
        "network": True,
    },
    "grpcurl": {
        "style": "single",
        "options": (
            "-plaintext -insecure -d=upload -H= -proto=read -import-path=read -cacert=use -cert=read -key=read "
            "-format= -v"
        ),
        "operands": "host text*",
        "network": True,
        "output": "network",
    },
    "websocat": {
        "options": "-n -E -v -1 -b -t --exec-args= --header= -H= -s=",
        "operands": "url*",
        "network": True,
        "output": "network",
    },
    "wscat": {
        "options": "-c|--connect=url -l|--listen= -x|--execute= -H= --proxy=url -n",
        "operands": "url*",
        "network": True,
    },
}
