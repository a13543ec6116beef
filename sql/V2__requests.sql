-- Requests that held several events. Each event is a row of its own in "event"; the request they came in is kept here.
--
-- Can the version before this one run beside it? Yes: it takes such requests as one event, as before.

set local lock_timeout = '10s';

create table request (
  id           uuid not null,
  source_id    integer not null,
  received_at  timestamptz not null,
  content_type text,
  headers      text not null,
  body         bytea not null,
  body_sha256  bytea not null,
  parts        integer not null,
  last_part    uuid not null,
  constraint request_pk primary key (id)
) partition by range (id);
comment on table request is 'receive.journal: a verified request that held several events, as it arrived; event.request_id names it';
comment on column request.headers is 'JSON array of [name, value]; only names on the allow list';
comment on column request.parts is 'how many events it held, copies of earlier ones included';
comment on column request.last_part is 'its events have ids greater than its own, up to this one';
create table request_rest partition of request default;
