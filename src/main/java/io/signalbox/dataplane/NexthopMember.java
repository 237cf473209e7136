package io.signalbox.dataplane;

/**
 * {@code struct sbx_nexthop_member}: one way of a group.
 *
 * @param weight its share among the members, 1 to 255
 */
public record NexthopMember(int id, int weight) {
	/** {@code SBX_GROUP_MEMBERS_MAX}. */
	public static final int MAX = 128;
}
