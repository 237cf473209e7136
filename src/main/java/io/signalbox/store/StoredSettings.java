package io.signalbox.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.cache.CacheChange;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.interfaces.RpFilterSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The settings that the API changes, each an object of its own under the key of the configuration. */
final class StoredSettings {
	private static final String RP_FILTER = "rpFilter.";
	private static final String CACHE = "cache.";

	private final Map<String, String> stored;
	private final Problems problems;

	/** @param stored values in JSON, by key */
	StoredSettings(Map<String, String> stored, Problems problems) {
		this.stored = stored;
		this.problems = problems;
	}

	static Map<String, String> of(RpFilterChange change) {
		Map<String, String> values = new LinkedHashMap<>();
		change.byDefault().ifPresent(mode -> values.put(RP_FILTER + "default", Json.of(Json.word(mode))));
		change.defaultRouteCounts().ifPresent(counts -> values.put(RP_FILTER + "defaultRouteCounts", Json.of(counts)));
		return values;
	}

	static Map<String, String> of(RpFilterSettings settings) {
		return of(new RpFilterChange(
				Optional.of(settings.byDefault()), Optional.of(settings.defaultRouteCounts()), Map.of()));
	}

	static Map<String, String> of(CacheChange change) {
		Map<String, String> values = new LinkedHashMap<>();
		change.mode().ifPresent(mode -> values.put(CACHE + "mode", Json.of(Json.word(mode))));
		change.entriesPerCore().ifPresent(entries -> values.put(CACHE + "entriesPerCore", Json.of(entries)));
		change.ways().ifPresent(ways -> values.put(CACHE + "ways", Json.of(ways)));
		change.maxAgeSeconds().ifPresent(seconds -> values.put(CACHE + "maxAgeSeconds", Json.of(seconds)));
		change.insertProbability().ifPresent(share -> values.put(CACHE + "insertProbability", Json.of(share)));
		change.bypassBelowHitRate().ifPresent(rate -> values.put(CACHE + "bypassBelowHitRate", Json.of(rate)));
		return values;
	}

	/** All of them as a change that comes to them. */
	static CacheChange change(CacheSettings settings) {
		return new CacheChange(
				Optional.of(settings.mode()),
				Optional.of(settings.entries()),
				Optional.of(settings.ways()),
				Optional.of(settings.maxAgeSeconds()),
				Optional.of(settings.insertProbability()),
				Optional.of(settings.bypassBelowHitRate()));
	}

	static void put(Rows rows, Map<String, String> values) {
		values.forEach((key, json) -> rows.put(Kind.SETTING, key, json));
	}

	/** The file's with the stored ones over it. */
	RpFilterChange over(RpFilterChange ofFile) {
		return new RpFilterChange(
				read(RP_FILTER + "default", node -> Json.constant(RpFilter.class, node, "it")).or(ofFile::byDefault),
				read(RP_FILTER + "defaultRouteCounts", node -> Json.flag(node, "it")).or(ofFile::defaultRouteCounts),
				ofFile.interfaces());
	}

	CacheChange over(CacheChange ofFile) {
		CacheChange read = new CacheChange(
				read(CACHE + "mode", node -> Json.constant(CacheMode.class, node, "it")),
				read(CACHE + "entriesPerCore", node -> Json.integer(node, "it")),
				read(CACHE + "ways", node -> Json.integer(node, "it")),
				read(CACHE + "maxAgeSeconds", node -> Json.integer(node, "it")),
				read(CACHE + "insertProbability", node -> Json.number(node, "it")),
				read(CACHE + "bypassBelowHitRate", node -> Json.number(node, "it")));
		Map<String, String> wrong = read.problems();
		wrong.forEach((name, sentence) -> problems.add(new ObjectKey(Kind.SETTING, CACHE + name), sentence));
		return wrong.isEmpty()
				? new CacheChange(
						read.mode().or(ofFile::mode),
						read.entriesPerCore().or(ofFile::entriesPerCore),
						read.ways().or(ofFile::ways),
						read.maxAgeSeconds().or(ofFile::maxAgeSeconds),
						read.insertProbability().or(ofFile::insertProbability),
						read.bypassBelowHitRate().or(ofFile::bypassBelowHitRate))
				: ofFile;
	}

	/** Empty, and a problem, where the stored value is none. */
	private <T> Optional<T> read(String key, Function<JsonNode, T> reader) {
		try {
			return Optional.ofNullable(stored.get(key)).map(Json::parse).map(reader);
		} catch (IllegalArgumentException wrong) {
			problems.add(new ObjectKey(Kind.SETTING, key), wrong.getMessage());
			return Optional.empty();
		}
	}
}
