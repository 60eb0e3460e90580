"""Whether an allow rule is narrow: events are made from its own words, with something in them that nobody means."""
