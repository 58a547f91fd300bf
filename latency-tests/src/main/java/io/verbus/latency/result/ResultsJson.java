package io.verbus.latency.result;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonParseException;
import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Results as JSON, as documented in {@code docs/perf-json.md}. */
public final class ResultsJson {
    private static final Gson GSON = new GsonBuilder()
            .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
            .registerTypeAdapterFactory(new FlatSeries())
            .serializeNulls().disableHtmlEscaping().setPrettyPrinting().create();

    private ResultsJson() {
    }

    /**
     * Writes results.
     *
     * @param results of a run
     * @return JSON
     */
    public static String text(final Results results) {
        return GSON.toJson(results) + "\n";
    }

    /**
     * Reads results.
     *
     * @param json as written by {@link #text}
     * @return the results
     * @throws BusException if these are none, or of a later form
     */
    public static Results parse(final String json) {
        final Results results;
        try {
            results = GSON.fromJson(json, Results.class);
        } catch (final JsonParseException e) {
            throw new BusException("these are no results of ./bus perf: they are no JSON object of it", e);
        }
        if (results == null || results.format() < 1) {
            throw new BusException("these are no results of ./bus perf: they have no format");
        }
        if (results.format() > Results.FORMAT) {
            throw new BusException("these results have format " + results.format() + ", and this Verbus knows formats"
                    + " up to " + Results.FORMAT);
        }
        require("environment", results.environment());
        require("settings", results.settings());
        require("subjects", results.subjects());
        require("skipped", results.skipped());
        require("series", results.series());
        return results;
    }

    private static void require(final String name, final Object value) {
        if (value == null) {
            throw new BusException("these are no results of ./bus perf: they have no " + name);
        }
    }

    /**
     * Writes a file.
     *
     * @param results of a run
     * @param file that is made, or overwritten
     * @throws BusException if it can't be written
     */
    public static void write(final Results results, final Path file) {
        try {
            Files.writeString(file, text(results));
        } catch (final IOException e) {
            throw new BusException("can't write " + file + ": " + e, e);
        }
    }

    /**
     * Reads a file.
     *
     * @param file with results
     * @return the results
     * @throws BusException if it can't be read or holds something else
     */
    public static Results read(final Path file) {
        try {
            return parse(Files.readString(file));
        } catch (final NoSuchFileException e) {
            throw new BusException(
                    "can't read " + file + ": there is no such file; name one that ./bus perf --json has written", e);
        } catch (final IOException e) {
            throw new BusException("can't read " + file + ": " + e, e);
        } catch (final BusException e) {
            throw new BusException(file + ": " + e.getMessage(), e);
        }
    }

    /** {@return the series alone, for tests of their form} */
    static JsonArray series(final Results results) {
        return GSON.toJsonTree(results).getAsJsonObject().getAsJsonArray("series");
    }
}
