-- Reports read tickets by their opening, a page after the other (decision 170). An opening never changes, so that the
-- index costs a write for a new ticket alone.
create index ticket_opened on core.ticket (tenant_id, created_at, id) where merged_into is null;
