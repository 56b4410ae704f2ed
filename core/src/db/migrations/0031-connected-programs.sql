-- functions: find_api_token
-- Programs that users connected by OAuth (decision 241). A connection is a token of its user; its text is replaced with
-- each renewal, and ends before the connection does.
alter table core.api_token add column accepted_until timestamptz;

create table core.oauth_grant (
  tenant_id uuid not null,
  token_id uuid not null,
  -- SHA-256 of the program's id, which holds what it registered with.
  client_hash bytea not null check (octet_length(client_hash) = 32),
  -- Where the answer was led to, as the program named it.
  redirect_uri text not null,
  leads_to text not null,
  -- The address that the tokens are for, by RFC 8707.
  resource text not null,
  -- Of the code that its user let it have, which is good for one exchange. SHA-256.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  -- By RFC 7636, S256.
  challenge text not null,
  -- How often tokens were given out; 0 until the code is exchanged. The renewal of the present one alone is accepted.
  generation integer not null default 0 check (generation >= 0),
  primary key (tenant_id, token_id),
  foreign key (tenant_id, token_id) references core.api_token (tenant_id, id) on delete cascade
);
alter table core.oauth_grant enable row level security, force row level security;
create policy tenant_wall on core.oauth_grant
  using (tenant_id = (select core.current_tenant())) with check (tenant_id = (select core.current_tenant()));
grant select, insert, update, delete on core.oauth_grant to recado_app, recado_engine;
