-- Files that agents attached before the message is sent. A row stands until a sweep has seen what became of its file.
create table core.upload (
  tenant_id uuid not null,
  media_id uuid not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, media_id),
  foreign key (tenant_id, media_id) references core.media (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references core.user_account (tenant_id, id) on delete set null (user_id)
);
create index upload_user on core.upload (tenant_id, user_id);
create index upload_oldest on core.upload (created_at, media_id);
alter table core.upload enable row level security;
alter table core.upload force row level security;
create policy tenant_wall on core.upload using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.upload to recado_app, recado_engine;

-- Uploads of all companies that are old enough to be looked at, after the one that was looked at last.
create function core.old_uploads(p_before timestamptz, p_after_at timestamptz, p_after uuid, p_limit integer) returns table (tenant_id uuid, media_id uuid, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.tenant_id, u.media_id, u.created_at from core.upload u
   where u.created_at < p_before and (u.created_at, u.media_id) > (p_after_at, p_after) order by u.created_at, u.media_id limit p_limit
$$;

-- A contact's picture that was uploaded is kept as `media:<id>`; any other text is an address that a channel or an import brought.
create index contact_uploaded_picture on core.contact (tenant_id, profile_pic_url) where profile_pic_url like 'media:%';

-- 0024's, which now knows every column of core that shows a file: what was sent may be somebody's picture too, and the other way round.
create or replace function core.held_media(p_tenant uuid, p_media uuid[]) returns table (media_id uuid) language sql stable security definer set search_path = '' as $$
  select h.id from unnest(p_media) h (id)
   where exists (
     select 1 from core.message m where m.tenant_id = p_tenant and core.media_of(m.parts) @> array[h.id]
        and jsonb_path_exists(m.parts, '$[*] ? (exists (@.media) || exists (@.header))'))
      or exists (
     select 1 from core.scheduled_message s where s.tenant_id = p_tenant and s.state in ('pending', 'failed') and core.media_of(jsonb_path_query_array(s.messages, '$[*][*]')) @> array[h.id])
      or exists (select 1 from core.user_account u where u.tenant_id = p_tenant and u.image = h.id::text)
      or exists (select 1 from core.user_group g where g.tenant_id = p_tenant and g.image = h.id)
      or exists (select 1 from core.contact c where c.tenant_id = p_tenant and c.profile_pic_url = 'media:' || h.id and c.profile_pic_url like 'media:%')
$$;

grant create on schema core to recado_engine;
alter function core.old_uploads(timestamptz, timestamptz, uuid, integer) owner to recado_engine;
revoke all on function core.old_uploads(timestamptz, timestamptz, uuid, integer) from public;
grant execute on function core.old_uploads(timestamptz, timestamptz, uuid, integer) to recado_app;
revoke create on schema core from recado_engine;
