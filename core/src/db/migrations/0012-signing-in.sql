-- Challenges that were answered, links that reset a password, and companies that register themselves.

-- Answered once, until it would have expired anyway. `nonce` is the challenge's own.
create table platform.answered_captcha (
  nonce text primary key,
  expires_at timestamptz not null
);
create index answered_captcha_expiry on platform.answered_captcha (expires_at);
grant select, insert, delete on platform.answered_captcha to recado_app;

-- One row per link that was asked for; the newest unused one counts. The token itself stands in the mail alone.
create table core.password_reset (
  id uuid not null,
  tenant_id uuid not null references core.tenant (id) on delete cascade,
  user_id uuid not null,
  -- SHA-256.
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  primary key (id),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete cascade
);
create unique index password_reset_token on core.password_reset (token_hash);
create index password_reset_user on core.password_reset (tenant_id, user_id, created_at);
create index password_reset_age on core.password_reset (created_at);
alter table core.password_reset enable row level security;
alter table core.password_reset force row level security;
create policy tenant_wall on core.password_reset using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.password_reset to recado_app, recado_engine;

-- Whose link it is. Whether it still counts is decided where it is used up, under the row's lock.
create function core.find_password_reset(p_token_hash bytea)
  returns table (id uuid, tenant_id uuid, user_id uuid)
  language sql stable security definer set search_path = ''
  as $$ select r.id, r.tenant_id, r.user_id from core.password_reset r where r.token_hash = p_token_hash $$;

-- Of all companies: a reset is forgotten a day after it was asked for, an answered challenge when it has expired.
create function core.forget_sign_in_traces(p_limit integer) returns void
  language sql security definer set search_path = ''
  as $$
    delete from core.password_reset where id in (select r.id from core.password_reset r where r.created_at < now() - interval '1 day' order by r.created_at limit p_limit);
    delete from platform.answered_captcha where nonce in (select c.nonce from platform.answered_captcha c where c.expires_at < now() order by c.expires_at limit p_limit);
  $$;
grant delete, select on platform.answered_captcha to recado_engine;

-- The account that an e-mail address or a phone number belongs to. A Brazilian number may be written without its country;
-- the number as written comes first.
create or replace function core.find_login(p_email text, p_phone text)
  returns table (user_id uuid, tenant_id uuid, password_hash text, active boolean)
  language sql stable security definer set search_path = ''
  as $$
    select u.id, u.tenant_id, u.password_hash, u.is_active and t.status = 'active'
      from core.user_account u join core.tenant t on t.id = u.tenant_id
     where u.deleted_at is null
       and ((p_email is not null and lower(u.email) = lower(p_email))
         or (p_email is null and u.phone_number in (p_phone, case when p_phone ~ '^[1-9]{2}[2-9][0-9]{7,8}$' then '55' || p_phone end)))
     order by u.phone_number is distinct from p_phone
     limit 1
  $$;

-- A company with its first administrator and queue; nobody becomes a master by it. `p_plan` gives it tier and limits;
-- without one `p_tier` counts. Who registers (`p_public`) chooses among the plans that the platform offers to the public, and
-- tries it out. Answers whether it was made: false for a plan that is not there. An address or a number that is taken
-- violates user_account_email or user_account_phone.
create function core.create_tenant(
    p_id uuid, p_name text, p_tier text, p_locale text, p_time_zone text, p_plan uuid, p_public boolean, p_document text,
    p_admin uuid, p_admin_name text, p_email text, p_phone text, p_password_hash text, p_queue uuid, p_queue_name text)
  returns boolean language plpgsql security definer set search_path = ''
  as $$
  declare plan platform.plan;
  begin
    if p_plan is not null then
      select * into plan from platform.plan where id = p_plan and is_active and (not p_public or (is_public and reseller_id is null));
      if not found then return false; end if;
    end if;
    insert into core.tenant (id, name, tier, locale, time_zone, plan_id, trial_ends_at, max_users, max_connected_users, max_connections, max_contacts, document, email, phone_number)
    values (p_id, p_name, coalesce(plan.tier, p_tier), p_locale, p_time_zone, p_plan, case when p_public then now() + make_interval(days => plan.trial_days) end,
            plan.max_users, plan.max_connected_users, plan.max_connections, plan.max_contacts, p_document, p_email, p_phone);
    insert into core.user_account (id, tenant_id, name, email, phone_number, password_hash, profile)
    values (p_admin, p_id, p_admin_name, p_email, p_phone, p_password_hash, 'admin');
    insert into core.queue (id, tenant_id, name) values (p_queue, p_id, p_queue_name);
    insert into core.user_queue (tenant_id, user_id, queue_id) values (p_id, p_admin, p_queue);
    return true;
  end $$;

do $$
declare f text;
begin
  execute 'grant create on schema core to recado_engine';
  foreach f in array array[
    'core.find_password_reset(bytea)', 'core.forget_sign_in_traces(integer)',
    'core.create_tenant(uuid, text, text, text, text, uuid, boolean, text, uuid, text, text, text, text, uuid, text)'] loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
  execute 'revoke create on schema core from recado_engine';
end $$;
