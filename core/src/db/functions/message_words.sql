-- owner: database; execute: app, engine
-- What a text holds and what is looked for are cut into words alike: at everything that is neither letter nor digit, so
-- that the parser sees no addresses or signed numbers. The beginning of a very long letter stands for it.
create or replace function core.message_words(p_text text)
returns tsvector
language sql immutable parallel safe
return pg_catalog.to_tsvector('core.plain_words'::pg_catalog.regconfig,
    pg_catalog.translate(pg_catalog.left(p_text, 8000), '-_/\.,:@+#=&', '            '));
