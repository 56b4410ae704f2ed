-- Which of its author's uploads a draft has attached, in their order. No reference: a file that is gone is told by its name.
alter table core.draft add column uploads uuid[] not null default '{}';

-- 0041's, which leaves what a draft names, for as long as somebody may come back to that draft.
drop function core.old_uploads(timestamptz, timestamptz, uuid, integer);
create function core.old_uploads(p_before timestamptz, p_drafted timestamptz, p_after_at timestamptz, p_after uuid, p_limit integer) returns table (tenant_id uuid, media_id uuid, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.tenant_id, u.media_id, u.created_at from core.upload u
   where u.created_at < p_before and (u.created_at, u.media_id) > (p_after_at, p_after)
     and not exists (select 1 from core.draft d where d.tenant_id = u.tenant_id and d.user_id = u.user_id and d.written_at >= p_drafted and u.media_id = any (d.uploads))
   order by u.created_at, u.media_id limit p_limit
$$;

grant create on schema core to recado_engine;
alter function core.old_uploads(timestamptz, timestamptz, timestamptz, uuid, integer) owner to recado_engine;
revoke all on function core.old_uploads(timestamptz, timestamptz, timestamptz, uuid, integer) from public;
grant execute on function core.old_uploads(timestamptz, timestamptz, timestamptz, uuid, integer) to recado_app;
revoke create on schema core from recado_engine;
