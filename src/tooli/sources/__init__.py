"""Where commands come from: files of functions, modules, and whatever else can be called."""
