package io.signalbox.rest;

import static io.signalbox.rest.Step.JSON;
import static io.signalbox.rest.Step.NOTHING;

import java.util.List;

/** Requests about what the data plane does: lookups, figures, rp_filter, route caches. */
final class StateSteps {
	private StateSteps() {}

	/** They leave all settings as they were. */
	static List<Step> all() {
		return List.of(
				// nexthops, lookup, statistics
				new Step("GET", "/nexthops", 200),
				new Step("GET", "/nexthops?limit=1", 200),
				new Step("GET", "/nexthops?limit=0", 400),
				new Step("GET", "/lookup?destination=203.0.113.9", 200),
				new Step("GET", "/lookup?destination=203.0.113.9&protocol=17&sourcePort=1024&destinationPort=53", 200),
				new Step("GET", "/lookup?destination=203.0.113.9&protocol=256", 400),
				new Step("GET", "/lookup?destination=203.0.113.9&source=198.18.0.7&interface=walk0", 200),
				new Step("GET", "/lookup?destination=2001:db8:77::1", 200),
				new Step("GET", "/lookup?destination=192.168.1.1", 200),
				new Step("GET", "/lookup", 400),
				new Step("GET", "/lookup?destination=203.0.113.9&source=2001:db8::1", 400),
				new Step("GET", "/lookup?destination=203.0.113.9&interface=none0", 404),
				new Step("GET", "/statistics", 200),
				new Step("GET", "/statistics?x=1", 400),
				new Step("GET", "/statistics/drops", 200),
				new Step("GET", "/statistics/drops?x=1", 400),
				new Step("GET", "/statistics/fib", 200),
				new Step("GET", "/statistics/fib?vrf=red", 404),
				// rp_filter
				new Step("PATCH", "/rp-filter", "{\"default\":\"loose\",\"defaultRouteCounts\":false}", 200),
				new Step("PATCH", "/rp-filter", "{\"interfaces\":{\"walk0\":\"strict\"}}", 200),
				new Step("GET", "/rp-filter", 200),
				new Step("GET", "/interfaces/walk0", 200),
				new Step("GET", "/lookup?destination=203.0.113.9&source=198.18.0.7&interface=walk0", 200),
				new Step("GET", "/lookup?destination=203.0.113.9&source=192.0.2.7&interface=walk0", 200),
				new Step("PATCH", "/rp-filter", "{\"interfaces\":{\"walk0\":null}}", 200),
				new Step("PATCH", "/rp-filter", "{\"default\":\"off\",\"defaultRouteCounts\":true}", 200),
				new Step("PATCH", "/rp-filter", "{\"interfaces\":{\"none0\":\"strict\"}}", 404),
				new Step("PATCH", "/rp-filter", "{\"default\":\"hard\"}", 400),
				new Step("PATCH", "/rp-filter", "{}", 400),
				new Step("PATCH", "/rp-filter", JSON, "{\"default\":\"off\"}", "\"other\"", 412),
				new Step("PATCH", "/rp-filter", "text/plain", "default: off", NOTHING, 415),
				new Step("GET", "/rp-filter?x=1", 400),
				// route caches
				new Step("GET", "/cache", 200),
				new Step("GET", "/cache?core=worker-0", 400),
				new Step("PATCH", "/cache", "{\"mode\":\"on\",\"entriesPerCore\":1024,\"insertProbability\":0.5}", 200),
				new Step("PATCH", "/cache", "{\"mode\":\"adaptive\",\"entriesPerCore\":32768,\"insertProbability\":1}", 200),
				new Step("PATCH", "/cache", "{\"entriesPerCore\":1000}", 400),
				new Step("PATCH", "/cache", JSON, "{\"mode\":\"off\"}", "\"other\"", 412),
				new Step("PATCH", "/cache", "text/plain", "mode: off", NOTHING, 415),
				new Step("GET", "/cache/entries", 200),
				new Step("GET", "/cache/entries?core=worker-0&limit=1", 200),
				new Step("GET", "/cache/entries?core=worker-9", 404),
				new Step("GET", "/cache/entries?limit=0", 400),
				new Step("POST", "/cache/flush", 204),
				new Step("POST", "/cache/flush?core=worker-0", 400));
	}
}
