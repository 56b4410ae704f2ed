-- Duplicates of contacts are looked for by numbers in their one spelling.
grant execute on function core.with_ninth_digit(text) to recado_app;
