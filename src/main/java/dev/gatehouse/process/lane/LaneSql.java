package dev.gatehouse.process.lane;

/** The statements of {@link LaneTable}. */
final class LaneSql {
  static final String SEEN =
      """
      with old as (
        delete from node where seen_at < now() - interval '1 day'
      ),
      me as (
        insert into node as n (name, started_at, seen_at, version) values (?, now(), now(), ?)
        on conflict (name) do update set seen_at = now(), version = excluded.version
        returning name
      )
      select 1 + count(other.name)::int, now()
      from me left join node other
        on other.name <> me.name and other.seen_at > now() - make_interval(secs => ?)
      group by me.name
      """;

  static final String EXPIRE_PREDECESSORS =
      """
      update lane set lease_until = '-infinity'
      where starts_with(owner, ?) and owner <> ? and lease_until > now()
      """;

  // A lease that has run out and that nobody took is still ours: the epoch says so. Locked in the
  // order of lanes first, as HOLD does, so that the two cannot lock each other out.
  static final String RENEW =
      """
      with mine as materialized (
        select l.lane, m.low_water
        from lane l
        join unnest(?::int2[], ?::int8[], ?::uuid[]) as m (lane, epoch, low_water)
          on l.lane = m.lane and l.epoch = m.epoch
        where l.owner = ?
        order by l.lane
        for no key update of l
      )
      update lane l
      set lease_until = now() + make_interval(secs => ?),
          low_water = greatest(l.low_water, mine.low_water)
      from mine where l.lane = mine.lane
      returning l.lane
      """;

  // Expired ones first: somebody waits for them. The join gives what stood there before.
  static final String TAKE =
      """
      with free as (
        select lane, clean, low_water, marker, marker_claims from lane
        where lease_until <= now()
        order by clean, lane
        limit ?
        for update skip locked
      )
      update lane l
      set owner = ?, epoch = l.epoch + 1, clean = false,
          lease_until = now() + make_interval(secs => ?)
      from free where l.lane = free.lane
      returning l.lane, l.epoch, free.clean, free.low_water, free.marker, free.marker_claims, now()
      """;

  static final String GIVE_BACK =
      """
      update lane
      set owner = null, lease_until = '-infinity', clean = ?, low_water = greatest(low_water, ?)
      where lane = ? and owner = ? and epoch = ?
      """;

  static final String HOLD =
      """
      select l.lane from lane l
      join unnest(?::int2[], ?::int8[]) as mine (lane, epoch)
        on l.lane = mine.lane and l.epoch = mine.epoch
      where l.owner = ?
      order by l.lane
      for share of l
      """;

  static final String MARK =
      """
      update lane set marker = ?, marker_claims = ?
      where lane = ? and owner = ? and epoch = ?
      """;

  // Leans on parked_lane_idx (lane, until).
  static final String WITH_DUE =
      """
      select mine.lane
      from unnest(?::int2[]) as mine (lane)
      where exists (select from parked p where p.lane = mine.lane and p.until <= now())
      """;

  static final String MOMENT =
      """
      select now(), exists (
        select from node where name <> ? and seen_at > now() - make_interval(secs => ?))
      """;

  // Not deleted: that it was there lately still matters.
  static final String LEAVE =
      "update node set seen_at = now() - make_interval(secs => ?) where name = ?";

  private LaneSql() {}
}
