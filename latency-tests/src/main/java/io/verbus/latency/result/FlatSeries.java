package io.verbus.latency.result;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/** Writes the parts of a series into one flat object; each part reads its own names. */
final class FlatSeries implements TypeAdapterFactory {
    @Override
    @SuppressWarnings("unchecked") // T is Series
    public <T> TypeAdapter<T> create(final Gson gson, final TypeToken<T> type) {
        return type.getRawType() == Series.class ? (TypeAdapter<T>) new Adapter(gson) : null;
    }

    private static final class Adapter extends TypeAdapter<Series> {
        private final Gson gson;
        private final TypeAdapter<JsonElement> tree;

        Adapter(final Gson gson) {
            this.gson = gson;
            this.tree = gson.getAdapter(JsonElement.class);
        }

        @Override
        public void write(final JsonWriter out, final Series series) throws IOException {
            final JsonObject flat = new JsonObject();
            for (final Record part : new Record[]{series.point(), series.counts(), series.latency(), series.cost(),
                    series.cores(), series.pauses()}) {
                gson.toJsonTree(part).getAsJsonObject().entrySet()
                        .forEach(entry -> flat.add(entry.getKey(), entry.getValue()));
            }
            tree.write(out, flat);
        }

        @Override
        public Series read(final JsonReader in) throws IOException {
            final JsonElement flat = tree.read(in);
            return new Series(gson.fromJson(flat, MeasuredPoint.class), gson.fromJson(flat, Counts.class),
                    gson.fromJson(flat, Latency.class), gson.fromJson(flat, Cost.class),
                    gson.fromJson(flat, Cores.class), gson.fromJson(flat, Pauses.class));
        }
    }
}
