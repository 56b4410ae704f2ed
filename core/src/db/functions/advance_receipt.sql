-- owner: database; execute: app, engine
-- advanceReceipt of the contracts in SQL: the new status, or null when nothing changes. A test holds the two equal.
create or replace function core.advance_receipt(p_current text, p_next text)
returns text
language sql immutable parallel safe as $$
  with rank (state, n) as (
    values ('pending', 0), ('unknown', 0), ('accepted', 1), ('sent', 2), ('delivered', 3), ('read', 4), ('played', 5)
  )
  select case
    when p_current = p_next then null
    when p_next = 'failed' then case when (select n from rank where state = p_current) < 3 then 'failed' end
    when p_current = 'failed' then case when (select n from rank where state = p_next) >= 3 then p_next end
    when (select n from rank where state = p_next) > (select n from rank where state = p_current) then p_next
  end
$$;
