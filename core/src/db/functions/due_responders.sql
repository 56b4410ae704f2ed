-- owner: engine; execute: app
-- Tickets of all companies whose responder has to be asked, or did not act in its time, the longest due first. What
-- nobody's responder has any more is no longer due, and its turn is deleted.
create or replace function core.due_responders(p_now timestamptz, p_limit integer)
returns table (tenant_id uuid, ticket_id uuid)
language plpgsql security definer set search_path = core, pg_temp as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select r.tenant_id, r.ticket_id,
             t.status = 'pending' and t.user_id is null and t.bot is not distinct from r.plugin as held
        from responder_turn r join ticket t on t.tenant_id = r.tenant_id and t.id = r.ticket_id
       where r.until <= p_now order by r.until limit p_limit
    ), over as (
      delete from responder_turn r using due d
       where not d.held and r.tenant_id = d.tenant_id and r.ticket_id = d.ticket_id and r.until <= p_now
    )
    select d.tenant_id, d.ticket_id from due d where d.held;
end $$;
