"""What is shown of a fleet whose journals are collected."""
