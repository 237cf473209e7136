package io.signalbox.rib;

import io.signalbox.dataplane.NexthopMember;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopType;
import java.util.Map;
import java.util.TreeMap;

/** What a box's fake data plane does with packets, by prefix, as text. */
final class ForwardedTexts {
	private final RibBox box;
	private final Map<Integer, NexthopSpec> nexthops;

	ForwardedTexts(RibBox box) {
		this.box = box;
		this.nexthops = box.dataplane.nexthops();
	}

	Map<String, String> of(int vrf) {
		Map<String, String> texts = new TreeMap<>();
		box.dataplane.routes(vrf).forEach((prefix, nexthop) -> texts.put(prefix, text(nexthop)));
		return texts;
	}

	private String text(int id) {
		NexthopSpec spec = nexthops.get(id);
		if (spec == null) {
			return "dangling " + id;
		}
		Map<String, String> hops = new TreeMap<>();
		for (NexthopMember member : spec.members()) {
			NexthopSpec hop = nexthops.get(member.id());
			hops.put(hop == null ? "dangling " + member.id() : hop(hop), String.valueOf(member.weight()));
		}
		return switch (spec.type()) {
			case GROUP -> hops.toString();
			case UNICAST, CONNECTED -> Map.of(hop(spec), "1").toString();
			default -> spec.type().toString();
		};
	}

	private String hop(NexthopSpec spec) {
		String address = spec.type() == NexthopType.UNICAST ? spec.address().orElseThrow().toString() : "";
		return address + "@" + box.name(spec.interfaceId());
	}
}
