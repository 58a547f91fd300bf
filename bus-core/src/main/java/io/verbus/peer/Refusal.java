package io.verbus.peer;

/** Why a publisher does not honour the policy {@link io.verbus.Policy#BLOCK} of a subscription. */
public enum Refusal {
    /** It honours it, or the policy is another. */
    NONE(""),
    /** For as long as the session lasts. See {@link io.verbus.PublicationSettings#withBlocking}. */
    NAME("the publisher accepts no BLOCK subscription of this name"),
    /** Until another one leaves. */
    LIMIT("the publisher has 64 BLOCK subscriptions already, which is the most"),
    /** Until a subscription of this name has read enough. */
    BUDGET("subscriptions of this name have blocked the publisher for too long without reading");

    private final String cause;

    Refusal(final String cause) {
        this.cause = cause;
    }

    /** {@return the cause in words; empty for {@link #NONE}} */
    public String cause() {
        return cause;
    }
}
