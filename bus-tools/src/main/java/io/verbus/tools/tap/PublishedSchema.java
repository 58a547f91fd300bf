package io.verbus.tools.tap;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.PrimitiveValue;

/**
 * Changes a schema, as a venue publishes it, where sbe-tool refuses more than decoding needs, or forgets a name. No
 * length and no offset changes.
 */
final class PublishedSchema {
    private static final String ROOT = "messageSchema";
    private static final String NAME = "name";
    private static final String CODE = "validValue";
    private static final String PRIMITIVE = "primitiveType";
    private static final String NULL_VALUE = "nullValue";
    private static final String REFERENCE = "valueRef";

    private PublishedSchema() {
    }

    /** Changes a document. */
    static void adapt(final Document document) {
        final Element schema = document.getDocumentElement();
        if (!schema.getLocalName().equals(ROOT)) {
            throw new IllegalArgumentException("its root element is " + schema.getLocalName()
                    + ", that of another protocol: SBE has " + ROOT);
        }
        nameConstants(schema);
        dropNullCodes(schema);
        numberMembers(schema);
    }

    /**
     * A constant that refers to a code is printed as the name of the code; sbe-tool keeps its number only. A type
     * becomes a text, except in a decimal. A field gets the enumeration as its type.
     */
    private static void nameConstants(final Element schema) {
        final Set<String> codes = elements(schema, CODE).stream()
                .map(code -> ((Element) code.getParentNode()).getAttribute(NAME) + "." + code.getAttribute(NAME))
                .collect(Collectors.toSet());
        for (final Element constant : elements(schema, "*")) {
            final String[] reference = constant.getAttribute(REFERENCE).split("\\.", 2);
            if (!codes.contains(constant.getAttribute(REFERENCE))
                    || !constant.getAttribute("presence").equals("constant")) {
                continue;
            }
            if (constant.getTagName().equals("field")) {
                constant.setAttribute("type", reference[0]);
            } else if (!FieldValue.DECIMAL.contains(constant.getAttribute(NAME))) {
                List.of(REFERENCE, NULL_VALUE, "minValue", "maxValue").forEach(constant::removeAttribute);
                constant.setAttribute(PRIMITIVE, "char");
                constant.setAttribute("length", Integer.toString(reference[1].length()));
                constant.setTextContent(reference[1]);
            }
        }
    }

    /** A code equal to the null of its type is printed as null. sbe-tool refuses it, unless it is a character. */
    private static void dropNullCodes(final Element schema) {
        final Map<String, Element> types = elements(schema, "type").stream()
                .filter(type -> type.getParentNode().getNodeName().equals("types"))
                .collect(Collectors.toMap(type -> type.getAttribute(NAME), type -> type, (first, second) -> second));
        for (final Element enumeration : elements(schema, "enum")) {
            final String encoding = enumeration.getAttribute("encodingType");
            final Element type = types.get(encoding);
            final String primitive = type == null ? encoding : type.getAttribute(PRIMITIVE);
            Arrays.stream(PrimitiveType.values())
                    .filter(one -> one.primitiveName().equals(primitive) && one != PrimitiveType.CHAR)
                    .forEach(one -> dropCodes(enumeration, one, nullValue(enumeration, type, one)));
        }
    }

    private static PrimitiveValue nullValue(final Element enumeration, final Element type,
            final PrimitiveType primitive) {
        return Stream.of(enumeration, type).filter(one -> one != null && one.hasAttribute(NULL_VALUE)).findFirst()
                .map(one -> value(one, one.getAttribute(NULL_VALUE), primitive)).orElse(primitive.nullValue());
    }

    private static void dropCodes(final Element enumeration, final PrimitiveType primitive,
            final PrimitiveValue value) {
        elements(enumeration, CODE).stream()
                .filter(code -> value(code, code.getTextContent(), primitive).longValue() == value.longValue())
                .forEach(enumeration::removeChild);
    }

    private static PrimitiveValue value(final Element element, final String text, final PrimitiveType primitive) {
        try {
            return PrimitiveValue.parse(text, primitive);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    element.getTagName() + " " + element.getAttribute(NAME) + " has the value '"
                            + text.strip() + "', which is not of type " + primitive.primitiveName(),
                    e);
        }
    }

    /** Members get different ids, which decoding does not need: some schemas repeat them. */
    private static void numberMembers(final Element schema) {
        int id = 0;
        for (final String kind : List.of("field", "group", "data")) {
            for (final Element member : elements(schema, kind)) {
                if (member.hasAttribute("id")) {
                    id++;
                    member.setAttribute("id", Integer.toString(id));
                }
            }
        }
    }

    private static List<Element> elements(final Element parent, final String name) {
        final NodeList found = parent.getElementsByTagName(name);
        return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
    }
}
