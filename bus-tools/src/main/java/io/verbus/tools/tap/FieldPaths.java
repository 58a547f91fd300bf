package io.verbus.tools.tap;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;

/** The fields of all messages of some schemas, by their dotted path, with the values that they can have. */
final class FieldPaths {
    /** The type of a message is selected like a field. */
    static final String TEMPLATE = "template";

    private final SortedMap<String, Kinds> paths = new TreeMap<>();

    /** The kinds of value of all fields with one path. */
    private static final class Kinds {
        private final Set<String> names = new TreeSet<>();
        private boolean hasNumbers;
        private boolean hasTexts;
    }

    FieldPaths(final List<Schema> schemas) {
        for (final Schema schema : schemas) {
            for (final List<Token> message : schema.messages()) {
                kinds(TEMPLATE).names.add(message.getFirst().name());
                addMembers(message.subList(1, message.size() - 1), "");
            }
        }
    }

    /** All paths, in alphabetical order. */
    List<String> all() {
        return List.copyOf(paths.keySet());
    }

    boolean has(final String path) {
        return paths.containsKey(path);
    }

    /** Whether a field with this path can be a number. */
    boolean hasNumbers(final String path) {
        return paths.get(path).hasNumbers;
    }

    /** Whether fields with this path are numbers only. */
    boolean hasOnlyNumbers(final String path) {
        final Kinds kinds = paths.get(path);
        return kinds.hasNumbers && !kinds.hasTexts && kinds.names.isEmpty();
    }

    /** The names of the codes and bits, if fields with this path have no other values; else empty. */
    List<String> names(final String path) {
        final Kinds kinds = paths.get(path);
        return kinds.hasNumbers || kinds.hasTexts ? List.of() : List.copyOf(kinds.names);
    }

    private Kinds kinds(final String path) {
        return paths.computeIfAbsent(path, unused -> new Kinds());
    }

    private void addMembers(final List<Token> tokens, final String prefix) {
        for (final List<Token> member : Schema.parts(tokens)) {
            final Token token = member.getFirst();
            if (!Schema.isMember(token)) {
                continue;
            }
            final List<Token> inner = member.subList(1, member.size() - 1);
            final String path = prefix + token.name();
            switch (token.signal()) {
                case BEGIN_GROUP -> addMembers(inner.subList(inner.getFirst().componentTokenCount(), inner.size()),
                        path + ".");
                case BEGIN_VAR_DATA -> kinds(path).hasTexts = true;
                default -> addType(inner, path);
            }
        }
    }

    private void addType(final List<Token> tokens, final String path) {
        final Token type = tokens.getFirst();
        switch (type.signal()) {
            case BEGIN_ENUM, BEGIN_SET -> tokens.subList(1, tokens.size() - 1)
                    .forEach(code -> kinds(path).names.add(code.name()));
            case BEGIN_COMPOSITE -> addComposite(tokens, path);
            default -> {
                final boolean isText = type.encoding().primitiveType() == PrimitiveType.CHAR
                        || type.encoding().primitiveType() == PrimitiveType.UINT8 && type.arrayLength() > 1;
                kinds(path).hasTexts |= isText;
                kinds(path).hasNumbers |= !isText;
            }
        }
    }

    private void addComposite(final List<Token> tokens, final String path) {
        final List<List<Token>> members = Schema.parts(tokens.subList(1, tokens.size() - 1));
        final Set<String> names = new TreeSet<>(members.stream().map(member -> member.getFirst().name()).toList());
        if (names.equals(FieldValue.DECIMAL) && tokens.get(1).signal() == Signal.ENCODING) {
            kinds(path).hasNumbers = true;
        } else {
            members.forEach(member -> addType(member, path + "." + member.getFirst().name()));
        }
    }
}
