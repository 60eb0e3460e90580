"""Python: calls with an effect, calls whose value is known, calls that only show text."""

PATH_TYPE = "pathlib.Path()"
IMPORTERS = ("__import__", "importlib.import_module")
HOLDERS = (
    "__dict__",
    "sys.modules",
    "globals()",
    "locals()",
    "__builtins__",
    "__builtins__.__dict__",
    "builtins.__dict__",
)
MIRRORS = ("vars", "importlib.reload")
ESCAPING = ("eval", "exec")
GETTERS = ("getattr", "builtins.getattr")
ENVIRONMENTS = ("os.environ",)
ARGUMENTS = ("sys.argv",)
CONSTANTS = {"__file__": "./-", "os.sep": "/", "os.devnull": "/dev/null", "os.curdir": ".", "sys.executable": "python3"}
CONNECTING = (
    "socket", "requests", "httpx", "aiohttp", "urllib.request", "http.client", "ftplib", "smtplib", "paramiko", "boto3",
    "urllib3", "websocket", "websockets", "telnetlib", "imaplib", "poplib", "xmlrpc.client", "fabric", "pycurl",
    "asyncssh", "nntplib", "botocore", "grpc",
)  # fmt: skip

EFFECTS = {
    "text@0/cmd|command": (
        "os.system os.popen os.popen2 os.popen3 subprocess.getoutput subprocess.getstatusoutput posix.system "
        "nt.system asyncio.create_subprocess_shell asyncio.subprocess.create_subprocess_shell commands.getoutput "
        "commands.getstatusoutput pexpect.run pexpect.spawn pexpect.spawnu popen2.popen2 invoke.run os.startfile "
        "platform.popen IPython.get_ipython.system get_ipython.system"
    ),
    "words@0/args|cmd": (
        "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen pty.spawn "
        "_posixsubprocess.fork_exec"
    ),
    "execl@0": "os.execl os.execlp os.execle os.execlpe posix.execl",
    "execv@0": "os.execv os.execvp os.execve os.execvpe os.posix_spawn os.posix_spawnp posix.execv posix.posix_spawn",
    "execl@1": "os.spawnl os.spawnlp os.spawnle os.spawnlpe",
    "execv@1": "os.spawnv os.spawnvp os.spawnve os.spawnvpe",
    "argv@0": "asyncio.create_subprocess_exec asyncio.subprocess.create_subprocess_exec trio.run_process sh.Command",
    "mode@0/file|filename|name,1/mode": (
        "open io.open io.FileIO codecs.open gzip.open bz2.open lzma.open tarfile.open zipfile.ZipFile "
        "builtins.open gzip.GzipFile shelve.open dbm.open wave.open aiofiles.open tarfile.TarFile"
    ),
    "read@0/path|file;write@0/path|file": "os.open posix.open sqlite3.connect mmap.open",
    "delete@0/path": (
        "os.remove os.unlink os.rmdir os.removedirs posix.remove posix.unlink posix.rmdir shutil.rmtree "
        "send2trash.send2trash distutils.dir_util.remove_tree setuptools.distutils.dir_util.remove_tree"
    ),
    "move@0/src,1/dst": "os.rename os.replace os.renames shutil.move",
    "read@0/src;write@1/dst": (
        "shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.copymode shutil.copystat "
        "distutils.file_util.copy_file"
    ),
    "write@0/path|name": "os.mkdir os.makedirs os.truncate os.mkfifo os.mknod os.utime",
    "chmod@0/path": "os.chmod os.chown os.lchown os.lchmod shutil.chown",
    "read@0/src;link@1/dst": "os.symlink os.link",
    "read@0/path": (
        "os.listdir os.scandir os.walk os.stat os.readlink os.access os.path.exists os.path.isfile os.path.isdir "
        "os.path.getsize os.path.getmtime glob.glob glob.iglob linecache.getlines dotenv.load_dotenv "
        "dotenv.dotenv_values configparser.ConfigParser.read fileinput.input"
    ),
    "chdir@0/path": "os.chdir contextlib.chdir os.chroot",
    "write@0;read@2": "shutil.make_archive",
    "read@0;write@1": "shutil.unpack_archive",
    "append@0/filename": "logging.FileHandler logging.handlers.RotatingFileHandler",
    "exec@0;opaque": "runpy.run_path execfile imp.load_source importlib.machinery.SourceFileLoader ctypes.CDLL",
    "hide": "operator.methodcaller code.interact code.InteractiveConsole",
    "opaque": "runpy.run_module importlib.reload types.FunctionType types.CodeType",
    "urlpath@0": (
        "pandas.read_csv pandas.read_json pandas.read_excel pandas.read_parquet pandas.read_table "
        "pandas.read_html pandas.read_xml numpy.load numpy.loadtxt numpy.genfromtxt polars.read_csv "
        "polars.read_parquet torch.load joblib.load PIL.Image.open"
    ),
    "write@0": "numpy.save numpy.savetxt numpy.savez torch.save matplotlib.pyplot.savefig",
    "write@1": "joblib.dump",
    "url@0/url": (
        "urllib.request.urlopen urllib.request.Request urllib2.urlopen urllib.urlopen requests.get requests.post "
        "requests.put requests.delete requests.patch requests.head requests.options requests.Session.get "
        "requests.Session.post requests.Session.put requests.Session.delete requests.Session.patch "
        "requests.session.get requests.session.post httpx.get httpx.post httpx.put httpx.delete httpx.patch "
        "httpx.head httpx.Client.get httpx.Client.post httpx.AsyncClient.get httpx.AsyncClient.post httpx.options "
        "websocket.create_connection websockets.connect websockets.sync.client.connect xmlrpc.client.ServerProxy "
        "urllib.request.URLopener.open urllib.request.build_opener.open aiohttp.ClientSession.get "
        "aiohttp.ClientSession.post wget.download webbrowser.open feedparser.parse"
    ),
    "url@1/url": (
        "requests.request httpx.request httpx.stream requests.Session.request urllib3.PoolManager.request "
        "urllib3.request aiohttp.ClientSession.request aiohttp.request httpx.Client.request"
    ),
    "url@0/url;write@1/filename": "urllib.request.urlretrieve urllib.urlretrieve",
    "host@0/host,1/port": (
        "http.client.HTTPConnection http.client.HTTPSConnection ftplib.FTP ftplib.FTP_TLS smtplib.SMTP "
        "smtplib.SMTP_SSL imaplib.IMAP4 imaplib.IMAP4_SSL poplib.POP3 smtplib.SMTP.connect ftplib.FTP.connect "
        "poplib.POP3_SSL telnetlib.Telnet nntplib.NNTP asyncio.open_connection redis.Redis redis.StrictRedis "
        "pysftp.Connection socket.gethostbyname socket.getaddrinfo ssl.get_server_certificate asyncssh.connect"
    ),
    "host@0/hostname,1/port": "paramiko.SSHClient.connect",
    "address@0/address": "socket.create_connection socket.socket.connect socket.socket.connect_ex paramiko.Transport",
    "address@1": "socket.socket.sendto",
    "place@/host": (
        "psycopg2.connect psycopg.connect pymysql.connect mysql.connector.connect MySQLdb.connect asyncpg.connect "
        "pymongo.MongoClient cx_Oracle.connect"
    ),
    "net": "boto3.client boto3.resource socket.fromfd paramiko.SSHClient",
    "eval@0/source": "exec eval builtins.exec builtins.eval",
    "evaltext@0/source|stmt": "compile builtins.compile timeit.timeit timeit.repeat",
    "unpickle@0;decode": (
        "marshal.loads pickle.loads cPickle.loads dill.loads cloudpickle.loads marshal.load pickle.load"
    ),
    "decode": (
        "base64.b64decode base64.b32decode base64.b16decode base64.b85decode base64.a85decode "
        "base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes base64.decodestring bytes.fromhex "
        "bytearray.fromhex binascii.unhexlify binascii.a2b_hex binascii.a2b_base64 codecs.decode zlib.decompress "
        "gzip.decompress bz2.decompress lzma.decompress chr bytes bytearray zlib.decompressobj"
    ),
    # Methods of text and of lists that share a name with an operation on files.
    "none": (
        "platform.system platform.platform sys.stdout.write sys.stderr.write sys.stdin.read list.remove "
        "object.replace object.remove object.unlink re.compile re.match object.open urllib.request.install_opener "
        "dict.get"
    ),
}

