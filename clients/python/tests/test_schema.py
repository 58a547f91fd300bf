"""SBE schemas, encoding and decoding."""

import os
import struct
import tempfile
import unittest
from pathlib import Path

import verbus
from bench import BusTest, seeded
from random_messages import random_message
from verbus._schema import own_schemas

SCHEMA = """<sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" id="9" version="2" byteOrder="{order}">
  <types>
    <composite name="messageHeader">
      <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
      <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
    </composite>
    <composite name="groupSizeEncoding">
      <type name="blockLength" primitiveType="uint16"/><type name="numInGroup" primitiveType="uint8"/>
    </composite>
    <composite name="Text">
      <type name="length" primitiveType="uint32" maxValue="100"/>
      <type name="varData" primitiveType="uint8" length="0" characterEncoding="UTF-8"/>
    </composite>
    <composite name="Blob">
      <type name="length" primitiveType="uint8"/><type name="varData" primitiveType="uint8" length="0"/>
    </composite>
    <composite name="Money">
      <type name="mantissa" primitiveType="int64"/>
      <type name="exponent" primitiveType="int8" presence="constant">-2</type>
    </composite>
    <composite name="Pair">
      <ref name="money" type="Money" offset="4"/><type name="count" primitiveType="int16"/>
    </composite>
    <enum name="Side" encodingType="char">
      <validValue name="BUY">B</validValue><validValue name="SELL">S</validValue>
    </enum>
    <enum name="Mode" encodingType="uint8">
      <validValue name="OFF">0</validValue><validValue name="ON">1</validValue>
    </enum>
    <set name="Marks" encodingType="uint16"><choice name="low">0</choice><choice name="high">15</choice></set>
    <type name="Name" primitiveType="char" length="5"/>
    <type name="Raw" primitiveType="uint8" length="3"/>
    <type name="Levels" primitiveType="int32" length="2"/>
    <type name="Small" primitiveType="int8" presence="optional" nullValue="-1"/>
    <type name="Unit" primitiveType="char" length="2" presence="constant">kg</type>
  </types>
  <sbe:message name="All" id="1" blockLength="64">
    <field name="side" id="1" type="Side"/>
    <field name="mode" id="2" type="Mode"/>
    <field name="marks" id="3" type="Marks"/>
    <field name="name" id="4" type="Name"/>
    <field name="raw" id="5" type="Raw"/>
    <field name="levels" id="6" type="Levels"/>
    <field name="small" id="7" type="Small"/>
    <field name="unit" id="8" type="Unit"/>
    <field name="fixed" id="9" type="Side" presence="constant" valueRef="Side.SELL"/>
    <field name="pair" id="10" type="Pair"/>
    <field name="real" id="11" type="double" presence="optional"/>
    <field name="class" id="12" type="uint16"/>
    <field name="added" id="13" type="uint32" presence="optional" offset="60" sinceVersion="2"/>
    <group name="rows" id="20">
      <field name="number" id="1" type="uint32"/>
      <group name="cells" id="2"><field name="value" id="1" type="uint8"/></group>
      <data name="note" id="3" type="Text"/>
    </group>
    <data name="text" id="30" type="Text"/>
    <data name="blob" id="31" type="Blob" sinceVersion="2"/>
  </sbe:message>
  <sbe:message name="Nothing" id="2"/>
</sbe:messageSchema>"""


