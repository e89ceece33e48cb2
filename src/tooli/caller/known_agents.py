"""AI agents by what they really set, and the frameworks that call commands in their own process. Pure data.

Sources: `run X` was observed in the environment of the children of version X; `src` was read in what the
agent ships; the rest are tables: detect-agent 1.2.7 and its agents.json of 2026-08 (vercel/detect-agent),
am-i-vibing 0.5.0, std-env 4.3.0, jfrog (jfrog-cli-core), winapp (microsoft winapp-cli), harness (the registry
of Hugging Face). Names of processes are the commands that the packages install.

Left out on purpose: API keys, models and homes (ANTHROPIC_API_KEY, COPILOT_MODEL, CODEX_HOME), editors and
their terminals (TERM_PROGRAM, CURSOR_TRACE_ID, VSCODE_*, REPL_ID): people have them too.
"""

from __future__ import annotations

from tooli.types import Record


class Agent(Record):
    """An agent. A marker is `NAME`, `NAME=value` or `NAME~part of the value`."""

    id: str
    name: str
    markers: tuple[str, ...] = ()
    """Any of them settles it: only children that the agent starts have it."""
    unattended: tuple[str, ...] = ()
    """Any of them settles it where nobody sits at a terminal: its terminals for people have it too."""
    hints: tuple[str, ...] = ()
    """Any of them makes it likely, where nobody sits at a terminal."""
    labels: tuple[str, ...] = ()
    """Other names it gives itself in AI_AGENT, AGENT or as an MCP client; one that ends in `-` goes on."""
    processes: tuple[str, ...] = ()
    """Names of its process that nothing else is likely to have."""
    source: str


