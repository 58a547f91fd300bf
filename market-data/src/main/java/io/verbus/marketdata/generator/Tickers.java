package io.verbus.marketdata.generator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tickers, listing markets and initial prices of the symbols of a session, the most active first. */
final class Tickers {
    /** Ticker, market category, F for a fund (ETF) or S for a stock, price in cents: about December 2019. */
    private static final String KNOWN = """
            SPY P F 32208,QQQ Q F 21372,AAPL Q S 28980,MSFT Q S 15810,AMD Q S 4638,TSLA Q S 43031,IWM P F 16598,\
            FB Q S 20806,INTC Q S 6007,AMZN Q S 186980,TQQQ Q F 8602,NVDA Q S 23689,MU Q S 5446,EEM P F 4505,\
            XLF P F 3081,CSCO Q S 4778,GOOGL Q S 135464,NFLX Q S 32908,GLD P F 14227,BAC N S 3535,TLT Q F 13567,\
            EFA P F 6961,CMCSA Q S 4478,QCOM Q S 8859,GE N S 1120,SQQQ Q F 2103,UVXY Z F 1287,VXX Z F 1502,\
            T N S 3912,SIRI Q S 716,BABA N S 21600,F N S 937,JD Q S 3544,XOM N S 6988,AVGO Q S 31633,GDX P F 2890,\
            HYG P F 8790,C N S 7977,PFE N S 3938,JPM N S 13917,XLE P F 6008,SBUX Q S 8813,GOOG Q S 133802,\
            TXN Q S 12857,SMH Q F 14152,DIA P F 28457,WFC N S 5360,KO N S 5527,PEP Q S 13690,GILD Q S 6540,\
            AMAT Q S 6141,ADBE Q S 32980,COST Q S 29390,ROKU Q S 13590,DIS N S 14477,BIIB Q S 29725,WMT N S 11940,\
            UBER N S 2974,TWTR N S 3219,SLV P F 1668,LQD P F 12803,PYPL Q S 10817,AAL Q S 2868,MRVL Q S 2656,\
            LRCX Q S 29240,KHC Q S 3213,WBA Q S 5896,MDLZ Q S 5508,EBAY Q S 3611,BIDU Q S 12640,AMGN Q S 24107,\
            BKNG Q S 205737,REGN Q S 37548,ISRG Q S 59115,ILMN Q S 33174,VRTX Q S 21895,MELI Q S 57194,ZM Q S 6804,\
            LYFT Q S 4302,DOCU Q S 7411,ATVI Q S 5942,EA Q S 10751,FISV Q S 11563,CSX Q S 7236,ADP Q S 17050""";
    private static final String CATEGORIES = "QQQGGSSSNNNNNPPAZ";

    private Tickers() {
    }

    /** Listing of one symbol; {@code category} is the ITCH market category, {@code cents} the initial price. */
    record Listing(String ticker, char category, boolean isFund, int cents) {}

    static List<Listing> listings(final int count, final SplitMix random) {
        final List<Listing> listings = new ArrayList<>(count);
        final Set<String> taken = new HashSet<>();
        for (final String line : KNOWN.split(",")) {
            final String[] words = line.split(" ");
            if (listings.size() < count) {
                taken.add(words[0]);
                final int cents = Integer.parseInt(words[3]);
                listings.add(new Listing(words[0], words[1].charAt(0), words[2].equals("F"), cents));
            }
        }
        while (listings.size() < count) {
            final String ticker = invent(random);
            if (taken.add(ticker)) {
                final char category = CATEGORIES.charAt(random.below(CATEGORIES.length()));
                listings.add(new Listing(ticker, category, "PZ".indexOf(category) >= 0, inventCents(random)));
            }
        }
        return listings;
    }

    /** Three or four letters; the second and fourth are usually vowels, so that the result resembles a ticker. */
    private static String invent(final SplitMix random) {
        final int length = random.chance(1, 3) ? 3 : 4;
        final StringBuilder ticker = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            final String letters = i % 2 == 1 && random.chance(3, 5) ? "AEIOU" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
            ticker.append(letters.charAt(random.below(letters.length())));
        }
        return ticker.toString();
    }

    /** From 3 to 300 dollars, log-uniform: the median is 30 dollars. */
    private static int inventCents(final SplitMix random) {
        return (int) (300 * StrictMath.pow(100, random.fraction()));
    }
}
