-- functions: current_tenant
-- Which later run changed what another one made, so that taking either back can name it.
alter table core.import_record add column changed_by uuid;
create index import_record_changed on core.import_record (tenant_id, changed_by, kind) where changed_by is not null;
