package io.verbus.tools.tap;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.number;

import io.verbus.tools.Texts;
import java.io.PrintWriter;

/** Reports on standard error, one line each, and counts the messages that are missing. */
final class TapReport {
    /** Gaps printed one by one. The rest are only counted: a tap that always lags has thousands. */
    private static final int MAX_PRINTED_GAPS = 10;

    private final PrintWriter err;
    private long gaps;
    private long missed;
    private long failures;

    TapReport(final PrintWriter err) {
        this.err = err;
    }

    /** Prints a line. */
    void print(final String message) {
        err.println("tap: " + Texts.printable(message));
        err.flush();
    }

    /** Counts a gap, and prints it unless there were many. */
    void missed(final long session, final long first, final long last, final String cause) {
        gaps++;
        missed += last - first + 1;
        if (gaps <= MAX_PRINTED_GAPS) {
            print("missed " + count(last - first + 1, "message") + " of session " + Texts.hex(session) + ", sequences "
                    + first + " to " + last + ": " + cause
                    + (gaps < MAX_PRINTED_GAPS ? "" : "; more gaps are only counted"));
        }
    }

    /** Reports a message that was read and not printed. */
    void failed(final String message) {
        failures++;
        print(message);
    }

    /** Whether all messages were printed. */
    boolean isWhole() {
        return gaps + failures == 0;
    }

    /** The number of missing messages, for the summary. */
    String summary() {
        return number(missed) + " missed" + (gaps == 0 ? "" : " in " + count(gaps, "gap"));
    }
}
