-- owner: engine; execute: app
-- Makes one contact of all those to whom these verified identities belong; the oldest survives. Groups stay, and so do
-- two that somebody set apart again.
create or replace function core.settle_identities(p_tenant uuid, p_kind text[], p_value text[])
returns table (from_id uuid, into_id uuid)
language plpgsql security definer set search_path = core, pg_temp as $$
declare people uuid[]; survivors uuid[] := '{}'; person uuid; survivor uuid;
begin
  perform lock_merges(p_tenant);
  perform lock_identities(array_fill(p_tenant, array[cardinality(p_kind)]), p_kind, p_value);
  select array_agg(c.id order by c.created_at, c.id) into people from contact c
   where c.tenant_id = p_tenant and not c.is_group and c.id in (
     select i.contact_id from unnest(p_kind, p_value) u (kind, value)
       join contact_identity i on i.tenant_id = p_tenant and i.kind = u.kind and i.value = u.value and i.verified);
  if coalesce(cardinality(people), 0) < 2 then return; end if;
  perform 1 from contact c where c.tenant_id = p_tenant and c.id = any (people) order by c.id for no key update;
  perform 1 from ticket t where t.tenant_id = p_tenant and t.contact_id = any (people) order by t.id for update;
  foreach person in array people loop
    into_id := null;
    foreach survivor in array survivors loop
      if not kept_apart(p_tenant, person, survivor) then into_id := survivor; exit; end if;
    end loop;
    if into_id is null then survivors := survivors || person; continue; end if;
    perform join_contacts(p_tenant, person, into_id, true, null);
    from_id := person;
    return next;
  end loop;
end $$;
