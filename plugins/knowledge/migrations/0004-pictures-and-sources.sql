-- Where an article comes from, if it was imported from a website.
alter table plg_knowledge.article add column source text check (char_length(source) <= 2000);

-- Pictures of articles, in the file store.
create table plg_knowledge.picture (
  tenant_id uuid not null,
  media_id uuid not null,
  added_at timestamptz not null default now(),
  primary key (tenant_id, media_id)
);

-- In which articles a picture stands, or stood: earlier versions show it too.
create table plg_knowledge.article_picture (
  tenant_id uuid not null,
  article_id uuid not null,
  media_id uuid not null,
  -- Whether it stands in the text as it is now.
  is_shown boolean not null,
  primary key (tenant_id, article_id, media_id),
  foreign key (tenant_id, article_id) references plg_knowledge.article on delete cascade,
  foreign key (tenant_id, media_id) references plg_knowledge.picture on delete cascade
);
create index article_picture_media on plg_knowledge.article_picture (tenant_id, media_id);
