-- owner: database; execute: app, engine
-- Whether an account counts against the limit of users: an active one, and one that is invited and may still come.
create or replace function core.takes_place(p_user core.user_account, p_now timestamptz)
returns boolean
language sql stable set search_path = '' as $$
  select p_user.deleted_at is null and (p_user.is_active or exists (
    select 1 from core.user_invitation i
     where i.tenant_id = p_user.tenant_id and i.user_id = p_user.id and i.ended_at is null and i.expires_at > p_now))
$$;
