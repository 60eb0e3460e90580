"""Perl: calls with an effect, calls whose value is known, calls that only show text."""

SYNTAX = {
    "line": ("#",),
    "block": (),
    "quotes": {"'": "plain", '"': "inter", "`": "command"},
    "inter": "$",
    "sigils": "$@%&",
    "regex": "plain",
    "concat": ".",
    "member": "->",
    "keys": ("=>",),
    "quotelike": "perl",
    "words": True,
    "here": "<<",
    "backtick": "qx",
}
ENVIRONMENTS = ("$ENV", "%ENV")
ARGUMENTS = ("$ARGV", "@ARGV")
FIRST_ARGUMENT = 0
CONSTANTS = {"$FindBin.Bin": ".", "$0": "./-"}
CONNECTING = (
    "LWP::Simple", "LWP::UserAgent", "HTTP::Tiny", "IO::Socket", "IO::Socket::INET", "IO::Socket::SSL", "Net::FTP",
    "Net::SSH", "Net::SMTP", "Socket", "Mojo::UserAgent", "HTTP::Request", "Net::Telnet", "WWW::Mechanize", "LWP",
    "Furl", "Net::OpenSSH", "IO::Socket::IP",
)  # fmt: skip

EFFECTS = {
    "argv@0": "system exec CORE.system CORE.exec IPC.System.Simple.system capture capturex systemx",
    "text@0": "qx readpipe",
    "perlopen": "open CORE.open",
    "argv@2": "open3 open2 IPC.Open3.open3",
    "read@0": "stat lstat readlink slurp read_file File.Slurp.read_file glob read_text",
    "read@1": "opendir sysopen",
    "write@0": "mkdir make_path mkpath write_file append_file truncate File.Path.make_path write_text overwrite_file",
    "delete@*": (
        "unlink rmdir rmtree remove_tree File.Path.rmtree File.Path.remove_tree CORE.unlink remove rcopy_glob_rm"
    ),
    "move@0,1": "rename move mv File.Copy.move rmove",
    "read@0;write@1": "copy cp File.Copy.copy rcopy",
    "chmod@1": "chmod",
    "chmod@2": "chown",
    "read@0;link@1": "symlink link",
    "chdir@0": "chdir",
    "url@0": "getstore getprint LWP.Simple.get LWP.Simple.getstore LWP.Simple.getprint mirror",
    "web@0": "get head",
    "place": "IO.Socket.INET.new IO.Socket.SSL.new IO.Socket.IP.new IO.Socket.INET6.new",
    "host@0": "Net.FTP.new Net.SSH.new Net.SMTP.new Net.Telnet.new Net.OpenSSH.new gethostbyname inet_aton",
    "net": "socket connect LWP.UserAgent.new HTTP.Tiny.new WWW.Mechanize.new Mojo.UserAgent.new Furl.new",
    "hide": "CORE.symbolic syscall",
    "eval@0": "eval evalbytes",
    "exec@0;opaque": "do require",
    "decode": (
        "decode_base64 MIME.Base64.decode_base64 MIME.Base64.decode unpack pack decode_qp uncompress inflate hex "
        "chr Compress.Zlib.uncompress Compress.Zlib.memGunzip"
    ),
}

METHODS = {
    "web@0": "get post put head mirror request delete post_form",
    "read@self": "slurp slurp_utf8 slurp_raw lines",
    "write@self": "spew spew_utf8 spew_raw touch mkpath mkdir",
    "append@self": "append append_utf8",
    "delete@self": "remove remove_tree unlink",
}

FOLDS = {
    "first": (
        "path Path.Tiny.path abs_path realpath Cwd.abs_path canonpath HTTP.Request.new quotemeta URI.new file dir"
    ),
    "join": "catfile catdir File.Spec.catfile File.Spec.catdir File.Spec",
    "cwd": "cwd getcwd Cwd.cwd Cwd.getcwd",
    "tmp": "tmpdir File.Spec.tmpdir",
    "tempname": "tempdir tempfile File.Temp.tempdir File.Temp.tempfile File.Temp.new",
    "home": "home",
    "glob": "glob",
    "parent": "dirname",
    "chr": "chr",
    "reverse": "reverse",
    "base64": "decode_base64 MIME.Base64.decode_base64",
}

METHOD_FOLDS = {
    "joinpath": "child",
    "self": "stringify realpath absolute",
    "below": "children",
}

SHOWING = (
    "print say printf die warn index substr split join push use croak carp confess sprintf length lc uc exists "
    "delete require no binmode close keys values grep map sort"
)
