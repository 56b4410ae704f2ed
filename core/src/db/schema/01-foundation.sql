-- What all schema files build on. Ids are UUIDv7 made by the application. A table that is a company's has `tenant_id`
-- and is under forced row-level security, the second wall; the first is the explicit tenant in every query (decision
-- 003).

create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
create extension if not exists unaccent with schema public;

-- What companies have.
create schema core;
grant usage on schema core to recado_app, recado_engine;

-- What belongs to the platform and not to one company: no company's wall runs through these tables, and nothing secret
-- stands in them in the open.
create schema platform;
grant usage on schema platform to recado_app, recado_engine;

-- What belongs to the installation and to no company: here no table has a tenant.
create schema installation;
grant usage on schema installation to recado_app;

-- Messages are found by their words, without accents and in no language's grammar: people write names, numbers and four
-- languages, and a stem that helps in one hides a word of another.
create text search configuration core.plain_words (copy = pg_catalog.simple);
alter text search configuration core.plain_words
  alter mapping for word, hword, hword_part with public.unaccent, pg_catalog.simple;
