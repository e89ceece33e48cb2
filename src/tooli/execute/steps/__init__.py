"""The steps of the pipeline, one concept a file; the app puts them in order."""
