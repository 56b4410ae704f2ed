-- A thread is a chat under a message: its answers have their own places, its members what they have read and want to
-- be told.
alter table plg_internal_chat.chat
  drop constraint chat_kind_check,
  add constraint chat_kind_check check (kind in ('direct', 'group', 'team', 'thread')),
  add column parent_chat_id uuid,
  add column parent_id uuid,
  add check ((kind = 'thread') = (parent_id is not null)),
  add check ((parent_id is null) = (parent_chat_id is null)),
  add foreign key (tenant_id, parent_id) references plg_internal_chat.message (tenant_id, id) on delete cascade;
create unique index chat_parent on plg_internal_chat.chat (tenant_id, parent_id) where parent_id is not null;

-- Who is in the chat of the message no longer is in its threads no longer.
alter table plg_internal_chat.member
  add column parent_chat_id uuid,
  add foreign key (tenant_id, parent_chat_id, user_id)
    references plg_internal_chat.member (tenant_id, chat_id, user_id) on delete cascade;
create index member_parent on plg_internal_chat.member (tenant_id, parent_chat_id, user_id)
  where parent_chat_id is not null;
