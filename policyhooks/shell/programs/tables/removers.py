"""Programs that put files away instead of deleting them: what they take is gone from its place all the same."""

PROGRAMS = {
    "rip": {
        "options": "-d|--decompose --graveyard=write -s|--seance -u|--unbury=? -i|--inspect -f|--force",
        "operands": "delete*",
        "danger": True,
    },
    "rip2": "rip",
    "gomi": {"options": "-b|--restore -c|--config=read --debug=? -r -f -i -v", "operands": "delete*"},
    "rmtrash": {"options": "-f|--force -i -I -r|-R|--recursive -d|--dir -v|--verbose", "operands": "delete*"},
    "rmdirtrash": {"options": "-p|--parents -v|--verbose", "operands": "delete*"},
    "trash-rm": {"options": "--trash-dir=write", "operands": "text*", "danger": True},
    "recycle": {"options": "-f -q", "operands": "delete*"},
    "remove_directory": {"operands": "delete*"},  # of cmake -E
    "empty-trash": {"operands": "text*", "danger": True},
}
