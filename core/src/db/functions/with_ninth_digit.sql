-- owner: engine; execute: app
-- A Brazilian mobile number (+55, area, first digit 6 to 9) as it is written since the ninth digit; anything else as it
-- is. The same rule as canonicalPhone in core/src/contacts/phone.ts.
create or replace function core.with_ninth_digit(p_phone text)
returns text
language sql immutable parallel safe as $$
  select regexp_replace(p_phone, '^\+55([1-9]\d)([6-9]\d{7})$', '+55\19\2')
$$;
