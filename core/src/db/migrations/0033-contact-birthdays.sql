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
alter table core.birthday_greeting enable row level security;
alter table core.birthday_greeting force row level security;
create policy tenant_wall on core.birthday_greeting using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.birthday_greeting to recado_app, recado_engine;

-- Month and day in one number: 229 is the 29th of February.
create index contact_birthday on core.contact (tenant_id, (extract(month from birthday) * 100 + extract(day from birthday))) where birthday is not null;

-- Companies that congratulate.
create function core.companies_with_birthdays() returns table (tenant_id uuid, time_zone text)
  language sql stable security definer set search_path = ''
  as $$ select t.id, t.time_zone from core.setting s join core.tenant t on t.id = s.tenant_id where s.key = 'birthdayMessages' and s.value = 'true' and t.status = 'active' $$;

grant create on schema core to recado_engine;
alter function core.companies_with_birthdays() owner to recado_engine;
revoke create on schema core from recado_engine;
revoke all on function core.companies_with_birthdays() from public;
grant execute on function core.companies_with_birthdays() to recado_app;
