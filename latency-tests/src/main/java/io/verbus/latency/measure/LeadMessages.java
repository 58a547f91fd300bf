package io.verbus.latency.measure;

import io.verbus.latency.worker.ControlLine;

/**
 * Messages directly before the measured ones: processes that were frozen, and the one that gave the order, need some
 * milliseconds to settle. The account is opened shortly before the end of the lead, as opening it takes a part of a
 * millisecond.
 *
 * @param messages of the lead
 * @param beforeAccount messages before the account is opened
 */
record LeadMessages(long messages, long beforeAccount) {
    private static final int AFTER_ACCOUNT_PART = 16;

    static LeadMessages of(final ControlLine order) {
        final long messages = order.number(Orders.LEAD, 0);
        return new LeadMessages(messages, messages - messages / AFTER_ACCOUNT_PART);
    }
}
