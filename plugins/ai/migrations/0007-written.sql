-- What an agent wrote before it was translated: of a translation that was taken into the draft, until it is sent.
create table plg_ai.written (
  tenant_id uuid not null,
  ticket_id uuid not null,
  user_id uuid not null,
  contact_id uuid not null,
  text text not null check (char_length(text) <= 10000),
  translation text not null check (char_length(translation) <= 20000),
  at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, user_id)
);
create index written_contact on plg_ai.written (tenant_id, contact_id);

-- And of a message that was sent, beside it.
alter table plg_ai.words drop constraint words_kind_check;
alter table plg_ai.words
  add constraint words_kind_check check (kind in ('transcript', 'translation', 'sources', 'written'));
