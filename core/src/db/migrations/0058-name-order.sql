-- Lists by name as people look through them, without accents and case: bytes have "Zeca" before "ana" and "Álvaro" behind both.

drop index core.contact_list;
create index contact_list on core.contact (tenant_id, left(core.searchable(name), 100), id);

drop index core.user_account_list;
create index user_account_list on core.user_account (tenant_id, core.searchable(name), id) where deleted_at is null;
