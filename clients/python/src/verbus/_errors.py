"""The error of this package."""

import difflib


class Error(Exception):
    """A failure in one sentence: what failed, where, and what to do.

    `status` is a number of `enum verbus_status` in verbus.h if the library reports the failure, else `INVALID`. `event`
    is the event that `verbus.fail` raises it for, else None.
    """

    BACK_PRESSURED = -1
    CLOSED = -2
    INVALID = -3
    TEMPORARY = -4
    NO_ROOM = -5
    PERMANENT = -6
    DAMAGED = -7

    def __init__(self, text, status=INVALID, event=None):
        super().__init__(text)
        self.status = status
        self.event = event


def unknown(kind, name, known, where):
    """The error for a name that does not exist, with the nearest one that does."""
    near = difflib.get_close_matches(str(name), known, 1)
    if near:
        advice = f"did you mean {near[0]}?"
    else:
        shown = sorted(known)
        advice = "use one of " + ", ".join(shown[:12]) + (" and others" if len(shown) > 12 else "")
    return Error(f"unknown {kind} {name} of {where}: {advice}")
