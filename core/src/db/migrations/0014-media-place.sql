-- Where the files of the installation are written (decision 185). Without the row: on the disk.
create table platform.media_place (
  -- There is one row.
  id boolean primary key default true check (id),
  place text not null check (place in ('disk', 's3'))
);
grant select on platform.media_place to recado_app, recado_engine;

-- The bucket that a node is configured with; null: none.
alter table platform.node add column bucket text;
