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

/** Results as JSON, as documented in {@code docs/reference/perf-json.md}. */
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
     * @throws BusException if the JSON is malformed, or of a later version
     */
    public static Results parse(final String json) {
        final Results results;
        try {
            results = GSON.fromJson(json, Results.class);
        } catch (final JsonParseException e) {
            throw new BusException("not results of ./bus perf: malformed JSON", e);
        }
        if (results == null || results.format() < 1) {
            throw new BusException("not results of ./bus perf: format is missing");
        }
        if (results.format() > Results.FORMAT) {
            throw new BusException(
                    "unknown format " + results.format() + " of results, expected at most " + Results.FORMAT
                            + ": use a later version");
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
            throw new BusException("not results of ./bus perf: " + name + " is missing");
        }
    }

    /**
     * Writes a file.
     *
     * @param results of a run
     * @param file to create or overwrite
     * @throws BusException if it can't be written
     */
    public static void write(final Results results, final Path file) {
        try {
            Files.writeString(file, text(results));
        } catch (final IOException e) {
            throw new BusException("cannot write " + file + ": " + e, e);
        }
    }

    /**
     * Reads a file.
     *
     * @param file with results
     * @return the results
     * @throws BusException if it can't be read, or does not contain results
     */
    public static Results read(final Path file) {
        try {
            return parse(Files.readString(file));
        } catch (final NoSuchFileException e) {
            throw new BusException(
                    "cannot read " + file + ": no such file; name a file that ./bus perf --json wrote", e);
        } catch (final IOException e) {
            throw new BusException("cannot read " + file + ": " + e, e);
        } catch (final BusException e) {
            throw new BusException(file + ": " + e.getMessage(), e);
        }
    }

    /** {@return only the series, for tests of their format} */
    static JsonArray series(final Results results) {
        return GSON.toJsonTree(results).getAsJsonObject().getAsJsonArray("series");
    }
}
