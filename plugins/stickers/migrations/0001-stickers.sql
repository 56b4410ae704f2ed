create table plg_stickers.sticker (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  -- What it belongs to in the words of the company; empty for none.
  pack text not null,
  media_id uuid not null,
  bytes integer not null,
  is_animated boolean not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index sticker_list on plg_stickers.sticker (tenant_id, lower(name), id);
create index sticker_pack on plg_stickers.sticker (tenant_id, pack);
create index sticker_media on plg_stickers.sticker (tenant_id, media_id);

-- What a user makes of a sticker: keeps it at hand, has sent it.
create table plg_stickers.habit (
  tenant_id uuid not null,
  user_id uuid not null,
  sticker_id uuid not null,
  favourite_at timestamptz,
  used_at timestamptz,
  primary key (tenant_id, user_id, sticker_id),
  foreign key (tenant_id, sticker_id) references plg_stickers.sticker (tenant_id, id) on delete cascade
);
create index habit_sticker on plg_stickers.habit (tenant_id, sticker_id);
