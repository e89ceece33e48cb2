"""The app as an HTTP API: an ASGI app made of a `Runtime`, and the server for it.

A request becomes a `Call` (`requests`), its outcome an answer (`answers`, `streams`). The ASGI app needs
nothing but the standard library; serving it needs uvicorn, and `/mcp` the MCP SDK.
"""
