package io.signalbox.rib;

import io.signalbox.net.IpAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An address that nexthops name and that resolves by the longest match of a VRF: what it came to in the last
 * evaluation, and what that looked at. Written by {@link Recursion}; one thread.
 */
final class Tracked {
	/** As a matched length: no prefix has it. */
	static final int NOTHING = -1;

	private final String vrf;
	private final IpAddress address;
	/** The nexthops that name it, by id. */
	final Set<Integer> users = new HashSet<>();
	/** All that the routes it looked at name, held out or not: if one of them changes, so may this. */
	final Set<Tracked> consulted = new HashSet<>();
	/** Those whose evaluation waits for this one. */
	final List<Tracked> waiting = new ArrayList<>();
	/** Where its evaluation stands; null when it is done. */
	CandidateWalk walk;
	private Resolution resolution = new Resolution.Failed("not looked at yet");
	private int matched = NOTHING;

	Tracked(String vrf, IpAddress address) {
		this.vrf = vrf;
		this.address = address;
	}

	String vrf() {
		return vrf;
	}

	IpAddress address() {
		return address;
	}

	boolean isKnown() {
		return walk == null;
	}

	Resolution resolution() {
		return resolution;
	}

	/** The length of the prefix that it resolves by: routes to shorter ones do not matter to it. */
	int matched() {
		return matched;
	}

	void known(Resolution now, int length) {
		resolution = now;
		matched = length;
		walk = null;
	}
}
