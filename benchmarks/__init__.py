"""What Tooli costs, measured beside its peers: `python benchmarks/run.py` prints the tables."""
