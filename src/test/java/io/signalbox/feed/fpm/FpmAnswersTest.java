package io.signalbox.feed.fpm;

import static io.signalbox.feed.fpm.FpmSender.route;
import static io.signalbox.feed.fpm.FpmSender.routeBy;
import static io.signalbox.feed.fpm.FpmSender.withdrawal;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.netlink.MessageWalk;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.net.Prefix;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The offload flag, which zebra reads for suppress-fib-pending. */
class FpmAnswersTest {
	private final FpmBox fpm = new FpmBox();

	@AfterEach
	void close() {
		fpm.close();
	}

	@Test
	void installedRoutesAreAnsweredWithTheOffloadFlag() throws InterruptedException {
		List<RouteMessage> answers = new CopyOnWriteArrayList<>();
		try (FpmSender sender = fpm.connect()) {
			Thread reader = Thread.ofVirtual().start(() -> sender.read(frame -> {
				MessageWalk walk = new MessageWalk(frame);
				while (walk.next()) {
					answers.add((RouteMessage) walk.message());
				}
			}));
			sender.frame(route("11.0.0.0/8", "192.0.2.9")).frame(route("2001:db8:9::/48", "2001:db8:1::9"))
					.frame(withdrawal("12.0.0.0/8")).frame(routeBy("13.0.0.0/8", 5)).flush();
			await().atMost(FpmBox.SOON).until(() -> answers.size() == 2);
			assertEquals(route("11.0.0.0/8", "192.0.2.9").hops(), answers.getFirst().hops());
			assertEquals(Prefix.parse("11.0.0.0/8"), answers.getFirst().prefix());
			assertEquals(Prefix.parse("2001:db8:9::/48"), answers.getLast().prefix());
			for (RouteMessage answer : answers) {
				assertTrue(answer.isNew());
				assertEquals(RouteMessage.RTM_F_OFFLOAD, answer.routeFlags());
				assertEquals(1, answer.flags() & 1);
			}
			fpm.stop();
			reader.join();
		}
	}
}
