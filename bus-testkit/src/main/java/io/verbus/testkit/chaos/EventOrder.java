package io.verbus.testkit.chaos;

import io.verbus.testkit.oracle.AudienceOracle;
import java.util.ArrayList;
import java.util.List;

/** The permitted events and their order, under any faults. */
public final class EventOrder {
    private EventOrder() {
    }

    /** The faults in the output of a reader; empty if there are none. */
    public static List<String> faultsOfReader(final List<String> said) {
        final List<String> faults = new ArrayList<>(said.stream().filter(line -> line.startsWith("fault")).toList());
        parts(said).forEach(part -> faults.addAll(faultsOfPart(part)));
        return faults;
    }

    /** The output of a reader, split by its subscriptions: a reader that joins again has another. */
    static List<List<String>> parts(final List<String> said) {
        final List<List<String>> parts = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < said.size(); i++) {
            if (said.get(i).startsWith("again ")) {
                parts.add(said.subList(begin, i));
                begin = i;
            }
        }
        parts.add(said.subList(begin, said.size()));
        return parts;
    }

    private static List<String> faultsOfPart(final List<String> said) {
        final List<String> faults = new ArrayList<>();
        String earlier = null;
        final List<String> over = new ArrayList<>();
        for (final String line : said) {
            final String[] words = line.split(" ");
            switch (words[0]) {
                case "dead", "ended" -> over.add(words[1]);
                case "restarted" -> {
                    if (!words[2].equals(earlier) || !over.contains(earlier)) {
                        faults.add("too early, or of another session: " + line);
                    }
                    earlier = words[1];
                }
                case "started" -> {
                    if (earlier != null && !earlier.equals(words[1])) {
                        faults.add("unreported restart: " + line);
                    }
                    earlier = words[1];
                }
                default -> {
                } // of one session
            }
        }
        return faults;
    }

    /** The faults in the output of a feed; empty if there are none. */
    public static List<String> faultsOfFeed(final List<String> said) {
        final List<String> faults = new ArrayList<>();
        audience(said, faults);
        return faults;
    }

    /** Whether the last report of a feed about a reader is that it is present, and not silent. */
    public static boolean isJoined(final List<String> said, final String reader) {
        final AudienceOracle audience = audience(said, new ArrayList<>());
        return audience.isJoined(reader) && !audience.isSilent(reader);
    }

    /** Whether the last report of a feed about a reader is that it is present, silent or not. */
    static boolean isThere(final List<String> said, final String reader) {
        return audience(said, new ArrayList<>()).isJoined(reader);
    }

    /** A reader is named by its name and its process. */
    private static AudienceOracle audience(final List<String> said, final List<String> faults) {
        final AudienceOracle audience = new AudienceOracle(false, faults::add);
        for (final String line : said) {
            final String[] words = line.split(" ");
            switch (words[0]) {
                case "joined" -> audience.joined(words[1] + " " + words[2]);
                case "silent" -> audience.silent(words[1] + " " + words[2]);
                case "back" -> audience.back(words[1] + " " + words[2]);
                case "evicted" -> audience.evicted(words[1] + " " + words[2]);
                case "left" -> audience.left(words[1] + " " + words[2]);
                default -> {
                } // not of a reader
            }
        }
        return audience;
    }
}
