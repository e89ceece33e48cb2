"""Every way a call or a declaration can fail, and the one table that gives each code its meaning.

    Exception
    ├── DeclarationError            the developer's mistake: raised while an app is being declared
    └── ToolError                   the call failed; becomes the envelope's `error`
        ├── InputError       E1xxx  the caller can repair it by changing the input
        │   └── DataFormatError     malformed data
        ├── AuthError        E2xxx  not allowed
        │   └── HumanNeededError    a person has to act
        ├── StateError       E3xxx  the world is not as the command needs it
        │   ├── NotFoundError       the thing asked for does not exist
        │   └── ConflictError       something is in the way
        ├── ToolRuntimeError E4xxx  the command could not do its work
        │   ├── DependencyError     something it relies on failed
        │   ├── ToolTimeoutError    the deadline passed
        │   ├── CancelledError      the caller gave up
        │   └── TemporaryError      trying again may help
        └── InternalError    E5xxx  a bug
    BaseException
    └── Exit, Abort                 user code ends the process with a status of its own

It may import `types` only.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, UNSET, Record, Unset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, ClassVar, Literal

    Action = Literal["retry_with_modified_input", "use_different_tool", "ask_human", "fix", "abort"]
    Applicability = Literal["machine_applicable", "maybe_incorrect", "has_placeholders"]

__all__ = [
    "CATEGORIES",
    "CODES",
    "Abort",
    "AuthError",
    "CancelledError",
    "CodeRow",
    "ConflictError",
    "DataFormatError",
    "DeclarationError",
    "DependencyError",
    "Exit",
    "HumanNeededError",
    "InputError",
    "InternalError",
    "NotFoundError",
    "StateError",
    "Suggestion",
    "TemporaryError",
    "ToolError",
    "ToolRuntimeError",
    "ToolTimeoutError",
    "code_row",
]


class CodeRow(Record):
    """What an error code means on each surface."""

    code: str
    meaning: str
    category: str
    exit: int
    http: int
    mcp: str = "tool"
    """`tool`: a result with isError; `protocol`: a JSON-RPC error."""
    retryable: bool = False


CATEGORIES: Mapping[str, tuple[str, int, int, bool]] = {
    "E1": ("input", 2, 400, True),
    "E2": ("auth", 30, 403, False),
    "E3": ("state", 20, 409, False),
    "E4": ("runtime", 70, 500, False),
    "E5": ("internal", 70, 500, False),
}
"""Code prefix → category, exit code, HTTP status and retryable, for codes without a row of their own."""

_ROWS: Mapping[str, tuple[str, int, int, bool]] = {
    "E1010": ("a destructive command needs a yes", 2, 400, False),
    "E1900": ("the command line cannot be understood", 2, 400, True),
    "E1901": ("a required value is missing", 2, 422, True),
    "E1902": ("there is no such param", 2, 422, True),
    "E1903": ("a value is invalid", 2, 422, True),
    "E1904": ("a value is not one of the choices", 2, 422, True),
    "E1905": ("there is no such command", 2, 404, True),
    "E1906": ("no input was given", 2, 400, True),
    "E1907": ("a path does not exist", 10, 404, True),
    "E1908": ("the data is malformed", 65, 400, True),
    "E1909": ("options conflict", 2, 422, True),
    "E1910": ("the result has no such field", 2, 400, True),
    "E1911": ("the cursor is not valid", 2, 400, True),
    "E1912": ("the filter is not valid", 2, 400, True),
    "E1913": ("the command has no dry run", 2, 400, False),
    "E1914": ("the method is not allowed here", 2, 405, False),
    "E1915": ("the media type is not taken", 2, 415, True),
    "E1916": ("the request is too large", 2, 413, True),
    "E1917": ("the headers are too large", 2, 431, True),
    "E2001": ("a scope is missing", 30, 403, False),
    "E2002": ("a capability is not allowed", 30, 403, False),
    "E2005": ("the command declares neither auth nor capabilities", 30, 403, False),
    "E2900": ("permission was denied", 30, 403, False),
    "E2901": ("a token is missing or not known", 30, 401, False),
    "E2903": ("a person has to act", 101, 403, False),
    "E2904": ("a path is outside the sandbox", 30, 403, False),
    "E2905": ("the request comes from another place", 30, 403, False),
    "E3900": ("something is in the way", 20, 409, False),
    "E3901": ("a call with the same key is running", 20, 409, True),
    "E3902": ("the key was used with other arguments", 20, 409, False),
    "E3903": ("an earlier call with the key was interrupted", 20, 409, False),
    "E3904": ("the command has no such version", 10, 404, True),
    "E3910": ("not found", 10, 404, False),
    "E4900": ("the command failed", 70, 500, False),
    "E4901": ("the deadline passed", 50, 504, True),
    "E4902": ("a dependency failed", 40, 502, True),
    "E4903": ("a temporary failure", 75, 503, True),
    "E4904": ("the call was cancelled", 130, 499, False),
    "E4905": ("the caller cannot answer", 101, 409, False),
    "E4906": ("the output cannot be written", 74, 500, False),
    "E4907": ("too many calls", 75, 429, True),
    "E5001": ("an unexpected error in the command", 70, 500, False),
    "E5902": ("the result cannot be serialised", 70, 500, False),
    "E5903": ("the result is not what was declared", 70, 500, False),
}
"""Code → meaning, exit status, HTTP status, retryable: the framework's own. Apps own Ex001 to Ex899."""

