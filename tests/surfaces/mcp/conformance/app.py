"""The app that the public conformance suite of MCP asks for, declared with nothing but the public API.

The names, texts and fields are the suite's.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from tooli import AgentContext, Audio, File, Image, Option, ToolError, Tooli
from tooli.errors import HumanNeededError
from tooli.message import Message

app = Tooli("conformance", "Everything the conformance suite asks for", "1.0.0")

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
)
WAV = b"RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0\x80>\0\0\x02\0\x10\0data\x02\0\0\0\0\0"


class Name(BaseModel):
    name: str


def a_field(name: str, kind: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}


# --- tools: content


@app.command
def test_simple_text() -> str:
    """Text."""
    return "This is a simple text response for testing."


@app.command
def test_image_content() -> Image:
    """An image."""
    return Image(PNG)


@app.command
def test_audio_content() -> Audio:
    """A sound."""
    return Audio(WAV)


@app.command
def test_embedded_resource() -> File:
    """A resource inside the result."""
    return File(
        b"This is an embedded resource content.", media_type="text/plain", uri="test://embedded-resource"
    )


@app.command
def test_multiple_content_types() -> list[Any]:
    """Text, an image and a resource."""
    data = File(
        b'{"test":"data","value":123}', media_type="application/json", uri="test://mixed-content-resource"
    )
    return ["Multiple content types test:", Image(PNG), data]


@app.command
def test_error_handling() -> str:
    """Fail."""
    raise ToolError("This tool intentionally returns an error for testing", code="E4001")


# --- tools: reports


@app.command
async def test_tool_with_progress(ctx: AgentContext) -> str:
    """Report progress."""
    for done in (0, 50, 100):
        ctx.progress(done, 100, f"Completed step {done} of 100")
        await asyncio.sleep(0.05)
    return "done"


@app.command
async def test_tool_with_logging(ctx: AgentContext) -> str:
    """Log."""
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        ctx.log(line)
        await asyncio.sleep(0.05)
    return "done"


@app.command
def test_logging_tool(ctx: AgentContext) -> str:
    """Log, for those who want it."""
    ctx.log("a line")
    return "done"


@app.command
def test_reconnection() -> str:
    """Answer a client that came back."""
    return "Reconnection test completed successfully."


# --- tools: questions to the caller


@app.command
def test_sampling(prompt: str, ctx: AgentContext) -> str:
    """Let the client's model answer."""
    return f"LLM response: {ctx.sample(prompt, max_tokens=100)}"


@app.command
async def test_elicitation(message: str, ctx: AgentContext) -> str:
    """Ask a person."""
    schema = {
        "type": "object",
        "properties": {
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        },
        "required": ["username", "email"],
    }
    return f"User response: {await ctx.aelicit(message, schema)}"


class Defaults(BaseModel):
    name: str = Field("John Doe", description="User name")
    age: int = Field(30, description="User age")
    score: float = Field(95.5, description="User score")
    status: Annotated[str, Field(json_schema_extra={"enum": ["active", "inactive", "pending"]})] = "active"
    verified: bool = Field(True, description="Verification status")


@app.command
async def test_elicitation_sep1034_defaults(ctx: AgentContext) -> str:
    """Ask with defaults."""
    return f"Elicitation completed: {await ctx.aelicit('Please review', Defaults)}"


TITLED = [
    {"const": "value1", "title": "First Option"},
    {"const": "value2", "title": "Second Option"},
    {"const": "value3", "title": "Third Option"},
]
PLAIN = ["option1", "option2", "option3"]
CHOICES: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": PLAIN},
        "titledSingle": {"type": "string", "oneOf": TITLED},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": PLAIN}},
        "titledMulti": {"type": "array", "items": {"anyOf": TITLED}},
    },
    "required": [],
}


@app.command
async def test_elicitation_sep1330_enums(ctx: AgentContext) -> str:
    """Ask with every kind of choice."""
    return f"Elicitation completed: {await ctx.aelicit('Please choose', CHOICES)}"


@app.command
def test_missing_capability(ctx: AgentContext) -> str:
    """Need a model, whatever the client can do."""
    return ctx.sample("Hello")


@app.command
async def test_streaming_elicitation(ctx: AgentContext) -> str:
    """Report, then ask."""
    ctx.progress(1, 2)
    answer = await ctx.aelicit("Please confirm", a_field("ok", "boolean"))
    return str(answer)


