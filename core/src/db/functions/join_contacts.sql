-- owner: engine; execute: nobody
-- Makes one contact of two. Whoever calls holds lock_merges and the rows of both contacts and of the first one's
-- tickets, and has seen that both are people who were not merged before. Messages follow their tickets.
create or replace function core.join_contacts(p_tenant uuid, p_from uuid, p_into uuid, p_automatic boolean, p_user uuid)
returns uuid
language plpgsql set search_path = core, pg_temp as $$
declare merge_id uuid := uuidv7(); moved_identities integer; moved_tickets integer;
begin
  update contact_identity set origin_id = coalesce(origin_id, contact_id), contact_id = p_into
    where tenant_id = p_tenant and contact_id = p_from;
  get diagnostics moved_identities = row_count;
  update ticket set origin_id = coalesce(origin_id, contact_id), contact_id = p_into
    where tenant_id = p_tenant and contact_id = p_from;
  get diagnostics moved_tickets = row_count;
  update contact_note set origin_id = coalesce(origin_id, contact_id), contact_id = p_into
    where tenant_id = p_tenant and contact_id = p_from;
  insert into contact_merge (id, tenant_id, from_id, into_id, origins, automatic, user_id, identities, tickets)
    with recursive stood_for as (
      select p_from as id
      union all select c.id from contact c join stood_for s on c.tenant_id = p_tenant and c.merged_into = s.id
    ) select merge_id, p_tenant, p_from, p_into, array_agg(s.id), p_automatic, p_user, moved_identities, moved_tickets
        from stood_for s;
  update contact set merged_into = p_into, updated_at = now() where tenant_id = p_tenant and id = p_from;
  perform give_to_survivor(p_tenant, merge_id);
  insert into bus.outbox (event_id, tenant_id, name, key, data)
    values (gen_random_uuid(), p_tenant, 'contact.merged.v1', p_into::text,
        jsonb_build_object('from', p_from, 'into', p_into));
  return merge_id;
end $$;
