-- owner: engine; execute: nobody
-- Counts the messages of a statement for core.settle_facts. What a person wrote may be the first answer in its ticket.
create or replace function core.count_added_messages()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into core.fact_due (tenant_id, hour, connection_id, from_me, author, messages)
  select a.tenant_id, date_trunc('hour', a.sent_at, 'UTC'), a.connection_id, a.from_me,
         coalesce(a.user_id, a.connection_id), count(*)
    from added a group by 1, 2, 3, 4, 5;
  insert into core.fact_due (tenant_id, ticket_id)
  select distinct a.tenant_id, a.ticket_id from added a where a.from_me and a.user_id is not null;
  return null;
end $$;
