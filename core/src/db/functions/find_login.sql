-- owner: engine; execute: app
-- The account that an e-mail address or a phone number belongs to; exactly one of the two is given. A Brazilian number
-- may be written without its country; the number as written comes first.
create or replace function core.find_login(p_email text, p_phone text)
returns table (user_id uuid, tenant_id uuid, password_hash text, active boolean)
language sql stable security definer set search_path = '' as $$
  select u.id, u.tenant_id, u.password_hash, u.is_active and t.status = 'active'
    from core.user_account u join core.tenant t on t.id = u.tenant_id
   where u.deleted_at is null
     and ((p_email is not null and lower(u.email) = lower(p_email))
       or (p_email is null
           and u.phone_number in (p_phone, case when p_phone ~ '^[1-9]{2}[2-9][0-9]{7,8}$' then '55' || p_phone end)))
   order by u.phone_number is distinct from p_phone
   limit 1
$$;
