create table plg_internal_chat.chat (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  -- 'team': its members are those of a group of users of core.
  kind text not null check (kind in ('direct', 'group', 'team')),
  name text check (char_length(name) between 1 and 80),
  group_id uuid,
  -- The two users of a direct chat, the lower id first: there is one chat of two people.
  pair text,
  -- Grows by one with each message of the chat, under the lock of this row.
  last_seq bigint not null default 0,
  last_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((kind = 'direct') = (pair is not null)),
  check ((kind = 'team') = (group_id is not null)),
  check (kind <> 'group' or name is not null)
);
create unique index chat_pair on plg_internal_chat.chat (tenant_id, pair) where pair is not null;
create unique index chat_group on plg_internal_chat.chat (tenant_id, group_id) where group_id is not null;

create table plg_internal_chat.member (
  tenant_id uuid not null,
  chat_id uuid not null,
  user_id uuid not null,
  is_admin boolean not null default false,
  notify text not null default 'all' check (notify in ('all', 'mentions', 'none')),
  -- The last message that this user has read.
  read_seq bigint not null default 0,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, chat_id, user_id),
  foreign key (tenant_id, chat_id) references plg_internal_chat.chat (tenant_id, id) on delete cascade
);
create index member_user on plg_internal_chat.member (tenant_id, user_id);

create table plg_internal_chat.message (
  tenant_id uuid not null,
  chat_id uuid not null,
  seq bigint not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- Made by who writes it, so that a repetition writes nothing again.
  key text not null check (char_length(key) between 1 and 64),
  content text not null check (char_length(content) <= 5000),
  -- What the chat says of itself: who was added, who left. Null for what somebody wrote.
  happening jsonb,
  reply_to uuid,
  mentions uuid[] not null default '{}',
  quote_ticket_id uuid,
  quote_message_id uuid,
  -- Of the ticket when it was quoted, for an erasure.
  quote_contact_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (tenant_id, chat_id, seq),
  foreign key (tenant_id, chat_id) references plg_internal_chat.chat (tenant_id, id) on delete cascade,
  check (quote_message_id is null or quote_ticket_id is not null)
);
create unique index message_id on plg_internal_chat.message (tenant_id, id);
create unique index message_key on plg_internal_chat.message (tenant_id, user_id, key);
create index message_contact on plg_internal_chat.message (tenant_id, quote_contact_id) where quote_contact_id is not null;
create index message_age on plg_internal_chat.message (tenant_id, created_at);

create table plg_internal_chat.reaction (
  tenant_id uuid not null,
  message_id uuid not null,
  user_id uuid not null,
  emoji text not null check (char_length(emoji) between 1 and 16),
  created_at timestamptz not null default now(),
  primary key (tenant_id, message_id, user_id),
  foreign key (tenant_id, message_id) references plg_internal_chat.message (tenant_id, id) on delete cascade
);

create table plg_internal_chat.file (
  tenant_id uuid not null,
  media_id uuid not null,
  chat_id uuid not null,
  user_id uuid not null,
  -- Null until it is sent.
  message_id uuid,
  position smallint not null default 0,
  name text,
  mime text not null,
  bytes bigint not null,
  -- Length of a recorded voice note; null for every other file.
  seconds real,
  created_at timestamptz not null default now(),
  primary key (tenant_id, media_id),
  foreign key (tenant_id, chat_id) references plg_internal_chat.chat (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references plg_internal_chat.message (tenant_id, id) on delete cascade
);
create index file_message on plg_internal_chat.file (tenant_id, message_id) where message_id is not null;
