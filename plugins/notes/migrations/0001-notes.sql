create table plg_notes.note (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  content text not null check (char_length(content) between 1 and 5000),
  user_id uuid not null,
  ticket_id uuid,
  -- Of the ticket when the note was written, and whatever that contact was merged into since.
  contact_id uuid,
  queue_id uuid,
  is_shared boolean not null,
  is_pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted, and may be brought back until it is swept away.
  deleted_at timestamptz,
  primary key (tenant_id, id),
  check ((ticket_id is null) = (contact_id is null)),
  -- Shared with whoever sees the ticket, or with a queue: with nobody in particular there is nothing to share.
  check (not is_shared or ticket_id is not null or queue_id is not null)
);
create index note_list on plg_notes.note (tenant_id, is_pinned desc, created_at desc, id desc) where deleted_at is null;
create index note_ticket on plg_notes.note (tenant_id, ticket_id, is_pinned desc, created_at desc, id desc) where ticket_id is not null;
create index note_contact on plg_notes.note (tenant_id, contact_id) where contact_id is not null;
create index note_deleted on plg_notes.note (tenant_id, deleted_at) where deleted_at is not null;
