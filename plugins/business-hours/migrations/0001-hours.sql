-- When somebody is there: for the company (global), a queue, a user or a connection (whatsapp).
create table plg_business_hours.rule (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  type text not null check (type in ('global', 'queue', 'user', 'whatsapp')),
  -- Whose; null for the company.
  target uuid,
  is_active boolean not null default true,
  -- A day mode by weekday, 0 is Sunday.
  days jsonb not null check (jsonb_typeof(days) = 'object'),
  -- For customers who write out of hours; empty for none.
  message text not null default '' check (char_length(message) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((type = 'global') = (target is null))
);
create unique index rule_target on plg_business_hours.rule (tenant_id, type, target) nulls not distinct;

create table plg_business_hours.holiday (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  date date not null,
  description text not null check (char_length(description) between 1 and 120),
  message text not null default '' check (char_length(message) <= 2000),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index holiday_date on plg_business_hours.holiday (tenant_id, date);

-- When a conversation was last told that nobody is there, and by the send of which key.
create table plg_business_hours.notice (
  tenant_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  key text not null,
  sent_at timestamptz not null,
  primary key (tenant_id, ticket_id)
);
create index notice_contact on plg_business_hours.notice (tenant_id, contact_id);
