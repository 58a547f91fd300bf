package io.verbus.sample.publisher.options;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * A size on the command line: digits, and k, m, g or t for powers of 1,024.
 *
 * @param bytes size in bytes, above 0
 */
public record ByteSize(long bytes) {
    private static final long GREATEST_LOG = 1L << 30;
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})([kmgt]?)");

    /**
     * The size as the capacity of a log.
     *
     * @param spec specification of the command
     * @param option name, such as {@code --capacity}
     * @return bytes
     * @throws ParameterException if it is above 1 GiB
     */
    public int ofLog(final CommandSpec spec, final String option) {
        Usage.require(spec, bytes <= GREATEST_LOG, option, bytes, "give 1G or less");
        return (int) bytes;
    }

    /** Parses a size. */
    public static final class Converter implements ITypeConverter<ByteSize> {
        /** Creates the converter; called by picocli. */
        public Converter() {
        }

        @Override
        public ByteSize convert(final String text) {
            final Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
            if (form.matches()) {
                final long bytes = Long.parseLong(form.group(1)) << switch (form.group(2)) {
                    case "k" -> 10;
                    case "m" -> 20;
                    case "g" -> 30;
                    case "t" -> 40;
                    default -> 0;
                };
                if (bytes > 0) {
                    return new ByteSize(bytes);
                }
            }
            throw new TypeConversionException("'" + text + "' is not a size: write it as 67108864, 64M or 2G");
        }
    }
}
