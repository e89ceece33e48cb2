"""Configuration files: read, checked, put in order. Imported only when a file says something."""
