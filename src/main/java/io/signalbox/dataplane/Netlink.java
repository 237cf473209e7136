package io.signalbox.dataplane;

import java.nio.file.Path;
import java.util.Optional;

/** Sockets to the routing tables of a kernel (rtnetlink); they need no data plane that runs. Any thread. */
public interface Netlink {
	/**
	 * A socket in the box's own network namespace or in another one, which no thread of the process enters for longer
	 * than that takes.
	 *
	 * @param namespace a file that stands for it: {@code /run/netns/NAME}, {@code /proc/PID/ns/net}
	 * @param groups bit {@code n - 1} joins the group RTNLGRP number n
	 * @param receiveBytes what the kernel may queue for the socket, or as much of that as the process may have
	 * @throws DataplaneException when it cannot be opened
	 */
	NetlinkSocket open(Optional<Path> namespace, int groups, int receiveBytes);
}
