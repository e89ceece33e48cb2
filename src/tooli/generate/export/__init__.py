"""Commands exported: as tools of agent frameworks, as typed Python, as stubs, as definitions.

A framework is added in two places:

1. `glue/<name>.py`, a module that imports the framework and defines `tool(schema, *, name=None, …)`: a
   decorator that makes the framework's tool of a function. The function takes keyword arguments as JSON data
   and returns JSON data, or raises `CommandError`, whose text is for the model: say it the way the framework
   wants errors said. `check_arguments` and `describe` of `glue/failure.py` help. The module is imported for
   `app.tools(name)`, and its definitions are copied into exports: it imports the standard library, the
   framework, `glue.failure` and `glue.arguments` only, and is laid out 88 columns wide.
2. A row in `frameworks.FRAMEWORKS`: what people call it, the glue's name, the caller it is to the app,
   whether its tools are coroutines (`asynchronous`), names its params cannot have (`reserved`), and a
   function that gives further keywords of `tool` for a command (`settings`, such as `needs_approval`); `end`
   replaces the list `TOOLS` at the end of the module. The name also goes into `Target` of
   `builtins/export.py`.

Everything else (signatures, docstrings, schemas, running the command as a process or in the app, imports) is
the same for all and stands in `framework.py`, `signature.py` and `module.py`.
"""
