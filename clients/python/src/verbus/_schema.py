"""SBE schemas: XML to templates that decode and encode messages."""

import codecs
import os
import struct
import xml.etree.ElementTree as ElementTree
from collections import namedtuple

from ._codec import (
    Array, Body, Bytes, Constant, Data, Decimal, Enumeration, Group, Member, Number, Pair, Record, Set, Text, malformed,
)
from ._errors import Error, unknown

_INTEGERS = {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q",
             "uint64": "Q"}
_REALS = {"float": "f", "double": "d"}
STANDARD_HEADER = [("blockLength", "H", 0), ("templateId", "H", 2), ("schemaId", "H", 4), ("version", "H", 6)]

Header = namedtuple("Header", "session sequence frames position published_ns received_utc_ns")
Header.__doc__ = """Where a message comes from.

`session` is a Session of the stream, `sequence` the number of its first frame, `frames` the number of sequences that it
takes, `position` that of the log after it (0 in a journal). Times are None if they are not known: `published_ns` on the
publisher's monotonic clock, `received_utc_ns` by the recorder, since 1970.
"""


class Message(Record):
    """A decoded message: its fields are attributes.

    `template` is the name of its template, and `header` its Header, None if it was decoded from bytes. A field named as
    an attribute of this class is read by `message[name]`. A field is None if it has its null value, or if the message
    is of a version without it. It is a copy: valid for ever, in any thread.
    """

    __slots__ = ("header",)
    template = None

    def __init__(self, raw, tail=()):
        self._raw = raw
        self._tail = tail
        self.header = None

    def __eq__(self, other):
        return Record.__eq__(self, other)

    __hash__ = None


class Raw:
    """A message of a schema that is not loaded: its bytes."""

    __slots__ = ("payload", "header")
    template = None

    def __init__(self, payload, header=None):
        self.payload = payload
        self.header = header

    def __repr__(self):
        return f"Raw({len(self.payload)} bytes)"


class Template:
    """A message of a schema."""

    def __init__(self, schema, name, number, body):
        self.schema = schema
        self.name = name
        self.id = number
        self.body = body

    def encode(self, /, **fields):
        """The bytes of a message with these fields, header included.

        Optional fields, texts, codes and flags may be left out. Codes are given by name or number, flags by names or a
        number, groups as lists of dictionaries. Raises Error if a field is unknown, missing or out of its range.
        """
        into = bytearray(self.schema.pack_header(self.body.length, self.id))
        try:
            self.body.encode(fields, into)
        except Error as error:
            raise Error(f"cannot encode {self.name}: {error}") from None
        return bytes(into)

    def leaf(self, path):
        """The item of the fixed block with a name, such as `price` or `price.mantissa`."""
        for leaf in self.body.leaves:
            if leaf.name == path:
                return leaf
        raise unknown("field", path, [leaf.name for leaf in self.body.leaves], f"the fixed block of {self.name}")


