package io.verbus.internal.config;

import io.verbus.BusException;
import io.verbus.internal.config.SectionValues.FoundValue;
import io.verbus.internal.yaml.ConfigurationNode;
import io.verbus.internal.yaml.ConfigurationNode.Items;
import io.verbus.internal.yaml.ConfigurationNode.Member;
import io.verbus.internal.yaml.ConfigurationNode.Members;
import io.verbus.internal.yaml.ConfigurationNode.Scalar;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads a section: refuses unknown keys, repeated keys, and values of a wrong type. Collects all mistakes. */
final class SectionReader {
    private static final Set<String> SECRETS = Set.of("secret", "password", "passphrase", "key", "token");

    private final Mistakes mistakes;
    /** The place of a key that is in another section. */
    private final Function<String, Optional<String>> places;

    SectionReader(final Mistakes mistakes, final Function<String, Optional<String>> places) {
        this.mistakes = mistakes;
        this.places = places;
    }

    /** The members of a map without repeated keys; none if there is no value. */
    List<Member> members(final ConfigurationNode node, final String path) {
        if (node instanceof Scalar scalar && scalar.isAbsent()) {
            return List.of();
        }
        if (!(node instanceof Members map)) {
            mistakes.add(node.line(), path + " is not a map: write its keys in lines of their own, indented by two"
                    + " spaces");
            return List.of();
        }
        final Map<String, Integer> lines = new HashMap<>();
        final List<Member> distinct = new ArrayList<>();
        for (final Member member : map.members()) {
            final Integer first = lines.putIfAbsent(member.key().text(), member.key().line());
            if (first == null) {
                distinct.add(member);
            } else {
                mistakes.add(member.key().line(), "repeated key \"" + member.key().text() + "\"" + in(path)
                        + ", the first is in line " + first + ": remove one");
            }
        }
        return distinct;
    }

    <S> SectionValues<S> read(final KeySection<S> section, final ConfigurationNode node, final String path) {
        final List<FoundValue<S, ?>> values = new ArrayList<>();
        for (final Member member : members(node, path)) {
            final Optional<Key<S, ?>> key = section.key(member.key().text());
            if (key.isEmpty()) {
                addUnknown(member.key(), path, section.names());
            } else {
                value(key.get(), member, path).ifPresent(values::add);
            }
        }
        values.sort(Comparator.comparingInt(value -> section.keys().indexOf(value.key())));
        return new SectionValues<>(section, values);
    }

    void addUnknown(final Scalar key, final String path, final Collection<String> known) {
        mistakes.add(key.line(), SECRETS.contains(key.text())
                ? dotted(path, key.text()) + ": " + AddressForms.SECRET_REMEDY
                : "unknown key \"" + key.text() + "\"" + in(path) + remedy(key.text(), path, known));
    }

    private String remedy(final String key, final String path, final Collection<String> known) {
        return places.apply(key).filter(place -> !place.equals(path)).map(place -> ": it belongs to " + place)
                .or(() -> NearestName.of(key, known).map(nearest -> ", the nearest is \"" + nearest + "\""))
                .orElse(": use " + String.join(", ", known));
    }

    private <S, T> Optional<FoundValue<S, ?>> value(final Key<S, T> key, final Member member, final String path) {
        final String name = dotted(path, key.name());
        final Optional<List<String>> texts = texts(key.form(), member, name);
        try {
            return texts.map(valid -> new FoundValue<>(key, key.form().parse().apply(valid), member.key().line()));
        } catch (final BusException e) {
            mistakes.add(member.value().line(), name + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<List<String>> texts(final ValueForm<?> form, final Member member, final String name) {
        final String remedy = ": use " + form.values();
        switch (member.value()) {
            case final Scalar scalar -> {
                return text(scalar, name, remedy).map(List::of);
            }
            case final Items list when form.isList() -> {
                return texts(list, name, remedy);
            }
            case final Items list -> mistakes.add(list.line(), name + " is a list" + remedy);
            case final Members map -> mistakes.add(map.line(), name + " is a map" + remedy);
        }
        return Optional.empty();
    }

    private Optional<List<String>> texts(final Items list, final String name, final String remedy) {
        final List<String> texts = new ArrayList<>();
        final Set<String> distinct = new HashSet<>();
        for (final ConfigurationNode item : list.items()) {
            if (!(item instanceof Scalar scalar)) {
                mistakes.add(item.line(), name + " has a list or a map as an item" + remedy);
                return Optional.empty();
            }
            final Optional<String> text = text(scalar, name, remedy);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            if (!distinct.add(text.get())) {
                mistakes.add(item.line(), name + " has \"" + text.get() + "\" twice: remove one");
                return Optional.empty();
            }
            texts.add(text.get());
        }
        return Optional.of(texts);
    }

    private Optional<String> text(final Scalar scalar, final String name, final String remedy) {
        if (scalar.isAbsent()) {
            mistakes.add(scalar.line(), name + " has no value" + remedy + ", or remove the key");
            return Optional.empty();
        }
        if (scalar.text().codePoints().anyMatch(Character::isISOControl)) {
            mistakes.add(scalar.line(), name + " has a line break or another control character" + remedy);
            return Optional.empty();
        }
        return Optional.of(scalar.text());
    }

    private static String in(final String path) {
        return path.isEmpty() ? "" : " in " + path;
    }

    static String dotted(final String path, final String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
