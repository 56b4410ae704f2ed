-- functions: current_tenant, searchable
-- People. One person over several channels is one contact: contacts are joined when verified identities of them turn up
-- in one event, or by hand, and every joining can be undone. Locks are always taken in this order, so that nobody waits
-- in a circle: merges of the tenant, identities by key, contacts by id, tickets by id.

create table core.tag (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  color text not null default '#5c7c78',
  is_active boolean not null default true,
  primary key (tenant_id, id)
);
create unique index tag_name on core.tag (tenant_id, lower(name));
alter table core.tag enable row level security, force row level security;
create policy tenant_wall on core.tag
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.tag to recado_app, recado_engine;

create table core.contact (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  name text not null,
  number text,
  email text,
  profile_pic_url text,
  extra_info jsonb not null default '[]',
  merged_into uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Found by name, number, address, company and document, without accents and case; and by a number that stands in the
  -- place of a name.
  search text generated always as (' ' || core.searchable(
    name || ' ' || coalesce(number, '') || ' ' || coalesce(email, '') || ' ' || coalesce(business_name, '')
    || ' ' || coalesce(document, '')
    || case when name !~ '[[:alpha:]]' then ' +' || regexp_replace(name, '\D', '', 'g') else '' end)) stored,
  -- A group chat has a contact of its own, which is nobody and is never merged.
  is_group boolean not null default false,
  -- The row stays as a shell without a person, so that tickets keep their places in the statistics.
  erased_at timestamptz,
  first_name text,
  last_name text,
  business_name text,
  document text,
  birthday date,
  gender text check (gender in ('male', 'female', 'non-binary')),
  marital_status text check (marital_status in ('single', 'married', 'divorced', 'widowed', 'other')),
  source text,
  website text,
  category text,
  instagram text,
  telegram_id text,
  whatsapp_validated boolean not null default false,
  -- Values by key. Who has none is not in the index, so that what arrives from channels does not pay for it.
  attributes jsonb not null default '{}',
  -- A column, since row-level security keeps comparisons by what is computed away from indexes.
  name_key text generated always as (left(core.searchable(name), 100)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, merged_into) references core.contact (tenant_id, id)
);
create index contact_search on core.contact using gin (tenant_id, search public.gin_trgm_ops);
create index contact_merged on core.contact (tenant_id, merged_into) where merged_into is not null;
-- Who else gave the same number or address.
create index contact_number on core.contact (tenant_id, number) where number is not null;
create index contact_email on core.contact (tenant_id, email) where email is not null;
-- Month and day in one number: 229 is the 29th of February.
create index contact_birthday on core.contact
    (tenant_id, (extract(month from birthday) * 100 + extract(day from birthday))) where birthday is not null;
create index contact_attributes on core.contact using gin (tenant_id, attributes) where attributes <> '{}';
-- A contact's picture that was uploaded is kept as `media:<id>`; any other text is an address that a channel or an
-- import brought.
create index contact_uploaded_picture on core.contact (tenant_id, profile_pic_url) where profile_pic_url like 'media:%';
-- Both hold what lists show and no more, so that nothing else can take its way over them: without statistics a planner
-- checked the foreign keys of an import by skipping through contact_newest, which took longer the more contacts there
-- were.
create index contact_list on core.contact (tenant_id, name_key, id) where merged_into is null and erased_at is null;
create index contact_newest on core.contact (tenant_id, created_at, id) where merged_into is null and erased_at is null;
alter table core.contact enable row level security, force row level security;
create policy tenant_wall on core.contact
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact to recado_app, recado_engine;

-- The identity graph: a person is many (kind, value) pairs. 'phone' and 'email' are core's, other kinds the channels'.
create table core.contact_identity (
  tenant_id uuid not null,
  kind text not null,
  value text not null,
  contact_id uuid not null,
  verified boolean not null default true,
  created_at timestamptz not null default now(),
  -- The contact to which it belonged before all merges; null while it belongs there still. It says what goes back when
  -- a merge is undone.
  origin_id uuid,
  primary key (tenant_id, kind, value),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade
);
create index contact_identity_contact on core.contact_identity (tenant_id, contact_id);
alter table core.contact_identity enable row level security, force row level security;
create policy tenant_wall on core.contact_identity
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_identity to recado_app, recado_engine;

