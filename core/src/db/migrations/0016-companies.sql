-- Companies, their plans and licences: what is seen and changed over the walls between companies, by functions alone.

-- What a licence allows beside its tier; a kind that is not named is the company's own.
alter table core.licence add column limits jsonb not null default '{}', add column code text not null default '';
-- Everything that a reseller's plan is given to.
create index tenant_plan on core.tenant (plan_id) where plan_id is not null;
create index tenant_list on core.tenant (lower(name), id);

-- Licences that this installation issued: one that is not here, or was taken back, is no valid code.
create table platform.issued_licence (
  code uuid primary key,
  -- Null: for any company that enters it.
  tenant_id uuid references core.tenant (id),
  tier text not null check (tier in ('free', 'basic', 'plus', 'premium')),
  issued_by uuid not null,
  issued_at timestamptz not null default now(),
  revoked_at timestamptz
);
grant select, insert, update on platform.issued_licence to recado_app, recado_engine;

-- What counts against the limits of a company.
create function core.use_of(p_tenant uuid)
  returns table (users integer, connected_users integer, connections integer, contacts integer, active_queues integer, active_connections integer)
  language sql stable set search_path = ''
  as $$
    select (select count(*) from core.user_account u where u.tenant_id = p_tenant and u.deleted_at is null and u.is_active)::integer,
           (select count(distinct s.user_id) from core.session s where s.tenant_id = p_tenant and s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - interval '15 minutes')::integer,
           (select count(*) from core.connection c where c.tenant_id = p_tenant and c.deleted_at is null)::integer,
           (select count(*) from core.contact c where c.tenant_id = p_tenant and c.merged_into is null)::integer,
           (select count(*) from core.queue q where q.tenant_id = p_tenant and q.is_active)::integer,
           (select count(*) from core.connection c where c.tenant_id = p_tenant and c.deleted_at is null and c.is_active)::integer
  $$;

-- Companies by name, or one of them. p_reseller bounds it to those that a reseller looks after; null is everybody's, for
-- masters. Names and counts alone: never what stands in conversations.
create function core.list_companies(p_reseller uuid, p_id uuid, p_search text, p_after_name text, p_after_id uuid, p_limit integer)
  returns setof jsonb
  language sql stable security definer set search_path = ''
  as $$
    with page as (
      select t.* from core.tenant t
       where (p_reseller is null or t.reseller_id = p_reseller)
         and (p_id is null or t.id = p_id)
         and (p_search is null or t.name ilike p_search or t.document ilike p_search or t.email ilike p_search)
         and (p_after_id is null or (lower(t.name), t.id) > (lower(p_after_name), p_after_id))
       order by lower(t.name), t.id limit p_limit)
    select jsonb_build_object(
             'id', t.id, 'name', t.name, 'document', t.document, 'email', t.email, 'phoneNumber', t.phone_number, 'locale', t.locale, 'timeZone', t.time_zone,
             'status', t.status, 'blockedAt', t.blocked_at, 'trialEndsAt', t.trial_ends_at, 'userCreation', t.user_creation,
             'tier', t.tier, 'effectiveTier', core.tier_of(t.id), 'planId', t.plan_id, 'planName', p.name, 'hasLicence', l.tenant_id is not null,
             'limits', jsonb_build_object('users', t.max_users, 'connectedUsers', t.max_connected_users, 'connections', t.max_connections, 'contacts', t.max_contacts),
             'isReseller', t.is_reseller, 'resellerId', t.reseller_id, 'resellerName', r.name,
             'resellerLimits', jsonb_build_object('companies', t.reseller_max_tenants, 'users', t.reseller_max_users, 'connections', t.reseller_max_connections),
             'use', jsonb_build_object('users', u.users, 'connections', u.connections, 'contacts', u.contacts, 'companies', (select count(*) from core.tenant c where c.reseller_id = t.id)),
             'lastActivityAt', greatest((select max(a.last_login_at) from core.user_account a where a.tenant_id = t.id), (select max(s.last_seen_at) from core.session s where s.tenant_id = t.id and s.ended_at is null)), 'createdAt', t.created_at)
      from page t
      left join platform.plan p on p.id = t.plan_id
      left join core.tenant r on r.id = t.reseller_id
      left join core.licence l on l.tenant_id = t.id
      cross join lateral core.use_of(t.id) u
     order by lower(t.name), t.id
  $$;

-- Users over all companies, by name: for masters.
create function core.list_users_of_companies(p_search text, p_tenant uuid, p_after_name text, p_after_id uuid, p_limit integer)
  returns table (id uuid, name text, email text, profile text, is_active boolean, is_master boolean, last_login_at timestamptz, tenant_id uuid, tenant_name text)
  language sql stable security definer set search_path = ''
  as $$
    select u.id, u.name, u.email, u.profile, u.is_active, u.is_master, u.last_login_at, t.id, t.name
      from core.user_account u join core.tenant t on t.id = u.tenant_id
     where u.deleted_at is null and (p_tenant is null or u.tenant_id = p_tenant)
       and (p_search is null or u.name ilike p_search or u.email ilike p_search or t.name ilike p_search)
       and (p_after_id is null or (u.name, u.id) > (p_after_name, p_after_id))
     order by u.name, u.id limit p_limit
  $$;

