package io.signalbox.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.InterfaceChange;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.route.RouteChanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** An interface as it is stored: each member that the API changed is an object of its own, {@code wan0/mtu}. */
final class StoredInterface {
	private static final String DEVICE = "device";
	private static final String VRF = "vrf";
	private static final String ADDRESSES = "addresses";
	private static final String MTU = "mtu";
	private static final String ADMIN_UP = "adminUp";
	private static final String RP_FILTER = "rpFilter";

	private StoredInterface() {}

	/** Between an interface's name and the member or the neighbor's address; no name has it. */
	static String under(String name) {
		return name + "/";
	}

	/** All members in JSON, by name. */
	static Map<String, String> members(InterfaceConfig config) {
		Map<String, String> members = members(new InterfaceChange(
				Optional.of(config.addresses()),
				Optional.of(config.mtu()),
				Optional.of(config.adminUp()),
				Optional.of(config.rpFilter())));
		members.put(DEVICE, Json.of(config.device()));
		members.put(VRF, Json.of(config.vrf()));
		return members;
	}

	/** Those that a change has. */
	static Map<String, String> members(InterfaceChange change) {
		Map<String, String> members = new LinkedHashMap<>();
		change.addresses().ifPresent(addresses -> members.put(ADDRESSES, Json.of(texts(addresses))));
		change.mtu().ifPresent(mtu -> members.put(MTU, Json.of(mtu)));
		change.adminUp().ifPresent(up -> members.put(ADMIN_UP, Json.of(up)));
		change.rpFilter().ifPresent(own -> members.put(RP_FILTER, rpFilter(own)));
		return members;
	}

	private static String rpFilter(Optional<RpFilter> own) {
		return own.map(mode -> Json.of(Json.word(mode))).orElse("null");
	}

	private static List<String> texts(List<InterfaceAddress> addresses) {
		return addresses.stream().map(InterfaceAddress::toString).toList();
	}

	static void put(Rows rows, String name, Map<String, String> members) {
		members.forEach((member, json) -> rows.put(Kind.INTERFACE, under(name) + member, json));
	}

	/** The file's interface with the stored members over it; throws {@link IllegalArgumentException} where that is none. */
	static InterfaceConfig overlaid(String name, Optional<InterfaceConfig> ofFile, Map<String, String> stored) {
		Members members = new Members(stored);
		return new InterfaceConfig(
				name,
				members.get(DEVICE, node -> Json.text(node, DEVICE)).or(() -> ofFile.map(InterfaceConfig::device))
						.orElseThrow(() -> new IllegalArgumentException(
								"the configuration file has no interface " + name + " any more")),
				members.get(ADDRESSES, StoredInterface::addresses).or(() -> ofFile.map(InterfaceConfig::addresses))
						.orElse(List.of()),
				members.get(MTU, node -> Json.integer(node, MTU)).or(() -> ofFile.map(InterfaceConfig::mtu))
						.orElse(InterfaceConfig.DEFAULT_MTU),
				members.get(ADMIN_UP, node -> Json.flag(node, ADMIN_UP)).or(() -> ofFile.map(InterfaceConfig::adminUp))
						.orElse(true),
				members.get(VRF, node -> Json.text(node, VRF)).or(() -> ofFile.map(InterfaceConfig::vrf))
						.orElse(RouteChanges.DEFAULT_VRF),
				members.get(RP_FILTER, StoredInterface::ownRpFilter)
						.orElseGet(() -> ofFile.flatMap(InterfaceConfig::rpFilter)));
	}

	private static Optional<RpFilter> ownRpFilter(JsonNode node) {
		return node.isNull() ? Optional.empty() : Optional.of(Json.constant(RpFilter.class, node, RP_FILTER));
	}

	private static List<InterfaceAddress> addresses(JsonNode node) {
		List<InterfaceAddress> addresses = new ArrayList<>();
		for (JsonNode address : node) {
			addresses.add(InterfaceAddress.parse(Json.text(address, ADDRESSES)));
		}
		return addresses;
	}

	private record Members(Map<String, String> stored) {
		<T> Optional<T> get(String name, Function<JsonNode, T> read) {
			return Optional.ofNullable(stored.get(name)).map(Json::parse).map(read);
		}
	}
}
