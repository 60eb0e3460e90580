"""R: calls with an effect, calls whose value is known, calls that only show text."""

SYNTAX = {
    "lines": True,
    "line": ("#",),
    "hash_anywhere": True,
    "block": (),
    "quotes": {"'": "escape", '"': "escape", "`": "escape"},
    "name_chars": "_.",
    "raw": True,
    "concat": "",
    "member": "$ @",
    "keys": ("=",),
}
NAMERS = ("get", "match.fun", "getFunction")
ESCAPING = ("system", "system2", "shell", "unlink", "file.remove")
CONNECTING = ("httr", "curl", "RCurl", "httr2")

EFFECTS = {
    "text@0/command": "system shell shell.exec base.system pipe",
    "prog@0/command,1/args": "system2 base.system2 processx.run processx.process.new",
    "delete@0/x": "unlink base.unlink fs.file_delete fs.dir_delete",
    "delete@*": "file.remove base.file.remove",
    "urlpath@0/file": (
        "readLines read.csv read.table read.delim readRDS scan load readr.read_csv read_csv fread "
        "data.table.fread read.dcf jsonlite.fromJSON fromJSON file.exists file.info list.files readChar readBin "
        "readr.read_file"
    ),
    "urlpath@0/file;runs@0/file": "source sys.source base.source devtools.source_url",
    "write@1/con": "writeLines",
    "write@1/file": "write.csv write.table saveRDS write_csv readr.write_csv fwrite data.table.fwrite dput",
    "write@9/file": "save cat sink pdf png dump ggsave",
    "write@0/path": "dir.create file.create",
    "move@0/from,1/to": "file.rename",
    "read@0/from;write@1/to": "file.copy file.append",
    "read@0/from;link@1/to": "file.symlink file.link",
    "chmod@0": "Sys.chmod",
    "mode@0/description,1/open": "file gzfile bzfile",
    "chdir@0/dir": "setwd",
    "url@0/url;write@1/destfile": "download.file utils.download.file curl.curl_download curl_download",
    "url@0/url": (
        "url curl curl.curl httr.GET httr.POST httr.PUT GET POST RCurl.getURL getURL httr2.request httr.content"
    ),
    "host@0/host,1/port": "socketConnection make.socket",
    "eval@9/text": "parse",
    "runs@0": "eval evalq",
    "decode": (
        "base64enc.base64decode base64decode rawToChar openssl.base64_decode jsonlite.base64_dec intToUtf8 chartr"
    ),
    "named@0": "do.call",
    "opaque": "dyn.load",
}


FOLDS = {
    "join": "file.path",
    "first": "path.expand normalizePath shQuote as.character basename_ url sort",
    "concat": "paste0",
    "list": "c list",
    "cwd": "getwd",
    "tempname": "tempfile tempdir",
    "env": "Sys.getenv",
    "glob": "Sys.glob",
    "entries": "list.files dir list.dirs",
    "parent": "dirname",
}


SHOWING = (
    "print message stop warning grepl gsub sub regmatches startsWith endsWith sprintf format nchar strsplit "
    "library require is.na identical writeLines_ cat"
)
