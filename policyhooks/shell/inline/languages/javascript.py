"""JavaScript under Node, Deno and Bun: calls with an effect, calls whose value is known, calls that only show text."""

SYNTAX = {
    "line": ("//", "#!"),
    "block": (("/*", "*/"),),
    "quotes": {"'": "escape", '"': "escape", "`": "inter"},
    "inter": "${",
    "dollar": True,
    "name_chars": "_$",
    "regex": "classes",
    "concat": "+",
    "member": ". ?.",
    "keys": (":",),
}
IMPORTERS = ("require", "import", "createRequire()")
GETTERS = ("Reflect.get",)
HOLDERS = ("globalThis", "global", "window", "self", "process.mainModule", "module", "this")
SEQUENCES = True
ESCAPING = ("eval",)
LOOSE = {"child_process": {"text@0": "exec", "prog@0,1": "spawn execFile"}}
ENVIRONMENTS = ("process.env", "Bun.env")
CONSTANTS = {
    "__dirname": ".", "__filename": "./-", "import.meta.dirname": ".", "process.execPath": "node", "path.sep": "/",
}  # fmt: skip
CONNECTING = (
    "http", "https", "net", "tls", "dgram", "http2", "axios", "got", "node-fetch", "undici", "ws", "request",
    "superagent", "node:http", "node:https", "node:net", "node:tls", "node:dgram", "node:http2", "ssh2", "ky", "needle",
)  # fmt: skip

EFFECTS = {
    "text@0": (
        "child_process.exec Bun.$ $ shelljs.exec execaCommand execa.execaCommand execa.command zx.$ bun.$ execa.$"
    ),
    "prog@0,1": (
        "child_process.spawn child_process.execFile execa execa.execa execa.sync cross-spawn cross-spawn.sync"
    ),
    "exec@0": "child_process.fork worker_threads.Worker Worker",
    "words@0": "Bun.spawn Deno.run bun.spawn",
    "prog@0,9": "Deno.Command",
    "read@0": (
        "fs.readFile fs.readdir fs.stat fs.lstat fs.exists fs.access fs.readlink fs.realpath fs.createReadStream "
        "fs.opendir fs.watch fs.watchFile fs-extra.readJson fs-extra.readFile fs-extra.pathExists "
        "Deno.readTextFile Deno.readFile Deno.readDir Deno.stat Deno.lstat Bun.file glob.glob"
    ),
    "write@0": (
        "fs.writeFile fs.createWriteStream fs.mkdir fs.truncate fs.mkdtemp fs.utimes fs-extra.outputFile "
        "fs-extra.ensureDir fs-extra.writeJson fs-extra.outputJson fs-extra.ensureFile fs-extra.mkdirp "
        "fs-extra.writeFile Deno.writeTextFile Deno.writeFile Deno.mkdir Deno.create Deno.truncate Bun.write"
    ),
    "append@0": "fs.appendFile fs-extra.appendFile",
    "delete@0": (
        "fs.rm fs.unlink fs.rmdir fs-extra.remove fs-extra.emptyDir fs-extra.rm fs-extra.unlink rimraf "
        "rimraf.sync rimraf.rimraf del del.sync del.deleteAsync trash Deno.remove shelljs.rm"
    ),
    "move@0,1": "fs.rename fs-extra.move fs-extra.rename Deno.rename",
    "read@0;write@1": "fs.copyFile fs.cp fs-extra.copy Deno.copyFile",
    "chmod@0": "fs.chmod fs.chown fs.lchown fs.lchmod Deno.chmod Deno.chown",
    "read@0;link@1": "fs.symlink fs.link Deno.symlink Deno.link",
    "mode@0,1": "fs.open",
    "read@0;write@0": "Deno.open",
    "chdir@0": "process.chdir Deno.chdir",
    "url@0": (
        "fetch globalThis.fetch window.fetch http.get https.get http.request https.request axios axios.get "
        "axios.post axios.put axios.delete axios.patch axios.head axios.request axios.default axios.default.get "
        "got got.get got.post got.put got.stream node-fetch node-fetch.default undici.request undici.fetch "
        "undici.stream WebSocket ws ws.WebSocket EventSource superagent.get superagent.post needle needle.get "
        "request request.get request.post http2.connect ky ky.get ky.post navigator.sendBeacon"
    ),
    "host@1,0": "net.connect net.createConnection tls.connect net.Socket.connect",
    "place@0": "Deno.connect Deno.connectTls Bun.connect",
    "net": "dgram.createSocket XMLHttpRequest",
    "eval@0": (
        "eval globalThis.eval vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script global.eval "
        "window.eval vm.compileFunction"
    ),
    "eval@0;opaque": "Function Function.constructor globalThis.Function vm.SourceTextModule module._compile",
    "decode": (
        "atob unescape String.fromCharCode String.fromCodePoint zlib.inflate zlib.gunzip zlib.unzip "
        "zlib.brotliDecompress Buffer.from decodeURIComponent"
    ),
    "hide": "process.dlopen process.binding constructor._load process._linkedBinding",
}

METHODS = {
    "text@0": "execSync doShellScript",
    "prog@0,1": "execFileSync spawnSync",
    "read@0": "readFileSync readdirSync createReadStream readTextFileSync",
    "write@0": "writeFileSync mkdirSync createWriteStream outputFileSync writeTextFileSync",
    "append@0": "appendFileSync",
    "delete@0": "rmSync unlinkSync rmdirSync removeSync emptyDirSync rimraf deleteSync",
    "move@0,1": "renameSync moveSync",
    "read@0;write@1": "copyFileSync cpSync copySync",
    "chmod@0": "chmodSync chownSync",
    "read@0;link@1": "symlinkSync linkSync",
    "eval@0": "runInThisContext runInNewContext _compile",
    "eval@0;hide": "constructor",
}

FOLDS = {
    "join": "path.join path.resolve path.posix.join",
    "first": "path.normalize String url.fileURLToPath URL url.URL Request decodeURI path.toNamespacedPath Array.from",
    "home": "os.homedir",
    "cwd": "process.cwd Deno.cwd",
    "tmp": "os.tmpdir",
    "tempname": "fs.mkdtempSync Deno.makeTempDir Deno.makeTempDirSync Deno.makeTempFile",
    "env": "Deno.env.get process.env.get",
    "listing": "fs.readdirSync fs.readdir Deno.readDirSync Deno.readDir",
    "glob": "glob.sync glob.globSync fs.globSync",
    "parent": "path.dirname",
    "chr": "String.fromCharCode String.fromCodePoint",
    "base64": "atob",
    "coded": "Buffer.from",
}

METHOD_FOLDS = {
    "self": "toString trim toLowerCase valueOf",
    "concat": "concat",
    "joinlist": "join",
    "split": "split",
    "replaced": "replaceAll",
}

SHOWING = (
    "console.log console.error console.warn console.info console.debug .startsWith .endsWith .includes .replace "
    ".replaceAll .split .indexOf .match .test .search .join .push .write .end .concat Error TypeError "
    "JSON.stringify .trim .slice .lastIndexOf process.stdout.write process.stderr.write RegExp require import "
    "process.exit assert .equal .on .once .toString .get .has .set .add .matchAll .exec parseInt .append .header "
    ".setHeader"
)
