"""Words of commands and of people: which of them say little, and what a word has in common with its forms."""

from __future__ import annotations

from functools import lru_cache

from tooli.schema.closeness import words as split

FILLERS = frozenset(
    split(
        """
        a about all also am an and any are as at be been bring but by can could currently do does for from
        get give go had has have how i if in inside into is it its keep let like ll m make many me much my
        need new now of off on one or our out over please put re right s see set should so some somebody
        someone something t take than that the their them then there these they this those to up us ve want
        was we were what when where which who whose why will with would you your
        """
    )
)
"""Words that say little: they count a little, for some names are made of them."""
VAGUE_WORDS = frozenset(
    split(
        """
        again already always around data day detail details entire entry every everything existing
        file first full hour individual information info item last later list longer month name next only
        own particular piece record single soon specific stuff system thing time today together tomorrow
        value way week whole without year yesterday yet
        """
    )
)
"""Words that often only go with another: the `employee record`, `all at the same time`."""
QUESTIONS = frozenset(
    split("are did do does has have how is was were what when where which who whom whose why")
)
"""How questions begin: who asks does not want to change anything."""

SUFFIXES = (
    *(("ations", ""), ("ation", ""), ("ators", ""), ("ator", ""), ("ates", ""), ("ated", ""), ("ating", "")),
    *(("ate", ""), ("ions", ""), ("ion", ""), ("ments", ""), ("ment", ""), ("ings", ""), ("ing", "")),
    *(("ers", ""), ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("er", "")),
    *(("edly", ""), ("ed", ""), ("ly", ""), ("es", ""), ("ity", ""), ("s", ""), ("e", "")),
)
LEAST = 3
"""Letters a stem keeps at least."""


@lru_cache(1 << 14)  # whose queries a server answers must not fill its memory
def stem(word: str) -> str:
    """Return what a word has in common with its other forms: `running`, `runs` and `run` are one."""
    if ODD.get(word) == word or word.endswith(("ss", "us", "is")) or not word.isalpha():
        return word
    word = ODD.get(word, word)
    for suffix, instead in SUFFIXES:
        root = word.removesuffix(suffix)
        least = LEAST + (suffix == "ly")  # reply, apply
        if root != word and len(root) >= least and any(letter in "aeiouy" for letter in root):
            word = root + instead
            break
    if len(word) > LEAST and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]  # running, stopped
    return word[:-1] + "i" if len(word) > LEAST and word.endswith("y") else word


ODD_WORDS = """
began begin begun begin bought buy broke break broken break built build chose choose chosen choose
forgot forget forgotten forget found find gave give given give gone go got get held hold
kept keep left leave lost lose made make met meet paid pay ran run said say
saw see seen see sent send shown show sold sell spent spend taken take told tell
took take went go written write wrote write production production computer computer
"""
"""Words whose stem their letters do not tell, each with another that has it."""
ODD = dict(zip(split(ODD_WORDS)[::2], split(ODD_WORDS)[1::2], strict=True))
