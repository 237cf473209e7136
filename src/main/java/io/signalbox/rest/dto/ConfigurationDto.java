package io.signalbox.rest.dto;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** {@code Configuration} of openapi.yaml. */
public record ConfigurationDto(StoreState store, boolean restartNeeded, List<Item> objects, Optional<String> next) {

	/** {@code StoreState}. */
	public record StoreState(
			String state,
			Optional<String> directory,
			Optional<String> problem,
			int notInEffect,
			long bytes,
			long writes,
			long commits,
			long refusals) {}

	/** {@code ConfigurationObject}. */
	public record Item(
			String kind,
			String key,
			Optional<JsonNode> value,
			String origin,
			boolean deleted,
			Optional<JsonNode> hidden,
			Optional<String> problem) {}

	/** {@code Forgotten}. */
	public record Forgotten(int objects, String takesEffect) {}
}
