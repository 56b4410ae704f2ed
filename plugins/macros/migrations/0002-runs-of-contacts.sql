-- What a run is about to say names its contact.
alter table plg_macros.run add column contact_id uuid;
create index run_contact on plg_macros.run (tenant_id, contact_id);
