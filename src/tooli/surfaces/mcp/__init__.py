"""An app as a server of the Model Context Protocol, in both of its eras, on the official SDK.

    stdio, web          bytes in, bytes out
      └─ server         the SDK's server; each method has one handler in a table
           └─ tools, calls, resources, prompts, completions
                        handlers: (service, exchange, params) → result, without any transport or SDK type

`Service` is what one server knows; `Exchange` is one request, and the way back to whoever made it.
"""
