"""What places on a disk are, as data: by folder, by file name, by ending, by pair of neighbours. From data/tags.yaml.

An image holds these tables as they are here; nothing is looked up when a path is read.
"""

from __future__ import annotations

from policyhooks.shell.tables import find_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Places = Mapping[str, Sequence[str]]

FOLDERS: Places = find_value("tags/folders")  # a path with this component (the folder itself or anything in it)
NAMES: Places = find_value("tags/names")  # a path whose last component is this
PAIRS: Places = find_value("tags/pairs")  # two neighbouring components, anywhere in the path
ENDINGS: Places = find_value("tags/endings")  # how the last component ends
ROOTS: Places = find_value("tags/roots")  # the first component
PLAIN_DEVICES: Sequence[str] = find_value("tags/plain_devices")  # devices that are no devices to worry about
ENV_SAMPLES: tuple[str, ...] = find_value("tags/env_samples")
# Words in the name of a .pem file that holds a certificate, which everybody may see.
PUBLIC_PEM: tuple[str, ...] = find_value("tags/public_pem")
