"""The local page: what an installation has decided, its rules, its judges, its health, and a playground."""
