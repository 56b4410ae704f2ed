-- owner: engine; execute: app
-- Whose link it is. Whether it still counts is decided where it is used up, under the row's lock.
create or replace function core.find_password_reset(p_token_hash bytea)
returns table (id uuid, tenant_id uuid, user_id uuid)
language sql stable security definer set search_path = '' as $$
  select r.id, r.tenant_id, r.user_id
    from platform.password_reset_directory d
    join core.password_reset r on r.tenant_id = d.tenant_id and r.id = d.reset_id
   where d.token_hash = p_token_hash
$$;
