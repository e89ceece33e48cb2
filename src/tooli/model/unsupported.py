"""What an annotation, or a marker on it, raises that no surface could fill; whoever calls adds the param."""

from __future__ import annotations


class UnsupportedTypeError(TypeError):
    """An annotation that no surface could fill."""
