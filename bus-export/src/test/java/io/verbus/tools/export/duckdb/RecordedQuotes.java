package io.verbus.tools.export.duckdb;

import io.verbus.testkit.Journals;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** A session of a schema with groups, variable data, codes, sets and optional fields. */
public final class RecordedQuotes {
    /** The schema. */
    public static final String SCHEMA = "../bus-tools/src/test/resources/tap/user.xml";
    /** Messages of that schema in hex digits, of both versions. */
    public static final List<String> MESSAGES = List.of(
            "0039000703840001ffffffffffffffff00000000000027a6feff0209423fd00000000000000001fffe0003cafe"
                    + "0102ffffffff00000000000000006300007a02030013000000024141504c0000fffffffb0000000000003039fe"
                    + "0002000000020007fff8000678c3a90ac29b4c4f4e474552000000068000000000000000000002000000000000"
                    + "000100000001c800046e756c6c000000030102ff",
            "0037000703840000ffffffffffffffff00000000000027a6feff0209423fd00000000000000001fffe0003cafe"
                    + "0102ffffffff00000000000000006300007a000a000000014141504c0000000000010002000000000001610001"
                    + "6200000000");

    private RecordedQuotes() {
    }

    /**
     * Records the messages.
     *
     * @param journal directory of a new journal
     */
    public static void record(final Path journal) {
        Journals.write(journal, session -> {
            for (int i = 0; i < MESSAGES.size(); i++) {
                Journals.append(session, i, message(i));
            }
            session.end(MESSAGES.size(), Journals.receivedNs(MESSAGES.size()));
        });
    }

    /**
     * A message.
     *
     * @param index of it
     * @return its bytes
     */
    public static byte[] message(final int index) {
        return HexFormat.of().parseHex(MESSAGES.get(index));
    }
}
