"""`--filter`: which items of a result are kept, by a JMESPath predicate that is asked of each.

The text may be written as people and models write conditions; `filter_words` says what is forgiven. Beyond
that it is JMESPath (functions included), with these differences, because an empty answer hides a mistake:

- comparing unlike types, or ordering anything but numbers and strings, is E1912 instead of false or null;
- a field that an item does not have is null: every comparison with it is false but `!=` and `== null`, and a
  function that cannot take null gives null, so that the item is left out.

An item is kept when the answer is true as JMESPath has it: not false, null, or an empty string, array or
object. All that can be wrong with a filter is E1912; `details["corrected"]` is the filter that was meant, if
it can be derived.

Items are plain: None, bool, int, float, str, list, dict. jmespath is imported when the first filter is made.
"""

from __future__ import annotations

from tooli.errors import InputError, Suggestion
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tooli.execute.filter_tree import Evaluator, Mistake, Node

__all__ = ["Filter", "compile_filter"]

_FAULTS = (ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RecursionError)
"""What jmespath raises for texts and values it did not foresee."""


def compile_filter(text: str) -> Filter:
    """Return the predicate that a filter's text stands for; a text that cannot be one is E1912."""
    return Filter(text)


class Filter:
    """Whether an item is kept."""

    def __init__(self, text: str) -> None:
        from tooli.execute.filter_tree import Evaluator, Mistake, check

        self.text = text
        try:
            tree = _tree(text)
            check(tree)
        except Mistake as mistake:
            raise self._error(mistake) from None
        except _FAULTS as fault:
            raise self._unreadable(fault) from None
        self._evaluator: Evaluator = Evaluator(tree)

    def __call__(self, item: object) -> bool:
        """Whether the filter is true of an item."""
        try:
            return self._evaluator.holds(item)
        except _FAULTS as fault:
            raise self._failed(fault) from None

    def _failed(self, fault: Exception) -> InputError:
        from tooli.execute.filter_tree import Mistake

        if isinstance(fault, Mistake):
            return self._error(fault)
        if isinstance(fault, RecursionError):
            return self._invalid("the filter is nested too deep")
        return self._invalid(f"the filter cannot be asked of an item: {fault}")

    def hint(self, items: Iterable[object]) -> str | None:
        """Return which fields of the filter no item has, for an answer that turned out empty."""
        from tooli.execute.filter_tree import fields_of
        from tooli.schema.closeness import closest

        names: dict[str, None] = {}
        for item in items:
            names.update(dict.fromkeys(item) if isinstance(item, dict) else {})
        unknown = [name for name in fields_of(self._evaluator.tree) if name not in names]
        if not names or not unknown:
            return None
        meant = closest(unknown[0], names)
        return f"filter: no item has the field {unknown[0]}" + (
            f"; did you mean {meant[0]}?" if meant else ""
        )

    def _error(self, mistake: Mistake) -> InputError:
        corrected = _shown(mistake.tree) if mistake.tree else None
        return self._invalid(str(mistake), corrected, sure=mistake.sure)

    def _unreadable(self, fault: Exception) -> InputError:
        from tooli.execute.filter_repair import repaired

        message = f"the filter cannot be read: {_reason(fault)}"
        for text, sure in repaired(self.text):
            if _is_readable(text):
                return self._invalid(message, text, sure=sure)
        return self._invalid(message)

    def _invalid(self, message: str, corrected: str | None = None, *, sure: bool = False) -> InputError:
        details = {"value": self.text}
        suggestion = None
        if corrected is not None and corrected != self.text:
            details["corrected"] = corrected
            suggestion = Suggestion(
                fix=f"Use the filter {corrected}",
                applicability="machine_applicable" if sure else "maybe_incorrect",
            )
        return InputError(message, "E1912", field="filter", suggestion=suggestion, details=details)


def _tree(text: str) -> Node:
    from tooli.execute.filter_tree import parse
    from tooli.execute.filter_words import jmespath_text

    return parse(jmespath_text(text))


def _is_readable(text: str) -> bool:
    from tooli.execute.filter_tree import check

    try:
        check(_tree(text))
    except _FAULTS:
        return False
    return True


def _shown(tree: Node) -> str | None:
    """Return the text of a corrected filter if it reads back as it was meant."""
    from tooli.execute.filter_text import filter_text
    from tooli.execute.filter_tree import check

    try:
        text = filter_text(tree)
        read = _tree(text)
        check(read)
    except _FAULTS:
        return None
    return text if read == tree else None


def _reason(fault: Exception) -> str:
    from jmespath.exceptions import EmptyExpressionError, IncompleteExpressionError, LexerError, ParseError

    from tooli.schema.invalid import cut

    if isinstance(fault, EmptyExpressionError):
        return "it is empty"
    if isinstance(fault, IncompleteExpressionError):
        return "it ends too early"
    if isinstance(fault, RecursionError):
        return "it is nested too deep"
    if isinstance(fault, LexerError):
        return cut(fault.message, 60)
    if isinstance(fault, ParseError):
        return f"{cut(str(fault.token_value), 40)!r} is not expected there"
    return cut(str(fault))
