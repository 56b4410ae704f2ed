-- People who write through the widget. The id is their identity and their conversation in core.
create table plg_webchat.visitor (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  connection_id uuid not null,
  -- The site's own id of a signed-in user, proven by a signature; null for anonymous visitors.
  subject text,
  -- Whether name, e-mail and phone were proven together with the subject. Otherwise they are what somebody typed.
  verified boolean not null default false,
  name text,
  email text,
  phone text,
  locale text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (verified = (subject is not null))
);
create unique index visitor_subject on plg_webchat.visitor (tenant_id, connection_id, subject) where subject is not null;

-- Only the hash of a token is kept: who reads this table cannot speak as a visitor.
create table plg_webchat.session (
  tenant_id uuid not null,
  token_hash text not null,
  connection_id uuid not null,
  visitor_id uuid not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, visitor_id) references plg_webchat.visitor (tenant_id, id) on delete cascade
);
create index session_visitor on plg_webchat.session (tenant_id, visitor_id);
create index session_expiry on plg_webchat.session (tenant_id, expires_at);
