package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Prefix;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes MRT files (RFC 6396, RFC 8050) for tests, also such as no program would write. */
public final class MrtWriter {
	private static final int TABLE_DUMP = 12;
	private static final int TABLE_DUMP_V2 = 13;
	private static final int BGP4MP = 16;
	private static final int BGP4MP_ET = 17;
	private static final int TIME = 1_700_000_000;
	private static final int COLLECTOR_AS = 65_000;
	private static final int UPDATE = 2;

	private final OutputStream out;
	private int sequence;

	/** A peer of the tables and messages written. */
	public record Peer(String address, long as) {
		private boolean isIpv6() {
			return IpAddress.parse(address) instanceof Ipv6Address;
		}
	}

	/** An entry of a RIB; {@code peer} is its place in the peer index. */
	public record Entry(int peer, long pathId, Bytes attributes) {
		public Entry(int peer, Bytes attributes) {
			this(peer, 0, attributes);
		}
	}

	public MrtWriter() {
		this(new ByteArrayOutputStream());
	}

	public MrtWriter(OutputStream out) {
		this.out = out;
	}

	public byte[] array() {
		return ((ByteArrayOutputStream) out).toByteArray();
	}

	public InputStream stream() {
		return new ByteArrayInputStream(array());
	}

	public int size() {
		return ((ByteArrayOutputStream) out).size();
	}

	public MrtWriter raw(int... octets) {
		return write(new Bytes().u8(octets));
	}

	public MrtWriter record(int type, int subtype, Bytes body) {
		return write(new Bytes().u32(TIME).u16(type).u16(subtype).u32(body.size()).raw(body.array()));
	}

	private MrtWriter write(Bytes bytes) {
		try {
			out.write(bytes.array());
			return this;
		} catch (IOException failed) {
			throw new UncheckedIOException(failed);
		}
	}

	/** PEER_INDEX_TABLE, all AS numbers in four octets. */
	public MrtWriter peerIndex(Peer... peers) {
		Bytes body = new Bytes().address("198.51.100.1").u16(0).u16(peers.length);
		for (Peer peer : peers) {
			body.u8(2 | (peer.isIpv6() ? 1 : 0)).u32(peer.as()).address(peer.address()).u32(peer.as());
		}
		return record(TABLE_DUMP_V2, 1, body);
	}

	public MrtWriter rib(String prefix, Entry... entries) {
		return rib(Prefix.parse(prefix), List.of(entries));
	}

	/** RIB_IPV4_UNICAST or RIB_IPV6_UNICAST. */
	public MrtWriter rib(Prefix prefix, List<Entry> entries) {
		Bytes body = new Bytes().u32(sequence++).nlri(prefix).u16(entries.size());
		for (Entry entry : entries) {
			body.u16(entry.peer()).u32(TIME).sized16(entry.attributes());
		}
		return record(TABLE_DUMP_V2, prefix.address() instanceof Ipv6Address ? 4 : 2, body);
	}

	/** RIB_IPV4_UNICAST_ADDPATH or RIB_IPV6_UNICAST_ADDPATH. */
	public MrtWriter ribAddPath(String text, Entry... entries) {
		Prefix prefix = Prefix.parse(text);
		Bytes body = new Bytes().u32(sequence++).nlri(prefix).u16(entries.length);
		for (Entry entry : entries) {
			body.u16(entry.peer()).u32(TIME).u32(entry.pathId()).sized16(entry.attributes());
		}
		return record(TABLE_DUMP_V2, prefix.address() instanceof Ipv6Address ? 10 : 8, body);
	}

	/** TABLE_DUMP. */
	public MrtWriter tableDump(String text, Peer peer, Bytes attributes) {
		Prefix prefix = Prefix.parse(text);
		Bytes body = new Bytes().u16(0).u16(sequence++).address(prefix.address().toString()).u8(prefix.length());
		body.u8(1).u32(TIME).address(peer.address()).u16((int) peer.as()).sized16(attributes);
		return record(TABLE_DUMP, peer.isIpv6() ? 2 : 1, body);
	}

	/** BGP4MP_MESSAGE_AS4 with an UPDATE; withdrawn routes and NLRI are of IPv4. */
	public MrtWriter update(Peer peer, Bytes withdrawn, Bytes attributes, Bytes nlri) {
		return message(4, peer, updateMessage(withdrawn, attributes, nlri));
	}

	/** The same of an announcement alone. */
	public MrtWriter announce(Peer peer, Bytes attributes, String... prefixes) {
		return update(peer, new Bytes(), attributes, new Bytes().nlri(prefixes));
	}

	public MrtWriter withdraw(Peer peer, String... prefixes) {
		return update(peer, new Bytes().nlri(prefixes), new Bytes(), new Bytes());
	}

	public static Bytes updateMessage(Bytes withdrawn, Bytes attributes, Bytes nlri) {
		Bytes body = new Bytes().sized16(withdrawn).sized16(attributes).raw(nlri.array());
		return bgp(UPDATE, body);
	}

	/** A BGP message with its header (RFC 4271 4.1). */
	public static Bytes bgp(int type, Bytes body) {
		Bytes message = new Bytes().u32(-1).u32(-1).u32(-1).u32(-1);
		return message.u16(19 + body.size()).u8(type).raw(body.array());
	}

	/** A record of BGP4MP; the odd subtypes 1 and 8 have AS numbers of two octets. */
	public MrtWriter message(int subtype, Peer peer, Bytes message) {
		return record(BGP4MP, subtype, session(subtype != 1 && subtype != 8, peer).raw(message.array()));
	}

	/** The same of BGP4MP_ET. */
	public MrtWriter extendedTimeMessage(int subtype, Peer peer, Bytes message) {
		Bytes body = new Bytes().u32(999_999).raw(session(subtype != 1 && subtype != 8, peer).array());
		return record(BGP4MP_ET, subtype, body.raw(message.array()));
	}

	/** BGP4MP_STATE_CHANGE_AS4. */
	public MrtWriter stateChange(Peer peer, int oldState, int newState) {
		return record(BGP4MP, 5, session(true, peer).u16(oldState).u16(newState));
	}

	private static Bytes session(boolean as4, Peer peer) {
		Bytes body = new Bytes();
		if (as4) {
			body.u32(peer.as()).u32(COLLECTOR_AS);
		} else {
			body.u16((int) peer.as()).u16(COLLECTOR_AS);
		}
		String own = peer.isIpv6() ? "2001:db8:ffff::1" : "198.51.100.1";
		return body.u16(0).u16(peer.isIpv6() ? 2 : 1).address(peer.address()).address(own);
	}
}
