package io.verbus.tools.options;

import io.verbus.BusException;
import io.verbus.config.Configuration;
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
            try {
                return new ByteSize(Configuration.bytes(text));
            } catch (final BusException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
