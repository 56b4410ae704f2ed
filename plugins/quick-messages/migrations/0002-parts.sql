-- What a message says, in the order in which it is sent: a text, or a file with the words beside it.
create table plg_quick_messages.part (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  message_id uuid not null,
  position smallint not null check (position between 0 and 9),
  text text not null,
  media_id uuid,
  media_name text,
  media_mime text,
  media_bytes integer,
  primary key (tenant_id, id),
  unique (tenant_id, message_id, position),
  foreign key (tenant_id, message_id) references plg_quick_messages.quick_message (tenant_id, id) on delete cascade,
  check (text <> '' or media_id is not null),
  check ((media_id is null) = (media_mime is null) and (media_id is null) = (media_bytes is null))
);
create index part_media on plg_quick_messages.part (tenant_id, media_id) where media_id is not null;

-- Every message so far has one part. Its rows are read as their owner; the wall is raised again after each migration.
alter table plg_quick_messages.quick_message no force row level security;
insert into plg_quick_messages.part (tenant_id, message_id, position, text, media_id, media_name, media_mime, media_bytes)
select tenant_id, id, 0, message, media_id, media_name, media_mime, media_bytes from plg_quick_messages.quick_message;
alter table plg_quick_messages.quick_message drop column message, drop column media_id, drop column media_name, drop column media_mime, drop column media_bytes;

-- What a company adds to the variables that are there for everybody; without a value it is asked for when a message is inserted.
create table plg_quick_messages.variable (
  tenant_id uuid not null,
  key text not null,
  label text not null,
  value text,
  position smallint not null,
  primary key (tenant_id, key)
);
