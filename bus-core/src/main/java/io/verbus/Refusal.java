package io.verbus;

/** Why a publisher does not honour the policy {@link io.verbus.Policy#BLOCK} of a subscription. */
public enum Refusal {
    /** The policy is honoured, or is not BLOCK. */
    NONE(""),
    /** For the whole session. See {@link BlockingPermission}: other hosts without a secret need a name. */
    NAME("the publisher accepts no BLOCK subscription of this name"),
    /** Until another BLOCK subscription leaves. */
    LIMIT("the publisher has 64 BLOCK subscriptions already, which is the most"),
    /** Until a subscription of this name has consumed enough. */
    BUDGET("subscriptions of this name have blocked the publisher for too long without reading");

    private final String description;

    Refusal(final String description) {
        this.description = description;
    }

    /** {@return the cause in words, for operators; empty for {@link #NONE}} */
    public String description() {
        return description;
    }
}
