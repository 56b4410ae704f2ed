create table plg_quick_messages.quick_message (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  key text not null,
  message text not null,
  scope text not null check (scope in ('global', 'personal', 'queue')),
  user_id uuid,
  queue_id uuid,
  media_id uuid,
  media_name text,
  media_mime text,
  media_bytes integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((scope = 'personal') = (user_id is not null)),
  check ((scope = 'queue') = (queue_id is not null)),
  check ((media_id is null) = (media_mime is null) and (media_id is null) = (media_bytes is null))
);
-- A key is one within its scope: for everybody, for one user, for one queue. Case does not make another key.
create unique index quick_message_key on plg_quick_messages.quick_message (tenant_id, scope, user_id, queue_id, lower(key)) nulls not distinct;
-- Lists are read in the order of their keys.
create index quick_message_list on plg_quick_messages.quick_message (tenant_id, lower(key), id);
