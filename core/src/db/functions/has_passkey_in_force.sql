-- owner: database; execute: app, engine
-- Whether a user has an active passkey of this site (of any site where p_site is null) that was made or used since the
-- password was last set by a mailed link: then the password alone lets nobody in.
create or replace function core.has_passkey_in_force(p_tenant uuid, p_user uuid, p_site text)
returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select 1 from core.passkey p join core.user_account u on u.tenant_id = p.tenant_id and u.id = p.user_id
     where p.tenant_id = p_tenant and p.user_id = p_user and p.is_active and (p_site is null or p.rp_id = p_site)
       and coalesce(p.last_used_at, p.created_at) > coalesce(u.password_reset_at, '-infinity'))
$$;
