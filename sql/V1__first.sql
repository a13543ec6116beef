-- The whole model, in the order of an event's way. Each table has one owner room, named above it.
--
-- Hot tables only take inserts and are range-partitioned by day on a UUIDv7, so that retention drops partitions.
-- Small tables change. Text compares byte for byte (collate "C"): look-alike ids stay apart, and it is faster.
-- Can the version before this one run beside it? There is none.

set local lock_timeout = '10s';

-- ---------------------------------------------------------------- receive.journal

create table source (
  source_id  integer generated always as identity constraint source_pk primary key,
  name       text collate "C" not null constraint source_name_key unique,
  created_at timestamptz not null default now()
);
comment on table source is 'receive.journal: gives each source name a small number, for keys';

create table event_key (
  source_id   integer not null,
  event_id    text collate "C" not null,
  event       uuid not null,
  body_sha256 bytea not null,
  first_seen  timestamptz not null,
  constraint event_key_pk primary key (source_id, event_id)
);
comment on table event_key is 'receive.journal: the memory of ids; outlives the bodies';

create table event (
  id              uuid not null,
  source_id       integer not null,
  event_id        text collate "C",
  type            text collate "C",
  schema_version  text,
  machine         text collate "C",
  entity_key      text collate "C",
  lane            smallint not null,
  sequence        bigint,
  occurred_at     timestamptz,
  received_at     timestamptz not null,
  content_type    text,
  headers         text not null,
  body            bytea not null,
  body_sha256     bytea not null,
  matched_secret  text not null,
  fault           text,
  fault_detail    text,
  unsigned_fields text,
  request_id      text not null,
  config_revision bigint not null,
  constraint event_pk primary key (id),
  constraint event_entity_whole check ((machine is null) = (entity_key is null))
) partition by range (id);
comment on table event is 'receive.journal: one verified request, its bytes and what was read from them';
comment on column event.event_id is 'null: the request named none (fault MISSING_EVENT_ID and the like)';
comment on column event.headers is 'JSON array of [name, value]; only names on the allow list';
comment on column event.fault is 'error code of the extraction; such an event ends as a dead letter';
comment on column event.unsigned_fields is 'comma-separated: which of id,type,entity,sequence,occurred_at came from a place the signature does not cover';

create index event_lane_idx on event (lane, id);
create index event_entity_idx on event (machine, entity_key, id) where machine is not null;

create table event_copy (
  source_id   integer not null,
  event_id    text collate "C" not null,
  body_sha256 bytea not null,
  event       uuid not null,
  conflict    boolean not null,
  copies      bigint not null,
  body_bytes  integer not null,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  constraint event_copy_pk primary key (source_id, event_id, body_sha256)
);
comment on table event_copy is 'receive.journal: later copies of an event, counted; conflict = same id, different bytes (CONFLICTING_DUPLICATE)';
create index event_copy_event_idx on event_copy (event);

-- ---------------------------------------------------------------- receive.intake

create table rejection (
  id             uuid constraint rejection_pk primary key,
  source         text collate "C" not null,
  at             timestamptz not null,
  reason         text not null,
  probable_cause text,
  remote         text,
  body_sha256    bytea,
  body_bytes     integer,
  header_names   text not null,
  request_id     text not null
);
comment on table rejection is 'receive.intake: refused requests, capped and sampled; never a body, a header value or a signature';
create index rejection_source_idx on rejection (source, id);

-- ---------------------------------------------------------------- process.lane

create table node (
  name       text constraint node_pk primary key,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  version    text not null
);
comment on table node is 'process.lane: who is alive; the even split of lanes counts these';

create table lane (
  lane          smallint constraint lane_pk primary key,
  owner         text,
  epoch         bigint not null default 0,
  lease_until   timestamptz not null default '-infinity',
  clean         boolean not null default true,
  low_water     uuid not null default '00000000-0000-7000-8000-000000000000',
  marker        uuid,
  marker_claims integer not null default 0
) with (fillfactor = 50);
comment on table lane is 'process.lane: leases. epoch rises with each owner; clean = given back in order';
comment on column lane.marker is 'in careful mode: the one event being worked; still set after a crash means it may have caused it';
insert into lane (lane) select generate_series(0, 63);

-- ---------------------------------------------------------------- process.ledger

