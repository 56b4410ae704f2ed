-- How tickets go from hand to hand.

-- What was written for the receiver of a transfer. Erased with the person it is about.
alter table core.ticket_log add column note text check (char_length(note) <= 1000);
