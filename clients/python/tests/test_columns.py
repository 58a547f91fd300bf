"""Columns: equal to the fields of the iterated messages."""

import unittest

import verbus
from bench import PATIENCE, BusTest, seeded
from random_messages import random_message
from verbus import _columns as columns
from verbus._schema import own_schemas

STREAM = "md.columns"


class ColumnsTest(BusTest):
    def both(self, messages, **settings):
        """What is published, as an open subscription and as the items of another one."""
        one, other = (self.bus.subscribe(STREAM, name=name, policy="block", until_end=True, **settings)
                      for name in ("one", "other"))
        for subscription in (one, other):
            self.addCleanup(subscription.close)
        with self.bus.publish(STREAM, capacity=16 << 20, linger=0.001) as publication:
            self.assertTrue(publication.await_subscribers(2, PATIENCE))
            for message in messages:
                publication.offer(message)
        return one, [*other]

    def test_columns_of_every_template_are_its_messages(self):
        random = seeded("test_columns")
        schemas = own_schemas()
        templates = [schemas.schemas[0].template(name) for name in ("OrderAdded", "Quote", "Instrument", "Trade")]
        templates += random.sample([each for schema in schemas.schemas for each in schema.templates.values()], 6)
        for template in templates:
            if not template.body.leaves:
                continue
            messages = [random_message(random, random.choice((template, templates[0]))) for _ in range(200)]
            only = verbus.Schemas([template.schema])
            source, items = self.both(messages, schemas=only)
            wanted = [item for item in items if item.template == template.name]
            names = [leaf.name for leaf in template.body.leaves]
            found = verbus.columns(source, template.name, [*names, "header.sequence"])
            self.assertEqual(len(wanted), found.rows)
            self.assertEqual([item.header.sequence for item in wanted], [int(row) for row in found["header.sequence"]])
            for index, leaf in enumerate(template.body.leaves):
                valid = found.valid(leaf.name) if not isinstance(leaf.kind, columns.Bytes) else None
                for row, item in enumerate(wanted):
                    raw = item._raw[index]
                    value = found[leaf.name][row]
                    if isinstance(raw, bytes):
                        self.assertEqual(raw.rstrip(b"\0"), bytes(value).rstrip(b"\0"))
                    elif columns.is_char(leaf.kind):
                        self.assertEqual(bytes([raw]).rstrip(b"\0"), bytes(value).rstrip(b"\0"))
                    else:
                        self.assertEqual(raw, value)
                        if leaf.kind.null is not None:
                            self.assertEqual(raw != leaf.kind.null, bool(valid[row]))

    def quotes(self, count):
        return [own_schemas().encode("Quote", instrumentId=number % 3, channel=0, bidPrice=number)
                for number in range(count)]

    def test_only_messages_with_the_values_are_stored(self):
        source, _ = self.both(self.quotes(30))
        found = verbus.columns(source, "Quote", "bidPrice", where={"instrumentId": 2, "channel": 0})
        self.assertEqual([*range(2, 30, 3)], [int(price) for price in found["bidPrice"]])

    def test_rows_and_batches_are_exact(self):
        source, items = self.both(self.quotes(10_000))
        first = verbus.columns(source, "Quote", ["bidPrice"], rows=4_500)
        self.assertEqual((4_500, 4_499), (first.rows, int(first["bidPrice"][-1])))
        rest = [*verbus.column_batches(source, "Quote", ["bidPrice"], rows=1_000)]
        self.assertEqual([1_000] * 5 + [500], [batch.rows for batch in rest])
        self.assertEqual([*range(4_500, 10_000)], [int(price) for batch in rest for price in batch["bidPrice"]])
        self.assertIsInstance(first.events[0], verbus.Started)
        self.assertIsInstance(rest[-1].events[-1], verbus.Ended)
        self.assertTrue(first.is_complete and rest[-1].is_complete)
        self.assertEqual(10_002, len(items))

    def test_malformed_message_is_an_event(self):
        whole = own_schemas().encode("Quote", instrumentId=1, channel=0, bidPrice=5)
        source, _ = self.both([whole, whole[:20], whole, whole[:71]])
        found = verbus.columns(source, "Quote", ["bidPrice"])
        self.assertEqual([5, 5], [int(price) for price in found["bidPrice"]])
        self.assertEqual([1, 3], [event.sequence for event in found.events if isinstance(event, verbus.Malformed)])
        self.assertFalse(found.is_complete)

    def test_gap_is_an_event_or_raised(self):
        for on_event in (None, verbus.fail):
            with self.bus.subscribe(STREAM, until_end=True, on_event=on_event) as source:
                with self.bus.publish(STREAM, capacity=64 << 10, linger=0.001) as publication:
                    publication.await_subscribers(1)
                    for quote in self.quotes(3_000):
                        publication.offer(quote)
                if on_event:
                    self.fails("are missing", verbus.columns, source, "Quote", ["bidPrice"])
                    continue
                found = verbus.columns(source, "Quote", ["bidPrice"])
                missing = sum(event.last + 1 - event.first for event in found.events if isinstance(event, verbus.Gap))
                self.assertEqual((3_000, False), (found.rows + missing, found.is_complete))
                self.assertGreater(missing, 0)

    def test_timeout_ends_the_columns_of_a_live_stream(self):
        with self.bus.subscribe(STREAM) as source:
            self.assertEqual(0, verbus.columns(source, "Quote", ["bidPrice"], timeout=0.02).rows)

    def test_codes_have_names(self):
        encode = own_schemas().encode
        source, _ = self.both([encode("OrderAdded", instrumentId=1, channel=0, side=side)
                               for side in ("BUY", "SELL", None)])
        found = verbus.columns(source, "OrderAdded", ["side"])
        self.assertEqual([True, False, False], [bytes(side) == found.code("side", "BUY") for side in found["side"]])
        self.assertEqual([True, True, False], [bool(valid) for valid in found.valid("side")])

    def test_errors_are_one_sentence(self):
        source, _ = self.both([])
        self.fails("did you mean bidPrice?", verbus.columns, source, "Quote", ["bidPriec"])
        self.fails("did you mean Quote?", verbus.columns, source, "Quot", ["bidPrice"])
        self.fails("unknown field symbol of the fixed block of Instrument", verbus.columns, source, "Instrument",
                   ["symbol"])
        self.fails("use 1 or more", verbus.columns, source, "Quote", ["bidPrice"], rows=0)
        self.fails("has no columns", verbus.columns, "x", "Quote", ["bidPrice"])
        self.fails("did you mean BUY?", verbus.columns, source, "OrderAdded", ["price"], where={"side": "BYU"})
        found = verbus.columns(source, "Quote", ["bidPrice"])
        self.assertEqual(0, found.rows)
        self.fails("did you mean bidPrice?", lambda: found["bidPrce"])
        self.fails("has no codes", found.code, "bidPrice", "BUY")


class PlainColumnsTest(ColumnsTest):
    """Without numpy, also where it is installed."""

    def setUp(self):
        super().setUp()
        found, columns.numpy = columns.numpy, None
        self.addCleanup(setattr, columns, "numpy", found)


if __name__ == "__main__":
    unittest.main()
