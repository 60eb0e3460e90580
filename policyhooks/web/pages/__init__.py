"""One module a page: what it shows, as plain data for its template."""
