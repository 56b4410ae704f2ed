create table plg_robot.note (
  tenant_id uuid not null,
  body text not null,
  primary key (tenant_id, body)
);
