"""Where calls come from: each surface parses its input, runs the pipeline and renders the outcome."""
