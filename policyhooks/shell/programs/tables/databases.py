"""Clients of databases, queues and caches."""

PROGRAMS = {
    "psql": {
        "options": (
            "-c|--command=sql -d|--dbname=database -f|--file=exec -h|--host=host -p|--port=port -U|--username= "
            "-w|--no-password -W|--password -v|--set|--variable= -X|--no-psqlrc -1|--single-transaction "
            "-a|--echo-all -A|--no-align -b -e -E -F= -H|--html -l|--list -L|--log-file=write -n -o|--output=write "
            "-P= -q|--quiet -R= -s|--single-step -S -t|--tuples-only -T= -x|--expanded -z -0 --csv -V|--version"
        ),
        "read_only_if": "-l|--list",
        "changes": "-c|-f|-o|-L",
        "operands": "database? text?",
        "network": True,
        "stdin_code": True,
        "kind": "interpreter",
        "lang": "sql",
    },
    "pgcli": {
        "options": "-h|--host=host -p= -U|--username= -d|--dbname=database -W -w --ping",
        "operands": "database? text?",
        "network": True,
    },
    "pg_dump": {
        "options": (
            "-h|--host=host -p= -U= -d|--dbname=database -f|--file=write -F|--format= -t|--table= -n|--schema= -a "
            "-s -c -C -j= -Z= -O -x -w -W --inserts"
        ),
        "operands": "database?",
        "network": True,
        "output": "network",
        "read_only": True,
    },
    "pg_dumpall": "pg_dump",
    "pg_restore": {
        "options": (
            "-h|--host=host -p= -U= -d|--dbname=database -f|--file=write -F= -c|--clean --if-exists -C|--create -j= "
            "-t= -n= -a -s -O -x -1 -l -L=read -w -W"
        ),
        "operands": "read?",
        "network": True,
        "danger": True,
    },
    "createdb": {"options": "-h|--host=host -p= -U= -O= -T= -E= -w -W", "operands": "target? text?", "network": True},
    "dropdb": {
        "options": "-h|--host=host -p= -U= -f|--force --if-exists -i -e -w -W",
        "operands": "target",
        "network": True,
        "danger": True,
    },
    "createuser": {"options": "-h|--host=host -p= -U= -s -d -r -l -P", "operands": "text", "network": True},
    "dropuser": {
        "options": "-h|--host=host -p= -U= --if-exists -i -e",
        "operands": "text",
        "network": True,
        "danger": True,
    },
    "pg_ctl": {"options": "-D|--pgdata=write -l|--log=write -m= -o= -w -W -s -t=", "operands": "text"},
    "initdb": {"operands": "write?", "options": "-D=write -U= -A= -E= --locale="},
    "pg_isready": {"options": "-h|--host=host -p= -U= -d= -t= -q", "read_only": True, "network": True},
    "vacuumdb": {"options": "-h|--host=host -p= -U= -d= -a -z -f", "operands": "target?", "network": True},
    "mysql": {
        "options": (
            "-e|--execute=sql -h|--host=host -P|--port=port -u|--user= -p|--password=? -D|--database=target "
            "-S|--socket= --protocol= -B|--batch -N|--skip-column-names -s -t -v -f|--force --defaults-file=read "
            "--defaults-extra-file=read --ssl-mode= --ssl-ca=read -A -r -E --init-command=sql --login-path= "
            "--tee=write --pager=?command"
        ),
        "operands": "target?",
        "network": True,
        "kind": "interpreter",
        "lang": "sql",
        "stdin_code": True,
    },
    "mariadb": "mysql",
    "mycli": "mysql",
    "mysqldump": {
        "options": (
            "-h|--host=host -P= -u= -p|--password=? -B|--databases -A|--all-databases -d|--no-data "
            "-r|--result-file=write --single-transaction --routines --triggers -t --tables -w= -q --where= "
            "--defaults-file=read"
        ),
        "operands": "target text*",
        "network": True,
        "output": "network",
        "read_only": True,
    },
    "mariadb-dump": "mysqldump",
    "mysqladmin": {
        "options": "-h|--host=host -P= -u= -p|--password=? -f|--force -S=",
        "sub": {
            "status|ping|version|processlist|extended-status|variables": {"read_only": True, "operands": "text*"},
            "drop|shutdown|create|password|kill|flush-*|reload|refresh": {"operands": "text*"},
        },
        "network": True,
        "danger": True,
    },
    "mysqlimport": {"operands": "target read*", "network": True, "options": "-h=host -u= -p=?"},
    "sqlite3": {
        "options": (
            "-cmd=code -init=exec -readonly -bail -batch -column -csv -html -json -line -list -header -noheader "
            "-separator= -nullvalue= -table -box -markdown -echo -safe -interactive -version -append -newline= "
            "-quote -tabs"
        ),
        "style": "single",
        "operands": "write code*",
        "kind": "interpreter",
        "lang": "sql",
        "stdin_code": True,
    },
    "sqlite": "sqlite3",
    "litecli": "sqlite3",
    "duckdb": {
        "options": (
            "-c=code -s=code -cmd=code -init=exec -readonly -csv -json -markdown -line -box -noheader -header "
            "-batch -unsigned -f=exec"
        ),
        "style": "single",
        "operands": "write? code*",
        "kind": "interpreter",
        "lang": "sql",
        "stdin_code": True,
    },
    "sqlcmd": {
        "options": "-S=host -U= -P= -d=target -Q=sql -q=sql -i=exec -o=write -E -C -b -h= -s= -W -t=",
        "network": True,
        "operands": "text*",
    },
    "sqlplus": {"operands": "text*", "network": True, "kind": "interpreter", "lang": "sql", "stdin_code": True},
    "usql": {"options": "-c|--command=sql -f|--file=exec -o=write", "operands": "url", "network": True},
    "clickhouse-client": {
        "options": (
            "-q|--query=sql -h|--host=host --port= -u|--user= --password=? -d|--database=target -n|--multiquery "
            "--queries-file=exec -f= --secure"
        ),
        "network": True,
        "operands": "text*",
        "kind": "interpreter",
        "lang": "sql",
        "stdin_code": True,
    },
    "cockroach": {
        "sub": {
            "sql": {
                "options": (
                    "-e|--execute=sql -f|--file=exec --host=host --url=url -d|--database=target --insecure "
                    "--certs-dir=read"
                ),
                "operands": "text*",
            },
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "snowsql": {
        "options": "-q|--query=sql -f|--filename=exec -a= -u= -d=target -s= -w= -r= -c=target -o=",
        "network": True,
    },
    "mongosh": {
        "options": (
            "--eval=code --host=host --port= -u|--username= -p|--password=? --authenticationDatabase= --quiet "
            "-f|--file=exec --norc --tls --tlsCAFile=read --json=? --nodb --shell"
        ),
        "operands": "database? script*",
        "network": True,
        "kind": "interpreter",
        "lang": "javascript",
        "stdin_code": True,
    },
    "mongo": "mongosh",
    "mongodump": {
        "options": "--uri=url -h|--host=host --port= -u= -p= -d|--db=target -c= -o|--out=write --archive=?write --gzip -q=",
        "network": True,
        "read_only": True,
    },
    "mongorestore": {
        "options": "--uri=url -h|--host=host --port= -u= -p= -d|--db=target -c= --drop --archive=?read --gzip --dir=read",
        "operands": "read?",
        "network": True,
        "danger": True,
    },
    "mongoexport": {
        "options": "--uri=url -h|--host=host -d|--db=target -c= -o|--out=write -q= -f= --type= --jsonArray",
        "network": True,
        "read_only": True,
    },
    "mongoimport": {
        "options": "--uri=url -h|--host=host -d|--db=target -c= --file=read --drop --jsonArray --type= --mode=",
        "operands": "read?",
        "network": True,
    },
    "redis-cli": {
        "options": (
            "-h=host -p=port -s= -a|--pass= --user= --askpass -u=url -n= -r= -i= -x -X= -d= -c --raw --no-raw --csv "
            "--json --stat --latency --bigkeys --scan --pattern= --pipe --rdb=write --eval=exec --tls --cacert=use "
            "-3 -2 --no-auth-warning --cluster"
        ),
        "operands": "text*",
        "network": True,
        "posix": True,
        "read_only_if": "--stat|--latency|--bigkeys|--scan&!@1",
        "changes": "--pipe|--eval|-x",
        "sub": {  # the server reads names in any case; these are the ones that people write
            (
                "get|mget|exists|type|ttl|pttl|strlen|keys|scan|info|ping|dbsize|hget|hgetall|hkeys|hvals|hlen|hmget|hscan|"
                "hexists|lrange|llen|lindex|smembers|scard|sismember|sscan|zrange|zcard|zscore|zrangebyscore|zcount|"
                "zrank|zscan|xrange|xlen|xread|xinfo|getrange|bitcount|object|time|lastsave|role|echo|randomkey|dump|"
                "GET|MGET|EXISTS|TYPE|TTL|PTTL|STRLEN|KEYS|SCAN|INFO|PING|DBSIZE|HGET|HGETALL|HKEYS|HVALS|HLEN|HMGET|"
                "HSCAN|HEXISTS|LRANGE|LLEN|LINDEX|SMEMBERS|SCARD|SISMEMBER|SSCAN|ZRANGE|ZCARD|ZSCORE|ZRANGEBYSCORE|"
                "ZCOUNT|ZRANK|ZSCAN|XRANGE|XLEN|XREAD|XINFO|GETRANGE|BITCOUNT|OBJECT|TIME|LASTSAVE|ROLE|ECHO|"
                "RANDOMKEY|DUMP|monitor|MONITOR"
            ): {"operands": "text*", "posix": True, "read_only": True, "changes": "--pipe|--eval|-x"},
            "config|CONFIG|slowlog|SLOWLOG|client|CLIENT|acl|ACL|latency|LATENCY|memory|MEMORY|cluster|CLUSTER": {
                "sub": {
                    "get|GET|len|LEN|list|LIST|info|INFO|usage|USAGE|stats|STATS|doctor|DOCTOR|whoami|WHOAMI|nodes|NODES": {
                        "operands": "text*",
                        "posix": True,
                        "read_only": True,
                    },
                    "*": {"operands": "text*", "posix": True},
                },
            },
            "*": {"operands": "text*", "posix": True},
        },
    },
    "valkey-cli": "redis-cli",
    "memcached-tool": {"operands": "host text*", "network": True},
    "etcdctl": {
        "options": "--endpoints=host --cacert=use --cert=use --key=use --user= -w=",
        "sub": {
            "get|endpoint|version": {"operands": "text*", "read_only": True},
            "member|lease|user|role|alarm|auth": {
                "sub": {
                    "list|timetolive|get|status": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "cqlsh": {
        "options": "-e|--execute=sql -f|--file=exec -u= -p= -k= --ssl --cqlshrc=read",
        "operands": "host? port?",
        "network": True,
    },
    "cypher-shell": {
        "options": "-a|--address=url -u= -p= -d=target -f|--file=exec",
        "operands": "text*",
        "network": True,
    },
    "kafka-topics": {
        "options": (
            "--bootstrap-server=host --zookeeper=host --list --describe --create --delete --alter --topic= "
            "--command-config=use --help --version --exclude-internal"
        ),
        "network": True,
        "read_only_if": "--list|--describe|--help|--version",
        "changes": "--create|--delete|--alter",
    },
    "kafka-topics.sh": "kafka-topics",
    "kafka-consumer-groups": {
        "options": (
            "--bootstrap-server=host --list --describe --group= --all-groups --members --state=? --offsets --verbose "
            "--delete --delete-offsets --reset-offsets --execute --dry-run --export --topic= --all-topics --to-earliest "
            "--to-latest --to-offset= --shift-by= --to-datetime= --command-config=use --timeout= --help --version"
        ),
        "network": True,
        "read_only_if": "--list|--describe|--dry-run|--export|--help|--version",
        "changes": "--execute|--delete|--delete-offsets",
        "danger": True,
    },
    "kafka-consumer-groups.sh": "kafka-consumer-groups",
    "kafka-configs": {
        "options": (
            "--bootstrap-server=host --zookeeper=host --describe --alter --add-config= --delete-config= --entity-type= "
            "--entity-name= --all --topic= --command-config=use --help --version"
        ),
        "network": True,
        "read_only_if": "--describe|--help|--version",
        "changes": "--alter",
    },
    "kafka-configs.sh": "kafka-configs",
    "kafka-console-producer": {
        "options": "--bootstrap-server|--broker-list=host --topic=",
        "network": True,
        "operands": "text*",
    },
    "kafka-console-consumer": {
        "options": "--bootstrap-server=host --topic= --from-beginning --group= --max-messages=",
        "network": True,
        "read_only": True,
        "output": "network",
    },
    "kcat": {
        "options": "-b=host -t= -P -C -L -Q -G= -f= -o= -e -c= -K= -l=sendfile -F=read",
        "operands": "sendfile*",
        "network": True,
        "output": "network",
    },
    "rabbitmqctl": {
        "sub": {
            "list_*|status|cluster_status|environment|report|version|ping": {"operands": "text*", "read_only": True},
            "eval|rpc": {"operands": "code:erlang"},
            "*": {"operands": "text*"},
        },
    },
    "mosquitto_pub": {
        "options": "-h=host -p= -t= -m=upload_text -f=sendfile -l -s -u= -P= --cafile=read -q= -r",
        "network": True,
    },
    "mosquitto_sub": {"options": "-h=host -p= -t= -u= -P= -C= -v -q=", "network": True, "output": "network"},
    "ldapsearch": {
        "options": "-H=url -h=host -p= -D= -w= -W -b= -s= -x -y=read -LLL -Z",
        "operands": "text*",
        "network": True,
        "read_only": True,
    },
    "ldapmodify": {
        "options": "-H=url -h=host -p= -D= -w= -W -x -y=read -f=read -a -c",
        "network": True,
        "danger": True,
    },
    "ldapdelete": "ldapmodify",
}