class Schema:
    """The templates of an SBE schema, from the path of its XML file."""

    def __init__(self, path):
        self.path = os.fspath(path)
        try:
            root = ElementTree.parse(self.path).getroot()
        except OSError as error:
            raise Error(f"cannot read the schema {self.path}: {error.strerror}") from None
        except ElementTree.ParseError as error:
            raise Error(f"{self.path} is not an XML file: {error}") from None
        if _tag(root) != "messageSchema":
            raise Error(f"{self.path} is not an SBE schema: its root is {_tag(root)}, expected messageSchema")
        try:
            self._load(root)
        except Error as error:
            raise Error(f"cannot load the schema {self.path}: {error}") from None

    def _load(self, root):
        self.id = _integer(root, "id")
        self.version = _integer(root, "version", 0)
        self.order = ">" if root.get("byteOrder") == "bigEndian" else "<"
        parser = _Parser(root, self.order)
        header = parser.composite(root.get("headerType", "messageHeader"))
        self.header = struct.Struct(self.order + "".join(
            f"{leaf.offset - end}x{leaf.kind.code}" for leaf, end in zip(header.leaves, _ends(header.leaves))))
        names = [leaf.name for leaf in header.leaves]
        for name, _, _ in STANDARD_HEADER:
            if name not in names:
                raise Error(f"the message header lacks {name}")
        self.header_items = [names.index(name) for name, _, _ in STANDARD_HEADER]
        self.header_length = header.size
        self.is_standard = self.order == "<" and STANDARD_HEADER == [
            (leaf.name, leaf.kind.code, leaf.offset) for leaf in header.leaves]
        self.templates = {}
        for element in root:
            if _tag(element) == "message":
                template = Template(self, _name(element), _integer(element, "id"), parser.message(element))
                template.body.record.template = template.name
                self.templates[template.name] = template

    def template(self, name):
        """The template with a name; raises Error if there is none."""
        if name not in self.templates:
            raise unknown("template", name, list(self.templates), self.path)
        return self.templates[name]

    def encode(self, name, /, **fields):
        """The bytes of a message; see Template.encode."""
        return self.template(name).encode(**fields)

    def pack_header(self, block_length, template):
        values = [0] * (max(self.header_items) + 1)
        for index, value in zip(self.header_items, (block_length, template, self.id, self.version)):
            values[index] = value
        return self.header.pack(*values).ljust(self.header_length, b"\0")

    def __repr__(self):
        return f"Schema({self.path!r}: id {self.id}, version {self.version}, {len(self.templates)} templates)"


class Schemas:
    """Several schemas, by which the messages of one stream are decoded: of versions of one, the newest."""

    def __init__(self, schemas):
        self.schemas = [schema if isinstance(schema, Schema) else Schema(schema) for schema in schemas]
        self._headers = []
        for schema in self.schemas:
            key = schema.header.format, tuple(schema.header_items), schema.header_length
            for known, bodies in self._headers:
                if known == key:
                    break
            else:
                bodies = {}
                self._headers.append((key, bodies))
            for template in schema.templates.values():
                earlier = bodies.setdefault((schema.id, template.id), template)
                if earlier is not template and earlier.schema.version == schema.version:
                    raise Error(f"{schema.path} and {earlier.schema.path} both have version {schema.version} of schema"
                                f" {schema.id}: load one of them")
                if earlier.schema.version < schema.version:
                    bodies[schema.id, template.id] = template
        self._lookups = [(struct.Struct(form).unpack_from, items, length, bodies)
                         for (form, items, length), bodies in self._headers]

    def decode(self, payload, wanted=None):
        """The Message of some bytes, or Raw if no schema has it. Raises Error if it is malformed.

        If `wanted` is a list of templates, messages of others are None.
        """
        if type(payload) is not bytes:
            payload = bytes(payload)
        end = len(payload)
        for unpack, items, length, templates in self._lookups:
            if end < length:
                continue
            values = unpack(payload)
            template = templates.get((values[items[2]], values[items[1]]))
            if template is not None:
                if wanted is not None and template not in wanted:
                    return None
                return template.body.decode(payload, length, values[items[0]], values[items[3]], end)[0]
        return Raw(payload)

    def template(self, name):
        """The template with a name, in the first schema that has it; raises Error if none has."""
        for schema in self.schemas:
            if name in schema.templates:
                return schema.templates[name]
        known = [known for schema in self.schemas for known in schema.templates]
        if not known:
            raise Error(f"unknown template {name}: no schema is loaded")
        raise unknown("template", name, known, ", ".join(os.path.basename(schema.path) for schema in self.schemas))

    def encode(self, name, /, **fields):
        """The bytes of a message; see Template.encode."""
        return self.template(name).encode(**fields)


_DIRECTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemas")
_own = []


def own_schemas():
    """The schemas of Verbus: market data, NASDAQ, orders, and the first one of market data, for old journals."""
    if not _own:
        names = ("market-data.xml", "nasdaq.xml", "orders.xml", "market-data-1.xml")
        _own.append(Schemas([os.path.join(_DIRECTORY, name) for name in names]))
    return _own[0]


