package io.verbus.rdma.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The limit of locked memory of this process; registered memory is locked. */
final class Memlock {
    private static final Pattern LINE = Pattern.compile("Max locked memory\\s+(\\S+)\\s.*");

    private Memlock() {
    }

    /** The limit as text. */
    static String limit() {
        try {
            for (final String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
                final Matcher matcher = LINE.matcher(line);
                if (matcher.matches()) {
                    return matcher.group(1).equals("unlimited") ? "not set" : matcher.group(1) + " bytes";
                }
            }
        } catch (final IOException e) {
            // reported as unknown
        }
        return "unknown";
    }
}
