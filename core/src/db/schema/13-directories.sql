-- functions: keep_directory
-- Directories: whose row it is that is named by something which no two companies may have, or which is asked for before
-- a company is known. Tables of companies are unique within a company alone, so that they can be divided by company;
-- these are small and stay together. A directory is kept by a trigger, in the transaction of the row, and read by
-- reviewed functions: the server's own role has no right here, so that no company learns what another one has.

-- Signing in names no company (decision 26). In lower case.
create table platform.user_email_directory (
  email text primary key,
  tenant_id uuid not null,
  user_id uuid not null
);
grant select, insert, delete on platform.user_email_directory to recado_engine;

create table platform.user_phone_directory (
  phone_number text primary key,
  tenant_id uuid not null,
  user_id uuid not null
);
grant select, insert, delete on platform.user_phone_directory to recado_engine;

create trigger user_listed after insert or delete on core.user_account for each row
  execute function core.keep_directory();
create trigger user_renamed after update of email, phone_number, deleted_at on core.user_account for each row
  when ((old.email, old.phone_number, old.deleted_at) is distinct from (new.email, new.phone_number, new.deleted_at))
  execute function core.keep_directory();

-- A key of an authenticator belongs to one account.
create table platform.passkey_directory (
  rp_id text not null,
  credential_id text not null,
  tenant_id uuid not null,
  passkey_id uuid not null,
  primary key (rp_id, credential_id)
);
grant select, insert, delete on platform.passkey_directory to recado_engine;
create trigger passkey_listed after insert or delete on core.passkey for each row
  execute function core.keep_directory();

create table platform.password_reset_directory (
  token_hash bytea primary key,
  tenant_id uuid not null,
  reset_id uuid not null
);
grant select, insert, delete on platform.password_reset_directory to recado_engine;
create trigger password_reset_listed after insert or delete on core.password_reset for each row
  execute function core.keep_directory();

-- A cookie and a socket hold the id of a session, a program that of its token.
create table platform.session_directory (
  session_id uuid primary key,
  tenant_id uuid not null
);
grant select, insert, delete on platform.session_directory to recado_engine;
create trigger session_listed after insert or delete on core.session for each row
  execute function core.keep_directory();

create table platform.api_token_directory (
  token_id uuid primary key,
  tenant_id uuid not null
);
grant select, insert, delete on platform.api_token_directory to recado_engine;
create trigger api_token_listed after insert or delete on core.api_token for each row
  execute function core.keep_directory();

-- The address of a webhook holds the id of a connection, and so does a widget.
create table platform.connection_directory (
  connection_id uuid primary key,
  tenant_id uuid not null
);
grant select, insert, delete on platform.connection_directory to recado_engine;
create trigger connection_listed after insert or delete on core.connection for each row
  execute function core.keep_directory();

-- Several companies may name a domain: which of them is led to is decided when somebody signs in.
create table platform.sso_domain_directory (
  domain text not null,
  tenant_id uuid not null,
  primary key (domain, tenant_id)
);
grant select, insert, delete on platform.sso_domain_directory to recado_engine;
create trigger sso_domain_listed after insert or delete on core.sso_domain for each row
  execute function core.keep_directory();
