-- A step changes no column that an index has, so that PostgreSQL writes the row on its page and no index anew: when a
-- run was over stands in a column of its own, which is null while it goes on.
drop index plg_flows.run_age;
alter table plg_flows.run add column over_at timestamptz generated always as (case when is_over then updated_at end) stored;
create index run_over on plg_flows.run (tenant_id, over_at) where over_at is not null;
-- The job that waits for the run: for which of its waits, and when it is due. A wait that ends later leaves it alone.
alter table plg_flows.run add column timer_at timestamptz;
alter table plg_flows.run add column timer_wait integer;
alter table plg_flows.run add check ((timer_at is null) = (timer_wait is null));
-- Room on each page for the next steps of its rows.
alter table plg_flows.run set (fillfactor = 70);
alter table plg_flows.figure set (fillfactor = 70);
