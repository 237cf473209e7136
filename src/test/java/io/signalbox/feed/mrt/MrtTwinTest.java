package io.signalbox.feed.mrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Prefix;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of random records against the model that keeps every path. */
class MrtTwinTest {
	private static final int FILES = 400;
	private static final Bytes NONE = new Bytes();

	private final List<Peer> peers = List.of(
			new Peer("192.0.2.1", 64_501),
			new Peer("192.0.2.1", 64_502),
			new Peer("198.51.100.9", 1),
			new Peer("2001:db8::1", 7));
	private Random random = new Random();
	private NaivePaths model = new NaivePaths();
	private MrtWriter file = new MrtWriter();

	private static IpAddress address(Peer peer) {
		return IpAddress.parse(peer.address());
	}

	private Prefix prefix() {
		int length = 6 + random.nextInt(4);
		return Prefix.covering(IpAddress.parse((random.nextInt(3) << 1) + ".0.0.0"), length);
	}

	private int[] as() {
		return new int[random.nextInt(4)];
	}

	private String nextHop() {
		return "203.0.113." + (1 + random.nextInt(200));
	}

	private boolean isWanted(Peer peer, boolean chosen) {
		return !chosen || peer.address().equals("192.0.2.1");
	}

	private void rib(Prefix prefix, boolean chosen) {
		List<Entry> entries = new ArrayList<>();
		for (int peer = 0; peer < peers.size(); peer++) {
			if (random.nextBoolean()) {
				int[] as = as();
				String nextHop = nextHop();
				entries.add(new Entry(peer, PathAttributes.path(nextHop, as)));
				announce(prefix, peers.get(peer), as, nextHop, chosen);
			}
		}
		file.rib(prefix, entries);
	}

	private void announce(Prefix prefix, Peer peer, int[] as, String nextHop, boolean chosen) {
		if (isWanted(peer, chosen)) {
			model.announce(prefix, address(peer), peer.as(), 0, as.length, IpAddress.parse(nextHop));
		}
	}

	private void update(boolean chosen) {
		Peer peer = peers.get(random.nextInt(peers.size()));
		Prefix prefix = prefix();
		switch (random.nextInt(8)) {
			case 0 -> {
				file.stateChange(peer, 6, 1);
				model.endSession(address(peer), peer.as());
			}
			case 1, 2, 3 -> {
				file.withdraw(peer, prefix.toString());
				model.withdraw(prefix, address(peer), peer.as(), 0);
			}
			default -> {
				int[] as = as();
				String nextHop = nextHop();
				file.update(peer, NONE, PathAttributes.path(nextHop, as), new Bytes().nlri(prefix));
				announce(prefix, peer, as, nextHop, chosen);
			}
		}
	}

	private void begin(int seed) {
		random = new Random(seed);
		model = new NaivePaths();
		file = new MrtWriter().peerIndex(peers.toArray(Peer[]::new));
	}

	@ParameterizedTest(name = "of the peer that is chosen: {0}")
	@ValueSource(booleans = {false, true})
	void updatesAgreeWithTheModel(boolean chosen) throws IOException {
		for (int seed = 0; seed < FILES; seed++) {
			begin(seed);
			for (int record = 0; record < 60; record++) {
				if (chosen && random.nextInt(4) == 0) {
					rib(prefix(), true);
				} else {
					update(chosen);
				}
			}
			end(chosen);
			MrtRoutes.Choice choice = chosen ? MrtFile.peer("192.0.2.1") : MrtFile.BEST;
			assertEquals(model.best(), MrtFile.routes(file.stream(), choice), "seed " + seed);
		}
	}

	@Test
	void ribsOfAllPeersAgreeWithTheModel() throws IOException {
		for (int seed = 0; seed < FILES; seed++) {
			begin(seed);
			for (int record = 0; record < 4; record++) {
				rib(new Ipv4Prefix(record << 24, 8), false);
			}
			end(false);
			assertEquals(model.best(), MrtFile.routes(file.stream(), MrtFile.BEST), "seed " + seed);
		}
	}

	/** A last route, for a file that says none is refused. */
	private void end(boolean chosen) {
		Prefix prefix = Prefix.parse("192.0.2.0/24");
		file.announce(peers.getFirst(), PathAttributes.path("203.0.113.1", 1), prefix.toString());
		announce(prefix, peers.getFirst(), new int[1], "203.0.113.1", chosen);
	}

	@Test
	void updatesAfterARibOfAllPeersAgreeWithTheModelOrAreRefused() throws IOException {
		int refused = 0;
		for (int seed = 0; seed < FILES; seed++) {
			begin(seed);
			rib(prefix(), false);
			for (int record = 0; record < 6; record++) {
				update(false);
			}
			end(false);
			try {
				assertEquals(model.best(), MrtFile.routes(file.stream(), MrtFile.BEST), "seed " + seed);
			} catch (RefusedException needsChoice) {
				assertEquals(RefusedException.Reason.PEER, needsChoice.reason());
				refused++;
			}
		}
		assertTrue(refused > 0 && refused < FILES / 2, "refused " + refused);
	}

	@Test
	void changedOctetsAreFindingsOrRefusalsAndNothingWorse() throws IOException {
		for (int seed = 0; seed < 5 * FILES; seed++) {
			begin(seed);
			for (int record = 0; record < 10; record++) {
				if (record < 3) {
					rib(prefix(), false);
				} else {
					update(false);
				}
			}
			byte[] bytes = file.array();
			for (int change = 0; change < 4; change++) {
				bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
			}
			try {
				MrtFile.read(new ByteArrayInputStream(bytes), MrtFile.PARTIAL);
			} catch (RefusedException refused) {
				assertTrue(refused.getMessage().length() > 0);
			}
		}
	}
}
