package io.signalbox.feed.netlink;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kernel's interfaces by their numbers, and which of the box's interfaces each is: the one of the same name, or the
 * one whose device drives it. One thread.
 */
public final class KernelLinks {
	private final Map<Integer, LinkMessage> links = new HashMap<>();
	private final Function<String, Optional<String>> boxNames;

	/** Asks {@code boxNames} for the name of the box of a kernel interface's, if it has it. */
	public KernelLinks(Function<String, Optional<String>> boxNames) {
		this.boxNames = boxNames;
	}

	public void take(LinkMessage link) {
		if (link.isNew()) {
			links.put(link.index(), link);
		} else {
			links.remove(link.index());
		}
	}

	public void clear() {
		links.clear();
	}

	public Optional<LinkMessage> link(int index) {
		return Optional.ofNullable(links.get(index));
	}

	/** The box's interface that is the kernel's of that number. */
	public Optional<String> boxInterface(int index) {
		return link(index).flatMap(link -> boxNames.apply(link.name()));
	}
}