METHODS = {
    "text@0": "system popen getoutput",
    "hide": "__subclasses__ __getattribute__",
    "read@self": "read_text read_bytes",
    "write@self": "write_text write_bytes touch mkdir",
    "delete@self": "unlink rmdir rmtree",
    "one@self,0": "rename replace",
    "read@0;link@self": "symlink_to hardlink_to",
    "pathopen@self,0/mode": "open",
    "chmod@self": "chmod lchmod",
    "write@0": "extractall to_csv to_json to_excel to_parquet to_pickle savefig",
    "address@0": "connect connect_ex",
    "address@1": "sendto",
    "url@0/url": "urlopen urlretrieve",
}

FOLDS = {
    "join": (
        "os.path.join posixpath.join pathlib.Path pathlib.PurePath pathlib.PosixPath pathlib.Path.joinpath path.Path"
    ),
    "first": (
        "os.path.expanduser os.path.abspath os.path.realpath os.path.normpath os.fspath str bytes "
        "os.path.expandvars urllib.request.Request os.fsencode os.fsdecode repr list tuple sorted set iter "
        "reversed urllib.parse.quote shlex.quote textwrap.dedent bytearray os.scandir.path"
    ),
    "words": "shlex.split",
    "home": "pathlib.Path.home Path.home",
    "cwd": "os.getcwd pathlib.Path.cwd Path.cwd os.getcwdb",
    "tmp": "tempfile.gettempdir",
    "tempname": (
        "tempfile.mkdtemp tempfile.mktemp tempfile.mkstemp tempfile.TemporaryDirectory tempfile.NamedTemporaryFile"
    ),
    "env": "os.getenv os.environ.get os.environ.setdefault posix.getenv",
    "glob": "glob.glob glob.iglob",
    "listing": "os.listdir",
    "entries": "os.scandir",
    "tree": "os.walk os.fwalk",
    "parent": "os.path.dirname",
    "chr": "chr",
    "hex": "bytes.fromhex bytearray.fromhex binascii.unhexlify binascii.a2b_hex",
    "base64": (
        "base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes binascii.a2b_base64"
    ),
}