create table outcome (
  event            uuid not null,
  run              smallint not null,
  lane             smallint not null,
  verdict          text not null,
  from_state       text,
  to_state         text,
  reason           text,
  guard            text,
  machine_revision text,
  entity_version   bigint,
  at               timestamptz not null,
  node             text not null,
  constraint outcome_pk primary key (event, run),
  constraint outcome_verdict_known check (verdict in ('applied', 'stale', 'duplicate', 'ignored', 'rejected'))
) partition by range (event);
comment on table outcome is 'process.ledger: the verdict on an event, once per run; run 0 is the first folding, each approved replay the next';

create table entity (
  machine       text collate "C" not null,
  entity_key    text collate "C" not null,
  state         text not null,
  version       bigint not null,
  last_sequence bigint,
  last_time     timestamptz,
  last_event    uuid not null,
  held_by       uuid,
  updated_at    timestamptz not null,
  constraint entity_pk primary key (machine, entity_key)
) with (fillfactor = 80);
comment on table entity is 'process.ledger: where each business object stands; version guards against a second folder';
comment on column entity.held_by is 'a dead event that holds its followers back, where the machine asks for it';

create table parked (
  event       uuid constraint parked_pk primary key,
  run         smallint not null,
  lane        smallint not null,
  machine     text collate "C",
  entity_key  text collate "C",
  reason      text not null,
  since       timestamptz not null,
  until       timestamptz,
  constraint parked_reason_known check (reason in ('deferred', 'held', 'rerun'))
);
comment on table parked is 'process.ledger: deferred (waits for a predecessor), held (behind a dead head), rerun (a person asked for another run)';
create index parked_entity_idx on parked (machine, entity_key);
create index parked_lane_idx on parked (lane, until);

-- ---------------------------------------------------------------- process.outbox

create table delivery (
  id          uuid not null,
  event       uuid not null,
  destination text collate "C" not null,
  lane        smallint not null,
  machine     text collate "C",
  entity_key  text collate "C",
  ordered     boolean not null,
  created_at  timestamptz not null,
  constraint delivery_pk primary key (id)
) partition by range (id);
comment on table delivery is 'process.outbox: one event for one destination. The id is made from both, so the key itself forbids a second row';
comment on column delivery.id is 'UUIDv7 with the time of the event and a hash of event and destination; also the idempotency key';
create index delivery_destination_idx on delivery (destination, created_at, id);
comment on column delivery.created_at is 'rises strictly within a lane: the order in which the machine took the events';

create table delivery_mark (
  destination text collate "C" constraint delivery_mark_pk primary key,
  low_water   timestamptz not null
) with (fillfactor = 50);
comment on table delivery_mark is 'process.outbox: created before it, every delivery of that destination has had its first attempt recorded or waits in retry';

-- ---------------------------------------------------------------- deliver

create table attempt (
  delivery    uuid not null,
  run         smallint not null,
  number      integer not null,
  event       uuid not null,
  destination text collate "C" not null,
  at          timestamptz not null,
  result      text not null,
  terminal    boolean not null,
  http_status smallint,
  error       text,
  latency_ms  integer not null,
  replay      uuid,
  node        text not null,
  constraint attempt_pk primary key (delivery, run, number),
  constraint attempt_result_known check (result in ('delivered', 'retry', 'rejected', 'exhausted', 'paused'))
) partition by range (delivery);
comment on table attempt is 'deliver: one try. run 0 is the first budget, each re-run the next with its own numbers';

create table retry (
  delivery         uuid constraint retry_pk primary key,
  event            uuid not null,
  destination      text collate "C" not null,
  lane             smallint not null,
  machine          text collate "C",
  entity_key       text collate "C",
  ordered          boolean not null,
  created_at       timestamptz not null,
  run              smallint not null,
  number           integer not null,
  attempts         integer not null,
  state            text not null,
  next_at          timestamptz not null,
  first_attempt_at timestamptz,
  last_result      text,
  replay           uuid,
  constraint retry_state_known check (state in ('due', 'behind'))
) with (fillfactor = 70);
comment on table retry is 'deliver: only what failed and is due again, or stands behind such a one of its entity';
comment on column retry.created_at is 'of the delivery: the order within an entity';
comment on column retry.number is 'of the last attempt of this run; attempts = how many of them count';
create index retry_due_idx on retry (destination, next_at, delivery) where state = 'due';
create index retry_entity_idx on retry (destination, machine, entity_key, created_at);

