-- owner: engine; execute: app
-- Uploads of all companies that are old enough to be looked at, after the one that was looked at last.
create or replace function core.old_uploads(
    p_before timestamptz, p_drafted timestamptz, p_after_at timestamptz, p_after uuid, p_limit integer)
returns table (tenant_id uuid, media_id uuid, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.tenant_id, u.media_id, u.created_at from core.upload u
   where u.created_at < p_before and (u.created_at, u.media_id) > (p_after_at, p_after)
     and not exists (select 1 from core.draft d
         where d.tenant_id = u.tenant_id and d.user_id = u.user_id and d.written_at >= p_drafted
           and u.media_id = any (d.uploads))
   order by u.created_at, u.media_id limit p_limit
$$;
