package io.verbus.testkit.chaos;

import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.testkit.oracle.Reception;
import io.verbus.testkit.oracle.SessionOracle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the messages that each subscription reported for each session with the published ones: every sequence up to
 * the end of the session, each once, except those reported missing. The content of the messages was compared on
 * arrival, with the content that follows from session and sequence.
 */
public final class ReportComparison {
    /** Lines about a session: the event, the session, and sequences. */
    private static final Set<String> EVENTS = Set.of("started", "saw", "gap", "lost", "dead", "back", "ended");

    private final Map<String, Long> ends = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private int subscriptions;
    private int records;
    private long seen;
    private long missing;
    /** Session, name, and process of each. */
    private final Set<String> evicted = new HashSet<>();

    /** Of processes that have ended in any way. */
    public static ReportComparison of(final List<ChaosPeer> feeds, final List<ChaosPeer> readers) {
        final Map<String, List<String>> subscriptions = new LinkedHashMap<>();
        for (final ChaosPeer reader : readers) {
            final List<List<String>> parts = EventOrder.parts(reader.said());
            for (int i = 0; i < parts.size(); i++) {
                subscriptions.put(reader.id(i), parts.get(i));
            }
        }
        return of(feeds.stream().map(ChaosPeer::said).toList(), subscriptions);
    }

    /** Of the lines of feeds, and of each subscription, by the name and process that its feed knows. */
    static ReportComparison of(final List<List<String>> feeds, final Map<String, List<String>> subscriptions) {
        final ReportComparison comparison = new ReportComparison();
        feeds.forEach(said -> comparison.noteEnds(said, "closed", 2));
        subscriptions.values().forEach(said -> comparison.noteEnds(said, "dead .* " + Causes.DEATH, 3));
        subscriptions.forEach(comparison::compare);
        feeds.forEach(comparison::checkFarewells);
        return comparison;
    }

    /** A reader that a feed has lapped under EVICT is not reported as closed. */
    private void checkFarewells(final List<String> said) {
        String session = null;
        for (final String line : said) {
            final String[] words = line.split(" ");
            if (words[0].equals("session")) {
                session = words[1];
            } else if (line.startsWith("left ") && evicted.contains(session + " " + words[1] + " " + words[2])) {
                faults.add("of " + session + " its feed reported " + line + ", but it was evicted");
            }
        }
    }

    /** Records the end of a session, which must be the same for all. */
    private void noteEnds(final List<String> said, final String lines, final int word) {
        for (final String line : said) {
            if (line.matches(lines + ".*")) {
                final String[] words = line.split(" ");
                final Long other = ends.put(words[1], Long.parseLong(words[word]));
                if (other != null && other != Long.parseLong(words[word])) {
                    faults.add(line + ", but other processes report the end at " + other);
                }
            }
        }
    }

    public List<String> faults() {
        return faults;
    }

    /** Number of messages reported missing, by all subscriptions. */
    public long missing() {
        return missing;
    }

    /** Number of subscriptions that lost their session because of a lap. */
    int evictions() {
        return evicted.size();
    }

    @Override
    public String toString() {
        return subscriptions + " subscriptions have seen " + seen + " messages of " + records + " sessions as they were"
                + " published, and " + missing + " were reported missing, exactly the missing ones; " + evicted.size()
                + " evictions";
    }

    private void compare(final String subscription, final List<String> said) {
        subscriptions++;
        final Map<String, SessionOracle> sessions = new HashMap<>();
        for (final String line : said) {
            final String[] words = line.split(" ");
            if (EVENTS.contains(words[0])) {
                final SessionOracle session = sessions.computeIfAbsent(words[1],
                        id -> new SessionOracle(() -> ends.getOrDefault(id, Long.MAX_VALUE), Reception.PLAIN,
                                SessionOracle.UNKNOWN, fault -> faults.add(subscription + ", session " + id + ": "
                                        + fault)));
                apply(session, words, line);
                if (line.endsWith(Causes.LOST)) {
                    evicted.add(words[1] + " " + subscription);
                }
            }
        }
        records += sessions.size();
        seen += sessions.values().stream().mapToLong(SessionOracle::delivered).sum();
        missing += sessions.values().stream().mapToLong(SessionOracle::missed).sum();
    }

    private static void apply(final SessionOracle session, final String[] words, final String line) {
        final long sequence = Long.parseLong(words[2]);
        switch (words[0]) {
            case "started" -> session.started(sequence);
            case "saw" -> session.message(sequence, (int) (Long.parseLong(words[3]) + 1 - sequence));
            case "gap" -> session.gap(sequence, Long.parseLong(words[3]));
            case "lost" -> session.lost(new LostSession(null, sequence, Long.parseLong(words[3]), LossCause.SILENT,
                    line));
            case "dead" ->
                session.lost(new LostSession(null, sequence, Long.parseLong(words[3]), LossCause.DIED, line));
            case "back" -> session.back(sequence);
            case "ended" -> session.ended(sequence);
            default -> throw new AssertionError(line);
        }
    }
}
