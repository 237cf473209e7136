package io.signalbox.rest;

import static io.signalbox.rest.Step.JSON;
import static io.signalbox.rest.Step.NOTHING;

import java.util.List;

/** Requests about the system, feeds, interfaces, neighbors, audits, nexthops and VRFs. */
final class PortSteps {
	private PortSteps() {}

	/** The interfaces that they leave are {@code walk0} and {@code walk1}, so as not to meet those of other tests. */
	static List<Step> all() {
		return List.of(
				new Step("GET", "/system", 200),
				new Step("GET", "/system?x=1", 400),
				new Step("GET", "/system/configuration", 200),
				new Step("GET", "/system/configuration?kind=setting&limit=2&after=setting:cache.mode", 200),
				new Step("GET", "/system/configuration?kind=settings", 400),
				new Step("GET", "/system/configuration?after=cache.mode", 400),
				new Step("DELETE", "/system/configuration/stored", 200),
				new Step("DELETE", "/system/configuration/stored?kind=interface", 400),
				new Step("DELETE", "/system/configuration/stored?kind=interface&key=none0", 404),
				// feeds
				new Step("GET", "/feeds", 200),
				new Step("GET", "/feeds?x=1", 400),
				new Step("GET", "/feeds/fpm", 200),
				new Step("GET", "/feeds/none", 404),
				new Step("GET", "/feeds/fpm?x=1", 400),
				// interfaces
				new Step("POST", "/interfaces", walk("walk0", "net_null0", "198.18.0.1/24"), 201),
				new Step("POST", "/interfaces", walk("walk0", "net_null1", "198.18.1.1/24"), 409),
				new Step("POST", "/interfaces", walk("walk1", "net_null99", "198.18.1.1/24"), 422),
				new Step("POST", "/interfaces", walk("walk1", "net_null1", "198.18.1.300/24"), 400),
				new Step("POST", "/interfaces", walk("no name", "net_null1", "198.18.1.1/24"), 400),
				new Step("POST", "/interfaces", "{\"name\":\"walk1\",\"device\":\"net_null1\",\"vrf\":\"red\"}", 404),
				new Step("POST", "/interfaces", "text/plain", "walk1", NOTHING, 415),
				new Step("POST", "/interfaces", walk("walk1", "net_null1", "2001:db8:18::1/64"), 201),
				new Step("GET", "/interfaces", 200),
				new Step("GET", "/interfaces?name=walk0", 400),
				new Step("GET", "/interfaces/walk0", 200),
				new Step("GET", "/interfaces/none0", 404),
				new Step("PATCH", "/interfaces/walk0", "{\"mtu\":1400}", 200),
				new Step("PATCH", "/interfaces/walk0", "{\"mtu\":14}", 400),
				new Step("PATCH", "/interfaces/walk0", "{}", 400),
				new Step("PATCH", "/interfaces/none0", "{\"mtu\":1400}", 404),
				new Step("PATCH", "/interfaces/walk0", JSON, "{\"mtu\":1300}", "\"other\"", 412),
				new Step("PATCH", "/interfaces/walk0", "{\"rpFilter\":\"strict\"}", 200),
				new Step("PATCH", "/interfaces/walk0", "{\"rpFilter\":null}", 200),
				new Step("PATCH", "/interfaces/walk0", "{\"rpFilter\":\"hard\"}", 400),
				new Step("PUT", "/interfaces/walk0/addresses/198.18.0.2/24", 201),
				new Step("PUT", "/interfaces/walk0/addresses/198.18.0.2/24", 200),
				new Step("PUT", "/interfaces/walk0/addresses/198.18.0.2/33", 400),
				new Step("PUT", "/interfaces/walk0/addresses/198.18.0/24", 400),
				new Step("PUT", "/interfaces/none0/addresses/198.18.0.2/24", 404),
				new Step("PUT", "/interfaces/walk0/addresses/198.18.0.3/24", NOTHING, NOTHING, "\"other\"", 412),
				new Step("DELETE", "/interfaces/walk0/addresses/198.18.0.2/24", 204),
				new Step("DELETE", "/interfaces/walk0/addresses/198.18.0.2/24", 404),
				// neighbors
				new Step("PUT", "/neighbors/walk0/198.18.0.9", "{\"mac\":\"02:00:00:00:00:09\"}", 201),
				new Step("PUT", "/neighbors/walk0/198.18.0.9", "{\"mac\":\"02:00:00:00:00:0a\"}", 200),
				new Step("PUT", "/neighbors/walk0/198.18.0.9", "{\"mac\":\"02:00\"}", 400),
				new Step("PUT", "/neighbors/none0/198.18.0.9", "{\"mac\":\"02:00:00:00:00:09\"}", 404),
				new Step("PUT", "/neighbors/walk0/198.18.0.9", JSON, "{\"mac\":\"02:00:00:00:00:0b\"}", "\"other\"", 412),
				new Step("GET", "/neighbors", 200),
				new Step("GET", "/neighbors?interface=walk0", 200),
				new Step("GET", "/neighbors?interface=none0", 404),
				new Step("GET", "/neighbors/walk0/198.18.0.9", 200),
				new Step("GET", "/neighbors/walk0/198.18.0.77", 404),
				new Step("DELETE", "/neighbors/walk0/198.18.0.9", 204),
				new Step("DELETE", "/neighbors/walk0/198.18.0.9", 404),
				// audit
				new Step("POST", "/audit", 200),
				new Step("POST", "/audit?x=1", 400),
				new Step("GET", "/audit", 200),
				new Step("GET", "/audit?x=1", 400),
				// nexthops
				new Step("GET", "/nexthops/1", 200),
				new Step("GET", "/nexthops/0", 400),
				new Step("GET", "/nexthops/16777215", 404),
				// VRFs
				new Step("PUT", "/vrfs/walk", 201),
				new Step("PUT", "/vrfs/walk", 200),
				new Step("PUT", "/vrfs/no%20name", 400),
				new Step("GET", "/vrfs", 200),
				new Step("GET", "/vrfs?x=1", 400),
				new Step("GET", "/vrfs/walk", 200),
				new Step("GET", "/vrfs/none", 404),
				new Step("DELETE", "/vrfs/none", 404),
				new Step("DELETE", "/vrfs/default", 409),
				new Step("DELETE", "/vrfs/walk", NOTHING, NOTHING, "\"other\"", 412),
				new Step("DELETE", "/vrfs/walk", 204));
	}

	/** All that the walk has made. */
	static List<Step> away() {
		return List.of(
				// and all of it away again
				new Step("DELETE", "/route-sources/walk", NOTHING, NOTHING, "\"other\"", 412),
				new Step("DELETE", "/route-sources/walk", 204),
				new Step("DELETE", "/route-sources/static", 204),
				new Step("DELETE", "/route-sources/connected", 409),
				new Step("DELETE", "/interfaces/walk0", NOTHING, NOTHING, "\"other\"", 412),
				new Step("DELETE", "/interfaces/walk0", 204),
				new Step("DELETE", "/interfaces/walk1", 204),
				new Step("DELETE", "/interfaces/walk0", 404));
	}

	private static String walk(String name, String device, String address) {
		return "{\"name\":\"" + name + "\",\"device\":\"" + device + "\",\"addresses\":[\"" + address + "\"]}";
	}
}
