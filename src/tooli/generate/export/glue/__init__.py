"""What joins commands to a framework: code that runs here and is copied into exports.

Each module is imported for live tools, where its framework is installed, and read as
text by `export`. In the text, `PROGRAM`, `CALLER` and `app` are the exported app's,
only functions and classes are copied, and what nothing needs is left out.
"""
