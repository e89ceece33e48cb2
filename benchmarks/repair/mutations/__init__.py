"""Ways to get a valid call wrong, one file for each part of a call."""
