-- What the migrations add up to. Written by GeneratedFilesTest; do not edit.

-- watch.alert: one row per kind, subject and spell
create table alert (
  id uuid not null,
  kind text not null,
  subject text not null,
  message text not null,
  count bigint not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint alert_pk PRIMARY KEY (id)
);
CREATE UNIQUE INDEX alert_open_key ON public.alert USING btree (kind, subject) WHERE (resolved_at IS NULL);

-- operate.api: who may ask what; only a digest of the token is kept
create table api_token (
  id uuid not null,
  name text not null,
  sha256 bytea not null,
  roles text not null,
  sources text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_token_name_key UNIQUE (name),
  constraint api_token_sha256_key UNIQUE (sha256),
  constraint api_token_pk PRIMARY KEY (id)
);

-- deliver: one try. run 0 is the first budget, each re-run the next with its own numbers
create table attempt (
  delivery uuid not null,
  run smallint not null,
  number integer not null,
  event uuid not null,
  destination text collate "C" not null,
  at timestamp with time zone not null,
  result text not null,
  terminal boolean not null,
  http_status smallint,
  error text,
  latency_ms integer not null,
  replay uuid,
  node text not null,
  constraint attempt_pk PRIMARY KEY (delivery, run, number),
  constraint attempt_result_known CHECK ((result = ANY (ARRAY['delivered'::text, 'retry'::text, 'rejected'::text, 'exhausted'::text, 'paused'::text])))
) partition by RANGE (delivery);

-- operate.api: what people and programs did through the admin port
create table audit (
  id uuid not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  target text not null,
  detail text,
  constraint audit_pk PRIMARY KEY (id)
);

-- deliver: the health of a destination, shared by all nodes
create table circuit (
  destination text collate "C" not null,
  state text not null,
  reason text,
  since timestamp with time zone not null,
  probe_at timestamp with time zone,
  probe_node text,
  consecutive_failures integer not null default 0,
  times_opened integer not null default 0,
  version bigint not null default 0,
  constraint circuit_pk PRIMARY KEY (destination),
  constraint circuit_state_known CHECK ((state = ANY (ARRAY['closed'::text, 'half_open'::text, 'open'::text, 'paused'::text])))
) with (fillfactor=50);

-- deliver: the last 500 moves of each circuit
create table circuit_change (
  destination text collate "C" not null,
  version bigint not null,
  state text not null,
  reason text,
  at timestamp with time zone not null,
  constraint circuit_change_pk PRIMARY KEY (destination, version)
);

-- config: which settings were in force; secrets are references or *** in it
create table config_revision (
  revision bigint generated always as identity not null,
  digest text not null,
  at timestamp with time zone not null,
  node text not null,
  redacted text not null,
  constraint config_revision_digest_key UNIQUE (digest),
  constraint config_revision_pk PRIMARY KEY (revision)
);

-- deadletter: a work item; refers to the event, never copies headers, secrets or body
create table dead_letter (
  id uuid not null,
  event uuid not null,
  delivery uuid,
  source text collate "C" not null,
  type text collate "C",
  schema_version text,
  machine text collate "C",
  entity_key text collate "C",
  destination text collate "C",
  stage text not null,
  code text not null,
  category text not null,
  message text not null,
  transition text,
  attempts integer not null,
  trace_id text,
  received_at timestamp with time zone not null,
  first_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  status text not null,
  owner text,
  fingerprint text not null,
  replay_cycles integer not null default 0,
  recurring boolean not null default false,
  expires_at timestamp with time zone not null,
  software_version text not null,
  config_revision bigint not null,
  completed_steps text not null,
  version bigint not null default 0,
  constraint dead_letter_pk PRIMARY KEY (id),
  constraint dead_letter_stage_known CHECK ((stage = ANY (ARRAY['extract'::text, 'machine'::text, 'route'::text, 'deliver'::text]))),
  constraint dead_letter_status_known CHECK ((status = ANY (ARRAY['new'::text, 'investigating'::text, 'waiting_for_source'::text, 'ready_for_replay'::text, 'replayed'::text, 'closed'::text])))
);
CREATE INDEX dead_letter_event_idx ON public.dead_letter USING btree (event);
CREATE INDEX dead_letter_fingerprint_idx ON public.dead_letter USING btree (fingerprint, id);
CREATE INDEX dead_letter_held_idx ON public.dead_letter USING btree (destination, machine, entity_key) WHERE ((delivery IS NOT NULL) AND (status <> ALL (ARRAY['replayed'::text, 'closed'::text])));
CREATE UNIQUE INDEX dead_letter_open_key ON public.dead_letter USING btree (event, COALESCE(delivery, event)) WHERE (status <> ALL (ARRAY['replayed'::text, 'closed'::text]));
CREATE INDEX dead_letter_status_idx ON public.dead_letter USING btree (status, id);

