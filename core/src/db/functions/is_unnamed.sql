-- owner: engine; execute: app
-- Whether nobody has named a contact: its name is its own number, address or id, a number however it is written.
create or replace function core.is_unnamed(p_tenant uuid, p_contact uuid)
returns boolean
language sql stable set search_path = core, pg_temp as $$
  select coalesce(c.name in (c.number, c.email), false) or exists (
    select 1 from contact_identity i
     where i.tenant_id = c.tenant_id and i.contact_id = c.id
       and (i.value = c.name or c.name ~ '^\+?[\d\s().-]{8,40}$'
            and with_ninth_digit('+' || regexp_replace(split_part(i.value, '@', 1), '\D', '', 'g'))
              = with_ninth_digit('+' || regexp_replace(c.name, '\D', '', 'g'))))
    from contact c where c.tenant_id = p_tenant and c.id = p_contact
$$;
