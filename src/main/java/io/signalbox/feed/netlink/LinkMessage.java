package io.signalbox.feed.netlink;

import io.signalbox.net.MacAddress;
import java.util.Optional;

/**
 * RTM_NEWLINK and RTM_DELLINK: an interface of the kernel.
 *
 * @param linkFlags IFF_*
 * @param parent number of the interface below it (a VLAN's), 0 = none
 * @param master number of the interface that holds it (a bridge, a VRF), 0 = none
 * @param kind vlan, vrf, veth...; empty for a NIC
 * @param vrfTable of a VRF's interface: its routing table, else 0
 */
public record LinkMessage(
		boolean isNew,
		int index,
		String name,
		int linkFlags,
		Optional<MacAddress> mac,
		int mtu,
		int parent,
		int master,
		String kind,
		long vrfTable)
		implements NetlinkMessage {
	private static final int UP = 1;
	private static final int LOWER_UP = 0x1_0000;

	/** {@code struct ifinfomsg}: family, padding, type, index, flags, change. */
	static final int STRUCTURE = 16;
	static final int ADDRESS = 1;
	static final int NAME = 3;
	static final int MTU = 4;
	static final int LINK = 5;
	static final int MASTER = 10;
	static final int INFO = 18;
	static final int INFO_KIND = 1;
	static final int INFO_DATA = 2;
	static final int VRF_TABLE = 1;

	/** Switched on by the administrator. */
	public boolean isUp() {
		return (linkFlags & UP) != 0;
	}

	/** Has a carrier. */
	public boolean hasLink() {
		return (linkFlags & LOWER_UP) != 0;
	}

	static NetlinkMessage read(MessageWalk walk) {
		Attributes body = walk.body(STRUCTURE);
		if (body.fixedByte(0) != AF_UNSPEC) {
			return new Other(walk.type());
		}
		String name = "";
		MacAddress mac = null;
		int mtu = 0;
		int parent = 0;
		int master = 0;
		LinkInfo info = new LinkInfo("", 0);
		while (body.next()) {
			switch (body.type()) {
				case ADDRESS -> mac = body.mac();
				case NAME -> name = body.text();
				case MTU -> mtu = body.i32();
				case LINK -> parent = body.i32();
				case MASTER -> master = body.i32();
				case INFO -> info = info(body.nested(0));
				default -> {}
			}
		}
		return new LinkMessage(
				walk.type() == RTM_NEWLINK,
				body.fixedInt(4),
				name,
				body.fixedInt(8),
				Optional.ofNullable(mac),
				mtu,
				parent,
				master,
				info.kind,
				info.table);
	}

	private record LinkInfo(String kind, long table) {}

	/** The kind comes before its data. */
	private static LinkInfo info(Attributes info) {
		String kind = "";
		long table = 0;
		while (info.next()) {
			switch (info.type()) {
				case INFO_KIND -> kind = info.text();
				case INFO_DATA -> table = kind.equals("vrf") ? table(info.nested(0)) : 0;
				default -> {}
			}
		}
		return new LinkInfo(kind, table);
	}

	private static long table(Attributes vrf) {
		long table = 0;
		while (vrf.next()) {
			table = vrf.type() == VRF_TABLE ? vrf.u32() : table;
		}
		return table;
	}
}