def schemas_of(given):
    """None: those of Verbus. Else a path, a Schema, or several of them; none of them: all messages are Raw."""
    if given is None:
        return own_schemas()
    if isinstance(given, Schemas):
        return given
    return Schemas([given] if isinstance(given, (str, os.PathLike, Schema)) else given)


def _tag(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def _name(element):
    name = element.get("name")
    if not name:
        raise Error(f"a {_tag(element)} has no name")
    return name


def _integer(element, key, default=None):
    text = element.get(key)
    if text is None and default is not None:
        return default
    try:
        return int(text)
    except (TypeError, ValueError):
        raise Error(f"{_tag(element)} {element.get('name', '')} has {key} {text!r}, expected a number") from None


def _ends(leaves):
    end = 0
    for leaf in leaves:
        yield end
        end = leaf.offset + leaf.kind.size


class _Parser:
    """The types of a schema, and its messages."""

    def __init__(self, root, order):
        self.order = order
        self.types = {}
        self.open = set()  # composites that are being read: a composite cannot contain itself
        for types in root:
            if _tag(types) == "types":
                for element in types:
                    if _tag(element) in ("type", "composite", "enum", "set"):
                        self.types[_name(element)] = element
            elif _tag(types) not in ("message", ""):
                raise Error(f"it has an element {_tag(types)}, which is not supported: include it in the file")

    def element(self, name):
        if name in self.types:
            return self.types[name]
        if name in _INTEGERS or name in _REALS or name == "char":
            return ElementTree.Element("type", name=name, primitiveType=name)
        raise unknown("type", name, list(self.types), "the schema")

    def composite(self, name):
        kind = self.kind(self.element(name))
        if not isinstance(kind, Body):
            raise Error(f"{name} is not a composite")
        return kind

    def kind(self, element, presence=None):
        """The type of a value; a Constant without a name if it takes no bytes."""
        tag = _tag(element)
        if tag == "type":
            return self.simple(element, presence or element.get("presence", "required"))
        if tag == "composite":
            name = _name(element)
            if name in self.open:
                raise Error(f"composite {name} contains itself")
            self.open.add(name)
            members = self.members(element)
            self.open.discard(name)
            names = {member.name for member in members}
            base = Decimal if names == {"mantissa", "exponent"} else Record
            return Body(name, self.order, members, base=base)
        number = self.number(element.get("encodingType"), True, element.get("nullValue"))
        if tag == "set":
            bits = {_name(choice): _code(choice) for choice in element}
            if not all(0 <= bit < 8 * number.size for bit in bits.values()):
                raise Error(f"set {_name(element)} has a bit that its encoding lacks")
            return Set(_name(element), number, bits)
        is_char = self.primitive(element.get("encodingType")) == "char"
        codes = {_name(value): _code(value, is_char) for value in element}
        return Enumeration(_name(element), number, is_char, codes)

    def primitive(self, name):
        return self.element(name).get("primitiveType") if name else "none"

    def number(self, name, is_optional, null=None):
        """A number of a primitive type or of a type that has one."""
        element = self.element(name) if name else ElementTree.Element("type")
        primitive = element.get("primitiveType")
        null = null or element.get("nullValue")
        if primitive in _REALS:
            code = _REALS[primitive]
            value = float(null) if null else float("nan")
            return Number(code, struct.calcsize(code), value if is_optional else None, None, None)
        code = "B" if primitive == "char" else _INTEGERS.get(primitive)
        if code is None:
            raise Error(f"{name} has the primitive type {primitive}, which SBE lacks")
        size = struct.calcsize("=" + code)
        lowest = 0 if code.isupper() else -(1 << 8 * size - 1)
        highest = (1 << 8 * size) - 1 + lowest
        usual = 0 if primitive == "char" else highest if code.isupper() else lowest
        try:
            value = int(null) if null else usual
        except ValueError:
            value = ord(null) if len(null) == 1 else usual
        return Number(code, size, value if is_optional else None, lowest, highest)

    def simple(self, element, presence):
        primitive = element.get("primitiveType")
        length = _integer(element, "length", 1)
        if presence == "constant":
            return Constant(None, _constant(element, primitive))
        if primitive == "char":
            return Text(length, _encoding(element))
        if length == 1:
            return self.number_of(element, presence)
        if primitive == "uint8":
            return Bytes(length)
        return Array(self.number_of(element, presence), length, self.order)

    def number_of(self, element, presence):
        return self.number(element.get("primitiveType"), presence == "optional", element.get("nullValue"))

    def members(self, parent):
        """The values of a composite, or the fields of a message or a group."""
        members = []
        at = 0
        for element in parent:
            tag = _tag(element)
            if tag not in ("field", "ref", "type", "composite", "enum", "set"):
                continue
            target = self.element(element.get("type", "")) if tag in ("field", "ref") else element
            if element.get("valueRef"):
                members.append(Constant(_name(element), self.referred(element.get("valueRef"))))
                continue
            if tag == "field" and element.get("presence") == "constant" and _tag(target) == "enum":
                members.append(Constant(_name(element), (element.text or "").strip()))
                continue
            kind = self.kind(target, element.get("presence") if tag == "field" else None)
            if isinstance(kind, Constant):
                members.append(Constant(_name(element), kind.value))
                continue
            at = _integer(element, "offset", at)
            members.append(Member(_name(element), kind, at, _integer(element, "sinceVersion", 0)))
            at += kind.size
        return members

    def referred(self, reference):
        name, _, value = reference.partition(".")
        kind = self.kind(self.element(name))
        if not isinstance(kind, Enumeration) or value not in kind.codes:
            raise Error(f"valueRef {reference} names no value of an enum")
        return value

    def message(self, element):
        return self.body(element, Message)

    def body(self, element, base=Record):
        tail = []
        for child in element:
            if _tag(child) == "group":
                tail.append(self.group(child))
            elif _tag(child) == "data":
                tail.append(self.data(child))
        return Body(_name(element), self.order, self.members(element), tail, _integer(element, "blockLength", 0), base)

    def group(self, element):
        dimension = self.composite(element.get("dimensionType", "groupSizeEncoding"))
        pair = [self.item(dimension, name) for name in ("blockLength", "numInGroup")]
        return Group(_name(element), Pair(self.order, dimension.size, *pair), self.body(element),
                     _integer(element, "sinceVersion", 0))

    @staticmethod
    def item(composite, name):
        for leaf in composite.leaves:
            if leaf.name == name:
                return leaf.kind, leaf.offset
        raise Error(f"composite {composite.name} lacks {name}")

    def data(self, element):
        name = element.get("type", "")
        composite = self.element(name)
        length = None
        encoding = None
        offset = 0
        for child in composite:
            target = self.element(child.get("type", "")) if _tag(child) == "ref" else child
            if _name(child) == "length":
                length = self.number_of(target, target.get("presence", "required"))
            elif _name(child) == "varData":
                is_text = target.get("characterEncoding") or target.get("primitiveType") == "char"
                encoding = _encoding(target) if is_text else None
                offset = _integer(child, "offset", length.size if length else 0)
        if length is None:
            raise Error(f"{name} of data {_name(element)} has no length")
        return Data(_name(element), self.order, length, offset, encoding, _integer(element, "sinceVersion", 0))


def _encoding(element):
    encoding = element.get("characterEncoding") or "US-ASCII"
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise Error(f"type {element.get('name')} has the character encoding {encoding}, which Python lacks") from None
    return encoding


def _constant(element, primitive):
    text = (element.text or "").strip()
    try:
        return text if primitive == "char" else float(text) if primitive in _REALS else int(text)
    except ValueError:
        raise Error(f"constant {element.get('name')} is {text!r}, expected a number") from None


def _code(element, is_char=False):
    text = element.text or ""
    try:
        return ord(text.strip() or text) if is_char else int(text)
    except (TypeError, ValueError):
        raise Error(f"{_tag(element)} {_name(element)} has the code {text!r}") from None


__all__ = ["Header", "Message", "Raw", "Schema", "Schemas", "Template", "malformed"]
