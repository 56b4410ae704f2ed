-- functions: find_company, keep_directory
-- An address that a company has given up waits before another one may have it (decision 228): links to it are printed,
-- and stand in search engines. Null while it is in use.
alter table platform.company_address_directory add column given_up_at timestamptz;
grant update (given_up_at) on platform.company_address_directory to recado_engine;
