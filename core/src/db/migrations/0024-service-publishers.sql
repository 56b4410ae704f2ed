-- Which plugins publish events of kinds of services: those that provide the kind, by their schema. Written by the start
-- of a plugin as the database's owner, and read by bus.publish (decision 217).
create table platform.service_publisher (
  schema text not null,
  event text not null,
  primary key (schema, event)
);
grant select on platform.service_publisher to recado_engine;
