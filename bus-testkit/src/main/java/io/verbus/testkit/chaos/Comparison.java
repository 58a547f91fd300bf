package io.verbus.testkit.chaos;

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
public final class Comparison {
    private static final long UNKNOWN = -1;

    private final Map<String, Long> ends = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private int subscriptions;
    private int records;
    private long seen;
    private long missing;
    /** Session, name, and process of each. */
    private final Set<String> evicted = new HashSet<>();

    /** Of processes that have ended in any way. */
    public static Comparison of(final List<Peer> feeds, final List<Peer> readers) {
        final Map<String, List<String>> subscriptions = new LinkedHashMap<>();
        for (final Peer reader : readers) {
            final List<List<String>> parts = Stories.parts(reader.said());
            for (int i = 0; i < parts.size(); i++) {
                subscriptions.put(reader.id(i), parts.get(i));
            }
        }
        return of(feeds.stream().map(Peer::said).toList(), subscriptions);
    }

    /** Of the lines of feeds, and of each subscription, by the name and process that its feed knows. */
    static Comparison of(final List<List<String>> feeds, final Map<String, List<String>> subscriptions) {
        final Comparison comparison = new Comparison();
        feeds.forEach(said -> comparison.noteEnds(said, "closed", 2));
        subscriptions.values().forEach(said -> comparison.noteEnds(said, "dead .* " + Causes.DEATH, 3));
        subscriptions.forEach((subscription, said) -> comparison.new Story(subscription).compare(said));
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

    /** Of one subscription: the next sequence of each session that it reads. */
    private final class Story {
        private final String subscription;
        private final Map<String, Long> next = new HashMap<>();
        /** Sessions without messages so far: a gap may begin before the oldest message at the start. */
        private final Map<String, Long> untouched = new HashMap<>();

        Story(final String subscription) {
            this.subscription = subscription;
        }

        void compare(final List<String> said) {
            subscriptions++;
            for (final String line : said) {
                final String[] words = line.split(" ");
                switch (words[0]) {
                    case "started" -> begin(words[1], Long.parseLong(words[2]));
                    case "saw" -> seen += cover(line, words);
                    case "gap" -> missing += miss(line, words);
                    case "lost", "back" -> expect(line, words[1], Long.parseLong(words[2]));
                    case "ended" -> end(line, words[1], Long.parseLong(words[2]), true);
                    case "dead" -> {
                        end(line, words[1], Long.parseLong(words[3]), line.endsWith(Causes.DEATH));
                        if (line.endsWith(Causes.LOST)) {
                            evicted.add(words[1] + " " + subscription);
                        }
                    }
                    default -> {
                    } // none of its messages
                }
            }
        }

        private void begin(final String session, final long first) {
            records++;
            if (next.put(session, first) != null) {
                faults.add(subscription + " started session twice: " + session);
            }
            untouched.put(session, first);
        }

        private long miss(final String line, final String[] words) {
            final Long first = untouched.get(words[1]);
            if (first != null && Long.parseLong(words[3]) + 1 == first) {
                next.put(words[1], Long.parseLong(words[2]));
            }
            return cover(line, words);
        }

        private long cover(final String line, final String[] words) {
            final long last = Long.parseLong(words[3]);
            expect(line, words[1], Long.parseLong(words[2]));
            untouched.remove(words[1]);
            next.put(words[1], last + 1);
            final Long end = ends.get(words[1]);
            if (end != null && last >= end) {
                faults.add(subscription + " reported " + line + ", but the session ended with " + end);
            }
            return last + 1 - Long.parseLong(words[2]);
        }

        /** The end of the session, or the point where the subscription lost it. */
        private void end(final String line, final String session, final long sequence, final boolean ofSession) {
            expect(line, session, sequence);
            if (ofSession && ends.getOrDefault(session, UNKNOWN) != sequence) {
                faults.add(subscription + " reported " + line + ", but the session ended with " + ends.get(session));
            }
            next.put(session, UNKNOWN);
        }

        private void expect(final String line, final String session, final long sequence) {
            if (next.getOrDefault(session, UNKNOWN) != sequence) {
                faults.add(subscription + " reported " + line + " where " + next.get(session) + " comes next");
            }
        }
    }
}