create table circuit (
  destination          text collate "C" constraint circuit_pk primary key,
  state                text not null,
  reason               text,
  since                timestamptz not null,
  probe_at             timestamptz,
  probe_node           text,
  consecutive_failures integer not null default 0,
  times_opened         integer not null default 0,
  version              bigint not null default 0,
  constraint circuit_state_known check (state in ('closed', 'half_open', 'open', 'paused'))
) with (fillfactor = 50);
comment on table circuit is 'deliver: the health of a destination, shared by all nodes';

create table circuit_change (
  destination text collate "C" not null,
  version     bigint not null,
  state       text not null,
  reason      text,
  at          timestamptz not null,
  constraint circuit_change_pk primary key (destination, version)
);
comment on table circuit_change is 'deliver: the last 500 moves of each circuit';

-- ---------------------------------------------------------------- deadletter

create table dead_letter (
  id               uuid constraint dead_letter_pk primary key,
  event            uuid not null,
  delivery         uuid,
  source           text collate "C" not null,
  type             text collate "C",
  schema_version   text,
  machine          text collate "C",
  entity_key       text collate "C",
  destination      text collate "C",
  stage            text not null,
  code             text not null,
  category         text not null,
  message          text not null,
  transition       text,
  attempts         integer not null,
  trace_id         text,
  received_at      timestamptz not null,
  first_attempt_at timestamptz,
  last_attempt_at  timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  status           text not null,
  owner            text,
  fingerprint      text not null,
  replay_cycles    integer not null default 0,
  recurring        boolean not null default false,
  expires_at       timestamptz not null,
  software_version text not null,
  config_revision  bigint not null,
  completed_steps  text not null,
  version          bigint not null default 0,
  constraint dead_letter_stage_known check (stage in ('extract', 'machine', 'route', 'deliver')),
  constraint dead_letter_status_known
    check (status in ('new', 'investigating', 'waiting_for_source', 'ready_for_replay', 'replayed', 'closed'))
);
comment on table dead_letter is 'deadletter: a work item; refers to the event, never copies headers, secrets or body';
create unique index dead_letter_open_key on dead_letter (event, coalesce(delivery, event))
  where status not in ('replayed', 'closed');
create index dead_letter_event_idx on dead_letter (event);
create index dead_letter_status_idx on dead_letter (status, id);
create index dead_letter_fingerprint_idx on dead_letter (fingerprint, id);
create index dead_letter_held_idx on dead_letter (destination, machine, entity_key)
  where delivery is not null and status not in ('replayed', 'closed');

create table dead_letter_change (
  id          uuid constraint dead_letter_change_pk primary key,
  dead_letter uuid not null constraint dead_letter_change_of references dead_letter on delete cascade,
  at          timestamptz not null,
  actor       text not null,
  field       text not null,
  before      text,
  after       text,
  note        text
);
comment on table dead_letter_change is 'deadletter: who changed what, when and why';
create index dead_letter_change_of_idx on dead_letter_change (dead_letter, id);

-- ---------------------------------------------------------------- replay

create table replay (
  id                    uuid constraint replay_pk primary key,
  state                 text not null,
  subject               text not null,
  dry_run               boolean not null,
  needs_approval        boolean not null,
  filter                text not null,
  reason                text not null,
  digest                text not null,
  idempotency_key       text collate "C" constraint replay_idempotency_key unique,
  requested_by          text not null,
  approved_by           text,
  stage                 integer not null default 1,
  stage_ends            integer[] not null,
  hold_between_stages   boolean not null,
  stop_at_failure_ratio double precision not null,
  per_second            integer not null,
  at_once               integer not null,
  selected              integer not null,
  succeeded             integer not null default 0,
  failed                integer not null default 0,
  skipped               integer not null default 0,
  remaining             integer not null,
  under_way             integer not null default 0,
  forgiven_succeeded    integer not null default 0,
  forgiven_failed       integer not null default 0,
  stop_reason           text,
  forecast_upto         integer not null default 0,
  due_at                timestamptz not null default now(),
  paid_until            timestamptz not null default now(),
  created_at            timestamptz not null default now(),
  started_at            timestamptz,
  finished_at           timestamptz,
  constraint replay_books_balance check (selected = succeeded + failed + skipped + remaining),
  constraint replay_under_way_is_left check (under_way between 0 and remaining),
  constraint replay_four_eyes check (approved_by <> requested_by),
  constraint replay_subject_known check (subject in ('dead_letters', 'events', 'deliveries')),
  constraint replay_state_known check (state in
    ('planned', 'forecast', 'awaiting_approval', 'running', 'stopped', 'finished', 'cancelled'))
) with (fillfactor = 50);
comment on table replay is 'replay: a controlled re-run of a chosen set; its books balance in every transaction';
comment on column replay.remaining is 'not at its end yet; under_way of them are given back';
comment on column replay.forgiven_failed is 'failures somebody saw and resumed in spite of; not judged again';
comment on column replay.due_at is 'when a node looks after it next; the row lock is the lease';
create index replay_due_idx on replay (due_at) where state in ('planned', 'running') or under_way > 0;
create index replay_digest_idx on replay (digest, created_at);

