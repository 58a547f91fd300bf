package io.verbus.orders.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The histories find planted bugs: each is added to one end alone, and one of the first histories fails. */
@Tag("long")
class SeatPlantedBugsTest {
    private static final long SEEDS = 2_000;
    private static final String PACKAGE = "io/verbus/orders/";
    private static final String INTAKE = PACKAGE + "intake/OrderIntake.java";
    private static final String GATEWAY_END = PACKAGE + "intake/GatewayEnd.java";
    private static final String REQUESTS = PACKAGE + "intake/EstablishRequests.java";
    private static final String SEAT_END = PACKAGE + "seat/SeatEnd.java";
    private static final String WINDOW = PACKAGE + "seat/SendWindow.java";
    private static final String ORDERS = PACKAGE + "seat/SeatOrders.java";

    static final Mutant[] BUGS = {
            new Mutant("a number is taken although the one before it is missing", INTAKE,
                    "if (head.number() > seat.nextNumber()) {", "if (head.number() > seat.nextNumber() + 1) {"),
            new Mutant("a lower number is taken again", INTAKE, "if (head.number() < seat.nextNumber()) {",
                    "if (head.number() < seat.nextNumber() - 1) {"),
            new Mutant("a stale session is accepted", INTAKE, "if (!from.isBound()) {", "if (from.seat == null) {"),
            new Mutant("messages of another seat are accepted", INTAKE,
                    "if (head.seat() != from.seat.seat()) {", "if (head.seat() > seats.length) {"),
            new Mutant("a second Establish is accepted while the seat is in use", REQUESTS,
                    "if (seat.isConnected() && seat.session() != session.id) {", "if (seat.session() == -1) {"),
            new Mutant("a gateway resumes a session one message late", PACKAGE + "intake/EntryReplay.java",
                    "entry.sequence() + 1", "entry.sequence() + 2"),
            new Mutant("a wrong proof is accepted", REQUESTS, "if (!EstablishProof.isValid(",
                    "if (terms == null && !EstablishProof.isValid("),
            new Mutant("a seat is disconnected before the rest of its log is taken", INTAKE,
                    " && session(seat.session()).isDrained(poll, drainedShare)", ""),
            new Mutant("a keep-alive never lapses", GATEWAY_END,
                    "return isConnected() && nowNs - lastReceivedNs > keepAliveNs;", "return false;"),
            new Mutant("the entry of a disconnection is forgotten", INTAKE,
                    "if (!entries.disconnected(epochNs, session.id, seat.seat(), cause)) {",
                    "if (entries.lastEvent() < 0) {"),
            new Mutant("the window is larger than the log", WINDOW, "<= capacity / 2;", "<= 2 * capacity;"),
            new Mutant("the window never moves", WINDOW,
                    "first = Math.min(Math.max(first, end), next);", "first = Math.min(Math.max(first, end), first);"),
            new Mutant("the last number taken is off by one at the seat", SEAT_END,
                    "notTaken(established.expected());\n        gateway", "notTaken(established.expected() - 1);\n"
                            + "        gateway"),
            new Mutant("messages that were not taken are not reported", SEAT_END,
                    "Math.max(next, window.oldest())", "Math.max(next + 1, window.oldest())"),
            new Mutant("a session is bound again after its disconnection by an earlier gateway", INTAKE,
                    "new InboundSession(id, disconnected.contains(id));", "new InboundSession(id, false);"),
            new Mutant("a report is taken twice", PACKAGE + "seat/ReportNumbers.java", "if (number < next) {",
                    "if (number < next - 1) {"),
            new Mutant("missing reports are not noticed", PACKAGE + "seat/ReportNumbers.java",
                    "if (number > next) {", "if (number > next + 3) {"),
            new Mutant("reports are not read again after a restart", SEAT_END,
                    "isResuming = isOther && reports.next() < established.number();", "isResuming = false;"),
            new Mutant("missing reports are not read from a journal", SEAT_END,
                    "first != soughtInJournal && reports.isGap(number)", "first < 0"),
            new Mutant("a forged report is taken", SEAT_END,
                    "head.seat() != seat || from != gateway || report(", "head.seat() != seat || report("),
            new Mutant("a forged refusal or heartbeat is taken", SEAT_END,
                    "return from != gateway || ofGateway(", "return ofGateway(")
                    .lastFoundAt(668),
            new Mutant("a forged end is taken", SEAT_END,
                    "\n                && handshake.isProvenEnd(from, header.blockLength(), buffer, offset)", ""),
            new Mutant("reports before that of a next gateway are not read", SEAT_END,
                    "isResuming = isOther && reports", "isResuming = isOther && firstReport == 0 && reports"),
            new Mutant("a seat sends although it is not established", PACKAGE + "seat/SeatRequests.java",
                    "if (!isOpen) {\n            return LocalRefusal.NOT_ESTABLISHED;", "if (seat == 0) {\n"
                            + "            return LocalRefusal.NOT_ESTABLISHED;"),
            new Mutant("a seat does not establish again with the next gateway", SEAT_END,
                    "settings.timeout().toNanos();\n            attemptAgain(nowNs);",
                    "settings.timeout().toNanos();"),
            new Mutant("a seat waits for the answer of a gateway that has ended", SEAT_END,
                    "} else if (state == State.PROVING) {", "} else if (state == State.ENDED) {"),
            new Mutant("a refused replacement leaves its new id open", ORDERS,
                    "case RefusedReportDecoder.TEMPLATE_ID -> refusedReplacement(answers);",
                    "case RefusedReportDecoder.TEMPLATE_ID -> { }"),
            new Mutant("an executed order stays open", ORDERS, "open(executed.orderId(), executed.open());",
                    "open(executed.orderId(), Math.max(1, executed.open()));"),
            new Mutant("open orders are added to those that have ended", ORDERS,
                    "quantities.clear();\n        pending.clear();", "")};

    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        bug.assertFound(SeatHunt.class, SEEDS);
    }

    @Test
    void withoutBugNothingIsFound() {
        assertEquals("", new SeatHunt().apply(new long[]{0, 50}));
    }
}
