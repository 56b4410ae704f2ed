-- owner: engine; execute: app
-- The account that an e-mail address or a phone number belongs to; exactly one of the two is given. A Brazilian number
-- may be written without its country; the number as written comes first.
create or replace function core.find_login(p_email text, p_phone text)
returns table (user_id uuid, tenant_id uuid, password_hash text, active boolean)
language sql stable security definer set search_path = '' as $$
  select u.id, u.tenant_id, u.password_hash, u.is_active and t.status = 'active'
    from (
      select d.tenant_id, d.user_id, false as other from platform.user_email_directory d where d.email = lower(p_email)
      union all
      select d.tenant_id, d.user_id, d.phone_number <> p_phone from platform.user_phone_directory d
       where p_email is null
         and d.phone_number in (p_phone, case when p_phone ~ '^[1-9]{2}[2-9][0-9]{7,8}$' then '55' || p_phone end)
    ) known
    join core.user_account u on u.tenant_id = known.tenant_id and u.id = known.user_id
    join core.tenant t on t.id = known.tenant_id
   where u.deleted_at is null
   order by known.other
   limit 1
$$;
