"""Policies and events that a person tries on the page, in a process that can reach nothing."""