-- deadletter: who changed what, when and why
create table dead_letter_change (
  id uuid not null,
  dead_letter uuid not null,
  at timestamp with time zone not null,
  actor text not null,
  field text not null,
  before text,
  after text,
  note text,
  constraint dead_letter_change_pk PRIMARY KEY (id),
  constraint dead_letter_change_of FOREIGN KEY (dead_letter) REFERENCES dead_letter(id) ON DELETE CASCADE
);
CREATE INDEX dead_letter_change_of_idx ON public.dead_letter_change USING btree (dead_letter, id);

-- process.outbox: one event for one destination. The id is made from both, so the key itself forbids a second row
create table delivery (
  id uuid not null,
  event uuid not null,
  destination text collate "C" not null,
  lane smallint not null,
  machine text collate "C",
  entity_key text collate "C",
  ordered boolean not null,
  created_at timestamp with time zone not null,
  constraint delivery_pk PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX delivery_destination_idx ON ONLY public.delivery USING btree (destination, created_at, id);

-- process.outbox: created before it, every delivery of that destination has had its first attempt recorded or waits in retry
create table delivery_mark (
  destination text collate "C" not null,
  low_water timestamp with time zone not null,
  constraint delivery_mark_pk PRIMARY KEY (destination)
) with (fillfactor=50);

-- process.ledger: where each business object stands; version guards against a second folder
create table entity (
  machine text collate "C" not null,
  entity_key text collate "C" not null,
  state text not null,
  version bigint not null,
  last_sequence bigint,
  last_time timestamp with time zone,
  last_event uuid not null,
  held_by uuid,
  updated_at timestamp with time zone not null,
  constraint entity_pk PRIMARY KEY (machine, entity_key)
) with (fillfactor=80);

-- receive.journal: one verified request, its bytes and what was read from them
create table event (
  id uuid not null,
  source_id integer not null,
  event_id text collate "C",
  type text collate "C",
  schema_version text,
  machine text collate "C",
  entity_key text collate "C",
  lane smallint not null,
  sequence bigint,
  occurred_at timestamp with time zone,
  received_at timestamp with time zone not null,
  content_type text,
  headers text not null,
  body bytea not null,
  body_sha256 bytea not null,
  matched_secret text not null,
  fault text,
  fault_detail text,
  unsigned_fields text,
  request_id text not null,
  config_revision bigint not null,
  constraint event_pk PRIMARY KEY (id),
  constraint event_entity_whole CHECK (((machine IS NULL) = (entity_key IS NULL)))
) partition by RANGE (id);
CREATE INDEX event_entity_idx ON ONLY public.event USING btree (machine, entity_key, id) WHERE (machine IS NOT NULL);
CREATE INDEX event_lane_idx ON ONLY public.event USING btree (lane, id);

-- receive.journal: later copies of an event, counted; conflict = same id, different bytes (CONFLICTING_DUPLICATE)
create table event_copy (
  source_id integer not null,
  event_id text collate "C" not null,
  body_sha256 bytea not null,
  event uuid not null,
  conflict boolean not null,
  copies bigint not null,
  body_bytes integer not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  constraint event_copy_pk PRIMARY KEY (source_id, event_id, body_sha256)
);
CREATE INDEX event_copy_event_idx ON public.event_copy USING btree (event);

-- receive.journal: the memory of ids; outlives the bodies
create table event_key (
  source_id integer not null,
  event_id text collate "C" not null,
  event uuid not null,
  body_sha256 bytea not null,
  first_seen timestamp with time zone not null,
  constraint event_key_pk PRIMARY KEY (source_id, event_id)
);

-- process.lane: leases. epoch rises with each owner; clean = given back in order
create table lane (
  lane smallint not null,
  owner text,
  epoch bigint not null default 0,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  clean boolean not null default true,
  low_water uuid not null default '00000000-0000-7000-8000-000000000000'::uuid,
  marker uuid,
  marker_claims integer not null default 0,
  constraint lane_pk PRIMARY KEY (lane)
) with (fillfactor=50);

-- process.lane: who is alive; the even split of lanes counts these
create table node (
  name text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  version text not null,
  constraint node_pk PRIMARY KEY (name)
);

-- process.ledger: the verdict on an event, once per run; run 0 is the first folding, each approved replay the next
create table outcome (
  event uuid not null,
  run smallint not null,
  lane smallint not null,
  verdict text not null,
  from_state text,
  to_state text,
  reason text,
  guard text,
  machine_revision text,
  entity_version bigint,
  at timestamp with time zone not null,
  node text not null,
  constraint outcome_pk PRIMARY KEY (event, run),
  constraint outcome_verdict_known CHECK ((verdict = ANY (ARRAY['applied'::text, 'stale'::text, 'duplicate'::text, 'ignored'::text, 'rejected'::text])))
) partition by RANGE (event);

-- process.ledger: deferred (waits for a predecessor), held (behind a dead head), rerun (a person asked for another run)
create table parked (
  event uuid not null,
  run smallint not null,
  lane smallint not null,
  machine text collate "C",
  entity_key text collate "C",
  reason text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  constraint parked_pk PRIMARY KEY (event),
  constraint parked_reason_known CHECK ((reason = ANY (ARRAY['deferred'::text, 'held'::text, 'rerun'::text])))
);
CREATE INDEX parked_entity_idx ON public.parked USING btree (machine, entity_key);
CREATE INDEX parked_lane_idx ON public.parked USING btree (lane, until);

-- receive.intake: refused requests, capped and sampled; never a body, a header value or a signature
create table rejection (
  id uuid not null,
  source text collate "C" not null,
  at timestamp with time zone not null,
  reason text not null,
  probable_cause text,
  remote text,
  body_sha256 bytea,
  body_bytes integer,
  header_names text not null,
  request_id text not null,
  constraint rejection_pk PRIMARY KEY (id)
);
CREATE INDEX rejection_source_idx ON public.rejection USING btree (source, id);

-- replay: a controlled re-run of a chosen set; its books balance in every transaction
create table replay (
  id uuid not null,
  state text not null,
  subject text not null,
  dry_run boolean not null,
  needs_approval boolean not null,
  filter text not null,
  reason text not null,
  digest text not null,
  idempotency_key text collate "C",
  requested_by text not null,
  approved_by text,
  stage integer not null default 1,
  stage_ends integer[] not null,
  hold_between_stages boolean not null,
  stop_at_failure_ratio double precision not null,
  per_second integer not null,
  at_once integer not null,
  selected integer not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  remaining integer not null,
  under_way integer not null default 0,
  forgiven_succeeded integer not null default 0,
  forgiven_failed integer not null default 0,
  stop_reason text,
  forecast_upto integer not null default 0,
  due_at timestamp with time zone not null default now(),
  paid_until timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint replay_idempotency_key UNIQUE (idempotency_key),
  constraint replay_pk PRIMARY KEY (id),
  constraint replay_books_balance CHECK ((selected = (((succeeded + failed) + skipped) + remaining))),
  constraint replay_four_eyes CHECK ((approved_by <> requested_by)),
  constraint replay_state_known CHECK ((state = ANY (ARRAY['planned'::text, 'forecast'::text, 'awaiting_approval'::text, 'running'::text, 'stopped'::text, 'finished'::text, 'cancelled'::text]))),
  constraint replay_subject_known CHECK ((subject = ANY (ARRAY['dead_letters'::text, 'events'::text, 'deliveries'::text]))),
  constraint replay_under_way_is_left CHECK (((under_way >= 0) AND (under_way <= remaining)))
) with (fillfactor=50);
CREATE INDEX replay_digest_idx ON public.replay USING btree (digest, created_at);
CREATE INDEX replay_due_idx ON public.replay USING btree (due_at) WHERE ((state = ANY (ARRAY['planned'::text, 'running'::text])) OR (under_way > 0));

-- replay: one piece of work of it, in the order in which they are given back
create table replay_item (
  replay uuid not null,
  position integer not null,
  next_position integer,
  dead_letter uuid,
  event uuid not null,
  delivery uuid,
  source text collate "C" not null,
  type text collate "C",
  machine text collate "C",
  entity_key text collate "C",
  destination text collate "C",
  state text not null,
  reason text,
  run smallint,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  forecast text,
  forecast_reason text,
  forecast_to text,
  forecast_differs boolean,
  constraint replay_item_pk PRIMARY KEY (replay, "position"),
  constraint replay_item_of FOREIGN KEY (replay) REFERENCES replay(id) ON DELETE CASCADE,
  constraint replay_item_state_known CHECK ((state = ANY (ARRAY['behind'::text, 'waiting'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text])))
) with (fillfactor=70);
CREATE INDEX replay_item_left_idx ON public.replay_item USING btree (replay, state, "position") WHERE (state = ANY (ARRAY['behind'::text, 'waiting'::text, 'running'::text]));

-- receive.journal: a verified request that held several events, as it arrived; event.request_id names it
create table request (
  id uuid not null,
  source_id integer not null,
  received_at timestamp with time zone not null,
  content_type text,
  headers text not null,
  body bytea not null,
  body_sha256 bytea not null,
  parts integer not null,
  last_part uuid not null,
  constraint request_pk PRIMARY KEY (id)
) partition by RANGE (id);

-- deliver: only what failed and is due again, or stands behind such a one of its entity
create table retry (
  delivery uuid not null,
  event uuid not null,
  destination text collate "C" not null,
  lane smallint not null,
  machine text collate "C",
  entity_key text collate "C",
  ordered boolean not null,
  created_at timestamp with time zone not null,
  run smallint not null,
  number integer not null,
  attempts integer not null,
  state text not null,
  next_at timestamp with time zone not null,
  first_attempt_at timestamp with time zone,
  last_result text,
  replay uuid,
  constraint retry_pk PRIMARY KEY (delivery),
  constraint retry_state_known CHECK ((state = ANY (ARRAY['due'::text, 'behind'::text])))
) with (fillfactor=70);
CREATE INDEX retry_due_idx ON public.retry USING btree (destination, next_at, delivery) WHERE (state = 'due'::text);
CREATE INDEX retry_entity_idx ON public.retry USING btree (destination, machine, entity_key, created_at);

-- config: secrets set through the admin API, sealed with AES-GCM under a key that is not in the database
create table secret (
  id uuid not null,
  source text collate "C" not null,
  sealed bytea not null,
  fingerprint text not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint secret_pk PRIMARY KEY (id)
);
CREATE INDEX secret_source_idx ON public.secret USING btree (source, created_at);

-- config: one row per source with secrets here; its version makes two rotations at once a 409
create table secret_set (
  source text collate "C" not null,
  version bigint not null,
  changed_at timestamp with time zone not null,
  constraint secret_set_pk PRIMARY KEY (source)
);

-- receive.journal: gives each source name a small number, for keys
create table source (
  source_id integer generated always as identity not null,
  name text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  constraint source_name_key UNIQUE (name),
  constraint source_pk PRIMARY KEY (source_id)
);
