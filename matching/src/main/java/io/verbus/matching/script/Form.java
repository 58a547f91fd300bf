package io.verbus.matching.script;

/** The forms of lines, as messages show them. */
enum Form {
    INSTRUMENT("instrument SYMBOL [id=N] [tick=PRICE] [lot=N] [reference=PRICE] [collar=PERCENT%]"),

    SEAT("seat NAME [quantity=N] [notional=AMOUNT] [open=N] [open-notional=AMOUNT] [position=N] [collar=PERCENT%]"
            + " [rate=N/s [burst=N]] [self-trade=incoming|resting|both|allow] [disconnect=cancel|keep]"),

    NEW("SEAT new ID SYMBOL buy|sell QUANTITY @ PRICE|market [day|gtc|ioc|fok] [post-only]"),

    REPLACE("SEAT replace ID NEWID QUANTITY @ PRICE"),

    CANCEL("SEAT cancel ID [leaving N]"),

    CANCEL_ALL("SEAT cancel-all [SYMBOL]"),

    DISCONNECT("SEAT disconnect"),

    HALT("halt SYMBOL"),

    RESUME("resume SYMBOL"),

    KILL("kill SEAT|all"),

    REVIVE("revive SEAT|all"),

    END_DAY("end-day"),

    TIME("time +MILLISECONDS"),

    /** In an exchange file. */
    EXCHANGE_SEAT("seat NAME secret-file=FILE [operator=yes|no] [over-rate=reject|wait] and the settings of a seat in"
            + " a script: quantity, notional, open, open-notional, position, collar, rate, burst, self-trade,"
            + " disconnect"),

    INSTRUMENTS("instruments itch=FILE"),

    EXCHANGE("instrument, instruments, seat or #"),

    LIMITS("instrument SYMBOL collar=PERCENT%, seat NAME with its limits, or #"),

    /** In a script of one seat. */
    TRADER("instrument, seat, time, # or SEAT new|replace|cancel|cancel-all|disconnect of the one seat"),

    ANY("instrument, seat, halt, resume, kill, revive, end-day, time, # or SEAT"
            + " new|replace|cancel|cancel-all|disconnect");

    private final String text;

    Form(final String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