@app.command
def test_input_required_result_elicitation(ctx: AgentContext) -> str:
    """Ask for a name, from sync code."""
    answer = ctx.elicit("What is your name?", Name, key="user_name")
    return f"Hello, {answer.name if answer else 'nobody'}!"


@app.command
async def test_input_required_result_sampling(ctx: AgentContext) -> str:
    """Ask the client's model."""
    return await ctx.asample("What is the capital of France?", max_tokens=100, key="capital_question")


@app.command
async def test_input_required_result_list_roots(ctx: AgentContext) -> list[str]:
    """Ask for the client's folders."""
    return await ctx.aroots(key="client_roots")


@app.command
async def test_input_required_result_request_state(ctx: AgentContext) -> str:
    """Ask, and go on where it was."""
    await ctx.aelicit("Please confirm", a_field("ok", "boolean"), key="confirm")
    return "state-ok"


@app.command
async def test_input_required_result_multiple_inputs(ctx: AgentContext) -> str:
    """Ask three things at once."""
    answers = await asyncio.gather(
        ctx.aelicit("What is your name?", Name, key="user_name"),
        ctx.asample("Generate a greeting", max_tokens=50, key="greeting"),
        ctx.aroots(key="client_roots"),
    )
    return str(answers)


@app.command
async def test_input_required_result_multi_round(ctx: AgentContext) -> str:
    """Ask twice."""
    first = await ctx.aelicit("Step 1: What is your name?", Name, key="step1")
    second = await ctx.aelicit(
        "Step 2: What is your favorite color?", a_field("color", "string"), key="step2"
    )
    return f"{first} {second}"


@app.command
async def test_input_required_result_tampered_state(ctx: AgentContext) -> str:
    """Ask, and refuse an answer to another question."""
    await ctx.aelicit("Please confirm", a_field("ok", "boolean"), key="confirm")
    return "state-ok"


@app.command
async def test_input_required_result_capabilities(ctx: AgentContext) -> str:
    """Ask whoever can be asked."""
    try:
        return str(await ctx.aelicit("What is your name?", Name, key="user_name"))
    except HumanNeededError:
        return await ctx.asample("Hello", key="greeting")


# --- tools: schemas


class Address(BaseModel):
    street: str
    city: str


@app.command
def json_schema_2020_12_tool(
    name: str, address: Annotated[Address | None, Option(help="Where")] = None
) -> dict[str, Any]:
    """Take a nested object."""
    return {"name": name, "address": address}


# --- resources


@app.resource("test://static-text", name="static_text", description="A text", media_type="text/plain")
def static_text() -> str:
    return "This is the content of the static text resource."


@app.resource("test://static-binary", name="static_binary", description="An image", media_type="image/png")
def static_binary() -> bytes:
    return PNG


@app.resource(
    "test://template/{id}/data",
    name="template",
    description="Data by its number",
    media_type="application/json",
)
def template(id: str) -> dict[str, Any]:
    return {"id": id, "templateTest": True, "data": f"Data for ID: {id}"}


@app.resource("test://watched-resource", name="watched", description="Data that changes")
def watched() -> str:
    return "Watched resource content"


@app.command
def test_trigger_resource_update(ctx: AgentContext) -> str:
    """Say that a resource has new data."""
    ctx.updated("test://watched-resource")
    return "told"


# --- prompts


@app.prompt(description="A prompt without arguments")
def test_simple_prompt() -> str:
    return "This is a simple prompt for testing."


@app.prompt(description="A prompt with arguments")
def test_prompt_with_arguments(
    arg1: Annotated[str, Option(help="First test argument")],
    arg2: Annotated[str, Option(help="Second test argument")],
) -> str:
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@app.prompt(description="A prompt with a resource inside")
def test_prompt_with_embedded_resource(
    resourceUri: Annotated[str, Option(help="URI of the resource to embed")],
) -> list[Any]:
    held = File(b"Embedded resource content for testing.", media_type="text/plain", uri=resourceUri)
    return [held, "Please process the embedded resource above."]


@app.prompt(description="A prompt with an image inside")
def test_prompt_with_image() -> list[Message]:
    return [Message(Image(PNG)), Message("Please analyze the image above.")]


@app.prompt(description="A prompt that asks first")
async def test_input_required_result_prompt(ctx: AgentContext) -> str:
    answer = await ctx.aelicit(
        "What context should the prompt use?", a_field("context", "string"), key="user_context"
    )
    return f"Use this context: {answer}"


if __name__ == "__main__":
    app()
