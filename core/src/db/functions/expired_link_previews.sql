-- owner: engine; execute: app
-- Companies with previews of links that have expired before a moment, after the one that was looked at last.
create or replace function core.expired_link_previews(p_before timestamptz, p_after uuid, p_limit integer)
returns table (tenant_id uuid)
language sql stable security definer set search_path = '' as $$
  select distinct l.tenant_id from core.link_preview l
   where l.expires_at < p_before and (p_after is null or l.tenant_id > p_after)
   order by l.tenant_id limit p_limit
$$;