create table replay_item (
  replay          uuid not null constraint replay_item_of references replay on delete cascade,
  position        integer not null,
  next_position   integer,
  dead_letter     uuid,
  event           uuid not null,
  delivery        uuid,
  source          text collate "C" not null,
  type            text collate "C",
  machine         text collate "C",
  entity_key      text collate "C",
  destination     text collate "C",
  state           text not null,
  reason          text,
  run             smallint,
  started_at      timestamptz,
  finished_at     timestamptz,
  forecast        text,
  forecast_reason text,
  forecast_to     text,
  forecast_differs boolean,
  constraint replay_item_pk primary key (replay, position),
  constraint replay_item_state_known
    check (state in ('behind', 'waiting', 'running', 'succeeded', 'failed', 'skipped'))
) with (fillfactor = 70);
comment on table replay_item is 'replay: one piece of work of it, in the order in which they are given back';
comment on column replay_item.next_position is 'the next one of the same entity, which stands behind this one';
create index replay_item_left_idx on replay_item (replay, state, position)
  where state in ('behind', 'waiting', 'running');

-- ---------------------------------------------------------------- config, operate, watch

create table config_revision (
  revision bigint generated always as identity constraint config_revision_pk primary key,
  digest   text not null constraint config_revision_digest_key unique,
  at       timestamptz not null,
  node     text not null,
  redacted text not null
);
comment on table config_revision is 'config: which settings were in force; secrets are references or *** in it';

create table secret (
  id          uuid constraint secret_pk primary key,
  source      text collate "C" not null,
  sealed      bytea not null,
  fingerprint text not null,
  created_at  timestamptz not null,
  created_by  text not null,
  expires_at  timestamptz,
  revoked_at  timestamptz
);
comment on table secret is 'config: secrets set through the admin API, sealed with AES-GCM under a key that is not in the database';
create index secret_source_idx on secret (source, created_at);

create table secret_set (
  source     text collate "C" constraint secret_set_pk primary key,
  version    bigint not null,
  changed_at timestamptz not null
);
comment on table secret_set is 'config: one row per source with secrets here; its version makes two rotations at once a 409';

create table api_token (
  id           uuid constraint api_token_pk primary key,
  name         text not null constraint api_token_name_key unique,
  sha256       bytea not null constraint api_token_sha256_key unique,
  roles        text not null,
  sources      text,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz
);
comment on table api_token is 'operate.api: who may ask what; only a digest of the token is kept';

create table audit (
  id     uuid constraint audit_pk primary key,
  at     timestamptz not null,
  actor  text not null,
  action text not null,
  target text not null,
  detail text
);
comment on table audit is 'operate.api: what people and programs did through the admin port';

create table alert (
  id          uuid constraint alert_pk primary key,
  kind        text not null,
  subject     text not null,
  message     text not null,
  count       bigint not null,
  first_at    timestamptz not null,
  last_at     timestamptz not null,
  resolved_at timestamptz
);
comment on table alert is 'watch.alert: one row per kind, subject and spell';
create unique index alert_open_key on alert (kind, subject) where resolved_at is null;

-- ---------------------------------------------------------------- db: partitions

-- A row never fails for want of a partition: what no day has taken lands in the default one.
create table event_rest partition of event default;
create table outcome_rest partition of outcome default;
create table delivery_rest partition of delivery default;
create table attempt_rest partition of attempt default;
