package io.signalbox.feed.fpm;

import io.signalbox.feed.netlink.KernelNexthops;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.route.Nexthop;
import java.util.Optional;

/**
 * All that a route message says but the prefix. Thousands of routes have the same terms, so they are read once. Made and
 * changed by the thread that reads; the others see what never changes of it.
 */
final class RouteTerms {
	final int hash;
	/** The message in words, without prefix, sequence number and port. */
	final int[] words;
	/** The word where the prefix begins; 0 = the message has none. */
	final int prefixWord;
	final RouteMessage message;
	/** Empty where the routing table is none of the box's. */
	final Optional<String> vrf;
	/** Routes that have these terms now, where they name a nexthop object. */
	int uses;
	private Said said;
	private long version;

	/** A route as it goes on to the RIB, or that it is withdrawn. Each is one of its own. */
	static final class Said {
		private final RouteTerms terms;
		private final String vrf;
		private final Optional<Nexthop> nexthop;

		private Said(RouteTerms terms, String vrf, Optional<Nexthop> nexthop) {
			this.terms = terms;
			this.vrf = vrf;
			this.nexthop = nexthop;
		}

		RouteTerms terms() {
			return terms;
		}

		String vrf() {
			return vrf;
		}

		Nexthop nexthop() {
			return nexthop.orElseThrow();
		}

		boolean isWithdraw() {
			return nexthop.isEmpty();
		}
	}

	RouteTerms(int hash, int[] words, int prefixWord, RouteMessage message, Optional<String> vrf) {
		this.hash = hash;
		this.words = words;
		this.prefixWord = prefixWord;
		this.message = message;
		this.vrf = vrf;
	}

	boolean namesNexthop() {
		return message.isNew() && message.nexthopId() != 0;
	}

	/** Of some source addresses, or of some types of service, only: the box has no such routes. */
	boolean isPartial() {
		return message.sourceLength() != 0 || message.tos() != 0;
	}

	/** What these terms come to by the nexthop objects of that version; the VRF must be known. */
	Said said(KernelNexthops nexthops, long now) {
		if (said == null || (namesNexthop() && version != now)) {
			Optional<Nexthop> nexthop = message.isNew()
					? nexthops.nexthop(message.type(), message.nexthopId(), message.hops())
					: Optional.empty();
			boolean same = said != null && said.nexthop.equals(nexthop);
			said = same ? said : new Said(this, vrf.orElseThrow(), nexthop);
			version = now;
		}
		return said;
	}
}