METHOD_FOLDS = {
    "self": (
        "decode encode strip expanduser resolve absolute as_posix format_map __str__ __fspath__ lower rstrip "
        "lstrip as_uri tolist copy"
    ),
    "joinpath": "joinpath with_name",
    "below": "glob rglob iterdir",
    "separated": "join",
    "replaced": "replace",
    "split": "split",
}

SHOWING = (
    "print .startswith .endswith .replace .split .rsplit .find .rfind .index .count .strip .lstrip .rstrip "
    ".removeprefix .removesuffix .partition .rpartition .join .write .writelines .format .append .get .setdefault "
    ".add re.sub re.search re.match re.findall re.compile re.split re.fullmatch re.escape len ValueError "
    "RuntimeError Exception SystemExit AssertionError KeyError TypeError logging.info logging.warning "
    "logging.error logging.debug .info .warning .error .debug .critical sys.exit exit quit input pprint.pprint "
    "repr json.dumps .add_argument isinstance int float .decode .encode .insert .pop .remove .extend .strftime "
    ".strptime getattr hasattr setattr __import__ importlib.import_module .fullmatch .sub .search .match .findall "
    ".upper .lower .assertEqual .assertIn .log argparse.ArgumentParser urllib.parse.urlparse "
    "urllib.parse.urlsplit urlparse"
)
