package io.verbus.system.house;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Phrases to avoid, and the most occurrences in the whole tree. A change that lowers a count lowers its limit too. */
enum Phrase {
    /** Words that the glossary replaces with stream, log and commit. */
    OTHER_TERMS("topic|channelName|bufferQueue|termId", 0),

    WHO("who(?:ever|m)?", 0),

    WHAT_IS("what (?:is|was|has|are|were|had|can|may|must|it|they|goes|comes|came|went|remains|follows|happens|does|did"
            + "|others)", 0),

    NOBODY("nobody|somebody|anybody|everybody|no one|someone|anyone|everyone|one who|those who", 0),

    ANEW("anew|go(?:es|ing)? on|went on|gone on|once in a while|comes? round|came round|lets? go of", 0),

    HEARS("hears?|heard|tells?|told|says?|said|wish(?:es|ed)?", 0),

    BEHIND("behind|mend(?:s|ed|ing)?|beats?", 0);

    private final Pattern pattern;
    private final int limit;

    Phrase(final String words, final int limit) {
        this.pattern = Pattern.compile("\\b(?:" + words + ")\\b", Pattern.CASE_INSENSITIVE);
        this.limit = limit;
    }

    Matcher in(final String text) {
        return pattern.matcher(text);
    }

    int limit() {
        return limit;
    }
}