-- Changes the columns that `p_change` names. Answers the tier that counted before; null when there is no such company in reach of p_reseller.
create function core.change_company(p_reseller uuid, p_id uuid, p_change jsonb) returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_before text;
begin
  select core.tier_of(t.id) into v_before from core.tenant t where t.id = p_id and (p_reseller is null or t.reseller_id = p_reseller) for update;
  if not found then return null; end if;
  update core.tenant t
     set name = c.name, document = c.document, email = c.email, phone_number = c.phone_number, locale = c.locale, time_zone = c.time_zone, status = c.status, blocked_at = c.blocked_at,
         tier = c.tier, plan_id = c.plan_id, trial_ends_at = c.trial_ends_at, max_users = c.max_users, max_connected_users = c.max_connected_users, max_connections = c.max_connections,
         max_contacts = c.max_contacts, user_creation = c.user_creation, reseller_id = c.reseller_id, is_reseller = c.is_reseller, reseller_max_tenants = c.reseller_max_tenants,
         reseller_max_users = c.reseller_max_users, reseller_max_connections = c.reseller_max_connections, updated_at = now()
    from (select (jsonb_populate_record(o, p_change)).* from core.tenant o where o.id = p_id) c
   where t.id = p_id;
  return v_before;
end $$;

-- Gives all companies of a plan what it says now. Answers those companies.
create function core.apply_plan(p_plan uuid) returns setof uuid
  language sql security definer set search_path = ''
  as $$
    update core.tenant t
       set tier = p.tier, max_users = p.max_users, max_connected_users = p.max_connected_users, max_connections = p.max_connections, max_contacts = p.max_contacts, updated_at = now()
      from platform.plan p where p.id = p_plan and t.plan_id = p.id
    returning t.id
  $$;

-- How many companies have each of the plans.
create function core.companies_of_plans(p_plans uuid[]) returns table (plan_id uuid, companies integer)
  language sql stable security definer set search_path = ''
  as $$ select t.plan_id, count(*)::integer from core.tenant t where t.plan_id = any (p_plans) group by t.plan_id $$;

-- What the reseller of a company may have altogether, and has: null limits where there is none. Holds the reseller until
-- the transaction ends, so that two companies at once do not both take the last place.
create function core.reseller_room(p_reseller uuid)
  returns table (max_companies integer, max_users integer, max_connections integer, companies integer, users integer, connections integer)
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_reseller::text || ':reseller', 0));
  return query
    select r.reseller_max_tenants, r.reseller_max_users, r.reseller_max_connections,
           (select count(*) from core.tenant t where t.reseller_id = r.id)::integer,
           (select count(*) from core.user_account u join core.tenant t on t.id = u.tenant_id where t.reseller_id = r.id and u.deleted_at is null and u.is_active)::integer,
           (select count(*) from core.connection c join core.tenant t on t.id = c.tenant_id where t.reseller_id = r.id and c.deleted_at is null)::integer
      from core.tenant r where r.id = p_reseller;
end $$;

-- Stored licences by company, for looking at them again.
create function core.stored_licences(p_after uuid, p_limit integer) returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$ select l.tenant_id from core.licence l where p_after is null or l.tenant_id > p_after order by l.tenant_id limit p_limit $$;

-- Companies whose trial or licence ended since then, so that their users are told.
create function core.ended_since(p_since timestamptz) returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    select t.id from core.tenant t where t.trial_ends_at > p_since and t.trial_ends_at <= now()
    union
    select l.tenant_id from core.licence l where l.expires_at > p_since and l.expires_at <= now()
  $$;
create index tenant_trial on core.tenant (trial_ends_at) where trial_ends_at is not null;
create index licence_expiry on core.licence (expires_at) where expires_at is not null;

grant execute on function core.use_of(uuid) to recado_app, recado_engine;
grant create on schema core to recado_engine;
do $$
declare f regprocedure;
begin
  foreach f in array array[
    'core.list_companies(uuid,uuid,text,text,uuid,integer)', 'core.list_users_of_companies(text,uuid,text,uuid,integer)', 'core.change_company(uuid,uuid,jsonb)',
    'core.apply_plan(uuid)', 'core.companies_of_plans(uuid[])', 'core.reseller_room(uuid)', 'core.stored_licences(uuid,integer)', 'core.ended_since(timestamptz)']::regprocedure[]
  loop
    execute format('alter function %s owner to recado_engine', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to recado_app', f);
  end loop;
end $$;
revoke create on schema core from recado_engine;