CODES = tuple(_ROWS)


def code_row(code: str) -> CodeRow:
    """Return what `code` means; an app's own code takes its category's defaults."""
    category, exit_code, http, retryable = CATEGORIES.get(code[:2], CATEGORIES["E5"])
    meaning = category
    if code in _ROWS:
        meaning, exit_code, http, retryable = _ROWS[code]
    return CodeRow(
        code=code,
        meaning=meaning,
        category=category,
        exit=exit_code,
        http=http,
        mcp="protocol" if code in ("E1905", "E3904") else "tool",
        retryable=retryable,
    )


class DeclarationError(TypeError):
    """A command, param or app was declared in a way that cannot work."""


class Suggestion(Record):
    """How the caller can repair the call."""

    fix: str
    action: Action = "retry_with_modified_input"
    example: str | None = None
    applicability: Applicability = "maybe_incorrect"
    arguments: Mapping[str, Any] | None = None

    def __init__(
        self,
        fix: str,
        action: Action = "retry_with_modified_input",
        example: str | None = None,
        applicability: Applicability = "maybe_incorrect",
        arguments: Mapping[str, Any] | None = None,
    ) -> None:
        self.__dict__.update(
            fix=fix, action=action, example=example, applicability=applicability, arguments=arguments
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the envelope's form: unset fields are left out."""
        shown: dict[str, Any] = {"action": self.action, "fix": self.fix}
        if self.example is not None:
            shown["example"] = self.example
        if self.arguments is not None:
            shown["arguments"] = dict(self.arguments)
        shown["applicability"] = self.applicability
        return shown


class ToolError(Exception):
    """A failed call. Its fields are the envelope's; whatever is not given follows from `code`."""

    default_code: ClassVar[str] = "E4900"

    def __init__(
        self,
        message: str,
        code: str | None = None,
        category: str | None = None,
        suggestion: Suggestion | Mapping[str, Any] | str | None = None,
        is_retryable: bool | None = None,
        details: Mapping[str, Any] | None = None,
        field: str | None = None,
        exit_code: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        # An app's own code means what its class means: a NotFoundError is not found, whatever its code.
        kin = self.code not in _ROWS and self.code[:2] == self.default_code[:2]
        row = code_row(self.default_code if kin else self.code)
        self.category = category or row.category
        if isinstance(suggestion, str):
            suggestion = Suggestion(fix=suggestion)
        elif suggestion is not None and not isinstance(suggestion, Suggestion):
            suggestion = Suggestion(**suggestion)
        self.suggestion = suggestion
        if is_retryable is None:
            repairable = suggestion is not None and suggestion.action == "retry_with_modified_input"
            is_retryable = row.retryable or repairable
        self.is_retryable = is_retryable
        self.details = dict(details) if details else None
        self.field = field
        self.exit_code = row.exit if exit_code is None else exit_code

    def to_dict(self) -> dict[str, Any]:
        """Return the envelope's `error`: fields that say nothing are left out."""
        shown: dict[str, Any] = {"code": self.code, "category": self.category, "message": self.message}
        if self.field is not None:
            shown["field"] = self.field
        if self.suggestion is not None:
            shown["suggestion"] = self.suggestion.to_dict()
        shown["is_retryable"] = self.is_retryable
        if self.details:
            shown["details"] = self.details
        return shown


class InputError(ToolError):
    """The caller can repair the call by changing its input."""

    default_code = "E1903"


class DataFormatError(InputError):
    """The data given is malformed."""

    default_code = "E1908"


class AuthError(ToolError):
    """The caller may not do this."""

    default_code = "E2900"


class HumanNeededError(AuthError):
    """A person has to act before this can go on."""

    default_code = "E2903"


class StateError(ToolError):
    """The world is not as the command needs it."""

    default_code = "E3900"


class NotFoundError(StateError):
    """The thing asked for does not exist."""

    default_code = "E3910"


class ConflictError(StateError):
    """Something is in the way."""


class ToolRuntimeError(ToolError):
    """The command could not do its work."""


class DependencyError(ToolRuntimeError):
    """Something the command relies on failed."""

    default_code = "E4902"


class ToolTimeoutError(ToolRuntimeError):
    """The deadline passed."""

    default_code = "E4901"


class CancelledError(ToolRuntimeError):
    """The caller gave up."""

    default_code = "E4904"


class TemporaryError(ToolRuntimeError):
    """Trying again may help."""

    default_code = "E4903"


class InternalError(ToolError):
    """A bug in the command or in the framework."""

    default_code = "E5001"


class Exit(BaseException):
    """End the command with exit status `code`; with status 0, `result` is its result."""

    def __init__(self, code: int = 0, result: Any = UNSET) -> None:
        super().__init__(code)
        self.code = code
        self.result: Any | Unset = result


class Abort(Exit):
    """End the command because the person said no."""

    def __init__(self) -> None:
        super().__init__(130)
