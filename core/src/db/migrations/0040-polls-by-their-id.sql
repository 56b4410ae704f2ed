-- The provider's own id of the poll that a message brought to it, where votes name nothing else (decision 280).
alter table core.message add column poll_id text;
create index message_poll on core.message (tenant_id, connection_id, poll_id) where poll_id is not null;
