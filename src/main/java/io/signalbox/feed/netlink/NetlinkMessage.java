package io.signalbox.feed.netlink;

/** A message of rtnetlink(7). The numbers are those of linux/netlink.h and linux/rtnetlink.h. */
public sealed interface NetlinkMessage
		permits RouteMessage, NexthopMessage, LinkMessage, AddressMessage, NeighborMessage,
				NetlinkMessage.Answer, NetlinkMessage.Done, NetlinkMessage.Other {
	int NLMSG_NOOP = 1;
	int NLMSG_ERROR = 2;
	int NLMSG_DONE = 3;
	int NLMSG_OVERRUN = 4;
	int RTM_NEWLINK = 16;
	int RTM_DELLINK = 17;
	int RTM_GETLINK = 18;
	int RTM_NEWADDR = 20;
	int RTM_DELADDR = 21;
	int RTM_GETADDR = 22;
	int RTM_NEWROUTE = 24;
	int RTM_DELROUTE = 25;
	int RTM_GETROUTE = 26;
	int RTM_NEWNEIGH = 28;
	int RTM_DELNEIGH = 29;
	int RTM_GETNEIGH = 30;
	int RTM_NEWNEXTHOP = 104;
	int RTM_DELNEXTHOP = 105;
	int RTM_GETNEXTHOP = 106;

	/** Header flags, {@code nlmsg_flags}. */
	int NLM_F_REQUEST = 1;
	int NLM_F_MULTI = 2;
	int NLM_F_ACK = 4;
	int NLM_F_DUMP_INTR = 0x10;
	int NLM_F_DUMP = 0x300;
	int NLM_F_REPLACE = 0x100;
	int NLM_F_EXCL = 0x200;
	int NLM_F_CREATE = 0x400;
	int NLM_F_APPEND = 0x800;

	int AF_UNSPEC = 0;
	int AF_INET = 2;
	int AF_INET6 = 10;

	/** NLMSG_ERROR: the answer to the request with that sequence number; errno 0 is an acknowledgement. */
	record Answer(int errno, int sequence) implements NetlinkMessage {}

	/** NLMSG_DONE: a dump has ended, errno 0 well. */
	record Done(int errno) implements NetlinkMessage {}

	/** A message of a type, or of an address family, that nobody here reads. */
	record Other(int type) implements NetlinkMessage {}
}
