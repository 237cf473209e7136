package io.signalbox.snapshot;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Nexthop.Hop;
import io.signalbox.route.Nexthop.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A nexthop as bytes: its kind, then what that has. */
final class NexthopCodec {
	private static final int VIA4 = 1;
	private static final int VIA6 = 2;
	private static final int CONNECTED = 3;
	private static final int MULTIPATH = 4;
	private static final int LOCAL = 5;
	private static final int BLACKHOLE = 6;
	private static final int UNREACHABLE = 7;
	private static final int PROHIBIT = 8;

	private static final int HAS_INTERFACE = 1;
	private static final int HAS_VRF = 2;
	private static final int IS_ONLINK = 4;

	private NexthopCodec() {}

	static void write(Nexthop nexthop, BlockOut out) {
		switch (nexthop) {
			case Nexthop.Via via -> writeVia(via, out);
			case Nexthop.Connected connected -> {
				out.oneByte(CONNECTED);
				out.text(connected.interfaceName());
			}
			case Nexthop.Multipath many -> {
				out.oneByte(MULTIPATH);
				out.number(many.members().size());
				many.members().forEach(member -> {
					out.number(member.weight());
					write(member.hop(), out);
				});
			}
			case Nexthop.Local local -> out.oneByte(LOCAL);
			case Nexthop.Blackhole blackhole -> out.oneByte(BLACKHOLE);
			case Nexthop.Unreachable unreachable -> out.oneByte(UNREACHABLE);
			case Nexthop.Prohibit prohibit -> out.oneByte(PROHIBIT);
		}
	}

	private static void writeVia(Nexthop.Via via, BlockOut out) {
		switch (via.address()) {
			case Ipv4Address ipv4 -> {
				out.oneByte(VIA4);
				out.number(Integer.toUnsignedLong(ipv4.bits()));
			}
			case Ipv6Address ipv6 -> {
				out.oneByte(VIA6);
				out.fixed(ipv6.high());
				out.fixed(ipv6.low());
			}
		}
		out.oneByte((via.interfaceName().isPresent() ? HAS_INTERFACE : 0)
				| (via.vrf().isPresent() ? HAS_VRF : 0)
				| (via.onlink() ? IS_ONLINK : 0));
		via.interfaceName().ifPresent(out::text);
		via.vrf().ifPresent(out::text);
	}

	static Nexthop read(BlockIn in) {
		try {
			int kind = in.oneByte();
			return switch (kind) {
				case MULTIPATH -> readMultipath(in);
				case LOCAL -> new Nexthop.Local();
				case BLACKHOLE -> new Nexthop.Blackhole();
				case UNREACHABLE -> new Nexthop.Unreachable();
				case PROHIBIT -> new Nexthop.Prohibit();
				default -> readHop(kind, in);
			};
		} catch (IllegalArgumentException impossible) {
			throw BlockIn.damaged("a nexthop is none: " + impossible.getMessage());
		}
	}

	private static Nexthop readMultipath(BlockIn in) {
		int count = in.number(Nexthop.Multipath.MAX_MEMBERS + 1);
		List<Member> members = new ArrayList<>(count);
		for (int member = 0; member < count; member++) {
			int weight = in.number(Member.MAX_WEIGHT + 1);
			members.add(new Member(readHop(in.oneByte(), in), weight));
		}
		return new Nexthop.Multipath(members);
	}

	private static Hop readHop(int kind, BlockIn in) {
		return switch (kind) {
			case VIA4 -> readVia(new Ipv4Address((int) in.number()), in);
			case VIA6 -> readVia(new Ipv6Address(in.fixed(), in.fixed()), in);
			case CONNECTED -> new Nexthop.Connected(in.text());
			default -> throw BlockIn.damaged("there is no nexthop of kind " + kind);
		};
	}

	private static Nexthop.Via readVia(IpAddress address, BlockIn in) {
		int has = in.oneByte();
		Optional<String> interfaceName = (has & HAS_INTERFACE) != 0 ? Optional.of(in.text()) : Optional.empty();
		Optional<String> vrf = (has & HAS_VRF) != 0 ? Optional.of(in.text()) : Optional.empty();
		return new Nexthop.Via(address, interfaceName, vrf, (has & IS_ONLINK) != 0);
	}
}
