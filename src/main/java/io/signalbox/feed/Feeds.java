package io.signalbox.feed;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The configured feeds: added and started once at the start of the box, read by whoever shows them. Any thread. */
public final class Feeds {
	private final List<Feed> feeds = new CopyOnWriteArrayList<>();

	public void start(Feed feed) {
		feeds.add(feed);
		feed.start();
	}

	/** In the order of their start. */
	public List<Feed> list() {
		return List.copyOf(feeds);
	}

	public Optional<Feed> find(String name) {
		return feeds.stream().filter(feed -> feed.name().equals(name)).findFirst();
	}

	/** Ends all; before the data plane ends. */
	public void close() {
		feeds.forEach(Feed::close);
	}
}
