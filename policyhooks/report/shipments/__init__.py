"""What is shown of journals that are shipped."""
