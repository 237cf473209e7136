package io.signalbox.dataplane;

/**
 * {@code struct sbx_nexthop_member_state}.
 *
 * @param buckets of the group's flows that it has now
 */
public record NexthopMemberState(int id, int weight, boolean usable, int buckets) {}