class SchemaTest(BusTest):
    def load(self, order="littleEndian", change=lambda text: text):
        path = Path(self.directory, "schema.xml")
        path.write_text(change(SCHEMA.format(order=order)))
        return verbus.Schema(path)

    def all_fields(self):
        return {
            "side": "BUY", "mode": "ON", "marks": ["high"], "name": "abc", "raw": b"xyz", "levels": (1, -2), "small": 3,
            "pair": {"money": {"mantissa": 1234}, "count": -5}, "real": 0.5, "class": 7, "added": 8, "text": "né",
            "rows": [{"number": 1, "cells": [{"value": 2}, {"value": 3}], "note": "x"}, {"number": 4}], "blob": b"\0\1",
        }

    def test_every_kind_of_field_keeps_its_value(self):
        for order in ("littleEndian", "bigEndian"):
            schema = self.load(order)
            message = verbus.Schemas([schema]).decode(schema.encode("All", **self.all_fields()))
            self.assertEqual("All", message.template)
            self.assertEqual(("BUY", "ON", "abc", b"xyz", (1, -2), 3), (
                message.side, message.mode, message.name, message.raw, message.levels, message.small))
            self.assertEqual(("kg", "SELL"), (message.unit, message.fixed))
            self.assertEqual(1 << 15, message.marks)
            self.assertIn("high", message.marks)
            self.assertNotIn("low", message.marks)
            self.assertEqual((12.34, -5, -2), (
                float(message.pair.money), message.pair.count, message.pair.money.exponent))
            self.assertEqual((0.5, 7, 8), (message.real, message["class"], message.added))
            self.assertEqual([(1, "x"), (4, "")], [(row.number, row.note) for row in message.rows])
            self.assertEqual([2, 3], [cell.value for cell in message.rows[0].cells])
            self.assertEqual(("né", b"\0\1"), (message.text, message.blob))
            again = verbus.Schemas([schema]).decode(schema.encode("All", **message.as_dict()))
            self.assertEqual(message, again)
            self.assertIn("side='BUY'", repr(message))

    def test_absent_fields_are_null(self):
        schema = self.load()
        given = {"levels": (0, 0), "pair": {"money": {"mantissa": 0}, "count": 0}, "class": 0}
        message = verbus.Schemas([schema]).decode(schema.encode("All", **given))
        nulls = [message.side, message.mode, message.name, message.small, message.real, message.added]
        self.assertEqual([None] * 6, nulls)
        self.assertEqual((0, [], "", b""), (message.marks, message.rows, message.text, message.blob))

    def test_earlier_version_lacks_later_fields(self):
        schema = self.load()
        data = bytearray(schema.encode("All", **self.all_fields()))
        struct.pack_into("<H", data, 6, 1)
        message = verbus.Schemas([schema]).decode(data[: data.index(b"n\xc3\xa9") + 3])
        self.assertEqual((None, None, "né"), (message.added, message.blob, message.text))
        short = struct.pack("<HHHH", 60, 1, 9, 1) + data[8:68] + data[72:]
        self.assertEqual((None, 7), (verbus.Schemas([schema]).decode(short).added, message["class"]))

    def test_later_version_has_more_bytes(self):
        schema = self.load()
        data = schema.encode("All", **self.all_fields())
        later = struct.pack("<HHHH", 70, 1, 9, 3) + data[8:72] + b"later!" + data[72:]
        schemas = verbus.Schemas([schema])
        self.assertEqual(schemas.decode(data), schemas.decode(later))

    def test_unknown_codes_and_flags_stay_numbers(self):
        schema = self.load()
        given = dict(self.all_fields(), side=ord("X"), mode=9, marks=3)
        message = verbus.Schemas([schema]).decode(schema.encode("All", **given))
        self.assertEqual((ord("X"), 9, 3), (message.side, message.mode, message.marks))
        self.assertEqual("{low, 0x2}", repr(message.marks))

    def test_encoding_refuses_what_does_not_fit(self):
        encode = self.load().encode
        for text, change in {
            "did you mean side?": {"sid": 1},
            "did you mean BUY?": {"side": "BUYS"}, "5 of the field": {"name": "abcdef"},
            "is not an integer": {"class": "7"}, "outside of 0 to 65535": {"class": -1},
            "class: a value is required": {"class": None}, "3 values, expected 2": {"levels": (1, 2, 3)},
            "did you mean high?": {"marks": ["hihg"]},
            "always 'kg'": {"unit": "g"}, "rows: number: a value is required": {"rows": [{}]},
            "is not a dictionary": {"pair": 3}, "outside of 0 to 255": {"rows": [{"number": 1}] * 256},
            "neither text nor bytes": {"blob": 5},
        }.items():
            self.fails(text, encode, "All", **dict(self.all_fields(), **change))
        self.fails("did you mean All?", encode, "Al")

    def test_broken_schemas_are_one_sentence(self):
        self.fails("cannot read the schema /nonexistent.xml: No such file", verbus.Schema, "/nonexistent.xml")
        for text, old, new in (
            ("is not an XML file", "</types>", ""), ("did you mean Side?", 'type="Side"/>', 'type="Sied"/>'),
            ("overlaps the field before it", 'offset="60"', 'offset="3"'),
            ("expected a number", 'offset="60"', 'offset="x"'), ("names no value of an enum", "Side.SELL", "Side.SOLD"),
            ("contains itself", '"money" type="Money"', '"money" type="Pair"'),
            ("lacks templateId", "templateId", "template"), ("which Python lacks", "UTF-8", "UTF-88"),
            ("unknown type int65", 'primitiveType="int64"', 'primitiveType="int65"'),
            ("has no name", 'message name="Nothing"', "message"),
            ("its root is x, expected messageSchema", SCHEMA.format(order="littleEndian"), "<x/>"),
        ):
            with self.subTest(text):
                self.fails(text, self.load, change=lambda xml, old=old, new=new: xml.replace(old, new))

    def test_template_of_no_schema_is_raw(self):
        schemas = verbus.Schemas([self.load()])
        for data in (b"", b"1234567", struct.pack("<HHHH", 0, 99, 9, 2), struct.pack("<HHHH", 0, 1, 8, 2)):
            self.assertEqual(data, schemas.decode(data).payload)
        self.assertEqual("Nothing", schemas.decode(struct.pack("<HHHH", 0, 2, 9, 2)).template)

    def test_newest_version_of_a_schema_decodes(self):
        old = self.load(change=lambda text: text.replace('version="2"', 'version="1"', 1).replace('"mode"', '"modus"'))
        path = Path(self.directory, "new.xml")
        path.write_text(SCHEMA.format(order="littleEndian"))
        for order in ([old, path], [path, old]):
            message = verbus.Schemas(order).decode(old.encode("All", **{
                "modus" if name == "mode" else name: value for name, value in self.all_fields().items()}))
            self.assertEqual("ON", message.mode)
        self.fails("load one of them", verbus.Schemas, [path, path])

    def test_random_messages_keep_their_bytes(self):
        """Whatever has been decoded is encoded to the same values, for all templates of Verbus and of this test."""
        random = seeded("test_schema")
        own = own_schemas()
        templates = [(own, template) for schema in own.schemas for template in schema.templates.values()]
        schema = self.load()
        templates += [(verbus.Schemas([schema]), template) for template in schema.templates.values()]
        self.assertGreater(len(templates), 80)
        for schemas, template in templates:
            for _ in range(20):
                data = random_message(random, template)
                message = schemas.decode(data)
                self.assertEqual(template.name, message.template)
                repr(message)
                values = {name: value for name, value in message.as_dict().items()}
                try:
                    again = schemas.decode(template.encode(**values))
                except verbus.Error as error:  # a null in a required field
                    self.assertIn("a value is required", str(error))
                    continue
                # A text of spaces has no characters, and is encoded as null.
                self.assertEqual(str(values).replace("''", "None"), str(again.as_dict()).replace("''", "None"))

    def test_hostile_bytes_are_decoded_or_refused(self):
        random = seeded("test_schema")
        own = own_schemas()
        templates = [(own, own.template("Instrument")), (own, own.template("Quote"))]
        schema = self.load()
        templates += [(verbus.Schemas([schema]), schema.template("All"))] * 4
        refused = 0
        for _ in range(6000):
            schemas, template = random.choice(templates)
            data = bytearray(random_message(random, template))
            for _ in range(random.randrange(6)):
                at = random.choice((0, 1, 6, random.randrange(len(data)), min(len(data) - 1, 8 + template.body.length)))
                data[at] = random.choice((0, 1, 255, random.randrange(256)))
            data = data[: random.choice((len(data), random.randrange(len(data) + 1)))]
            try:
                repr(schemas.decode(data))
            except verbus.Error as error:
                self.assertIn("malformed", str(error))
                self.assertEqual(verbus.Error.DAMAGED, error.status)
                refused += 1
        self.assertGreater(refused, 500)

    @unittest.skipUnless(os.environ.get("VERBUS_TEST_DATA"), "VERBUS_TEST_DATA names no folder with schemas of venues")
    def test_schemas_of_venues_are_loaded(self):
        files = [path for path in Path(os.environ["VERBUS_TEST_DATA"]).rglob("*.xml") if b"messageSchema" in
                 path.read_bytes()]
        self.assertGreater(len(files), 5)
        random = seeded("test_schema")
        for path in files:
            schema = verbus.Schema(path)
            for template in schema.templates.values():
                if schema.is_standard:
                    repr(verbus.Schemas([schema]).decode(random_message(random, template)))


if __name__ == "__main__":
    unittest.main()
