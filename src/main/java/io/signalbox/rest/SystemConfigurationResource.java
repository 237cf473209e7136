package io.signalbox.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.signalbox.config.Configuration;
import io.signalbox.net.Shown;
import io.signalbox.rest.dto.ConfigurationDto;
import io.signalbox.rest.dto.ConfigurationDto.Forgotten;
import io.signalbox.rest.dto.ConfigurationDto.StoreState;
import io.signalbox.store.ConfigurationView;
import io.signalbox.store.Kind;
import io.signalbox.store.ObjectKey;
import io.signalbox.store.Problems;
import io.signalbox.store.Store;
import io.signalbox.store.StoreStatus;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /system/configuration}: every object with where it comes from. */
@Path("/api/v1/system/configuration")
@Produces(MediaType.APPLICATION_JSON)
public class SystemConfigurationResource {
	private static final int DEFAULT_PAGE = 1_000;
	private static final int MAX_PAGE = 10_000;

	private final ConfigurationView view;
	private final Store store;
	private final Problems problems;
	private final Configuration configuration;
	private final ObjectMapper json;

	public SystemConfigurationResource(
			ConfigurationView view, Store store, Problems problems, Configuration configuration, ObjectMapper json) {
		this.view = view;
		this.store = store;
		this.problems = problems;
		this.configuration = configuration;
		this.json = json;
	}

	@GET
	public ConfigurationDto getConfiguration(@RestQuery String kind, @RestQuery String limit, @RestQuery String after) {
		int most = Parameters.integer("limit", limit, 1, MAX_PAGE, DEFAULT_PAGE);
		Optional<Kind> of = Optional.ofNullable(kind).map(word -> kind("kind", word));
		List<ConfigurationView.Item> items =
				view.page(of, Optional.ofNullable(after).map(SystemConfigurationResource::cursor), most + 1);
		boolean goesOn = items.size() > most;
		List<ConfigurationView.Item> page = goesOn ? items.subList(0, most) : items;
		return new ConfigurationDto(
				state(store.status()),
				view.isRestartNeeded(),
				page.stream().map(this::dto).toList(),
				goesOn ? Optional.of(cursor(page.getLast().object())) : Optional.empty());
	}

	@DELETE
	@Path("stored")
	public Forgotten forgetStoredConfiguration(@RestQuery String kind, @RestQuery String key) {
		if ((kind == null) != (key == null)) {
			throw ProblemException.parameter(
					kind == null ? "kind" : "key", "kind and key name one object together; without both, all is forgotten");
		}
		int count = kind == null ? view.forgetAll() : view.forget(new ObjectKey(kind("kind", kind), key));
		if (kind != null && count == 0) {
			throw ProblemException.notFound("Nothing is stored of " + kind + " " + Shown.quoted(key)).atParameter("key");
		}
		return new Forgotten(count, "next-start");
	}

	private StoreState state(StoreStatus status) {
		return new StoreState(
				Words.of(status.state()),
				configuration.stateDirectory().map(java.nio.file.Path::toString),
				status.problem(),
				problems.all().size(),
				status.bytes(),
				status.writes(),
				status.commits(),
				status.refusals());
	}

	private ConfigurationDto.Item dto(ConfigurationView.Item item) {
		return new ConfigurationDto.Item(
				item.object().kind().toString(),
				item.object().key(),
				item.json().flatMap(this::value),
				Words.of(item.origin()),
				item.isDeleted(),
				item.hidden().flatMap(this::value),
				item.problem());
	}

	/** Empty for JSON's null: an interface without an rp_filter of its own. */
	private Optional<JsonNode> value(String text) {
		try {
			return Optional.of(json.readTree(text)).filter(node -> !node.isNull());
		} catch (JsonProcessingException unreadable) {
			return Optional.of(json.getNodeFactory().textNode(text));
		}
	}

	private static Kind kind(String parameter, String word) {
		return Kind.of(word).orElseThrow(() -> ProblemException.parameter(parameter, Shown.quoted(word)
				+ " is not a kind: one of " + Arrays.stream(Kind.values()).map(Kind::toString).collect(Collectors.joining(", "))));
	}

	private static String cursor(ObjectKey object) {
		return object.kind() + ":" + object.key();
	}

	private static ObjectKey cursor(String text) {
		int colon = text.indexOf(':');
		if (colon < 0) {
			throw ProblemException.parameter("after", Shown.quoted(text) + " is not from next of a page");
		}
		return new ObjectKey(kind("after", text.substring(0, colon)), text.substring(colon + 1));
	}
}
