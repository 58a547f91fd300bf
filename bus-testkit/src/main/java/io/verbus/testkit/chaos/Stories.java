package io.verbus.testkit.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The permitted events and their order, under any faults. */
public final class Stories {
    /** Of a session by a subscription: a letter for each line. */
    private static final Pattern SESSION = Pattern.compile("r?s[gx]*(l[gx]*b[gx]*)*(e|d|l[gx]*d?)?");
    private static final Map<String, Character> SESSION_WORDS = Map.of("restarted", 'r', "started", 's', "gap", 'g',
            "doubtful", 'x', "lost", 'l', "back", 'b', "dead", 'd', "ended", 'e');
    /**
     * Of a subscription by its publisher: its state, and its silence. A reader that was silent when it was released,
     * and joins again over another connection, is no longer silent.
     */
    private static final Pattern STANDING = Pattern.compile("(j(ej)*e?l?)?");
    private static final Pattern SILENCE = Pattern.compile("(j|sj*b|sj+)*s?l?");
    private static final Map<String, Character> STANDING_WORDS = Map.of("joined", 'j', "evicted", 'e', "left", 'l');
    private static final Map<String, Character> SILENCE_WORDS = Map.of("joined", 'j', "silent", 's', "back", 'b',
            "left",
            'l');

    private Stories() {
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
        final List<String> faults = new ArrayList<>(misfits(said, SESSION_WORDS, 2, SESSION));
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
        final List<String> faults = new ArrayList<>(misfits(said, STANDING_WORDS, 3, STANDING));
        faults.addAll(misfits(said, SILENCE_WORDS, 3, SILENCE));
        return faults;
    }

    /** Whether the last report of a feed about a reader is that it is present, and not silent. */
    public static boolean isJoined(final List<String> said, final String reader) {
        final String standing = letters(said, STANDING_WORDS, 3).getOrDefault(reader, "");
        final String silence = letters(said, SILENCE_WORDS, 3).getOrDefault(reader, "");
        return standing.endsWith("j") && !silence.endsWith("s");
    }

    /** Whether the last report of a feed about a reader is that it is present, silent or not. */
    static boolean isThere(final List<String> said, final String reader) {
        return letters(said, STANDING_WORDS, 3).getOrDefault(reader, "").endsWith("j");
    }

    private static List<String> misfits(final List<String> said, final Map<String, Character> alphabet, final int words,
            final Pattern pattern) {
        final List<String> misfits = new ArrayList<>();
        letters(said, alphabet, words).forEach((whom, letters) -> {
            if (!pattern.matcher(letters).matches()) {
                misfits.add(letters + " of " + whom + " is not " + pattern);
            }
        });
        return misfits;
    }

    /** A letter for each line that begins with one of some words, by its subject: the word or words after it. */
    private static Map<String, String> letters(final List<String> said, final Map<String, Character> alphabet,
            final int words) {
        final Map<String, String> letters = new LinkedHashMap<>();
        for (final String line : said) {
            final String[] split = line.split(" ");
            if (alphabet.containsKey(split[0])) {
                final String whom = words == 2 ? split[1] : split[1] + " " + split[2];
                letters.merge(whom, alphabet.get(split[0]).toString(), String::concat);
            }
        }
        return letters;
    }
}
