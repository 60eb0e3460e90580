"""Keys, certificates, encryption and stores of secrets."""

PROGRAMS = {
    "security": {
        "sub": {
            "find-generic-password|find-internet-password|dump-keychain|export": {
                "options": "-a= -s= -w -g -l= -D= -k= -t= -f= -P= -o=write",
                "operands": "read*",
                "output": "secret",
            },
            "list-keychains|default-keychain|find-certificate|find-identity|verify-cert|cms|show-keychain-info": {
                "operands": "text*",
                "read_only": True,
            },
            "*": {"operands": "text*"},
        },
        "danger": True,
    },
    "secret-tool": {
        "sub": {
            "lookup|search": {"operands": "text*", "output": "secret", "options": "--all --unlock"},
            "store|clear": {"operands": "text*", "options": "--label="},
        },
    },
    "pass": {
        "sub": {
            "show|grep": {"operands": "text*", "output": "secret", "options": "-c|--clip=? -q="},
            "ls|list|find|help|version": {"operands": "text*", "read_only": True},
            "git": {"operands": "text*"},
            "*": {"operands": "text*"},
        },
        "operands": "text*",
        "output": "secret",
    },
    "gopass": "pass",
    "bw": {
        "sub": {"get|export|list|unlock": {"operands": "text*", "output": "secret"}, "*": {"operands": "text*"}},
        "network": True,
    },
    "keyring": {"sub": {"get": {"operands": "text*", "output": "secret"}, "*": {"operands": "text*"}}},
    "openssl": {
        "style": "single",
        "sub": {
            "enc|aes-256-cbc|aes-128-cbc|aes-256-ctr|des3|base64": {
                "options": (
                    "-d -e -a|-base64 -A -in=read -out=write -k= -kfile=read -pass= -K= -iv= -S= -salt -nosalt "
                    "-pbkdf2 -iter= -md= -p -P -z -aes-256-cbc -aes-128-cbc -des3 -engine=exec -provider=exec"
                ),
                "operands": "text*",
                "output": "decode",
                "output_if": "-d",
            },
            "s_client": {
                "options": (
                    "-connect=host -host=host -port= -servername= -proxy=host -cert=read -key=read -CAfile=read "
                    "-starttls= -showcerts -quiet -brief -tls1_2 -tls1_3 -alpn= -verify= -sess_out=write "
                    "-keylogfile=write"
                ),
                "operands": "host?",
                "network": True,
                "output": "network",
            },
            "s_server|s_time|ocsp": {
                "options": "-accept= -cert=read -key=read -www -WWW -HTTP -connect=host -url=url",
                "operands": "text*",
                "network": True,
            },
            "dgst|sha256|sha1|sha512|md5": {
                "options": (
                    "-sign=read -verify=read -signature=read -out=write -hmac= -r -hex -binary -sha256 -sha1 "
                    "-sha512 -md5"
                ),
                "operands": "read*",
                "read_only": True,
                "changes": "-out",
            },
            "rand": {"options": "-hex -base64 -out=write -writerand=write", "operands": "text*"},
            "version|ciphers|list|prime|errstr|speed|help|passwd": {"operands": "text*", "read_only": True},
            # Certificates are for everybody to see.
            "x509|verify|crl|ocsp": {
                "options": (
                    "-in=use -out=write -key=use -signkey=use -CA=use -CAkey=use -CAserial=write -CAcreateserial "
                    "-CAfile=use -CApath=use -untrusted=use -trusted=use -issuer=use -cert=use -extfile=read -extensions= "
                    "-text -noout -subject -issuer_checks -dates -enddate -startdate -serial -fingerprint -pubkey -hash "
                    "-ext= -checkend= -days= -req -modulus -inform= -outform= -sha256 -url=url -engine=exec -provider=exec"
                ),
                "operands": "use*",
            },
            (
                "req|rsa|genrsa|ec|ecparam|pkey|genpkey|pkcs12|pkcs8|pkcs7|dsa|dhparam|ca|"
                "asn1parse|smime|cms|pkeyutl|rsautl|spkac|kdf|mac|engine|ts"
            ): {
                "options": (
                    "-in=read -out=write -key=use -keyout=write -inkey=use -CA=use -CAkey=use -CAserial=write "
                    "-config=read -extfile=read -text -noout -subj= -days= -newkey= -new -x509 -nodes -passin= "
                    "-passout= -pubin -pubout -export -name= -algorithm= -pkeyopt= -sign -verify -decrypt -encrypt "
                    "-modulus -inform= -outform= -sha256 -CAfile=use -certfile=use -addext= -batch -engine=exec "
                    "-provider=exec"
                ),
                "operands": "text*",
            },
        },
        "reads_stdin": 1,
    },
    "gpg": {
        "options": (
            "-o|--output=write -d|--decrypt -e|--encrypt -s|--sign -c|--symmetric -b|--detach-sign "
            "--clearsign|--clear-sign --verify -k|--list-keys|--list-public-keys -K|--list-secret-keys --export "
            "--export-secret-keys --export-secret-subkeys --import --delete-keys --delete-secret-keys --delete-key "
            "--gen-key --full-gen-key --quick-gen-key --quick-generate-key --edit-key --keyserver=url --recv-keys "
            "--send-keys --search-keys --refresh-keys --homedir=write --passphrase= --passphrase-file=read "
            "--passphrase-fd= --pinentry-mode= --batch --yes --no-tty -a|--armor -r|--recipient= -u|--local-user= "
            "--default-key= --trust-model= --no-default-keyring --keyring=write --dearmor --enarmor --fingerprint "
            "--with-colons --status-fd= -q|--quiet -v|--verbose --photo-viewer=command --exec-path=exec "
            "--options=read --agent-program=program --list-packets --print-md= --import-ownertrust "
            "--export-ownertrust --card-status --always-trust"
        ),
        "operands": "read*",
        "output": "decode",
        "output_if": "-d|--decrypt",
    },
    "gpg2": "gpg",
    "gpgv": {"operands": "read*", "read_only": True, "options": "--keyring=read --status-fd="},
    "age": {
        "options": (
            "-e|--encrypt -d|--decrypt -o|--output=write -a|--armor -p|--passphrase -r|--recipient= "
            "-R|--recipients-file=read -i|--identity=use -j="
        ),
        "operands": "read?",
        "output": "decode",
        "output_if": "-d|--decrypt",
    },
    "age-keygen": {"options": "-o=write -y", "operands": "read?"},
    "ccrypt": {
        "options": "-e -d -c -k=read -K= -f -r",
        "operands": "write*",
        "output": "decode",
        "output_if": "-d|-c",
    },
    "minisign": {"options": "-G -S -V -p=read -s=read -m=read -x=write -P= -q -f -c= -t="},
    "signify": "minisign",
    "certbot": {
        "options": (
            "--pre-hook=command --post-hook=command --deploy-hook=command --manual-auth-hook=command "
            "--manual-cleanup-hook=command -d= --email= --agree-tos -n --dry-run --webroot -w=write --standalone "
            "--config-dir=write"
        ),
        "operands": "text*",
        "network": True,
    },
    "mkcert": {"operands": "text*", "options": "-install -uninstall -cert-file=write -key-file=write -CAROOT"},
    "steghide": {"operands": "text*", "output": "decode"},
}
