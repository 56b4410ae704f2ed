-- owner: engine; execute: app
-- Nobody is signed in yet. The identity provider an address is led to, by proven domains alone: that of the account's
-- own company, and of no other; for an address without an account that of the only company which names its domain, and
-- of several companies that have proven it the only one whose record is still there.
create or replace function core.find_sso_provider(p_email text, p_domain text)
returns table (tenant_id uuid, provider_id uuid)
language sql stable security definer set search_path = '' as $$
  with claims as (
    select d.tenant_id, d.provider_id, d.missing_since is null as is_present
      from platform.sso_domain_directory named
      join core.sso_domain d on d.tenant_id = named.tenant_id and d.domain = named.domain
      join core.sso_provider p on p.tenant_id = d.tenant_id and p.id = d.provider_id and p.is_active
      join core.tenant t on t.id = d.tenant_id and t.status = 'active'
     where named.domain = lower(p_domain) and d.verified_at is not null
  ), account as (
    select d.tenant_id from platform.user_email_directory d where d.email = lower(p_email)
  ), strongest as (
    select c.tenant_id from claims c where c.is_present = (select bool_or(x.is_present) from claims x)
  )
  select c.tenant_id, c.provider_id from claims c
   where case when exists (select 1 from account) then c.tenant_id = (select a.tenant_id from account a)
              else (select count(*) from strongest) = 1 and c.tenant_id = (select s.tenant_id from strongest s) end
$$;