create table core.contact_tag (
  tenant_id uuid not null,
  contact_id uuid not null,
  tag_id uuid not null,
  primary key (tenant_id, contact_id, tag_id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references core.tag (tenant_id, id) on delete cascade
);
create index contact_tag_tag on core.contact_tag (tenant_id, tag_id);
alter table core.contact_tag enable row level security, force row level security;
create policy tenant_wall on core.contact_tag
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_tag to recado_app, recado_engine;

-- A contact may be in the wallets of several users. Rows of a contact that was merged stay with it and count for the
-- contact it is part of.
create table core.contact_wallet (
  tenant_id uuid not null,
  contact_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, contact_id, user_id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index contact_wallet_user on core.contact_wallet (tenant_id, user_id, contact_id);
alter table core.contact_wallet enable row level security, force row level security;
create policy tenant_wall on core.contact_wallet
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_wallet to recado_app, recado_engine;

-- `origin_id` as in core.contact_identity: the contact to which a note belonged before all merges.
create table core.contact_note (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  contact_id uuid not null,
  origin_id uuid,
  title text not null,
  description text not null default '',
  information text not null default '',
  user_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id)
);
create index contact_note_contact on core.contact_note (tenant_id, contact_id, created_at, id);
create index contact_note_newest on core.contact_note (tenant_id, created_at, id);
alter table core.contact_note enable row level security, force row level security;
create policy tenant_wall on core.contact_note
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_note to recado_app, recado_engine;

-- One row per merge: `from_id` became part of `into_id`. `origins` are all contacts that `from_id` stood for, `gave_*`
-- is what the survivor lacked and was given.
create table core.contact_merge (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  from_id uuid not null,
  into_id uuid not null,
  origins uuid[] not null,
  automatic boolean not null,
  user_id uuid,
  identities integer not null default 0,
  tickets integer not null default 0,
  gave_fields jsonb not null default '{}',
  gave_extra jsonb not null default '[]',
  gave_tags uuid[] not null default '{}',
  merged_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by uuid,
  gave_wallets uuid[] not null default '{}',
  gave_attributes jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, from_id) references core.contact (tenant_id, id),
  foreign key (tenant_id, into_id) references core.contact (tenant_id, id)
);
create index contact_merge_into on core.contact_merge (tenant_id, into_id, merged_at, id);
create index contact_merge_from on core.contact_merge (tenant_id, from_id);
-- Of one contact there is at most one merge that holds.
create unique index contact_merge_holding on core.contact_merge (tenant_id, from_id) where undone_at is null;
alter table core.contact_merge enable row level security, force row level security;
create policy tenant_wall on core.contact_merge
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
-- Written by functions alone.
grant select on core.contact_merge to recado_app;
grant select, insert, update, delete on core.contact_merge to recado_engine;

-- What a company keeps of contacts and tickets beside the fields that all companies have.
create table core.attribute_definition (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  owner text not null check (owner in ('contact', 'ticket')),
  -- Values stand under it; it never changes.
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null check (length(label) between 1 and 60),
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice', 'choices', 'link')),
  description text not null default '',
  -- Entries with id, label and isFormer. Values name the id, so that renaming an option changes none of them.
  options jsonb not null default '[]',
  required_to_resolve boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Which plugin declared it, and under which name that writes it; both null for the company's own. What a plugin
  -- declared is kept when the plugin is taken away: the values are the company's.
  plugin text,
  declared_as text,
  primary key (tenant_id, id),
  unique (tenant_id, owner, key),
  check (owner = 'ticket' or not required_to_resolve),
  constraint attribute_definition_declared check ((plugin is null) = (declared_as is null)),
  constraint attribute_definition_once unique (tenant_id, owner, plugin, declared_as)
);
alter table core.attribute_definition enable row level security, force row level security;
create policy tenant_wall on core.attribute_definition
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.attribute_definition to recado_app, recado_engine;

-- Filters of contacts under a name.
create table core.contact_segment (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  -- Whose it is; of a shared one, who made it. The account is kept when its user is deleted.
  user_id uuid not null,
  is_shared boolean not null default false,
  name text not null check (length(name) between 1 and 60),
  filter jsonb not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create index contact_segment_user on core.contact_segment (tenant_id, user_id);
alter table core.contact_segment enable row level security, force row level security;
create policy tenant_wall on core.contact_segment
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_segment to recado_app, recado_engine;

-- Contacts in bulk: tables that somebody brings in, taken row by row, each exactly once.
create table core.contact_import (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id),
  -- Who brought it. What stands in the rows is shown to nobody else.
  user_id uuid not null,
  name text not null,
  state text not null default 'draft' check (state in ('draft', 'running', 'done', 'cancelled', 'failed')),
  columns text[] not null,
  mapping text[] not null,
  country_code text,
  existing text not null default 'skip' check (existing in ('skip', 'fill', 'overwrite')),
  tags uuid[] not null default '{}',
  wallet_user_id uuid,
  rows integer not null,
  -- The last row that was dealt with; moves in the transaction that deals with rows.
  done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id),
  check (done = created + updated + skipped + refused)
);
create index contact_import_list on core.contact_import (tenant_id, user_id, created_at, id);
alter table core.contact_import enable row level security, force row level security;
create policy tenant_wall on core.contact_import
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_import to recado_app;

-- The rows that were not dealt with, and those that were refused, with why.
create table core.contact_import_row (
  tenant_id uuid not null,
  import_id uuid not null,
  number integer not null check (number > 0),
  cells jsonb not null,
  problems jsonb,
  primary key (tenant_id, import_id, number),
  foreign key (tenant_id, import_id) references core.contact_import (tenant_id, id) on delete cascade
);
alter table core.contact_import_row enable row level security, force row level security;
create policy tenant_wall on core.contact_import_row
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.contact_import_row to recado_app;

-- Birthday messages (S9-053 to S9-055): whom a company congratulated in which year.
create table core.birthday_greeting (
  tenant_id uuid not null,
  contact_id uuid not null,
  year integer not null,
  -- `windowClosed`: the channel lets nothing pass now. `unreachable`: the contact has no address on it.
  state text not null check (state in ('sent', 'windowClosed', 'unreachable')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, contact_id, year),
  foreign key (tenant_id, contact_id) references core.contact (tenant_id, id) on delete cascade
);
create index birthday_greeting_newest on core.birthday_greeting (tenant_id, created_at);
alter table core.birthday_greeting enable row level security, force row level security;
create policy tenant_wall on core.birthday_greeting
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.birthday_greeting to recado_app, recado_engine;
