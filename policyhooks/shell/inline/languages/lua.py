"""Lua: calls with an effect, calls whose value is known, calls that only show text."""

SYNTAX = {
    "line": ("--",),
    "block": (("--[[", "]]"), ("--[=[", "]=]")),
    "quotes": {"'": "escape", '"': "escape"},
    "long": True,
    "decimal": True,
    "concat": "..",
    "member": ". :",
    "keys": ("=",),
}
IMPORTERS = ("require",)
HOLDERS = ("_G", "_ENV", "package.loaded")
ESCAPING = ("load", "loadstring")
CONNECTING = (
    "socket",
    "socket.http",
    "ssl.https",
    "http.request",
    "socket.ftp",
    "socket.smtp",
    "cqueues",
    "lcurl",
    "cURL",
)

EFFECTS = {
    "text@0": "os.execute io.popen",
    "delete@0": "os.remove lfs.rmdir",
    "move@0,1": "os.rename",
    "mode@0,1": "io.open",
    "read@0": "io.lines io.input lfs.dir lfs.attributes",
    "write@0": "io.output lfs.mkdir lfs.touch",
    "chdir@0": "lfs.chdir",
    "url@0": "socket.http.request ssl.https.request http.request https.request http.request.new_from_uri",
    "host@0,1": "socket.connect socket.tcp.connect socket.udp.setpeername socket.connect4",
    "net": "socket.tcp socket.udp",
    "eval@0": "load loadstring",
    "exec@0;opaque": "dofile loadfile package.loadlib",
    "decode": "string.char mime.unb64 string.reverse mime.decode base64.decode",
}

METHODS = {"host@0,1": "connect", "decode": "reverse"}

FOLDS = {
    "first": "tostring",
    "env": "os.getenv",
    "tempname": "os.tmpname",
    "chr": "string.char",
    "cwd": "lfs.currentdir",
    "concatlist": "table.concat",
    "reverse": "string.reverse",
    "listing": "lfs.dir",
}

METHOD_FOLDS = {"self": "lower", "reverse": "reverse"}

SHOWING = (
    "print error io.write assert string.find string.match string.gsub string.format string.sub .find .match .gsub "
    ".write table.insert require .sub .format os.exit io.stderr.write"
)
