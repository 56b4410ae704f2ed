-- Of which change of the company's vectors a row is: a node that keeps the signs in memory reads what came since.
-- Numbers come in the order in which they are committed, because who takes one holds the company's row until then.
alter table plg_knowledge.meaning_state add column changes bigint not null default 0;
alter table plg_knowledge.meaning add column change bigint not null default 0;
create index meaning_change on plg_knowledge.meaning (tenant_id, change);

-- Passages of which the provider makes no vector, as they are too long for its model, say; the others go on.
create table plg_knowledge.meaning_refused (
  tenant_id uuid not null,
  article_id uuid not null,
  hash uuid not null,
  model text not null check (char_length(model) between 1 and 100),
  -- The code of the refusal.
  reason text not null check (char_length(reason) <= 60),
  primary key (tenant_id, article_id, hash),
  foreign key (tenant_id, article_id) references plg_knowledge.article on delete cascade
);
