-- What a provider says beside the content of a message: that it was passed on (`once`, or `often`), and which words of
-- the message that it answers its author chose.
alter table core.message add column forwarded text;
alter table core.message add column quote text;
