-- What agents do to messages. An act is an intent like a send and stands in the same lane: it goes out after the
-- message it is about, in order, by the node that holds the session.
alter table core.delivery add column act text check (act in ('edit', 'delete', 'react'));
-- Of an edit the new parts, of a reaction the emoji.
alter table core.delivery add column payload jsonb;

-- The last act and how it stands: { id, kind, state, failure }. The message changes only when the channel has done it.
alter table core.message add column act jsonb;
-- The provider's messages behind the first, where one of ours became several: deleting it deletes them all.
alter table core.message add column further_ids text[];
