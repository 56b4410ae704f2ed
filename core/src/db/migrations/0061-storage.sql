-- How much the files of a company may take, and how much they take.

-- Megabytes of 1,000,000 bytes; null is without limit.
alter table core.tenant add column max_storage integer check (max_storage >= 0);
alter table platform.plan add column max_storage integer check (max_storage >= 0);

-- Bytes of a company's files, in parts: every backend adds to the part of its own number, so that files which are
-- stored at the same time do not wait for one another. A part may be below zero; their sum is what counts.
create table core.media_use (
  tenant_id uuid not null references core.tenant (id),
  shard smallint not null,
  bytes bigint not null,
  primary key (tenant_id, shard)
) with (fillfactor = 50);
alter table core.media_use enable row level security;
alter table core.media_use force row level security;
create policy tenant_wall on core.media_use using (tenant_id = (select core.current_tenant()))
  with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.media_use to recado_app, recado_engine;

insert into core.media_use (tenant_id, shard, bytes) select tenant_id, 0, sum(bytes) from core.media group by tenant_id;

create function core.count_media() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into core.media_use (tenant_id, shard, bytes)
  select c.tenant_id, pg_backend_pid() % 16, case tg_op when 'DELETE' then -sum(c.bytes) else sum(c.bytes) end
    from changed c group by c.tenant_id order by c.tenant_id
  on conflict (tenant_id, shard) do update set bytes = media_use.bytes + excluded.bytes;
  return null;
end $$;
create trigger media_added after insert on core.media referencing new table as changed
  for each statement execute function core.count_media();
create trigger media_removed after delete on core.media referencing old table as changed
  for each statement execute function core.count_media();

-- Bytes of all files of a company.
create function core.storage_of(p_tenant uuid) returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(u.bytes), 0)::bigint from core.media_use u where u.tenant_id = p_tenant
$$;
grant execute on function core.storage_of(uuid) to recado_app, recado_engine;

grant create on schema core to recado_engine;
-- 0016's and 0012's, which now know the storage.
drop function core.use_of(uuid);
create function core.use_of(p_tenant uuid)
  returns table (users integer, connected_users integer, connections integer, contacts integer, active_queues integer,
    active_connections integer, storage double precision)
  language sql stable set search_path = ''
  as $$
    select (select count(*) from core.user_account u where u.tenant_id = p_tenant and u.deleted_at is null
      and u.is_active)::integer,
           (select count(distinct s.user_id) from core.session s where s.tenant_id = p_tenant
             and s.ended_at is null and s.expires_at > now()
             and s.last_seen_at > now() - interval '15 minutes')::integer,
           (select count(*) from core.connection c where c.tenant_id = p_tenant and c.deleted_at is null)::integer,
           (select count(*) from core.contact c where c.tenant_id = p_tenant and c.merged_into is null)::integer,
           (select count(*) from core.queue q where q.tenant_id = p_tenant and q.is_active)::integer,
           (select count(*) from core.connection c where c.tenant_id = p_tenant and c.deleted_at is null
             and c.is_active)::integer,
           round(core.storage_of(p_tenant) / 1000000.0, 1)::double precision
  $$;
grant execute on function core.use_of(uuid) to recado_app, recado_engine;

create or replace function core.list_companies(p_reseller uuid, p_id uuid, p_search text, p_after_name text,
  p_after_id uuid, p_limit integer)
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
             'id', t.id, 'name', t.name, 'document', t.document, 'email', t.email, 'phoneNumber', t.phone_number,
               'locale', t.locale, 'timeZone', t.time_zone,
             'status', t.status, 'blockedAt', t.blocked_at, 'trialEndsAt', t.trial_ends_at, 'userCreation',
               t.user_creation,
             'tier', t.tier, 'effectiveTier', core.tier_of(t.id), 'planId', t.plan_id, 'planName', p.name,
               'hasLicence', l.tenant_id is not null,
             'limits', jsonb_build_object('users', t.max_users, 'connectedUsers', t.max_connected_users,
               'connections', t.max_connections, 'contacts', t.max_contacts, 'storage', t.max_storage),
             'isReseller', t.is_reseller, 'resellerId', t.reseller_id, 'resellerName', r.name,
             'resellerLimits', jsonb_build_object('companies', t.reseller_max_tenants, 'users', t.reseller_max_users,
               'connections', t.reseller_max_connections),
             'use', jsonb_build_object('users', u.users, 'connections', u.connections, 'contacts', u.contacts,
               'storage', u.storage, 'companies', (select count(*) from core.tenant c where c.reseller_id = t.id)),
             'lastActivityAt', greatest((select max(a.last_login_at) from core.user_account a
               where a.tenant_id = t.id), (select max(s.last_seen_at) from core.session s where s.tenant_id = t.id
               and s.ended_at is null)), 'createdAt', t.created_at)
      from page t
      left join platform.plan p on p.id = t.plan_id
      left join core.tenant r on r.id = t.reseller_id
      left join core.licence l on l.tenant_id = t.id
      cross join lateral core.use_of(t.id) u
     order by lower(t.name), t.id
  $$;

