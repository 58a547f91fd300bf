package io.verbus.tools.doctor;

import java.util.BitSet;
import java.util.stream.Collectors;

/** Lists of processors as the kernel writes them, such as {@code 0-3,8}. */
final class CpuList {
    private CpuList() {
    }

    /** The processors of a list; none if it is not a list. */
    static BitSet parse(final String list) {
        final BitSet cpus = new BitSet();
        try {
            for (final String range : list.strip().split(",")) {
                final String[] ends = range.split("-");
                cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
            }
        } catch (final NumberFormatException | IndexOutOfBoundsException e) {
            return new BitSet();
        }
        return cpus;
    }

    static String text(final BitSet cpus) {
        return cpus.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
