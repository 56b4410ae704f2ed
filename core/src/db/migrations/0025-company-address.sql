-- functions: keep_directory
-- The public address of a company (decision 221): a word that strangers name it by, in the paths of its public pages.
-- Empty until an administrator chooses it.
alter table core.tenant
  add column public_address text check (public_address ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$');
grant update (public_address) on core.tenant to recado_app;

-- Whose address it is: asked before a company is known, and one address belongs to one company.
create table platform.company_address_directory (
  address text primary key,
  tenant_id uuid not null
);
grant select, insert, delete on platform.company_address_directory to recado_engine;
create trigger company_listed after delete or update of public_address on core.tenant for each row
  execute function core.keep_directory();
