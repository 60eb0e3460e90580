"""What calls do: commands, paths, hosts."""
