"""Tools used by the runtime of GitHub Copilot, whose model is a server here that follows a script."""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from copilot import CopilotClient, RuntimeConnection
from copilot.rpc import PermissionDecisionApproveOnce, PermissionDecisionReject

RUNTIME = Path(sys.prefix) / "node_modules" / ".bin" / "copilot"


SEEN = {"call": ("", {}), "told": [], "offered": set()}


class Model(BaseHTTPRequestHandler):
    """Calls one tool, then answers."""

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        for tool in request.get("tools", ()):
            SEEN["offered"].add(tool["function"]["name"])
        answers = [one["content"] for one in request["messages"] if one["role"] == "tool"]
        if answers:
            SEEN["told"] = answers
            delta, reason = {"role": "assistant", "content": "done"}, "stop"
        else:
            name, arguments = SEEN["call"]
            function = {"name": name, "arguments": json.dumps(arguments)}
            calls = [{"index": 0, "id": "c1", "type": "function", "function": function}]
            delta, reason = {"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls"
        self.answer(request, delta, reason)

    def answer(self, request, delta, reason):
        head = {"id": "r1", "object": "chat.completion.chunk", "created": 1, "model": request["model"]}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        chunks = [
            {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
            {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
            {**head, "choices": [], "usage": usage},
        ]
        self.send_response(200)
        if request.get("stream"):
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
            self.wfile.write("".join([*lines, "data: [DONE]\n\n"]).encode())
        else:
            self.send_header("content-type", "application/json")
            self.end_headers()
            choice = {"index": 0, "message": delta, "finish_reason": reason}
            whole = {**head, "object": "chat.completion", "choices": [choice], "usage": usage}
            self.wfile.write(json.dumps(whole).encode())

    def log_message(self, *args):
        pass


SERVER = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=SERVER.serve_forever, daemon=True).start()
ADDRESS = f"http://127.0.0.1:{SERVER.server_port}/v1"
CLIENTS = []


async def client():
    """Return the client of a runtime that goes nowhere but here."""
    if not CLIENTS:
        path = f"{Path(sys.prefix) / 'bin'}{os.pathsep}{os.environ['PATH']}"
        model = {"COPILOT_PROVIDER_BASE_URL": ADDRESS, "COPILOT_MODEL": "gpt-5"}
        offline = {**os.environ, "PATH": path, "COPILOT_OFFLINE": "true", **model}
        connection = RuntimeConnection.for_stdio(path=str(RUNTIME))
        CLIENTS.append(CopilotClient(connection=connection, env=offline, use_logged_in_user=False))
        await CLIENTS[0].start()
    return CLIENTS[0]


def schemas(tools):
    return {tool.name: tool.parameters for tool in tools}


async def use(tools, name, arguments, agrees=None):
    asked = []

    def person(request, invocation):
        asked.append(request.tool_name)
        return PermissionDecisionApproveOnce() if agrees else PermissionDecisionReject(feedback="no")

    SEEN.update(call=(name, arguments), told=[])
    session = await (await client()).create_session(
        tools=tools,
        available_tools=[tool.name for tool in tools],
        model="gpt-5",
        provider={"type": "openai", "base_url": ADDRESS, "api_key": "x"},
        on_permission_request=person,
    )
    events = []
    session.on(events.append)
    answer = await session.send_and_wait("go")
    assert answer.data.content == "done"
    await session.disconnect()
    (told,) = SEEN["told"]
    assert name in SEEN["offered"]
    (ended,) = [event for event in events if event.type.value == "tool.execution_complete"]
    if not ended.data.success:
        return {"error": told, "asked": asked}
    return {"result": json.loads(told), "asked": asked}
