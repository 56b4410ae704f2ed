-- Lists by name as people look through them, without accents and case: bytes have "Zeca" before "ana" and "Álvaro" behind both.

-- A column, since row-level security keeps comparisons by what is computed away from indexes.
alter table core.contact add column name_key text generated always as (left(core.searchable(name), 100)) stored;
-- Both indexes hold what lists show and no more, so that nothing else can take its way over them: without statistics a planner
-- checked the foreign keys of an import by skipping through contact_newest, which took longer the more contacts there were.
drop index core.contact_list;
create index contact_list on core.contact (tenant_id, name_key, id) where merged_into is null and erased_at is null;
drop index core.contact_newest;
create index contact_newest on core.contact (tenant_id, created_at, id) where merged_into is null and erased_at is null;

drop index core.user_account_list;
create index user_account_list on core.user_account (tenant_id, core.searchable(name), id) where deleted_at is null;
