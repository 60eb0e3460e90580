"""Which names say that what they are given is a secret, and which only sound so. It knows no values.

Names are compared in lower case without separators: `DB_PASSWORD`, `db-password` and `dbPassword` are one.
"""

from __future__ import annotations

# What every secret name holds in lower case.
NAME_PARTS = ("pass", "pwd", "secret", "token", "key", "cred", "auth")
# Names whose assigned value is a secret.
SECRET_NAMES = (
    "password", "passwd", "pwd", "secret", "token", "apikey", "accesskey", "privatekey", "credential", "authkey",
    "passphrase", "secrets", "secretkey", "encryptionkey", "signingkey", "masterkey", "accountkey", "dbpass",
    "userpass", "mysqlpass", "smtppass", "pgpass", "storepass", "keypass", "secretkeybase", "passcode", "authpass",
    "accesskeysecret", "credentials",
)  # fmt: skip
# Of these names only what looks chosen by chance is one: most keys are of maps, tables and keyboards.
WEAK_ENDS = ("key", "auth")
# What is given to these is shown to everybody, or a place in a list: pages, requests, forms.
OPEN_PARTS = (
    "public", "csrf", "xsrf", "authenticity", "next", "page", "continuation", "endcursor", "sync", "changetoken",
    "requesttoken", "purchasetoken", "actiontoken", "idempoten", "paginat", "granttoken", "resumetoken", "starttoken",
    "verificationtoken", "primarykey", "foreignkey", "cachekey", "sortkey", "partitionkey", "objectkey", "storagekey",
    "rowkey", "hashkey", "mapkey", "indexkey", "routingkey", "translationkey", "filekey", "s3key", "fieldkey",
    "sitekey", "monkey", "hotkey", "keyring", "identitytoken", "uploadtoken", "groupkey", "datakey", "itemkey",
    "publishable", "knownhost", "hostkey", "apikeyid", "tokenid", "secretid", "keyid", "secretname", "pubkey",
)  # fmt: skip
# Names of values that are long and mixed, and known to whoever may see the text: none of them is a secret.
OPEN_ENDS = (
    "id", "ids", "sha", "sha1", "sha256", "sha384", "sha512", "md5", "hash", "digest", "checksum", "integrity", "etag",
    "marker", "signature", "nonce", "version", "commit", "revision", "rev", "ref", "arn", "fingerprint",
    "uuid", "guid", "crc", "thumbprint", "kid", "jti", "src", "href", "url", "path", "file", "filename", "name",
    "image", "certificate", "cert", "crt", "pem", "sitekey", "hostname", "host", "salt", "iv", "tag", "class",
    "boundary", "etagmarker", "dsn", "blob", "data", "body", "content", "text",
)  # fmt: skip


def short_of(name: str) -> str:
    """A name in lower case, without what separates its words and without a number behind it."""
    return name.lower().replace("_", "").replace("-", "").replace(".", "").rstrip("0123456789")


def says_secret(name: str) -> bool:
    """Whether what is given to a name of this spelling is a secret."""
    short = short_of(name)
    return short.endswith(SECRET_NAMES) or short.startswith(SECRET_NAMES[:3]) or short == "pass"


def is_weak(name: str) -> bool:
    """Whether a name may say secret: what it is given decides."""
    return short_of(name).endswith(WEAK_ENDS)


def is_open(name: str) -> bool:
    """Whether a name that sounds secret is one of those that are not."""
    short = short_of(name)
    return any(part in short for part in OPEN_PARTS)


def says_open(name: str) -> bool:
    """Whether a long mixed word of this name is no secret."""
    short = name.lower().replace("_", "").replace("-", "").rpartition(".")[2]
    return short.endswith(OPEN_ENDS) or any(part in short for part in OPEN_PARTS)
