"""PHP: calls with an effect, calls whose value is known, calls that only show text."""

SYNTAX = {
    "line": ("//", "#"),
    "hash_anywhere": True,
    "block": (("/*", "*/"),),
    "quotes": {"'": "plain", '"': "inter", "`": "command"},
    "inter": "$",
    "sigils": "$",
    "name_chars": "_\\",
    "concat": ".",
    "member": "-> ?->",
    "keys": ("=>", ":"),
    "quotelike": "php",
    "words": True,
    "here": "<<<",
    "backtick": "shell_exec",
    "islands": True,
}
CALLS_TEXT = True
ENVIRONMENTS = ("$_ENV", "$_SERVER")
ARGUMENTS = ("$argv",)
CONSTANTS = {"__DIR__": ".", "__FILE__": "./-", "DIRECTORY_SEPARATOR": "/", "PHP_BINARY": "php"}
CONNECTING = ()

EFFECTS = {
    "text@0": "system exec shell_exec passthru popen \\system \\exec \\shell_exec \\passthru",
    "words@0": "proc_open",
    "prog@0,1": "pcntl_exec",
    "urlpath@0": (
        "file_get_contents file readfile simplexml_load_file parse_ini_file highlight_file show_source md5_file "
        "sha1_file file_exists is_file is_dir is_readable stat filesize fileperms opendir scandir glob hash_file"
    ),
    "mode@0,1": "fopen gzopen SplFileObject",
    "write@0": "file_put_contents mkdir touch tempnam ftruncate",
    "delete@0": "unlink rmdir",
    "move@0,1": "rename move_uploaded_file",
    "read@0;write@1": "copy",
    "chmod@0": "chmod chown chgrp lchown",
    "read@0;link@1": "symlink link",
    "chdir@0": "chdir",
    "url@0": "curl_init get_headers get_meta_tags SoapClient",
    "curl@2": "curl_setopt",
    "host@0,1": (
        "fsockopen pfsockopen stream_socket_client ftp_connect ftp_ssl_connect ssh2_connect gethostbyname mail "
        "imap_open dns_get_record mysqli_connect"
    ),
    "host@1,2": "socket_connect",
    "fetch": "curl_exec curl_multi_exec",
    "eval@0": "eval",
    "evaltext@0": "assert",
    "eval@1": "create_function",
    "urlpath@0;exec@0": "include include_once require require_once",
    "named@0": "call_user_func call_user_func_array array_map usort array_filter register_shutdown_function",
    "unpickle@0;decode": "unserialize",
    "decode": (
        "base64_decode gzinflate gzuncompress gzdecode str_rot13 hex2bin strrev chr pack convert_uudecode "
        "quoted_printable_decode openssl_decrypt"
    ),
    "opaque": "dl ReflectionFunction FFI.cdef FFI.load",
}

METHODS = {"url@1": "request", "web@0": "get post put"}

FOLDS = {
    "first": "realpath escapeshellarg trim escapeshellcmd strval strtolower urlencode rtrim",
    "cwd": "getcwd",
    "tmp": "sys_get_temp_dir",
    "tempname": "tempnam tmpfile",
    "env": "getenv",
    "glob": "glob",
    "listing": "scandir",
    "parent": "dirname",
    "chr": "chr",
    "list": "array",
    "hex": "hex2bin",
    "base64": "base64_decode",
    "rot13": "str_rot13",
    "reverse": "strrev",
    "implode": "implode join",
}


SHOWING = (
    "echo print printf print_r var_dump var_export sprintf str_replace strpos str_contains str_starts_with "
    "str_ends_with preg_match preg_replace preg_split preg_match_all explode die exit error_log define trim "
    "strlen substr json_encode in_array strcmp stripos str_ireplace header ini_set array_key_exists fwrite fputs"
)
