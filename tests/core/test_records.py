"""The records hold what the schema promises."""

import pytest

from policyhooks.core import records, schema


@pytest.mark.parametrize("name", schema.RECORDS)
def test_every_declared_field_has_a_zero_value(name: str) -> None:
    value = getattr(records, name)()
    for field in schema.RECORDS[name]:
        assert hasattr(value, "from_" if field == "from" else field) or field == "time"
