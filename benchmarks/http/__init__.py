"""HTTP servers beside each other."""
