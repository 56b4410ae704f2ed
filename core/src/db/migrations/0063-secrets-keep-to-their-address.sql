-- A secret is given out for the address that it was typed for and for no other.

-- Digest of where the settings said that the secret is sent; null for one that is sent nowhere or is older than this.
alter table core.secret add column bound_to bytea;
