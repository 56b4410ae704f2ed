-- A domain counts once its owner has proven it: by a TXT record with the company's token. Those that were there before
-- count as unproven too.
alter table core.sso_domain
  -- When the record was found first; null until then, and again once it has been gone for too long.
  add column verified_at timestamptz,
  add column checked_at timestamptz,
  -- What the last check found instead of the record; null for the record.
  add column problem text check (problem in ('missing', 'different', 'unreachable')),
  -- Since when the record of a proven domain is gone.
  add column missing_since timestamptz;

-- As before, of proven domains alone. For an address without an account: of several companies that have proven its domain,
-- the only one whose record is still there.
create or replace function core.find_sso_provider(p_email text, p_domain text)
  returns table (tenant_id uuid, provider_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    with claims as (
      select d.tenant_id, d.provider_id, d.missing_since is null as is_present
        from core.sso_domain d
        join core.sso_provider p on p.tenant_id = d.tenant_id and p.id = d.provider_id and p.is_active
        join core.tenant t on t.id = d.tenant_id and t.status = 'active'
       where d.domain = lower(p_domain) and d.verified_at is not null
    ), account as (
      select u.tenant_id from core.user_account u where lower(u.email) = lower(p_email) and u.deleted_at is null
    ), strongest as (
      select c.tenant_id from claims c where c.is_present = (select bool_or(x.is_present) from claims x)
    )
    select c.tenant_id, c.provider_id from claims c
     where case when exists (select 1 from account) then c.tenant_id = (select a.tenant_id from account a)
                else (select count(*) from strongest) = 1 and c.tenant_id = (select s.tenant_id from strongest s) end
  $$;

-- Reviewed: a sweep over all companies. Domains that were not checked since p_before, the longest unchecked first.
create function core.due_sso_domains(p_before timestamptz, p_limit integer)
  returns table (tenant_id uuid, domain text)
  language sql stable security definer set search_path = ''
  as $$
    select d.tenant_id, d.domain from core.sso_domain d
     where coalesce(d.checked_at, '-infinity') < p_before order by d.checked_at nulls first, d.tenant_id, d.domain limit p_limit
  $$;

grant create on schema core to recado_engine;
alter function core.due_sso_domains(timestamptz, integer) owner to recado_engine;
revoke create on schema core from recado_engine;
revoke execute on function core.due_sso_domains(timestamptz, integer) from public;
grant execute on function core.due_sso_domains(timestamptz, integer) to recado_app;
