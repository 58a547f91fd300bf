package io.verbus.internal.yaml;

import io.verbus.internal.yaml.ConfigurationNode.Items;
import io.verbus.internal.yaml.ConfigurationNode.Member;
import io.verbus.internal.yaml.ConfigurationNode.Members;
import io.verbus.internal.yaml.ConfigurationNode.Scalar;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Makes a tree of the parser's events. Tags are refused, because they name types; aliases, because a few lines of them
 * grow to gigabytes; values over several lines, because most of them lack a colon.
 */
final class EventTree {
    /** The deepest file has the levels file, streams, stream, section, list. */
    private static final int MAX_DEPTH = 8;

    private final Iterator<Event> events;

    EventTree(final Iterator<Event> events) {
        this.events = events;
    }

    ConfigurationNode root() {
        ConfigurationNode root = null;
        while (events.hasNext()) {
            final Event event = events.next();
            if (!(event instanceof NodeEvent)) {
                continue; // the start or end of the stream or of a document
            }
            if (root != null) {
                throw refused(event, "a second document starts: a configuration is one document, remove ---");
            }
            root = node(event, 0);
        }
        return root == null ? new Scalar(1, "", false) : root;
    }

    private ConfigurationNode node(final Event event, final int depth) {
        if (event instanceof AliasEvent alias) {
            throw refused(event, "alias *" + alias.getAlias().getValue() + ": write the value again, aliases and"
                    + " anchors are not allowed");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw refused(event, "anchor &" + node.getAnchor().get().getValue() + ": remove it, aliases and anchors are"
                    + " not allowed");
        }
        if (depth > MAX_DEPTH) {
            throw refused(event,
                    "it is nested more than " + MAX_DEPTH + " levels deep: check brackets and indentation");
        }
        return switch (event) {
            case final ScalarEvent scalar -> scalar(scalar);
            case final MappingStartEvent map -> members(map, depth);
            case final CollectionStartEvent list -> items(list, depth);
            default -> throw new IllegalStateException("unexpected " + event);
        };
    }

    private static Scalar scalar(final ScalarEvent event) {
        refuseTag(event, event.getTag());
        if (event.isPlain() && SyntaxProblem.line(event.getEndMark()) != SyntaxProblem.line(event.getStartMark())) {
            throw refused(event, "a value continues in the next line: check for a missing colon there, or quote the"
                    + " value");
        }
        return new Scalar(SyntaxProblem.line(event.getStartMark()), event.getValue(), !event.isPlain());
    }

    private Members members(final MappingStartEvent start, final int depth) {
        refuseTag(start, start.getTag());
        final List<Member> members = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(node(event, depth + 1) instanceof Scalar key)) {
                throw refused(event, "a list or a map is a key: use a name and a colon");
            }
            members.add(new Member(key, node(events.next(), depth + 1)));
        }
        return new Members(SyntaxProblem.line(start.getStartMark()), members);
    }

    private Items items(final CollectionStartEvent start, final int depth) {
        refuseTag(start, start.getTag());
        final List<ConfigurationNode> items = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            items.add(node(event, depth + 1));
        }
        return new Items(SyntaxProblem.line(start.getStartMark()), items);
    }

    private static void refuseTag(final Event event, final Optional<String> tag) {
        if (tag.isPresent()) {
            throw refused(event, "tag " + tag.get() + ": remove it, values have no tags");
        }
    }

    private static ConfigurationSyntaxException refused(final Event event, final String problem) {
        return new ConfigurationSyntaxException(SyntaxProblem.line(event.getStartMark()), problem, null);
    }
}
