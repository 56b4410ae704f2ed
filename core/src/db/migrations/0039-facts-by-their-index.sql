-- Whether a first answer came in time depends on whether the conversation was closed without one: with that in the
-- index the numbers of first answers are read of it alone, and grow with the days that are asked for, not with the
-- company.
drop index core.ticket_fact_opened;
create index ticket_fact_opened on core.ticket_fact (tenant_id, opened_at)
  include (taken_at, answered_at, closed_at, user_id, queue_id, connection_id, bot, transfers, reopenings);
