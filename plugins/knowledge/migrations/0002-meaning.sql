-- By which a passage is known wherever it stands in its article: one that only moves keeps its vector.
alter table plg_knowledge.passage
  add column hash uuid not null generated always as (md5(heading || E'\n' || text)::uuid) stored;

-- Vectors of passages, by which the search finds what means the same in other words. Only the signs of their numbers,
-- those of longer vectors folded: all rows of a company are compared with each question, so they are small.
create table plg_knowledge.meaning (
  tenant_id uuid not null,
  article_id uuid not null,
  hash uuid not null,
  -- Vectors of different models cannot be compared.
  model text not null check (char_length(model) between 1 and 100),
  signs bit varying(768) not null,
  primary key (tenant_id, article_id, hash),
  foreign key (tenant_id, article_id) references plg_knowledge.article on delete cascade
);

-- The numbers themselves, a byte each behind their scale: read of the nearest passages only.
create table plg_knowledge.meaning_vector (
  tenant_id uuid not null,
  article_id uuid not null,
  hash uuid not null,
  bytes bytea not null check (octet_length(bytes) between 5 and 4100),
  primary key (tenant_id, article_id, hash),
  foreign key (tenant_id, article_id, hash) references plg_knowledge.meaning on delete cascade
);

-- How far the vectors of a company are: the model that they are made with, and why they wait.
create table plg_knowledge.meaning_state (
  tenant_id uuid not null,
  model text check (char_length(model) between 1 and 100),
  -- The code of what failed last, and how often in a row.
  failure text check (char_length(failure) <= 60),
  failures int not null default 0,
  retry_at timestamptz,
  primary key (tenant_id)
);
