-- Of which change of the company's vectors a row is: a node that keeps the signs in memory reads what came since.
-- Numbers come in the order in which they are committed, because who takes one holds the company's row until then.
alter table plg_knowledge.meaning_state add column changes bigint not null default 0;
alter table plg_knowledge.meaning add column change bigint not null default 0;
create index meaning_change on plg_knowledge.meaning (tenant_id, change);
