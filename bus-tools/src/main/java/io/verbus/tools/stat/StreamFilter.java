package io.verbus.tools.stat;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A pattern for stream names: * matches any text, ? one character. */
record StreamFilter(String pattern) implements Predicate<String> {
    @Override
    public boolean test(final String stream) {
        return Pattern.matches(Arrays.stream(pattern.splitWithDelimiters("[*?]", 0)).map(part -> switch (part) {
            case "*" -> ".*";
            case "?" -> ".";
            default -> Pattern.quote(part);
        }).collect(Collectors.joining()), stream);
    }
}
