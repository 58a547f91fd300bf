"""The Python client of Verbus: publishes and subscribes on this host, and reads journals, by libverbus_client.

    for message in verbus.subscribe("md.itch"):
        print(message)

    for message in verbus.journal("/data/md.itch", templates="Trade", on_event=verbus.fail):
        print(message.price)

    trades = verbus.columns(verbus.journal("/data/md.itch"), "Trade", ["timestamp", "price", "quantity"])

Iterations return messages and events in their order; events go to `on_event` if it is given. Every failure is an Error.
"""

from ._bus import Bus, Publication, Subscription, publish, subscribe
from ._columns import Columns, column_batches, columns
from ._errors import Error
from ._events import (
    Continued, Ended, Event, Gap, LostSession, Malformed, Refused, Restarted, Session, Started, Unreadable, fail,
)
from ._journal import Journal, journal
from ._native import VERSION as __version__
from ._schema import Header, Message, Raw, Schema, Schemas, Template

__all__ = [
    "Bus", "Columns", "Continued", "Ended", "Error", "Event", "Gap", "Header", "Journal", "LostSession", "Malformed",
    "Message", "Publication", "Raw", "Refused", "Restarted", "Schema", "Schemas", "Session", "Started", "Subscription",
    "Template", "Unreadable", "__version__", "column_batches", "columns", "fail", "journal", "publish", "subscribe",
]