AGENTS = (
    Agent(
        id="claude-cowork",
        name="Claude Cowork",
        markers=("CLAUDE_CODE_IS_COWORK",),
        source="jfrog",
    ),
    Agent(
        id="claude-code",
        name="Claude Code",
        markers=("CLAUDE_CODE_CHILD_SESSION",),
        unattended=("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"),
        processes=("claude",),
        source="run 2.1.325; jfrog: CLAUDECODE is in terminals for people too",
    ),
    Agent(
        id="codex",
        name="Codex",
        markers=("CODEX_THREAD_ID", "CODEX_CI", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED"),
        labels=("codex-mcp-client",),
        processes=("codex",),
        source="run 0.166; CODEX_SANDBOX on macOS only",
    ),
    Agent(
        id="qwen-code",
        name="Qwen Code",
        markers=("QWEN_CODE",),
        labels=("qwen-cli-mcp-client-",),
        processes=("qwen",),
        source="run 0.15.10; a fork of Gemini CLI, so it stands before it",
    ),
    Agent(
        id="gemini-cli",
        name="Gemini CLI",
        markers=("GEMINI_CLI",),
        labels=("gemini-cli-mcp-client",),
        processes=("gemini",),
        source="run 0.61",
    ),
    Agent(
        id="copilot-cli",
        name="GitHub Copilot CLI",
        markers=("COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"),
        processes=("copilot",),
        source="run 1.0.102; std-env, jfrog",
    ),
    Agent(
        id="copilot",
        name="GitHub Copilot",
        markers=("COPILOT_AGENT", "COPILOT_AGENT_JOB_ID"),
        labels=("github_copilot_vscode", "github-copilot"),
        source="std-env, jfrog, winapp",
    ),
    Agent(
        id="opencode",
        name="opencode",
        markers=("OPENCODE",),
        processes=("opencode",),
        source="run 1.18.33",
    ),
    Agent(id="pi", name="pi", markers=("PI_CODING_AGENT",), source="run 0.74.2; am-i-vibing, jfrog"),
    Agent(
        id="cursor",
        name="Cursor",
        markers=("CURSOR_AGENT", "CURSOR_EXTENSION_HOST_ROLE=agent-exec"),
        labels=("cursor-cli", "cursor-agent"),
        processes=("cursor-agent",),
        source="detect-agent, jfrog, winapp",
    ),
    Agent(
        id="augment",
        name="Augment",
        markers=("AUGMENT_AGENT",),
        labels=("auggie",),
        processes=("auggie",),
        source="src auggie 0.36",
    ),
    Agent(
        id="cline",
        name="Cline",
        markers=("CLINE_ACTIVE",),
        hints=("CLINE_CONNECTOR_CLI_LAUNCH",),
        processes=("cline",),
        source="agents.json, jfrog, winapp; run 3.0.65: the CLI sets only CLINE_CONNECTOR_CLI_LAUNCH",
    ),
    Agent(id="goose", name="Goose", markers=("GOOSE_TERMINAL",), source="src; jfrog, winapp"),
    Agent(id="amp", name="Amp", markers=("AMP_CURRENT_THREAD_ID",), source="am-i-vibing, jfrog, winapp"),
    Agent(id="crush", name="Crush", markers=("CRUSH",), source="src; am-i-vibing, jfrog"),
    Agent(
        id="antigravity",
        name="Antigravity",
        markers=("ANTIGRAVITY_AGENT",),
        source="detect-agent, am-i-vibing, jfrog",
    ),
    Agent(id="windsurf", name="Windsurf", markers=("WINDSURF_CASCADE_TERMINAL",), source="jfrog"),
    Agent(
        id="kilo-code",
        name="Kilo Code",
        markers=("KILOCODE_FEATURE=cli",),
        labels=("kilo", "kilocode"),
        processes=("kilocode",),
        source="jfrog",
    ),
    Agent(
        id="roo-code",
        name="Roo Code",
        markers=("ROO_ACTIVE", "ROO_CLI_RUNTIME"),
        labels=("roo",),
        source="jfrog, harness",
    ),
    Agent(id="junie", name="Junie", markers=("JUNIE_DATA", "JUNIE_SHIM_PATH"), source="agents.json, std-env"),
    Agent(id="trae", name="Trae", markers=("TRAE_AI_SHELL_ID",), source="jfrog, winapp"),
    Agent(id="iflow", name="iFlow", markers=("IFLOW_CLI",), source="jfrog"),
    Agent(
        id="openclaw",
        name="OpenClaw",
        markers=("OPENCLAW_SHELL",),
        processes=("openclaw",),
        source="agents.json, harness",
    ),
    Agent(id="hermes", name="Hermes", markers=("HERMES_SESSION_ID",), source="harness"),
    Agent(id="vtcode", name="VT Code", markers=("VTCODE",), source="harness"),
    Agent(id="grok", name="Grok", markers=("GROK_AGENT",), source="jfrog"),
    Agent(id="kimi", name="Kimi", hints=("KIMI_PLUGIN_ROOT",), source="agents.json: set for its hooks"),
    Agent(id="kiro", name="Kiro", hints=("KIRO_AGENT_PATH",), source="winapp"),
    Agent(
        id="amazon-q",
        name="Amazon Q",
        markers=("AWS_EXECUTION_ENV~AmazonQ-For-CLI",),
        source="jfrog",
    ),
    Agent(id="replit", name="Replit", markers=("REPLIT_MODE=assistant",), source="am-i-vibing"),
    Agent(
        id="droid",
        name="Droid",
        hints=("FACTORY_EXEC_TARGET_AUTONOMY",),
        labels=("factory",),
        processes=("droid",),
        source="run 0.215: `droid exec` only",
    ),
    Agent(id="aider", name="Aider", processes=("aider",), source="src: passes its environment on unchanged"),
    Agent(
        id="openhands",
        name="OpenHands",
        processes=("openhands",),
        source="agents.json: AI_AGENT=openhands",
    ),
    Agent(id="devin", name="Devin", source="detect-agent: the file /opt/.devin"),
)

FRAMEWORKS = {
    "langchain": ("langchain", "LangChain"),
    "langchain_core": ("langchain", "LangChain"),
    "langgraph": ("langchain", "LangChain"),
    "agents.tool": ("openai-agents", "OpenAI Agents SDK"),
    "agents.run": ("openai-agents", "OpenAI Agents SDK"),
    "google.adk": ("google-adk", "Google ADK"),
    "claude_agent_sdk": ("claude-agent-sdk", "Claude Agent SDK"),
    "copilot": ("copilot-sdk", "GitHub Copilot SDK"),
    "pydantic_ai": ("pydantic-ai", "Pydantic AI"),
    "crewai": ("crewai", "CrewAI"),
    "llama_index": ("llama-index", "LlamaIndex"),
    "smolagents": ("smolagents", "smolagents"),
    "agent_framework": ("agent-framework", "Microsoft Agent Framework"),
    "autogen_core": ("autogen", "AutoGen"),
    "autogen_agentchat": ("autogen", "AutoGen"),
    "ag2": ("ag2", "AG2"),
}
"""The modules of frameworks → what they are called: the packages whose tools were run in them."""
