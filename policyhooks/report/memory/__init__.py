"""What is shown of memory."""
