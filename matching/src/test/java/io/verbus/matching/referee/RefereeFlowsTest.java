package io.verbus.matching.referee;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.NoSuchAlgorithmException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The engine's reports on the five flows of flash1-dev/matching-engine-benchmark have the hashes that it publishes in
 * reference/correctness_hash.txt. It publishes trades in rounded numbers. The exact ones are the engine's: they give
 * the size of a difference, which a hash does not.
 */
@Tag("long")
class RefereeFlowsTest {
    private static final int SEED = 23;
    private static final long MESSAGES = 1_996_097;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "{0}")
    @CsvSource(textBlock = """
            static,      0,    0,    827,   9803843ee404fc29c9a0aa5614f8f0d5a58b5c44fcac9ef89067886fcaaa30d1
            normal,      0.15, 0.02, 62474, e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e
            swing-25,    0.50, 0.25, 66908, 61a84be9469661bd039e00dbc9a7c011e70b6ace37aadfe60045ea083b05f4df
            swing-40,    0.50, 0.40, 68803, 3cb0175e7982ff09ea220d1feaee3844cf9116a5ce455757879dea1d880b9b9f
            flash-crash, 0.50, 0.60, 70178, cff8d3f94b709fc64a8b2058a6ca4fb6920364904796e46906895e362d2bb16b
            """)
    void reportsAreThePublishedOnes(final String flow, final double volatility, final double swing,
            final long trades, final String sha256) throws NoSuchAlgorithmException {
        final RefereeReports reports = new RefereeReports();
        new RefereeFlow(volatility, swing, SEED).sendTo(reports);
        assertEquals(MESSAGES, reports.messages(), "messages");
        assertEquals(trades, reports.trades(), "trades");
        assertEquals(sha256, reports.sha256(), flow);
        System.out.printf("matching: %s, %,d messages, %,d trades: %s%n", flow, reports.messages(), reports.trades(),
                sha256);
    }
}
