package io.verbus.latency.measure;

import io.verbus.latency.worker.Line;

/**
 * Messages that go before what is measured, with no rest in between: processes that were frozen, and those that gave
 * the order, need some milliseconds to settle. The account is opened shortly before the end of it, as that itself takes
 * a part of a millisecond.
 *
 * @param messages in all
 * @param beforeAccount of them before the account is opened
 */
record Lead(long messages, long beforeAccount) {
    private static final int BEHIND_ACCOUNT_PART = 16;

    static Lead of(final Line order) {
        final long messages = order.number(Orders.LEAD, 0);
        return new Lead(messages, messages - messages / BEHIND_ACCOUNT_PART);
    }
}
