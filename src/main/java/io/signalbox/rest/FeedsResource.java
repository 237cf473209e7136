package io.signalbox.rest;

import io.signalbox.feed.Feed;
import io.signalbox.feed.FeedStatus;
import io.signalbox.feed.Feeds;
import io.signalbox.net.Shown;
import io.signalbox.rest.dto.FeedDto;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.TreeMap;
import org.jboss.resteasy.reactive.RestPath;

/** {@code /feeds}: the routing daemons that the box hears. */
@Path("/api/v1/feeds")
@Produces(MediaType.APPLICATION_JSON)
public class FeedsResource {
	private final Feeds feeds;

	public FeedsResource(Feeds feeds) {
		this.feeds = feeds;
	}

	@GET
	public FeedDto.Many listFeeds() {
		return new FeedDto.Many(feeds.list().stream().map(FeedsResource::dto).toList());
	}

	@GET
	@Path("{name}")
	public FeedDto getFeed(@RestPath String name) {
		return feeds.find(name).map(FeedsResource::dto).orElseThrow(() -> ProblemException.notFound(
				"There is no feed " + Shown.quoted(name) + ". " + (feeds.list().isEmpty() ? "None is configured." : "There are: "
						+ String.join(", ", feeds.list().stream().map(Feed::name).toList()))));
	}

	private static FeedDto dto(Feed feed) {
		FeedStatus status = feed.status();
		return new FeedDto(
				feed.name(),
				feed.source().name(),
				Words.of(status.state()),
				status.since(),
				status.ready(),
				status.peer(),
				status.messages(),
				status.announced(),
				status.withdrawn(),
				status.queued(),
				status.lagMillis(),
				status.resyncs(),
				new TreeMap<>(status.errors()),
				status.lastError());
	}
}
