-- Whether the words of what waits are signed when it leaves; null where it has none, or where they came before there were signatures.
alter table core.scheduled_message add column is_signed boolean;
