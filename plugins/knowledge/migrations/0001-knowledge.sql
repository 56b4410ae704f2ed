-- What a company knows, in Markdown: for its team, or for customers too.
create table plg_knowledge.article (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) <= 100000),
  category text not null default '' check (char_length(category) <= 60),
  language text not null check (language in ('pt-BR', 'en', 'es', 'ru')),
  audience text not null check (audience in ('team', 'customers')),
  is_published boolean not null,
  revision int not null default 1,
  saved_at timestamptz not null default now(),
  saved_by uuid not null,
  primary key (tenant_id, id)
);
create unique index article_title on plg_knowledge.article (tenant_id, lower(title), language);

-- An article as it was saved, one row for each time.
create table plg_knowledge.version (
  tenant_id uuid not null,
  article_id uuid not null,
  revision int not null,
  title text not null check (char_length(title) <= 200),
  body text not null check (char_length(body) <= 100000),
  saved_at timestamptz not null,
  saved_by uuid not null,
  primary key (tenant_id, article_id, revision),
  foreign key (tenant_id, article_id) references plg_knowledge.article on delete cascade
);

-- Published articles in pieces that answer a question by themselves.
create table plg_knowledge.passage (
  tenant_id uuid not null,
  article_id uuid not null,
  position int not null,
  heading text not null check (char_length(heading) <= 200),
  text text not null check (char_length(text) <= 4000),
  words tsvector not null,
  primary key (tenant_id, article_id, position),
  foreign key (tenant_id, article_id) references plg_knowledge.article on delete cascade
);

-- In which passages of an article a word stands. A table of its own, because the words of a text can be looked up by an
-- index only after the company's rows are known: row-level security lets no other comparison go first.
create table plg_knowledge.word (
  tenant_id uuid not null,
  lexeme text not null,
  article_id uuid not null,
  positions int[] not null,
  primary key (tenant_id, lexeme, article_id),
  foreign key (tenant_id, article_id) references plg_knowledge.article on delete cascade
);
create index word_article on plg_knowledge.word (tenant_id, article_id);
