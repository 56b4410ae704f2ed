-- functions: current_tenant, message_day, message_keys, message_place, message_words
-- Words that plugins give to messages beside what was written (decision 248): what was spoken in a recording, what an
-- image shows. The search finds messages by them. Time as of the message: it is a part of the keys and never changes.
create table core.added_words (
  tenant_id uuid not null,
  message_id uuid not null,
  plugin text not null,
  sent_at timestamptz not null,
  body text not null check (body <> '' and char_length(body) <= 8000),
  primary key (tenant_id, message_id, plugin),
  foreign key (tenant_id, message_id) references core.message (tenant_id, id) on delete cascade
);
create index added_word_keys on core.added_words using gin (core.message_keys(tenant_id, sent_at, body))
    with (fastupdate = off);
alter table core.added_words enable row level security, force row level security;
create policy tenant_wall on core.added_words
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.added_words to recado_app, recado_engine;
