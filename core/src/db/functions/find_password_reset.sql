-- owner: engine; execute: app
-- Whose link it is. Whether it still counts is decided where it is used up, under the row's lock.
create or replace function core.find_password_reset(p_token_hash bytea)
returns table (id uuid, tenant_id uuid, user_id uuid)
language sql stable security definer set search_path = '' as $$
  select r.id, r.tenant_id, r.user_id from core.password_reset r where r.token_hash = p_token_hash
$$;
