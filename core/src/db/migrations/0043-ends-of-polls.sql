-- That the poll of a message was stopped, and since when; with what it ended with, where the provider told it (decision
-- 316).
alter table core.message add column poll_end jsonb;
-- Stopping a poll is an act like the others. What is stored satisfies the check already: nothing is looked through.
alter table core.delivery drop constraint delivery_act_check;
alter table core.delivery add constraint delivery_act_check
  check (act in ('edit', 'delete', 'react', 'stopPoll')) not valid;
