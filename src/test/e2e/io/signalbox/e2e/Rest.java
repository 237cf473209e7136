package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A box's REST interface. Every call names the status that it must be answered with. */
final class Rest {
	private static final ObjectMapper JSON = new ObjectMapper();
	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private final int port;

	Rest(int port) {
		this.port = port;
	}

	/** For other clients. */
	URI uri(String path) {
		return URI.create("http://127.0.0.1:" + port + path);
	}

	JsonNode get(String path) {
		return call("GET", path, null, BodyPublishers.noBody(), 200);
	}

	void put(String path, String json) {
		call("PUT", path, "application/json", BodyPublishers.ofString(json), 200, 201);
	}

	JsonNode post(String path, String mediaType, String body) {
		return call("POST", path, mediaType, BodyPublishers.ofString(body), 200, 201);
	}

	void patch(String path, String json) {
		call("PATCH", path, "application/json", BodyPublishers.ofString(json), 200);
	}

	/** A POST without a body and without an answer's. */
	void command(String path) {
		call("POST", path, null, BodyPublishers.noBody(), 204);
	}

	void delete(String path) {
		call("DELETE", path, null, BodyPublishers.noBody(), 204);
	}

	/** The static route to a prefix leads to this next hop. */
	void route(String prefix, String nextHop) {
		put("/api/v1/routes/" + prefix, "{\"nextHops\":[{\"address\":\"" + nextHop + "\"}]}");
	}

	/** The static route to a prefix is of a type without next hops. */
	void routeOfType(String prefix, String type) {
		put("/api/v1/routes/" + prefix, "{\"type\":\"" + type + "\"}");
	}

	void deleteRoute(String prefix) {
		delete("/api/v1/routes/" + prefix);
	}

	/** Status of a GET, 0 when nothing answers. */
	int status(String path) {
		try {
			return send(request(path).GET().build()).statusCode();
		} catch (UncheckedIOException e) {
			return 0;
		}
	}

	private JsonNode call(String method, String path, String mediaType, BodyPublisher body, int... statuses) {
		HttpRequest.Builder request = request(path).method(method, body);
		if (mediaType != null) {
			request.header("Content-Type", mediaType);
		}
		HttpResponse<String> answer = send(request.build());
		boolean expected = false;
		for (int status : statuses) {
			expected |= answer.statusCode() == status;
		}
		if (!expected) {
			assertEquals(statuses[0], answer.statusCode(), method + " " + path + ": " + answer.body());
		}
		try {
			return JSON.readTree(answer.body());
		} catch (JsonProcessingException e) {
			throw new AssertionError(method + " " + path + " was answered with what is no JSON: " + answer.body(), e);
		}
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60));
	}

	private static HttpResponse<String> send(HttpRequest request) {
		try {
			return CLIENT.send(request, BodyHandlers.ofString());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(e);
		}
	}
}