create or replace function core.change_company(p_reseller uuid, p_id uuid, p_change jsonb) returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_before text;
begin
  select core.tier_of(t.id) into v_before from core.tenant t where t.id = p_id
    and (p_reseller is null or t.reseller_id = p_reseller) for update;
  if not found then return null; end if;
  update core.tenant t
     set name = c.name, document = c.document, email = c.email, phone_number = c.phone_number, locale = c.locale,
       time_zone = c.time_zone, status = c.status, blocked_at = c.blocked_at,
         tier = c.tier, plan_id = c.plan_id, trial_ends_at = c.trial_ends_at, max_users = c.max_users,
           max_connected_users = c.max_connected_users, max_connections = c.max_connections,
         max_contacts = c.max_contacts, max_storage = c.max_storage, user_creation = c.user_creation,
           reseller_id = c.reseller_id, is_reseller = c.is_reseller, reseller_max_tenants = c.reseller_max_tenants,
         reseller_max_users = c.reseller_max_users, reseller_max_connections = c.reseller_max_connections,
           updated_at = now()
    from (select (jsonb_populate_record(o, p_change)).* from core.tenant o where o.id = p_id) c
   where t.id = p_id;
  return v_before;
end $$;

create or replace function core.apply_plan(p_plan uuid) returns setof uuid
  language sql security definer set search_path = ''
  as $$
    update core.tenant t
       set tier = p.tier, max_users = p.max_users, max_connected_users = p.max_connected_users,
         max_connections = p.max_connections, max_contacts = p.max_contacts, max_storage = p.max_storage,
         updated_at = now()
      from platform.plan p where p.id = p_plan and t.plan_id = p.id
    returning t.id
  $$;

create or replace function core.create_tenant(
    p_id uuid, p_name text, p_tier text, p_locale text, p_time_zone text, p_plan uuid, p_public boolean,
      p_document text,
    p_admin uuid, p_admin_name text, p_email text, p_phone text, p_password_hash text, p_queue uuid, p_queue_name text)
  returns boolean language plpgsql security definer set search_path = ''
  as $$
  declare plan platform.plan;
  begin
    if p_plan is not null then
      select * into plan from platform.plan where id = p_plan and is_active and (not p_public or (is_public
        and reseller_id is null));
      if not found then return false; end if;
    end if;
    insert into core.tenant (id, name, tier, locale, time_zone, plan_id, trial_ends_at, max_users,
      max_connected_users, max_connections, max_contacts, max_storage, document, email, phone_number)
    values (p_id, p_name, coalesce(plan.tier, p_tier), p_locale, p_time_zone, p_plan,
      case when p_public then now() + make_interval(days => plan.trial_days) end,
            plan.max_users, plan.max_connected_users, plan.max_connections, plan.max_contacts, plan.max_storage,
              p_document, p_email, p_phone);
    insert into core.user_account (id, tenant_id, name, email, phone_number, password_hash, profile)
    values (p_admin, p_id, p_admin_name, p_email, p_phone, p_password_hash, 'admin');
    insert into core.queue (id, tenant_id, name) values (p_queue, p_id, p_queue_name);
    insert into core.user_queue (tenant_id, user_id, queue_id) values (p_id, p_admin, p_queue);
    return true;
  end $$;
revoke create on schema core from recado_engine;
