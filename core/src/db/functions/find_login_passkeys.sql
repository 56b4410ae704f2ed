-- owner: engine; execute: app
-- Nobody is signed in yet. The passkeys with which the account of an e-mail address or a phone number may
-- sign in on this site; exactly one of the two is given. Nothing for an account without any, as for one that does not
-- exist.
create or replace function core.find_login_passkeys(p_email text, p_phone text, p_rp_id text)
returns table (tenant_id uuid, user_id uuid, credential_id text, transports text[])
language sql stable security definer set search_path = '' as $$
  select p.tenant_id, p.user_id, p.credential_id, p.transports
    from (
      select d.tenant_id, d.user_id from platform.user_email_directory d where d.email = lower(p_email)
      union all
      select d.tenant_id, d.user_id from platform.user_phone_directory d
       where p_email is null and d.phone_number = p_phone
    ) known
    join core.user_account u on u.tenant_id = known.tenant_id and u.id = known.user_id
    join core.tenant t on t.id = known.tenant_id
    join core.passkey p on p.tenant_id = u.tenant_id and p.user_id = u.id
   where u.deleted_at is null and u.is_active and t.status = 'active' and p.is_active and p.rp_id = p_rp_id
   order by p.created_at
$$;
