import type { MediaId, PluginContext, PluginTransaction } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { mostPictures, picturesOf } from './picture.ts'

/** How long a picture is kept that stands in no article yet. */
const unusedFor = `interval '1 day'`

/** @throws Refusal ERR_PICTURE_LIMIT */
export async function insertPicture(tx: PluginTransaction, tenant: string, media: MediaId): Promise<void> {
  const rows = await tx.query(
    `insert into plg_knowledge.picture (tenant_id, media_id)
     select $1, $2 where (select count(*) from plg_knowledge.picture where tenant_id = $1) < $3
     returning 1`,
    [tenant, media, mostPictures],
    'array',
  )
  if (rows.length === 0) throw refusal('ERR_PICTURE_LIMIT')
}

/**
 * Writes down which pictures stand in an article. One that stood in it before stays known as long as the article is
 * there; one that is not the company's is passed over.
 */
export async function keepPictures(
  tx: PluginTransaction,
  tenant: string,
  article: string,
  body: string,
): Promise<void> {
  const shown = picturesOf(body)
  await tx.query(
    `with gone as (
       update plg_knowledge.article_picture set is_shown = false
        where tenant_id = $1 and article_id = $2 and is_shown and media_id <> all ($3::uuid[]))
     insert into plg_knowledge.article_picture (tenant_id, article_id, media_id, is_shown)
     select $1, $2, media_id, true from plg_knowledge.picture where tenant_id = $1 and media_id = any ($3::uuid[])
     on conflict (tenant_id, article_id, media_id) do update set is_shown = true`,
    [tenant, article, shown],
    'array',
  )
}

/** Whether strangers may see a picture: it stands in an article that is published for customers. */
export const isPublicPicture = async (tx: PluginTransaction, tenant: string, media: string): Promise<boolean> =>
  (
    await tx.query(
      `select 1 from plg_knowledge.article_picture p
         join plg_knowledge.article a on a.tenant_id = $1 and a.id = p.article_id
        where p.tenant_id = $1 and p.media_id = $2 and p.is_shown and a.is_published and a.audience = 'customers'
        limit 1`,
      [tenant, media],
      'array',
    )
  ).length > 0

/** Whether a picture is the company's. */
export const isPicture = async (tx: PluginTransaction, tenant: string, media: string): Promise<boolean> =>
  (
    await tx.query(
      `select 1 from plg_knowledge.picture where tenant_id = $1 and media_id = $2`,
      [tenant, media],
      'array',
    )
  ).length > 0

/** Those of these files that are pictures of articles, or were uploaded lately. */
export async function heldPictures(
  ctx: Pick<PluginContext, 'db' | 'tenant'>,
  media: readonly MediaId[],
): Promise<MediaId[]> {
  const rows = (await ctx.db.transaction((tx) =>
    tx.query(
      `select p.media_id as id from plg_knowledge.picture p
        where p.tenant_id = $1 and p.media_id = any ($2::uuid[])
          and (p.added_at > now() - ${unusedFor}
            or exists (select from plg_knowledge.article_picture a
                        where a.tenant_id = $1 and a.media_id = p.media_id))`,
      [ctx.tenant, media],
      'object',
    ),
  )) as { id: MediaId }[]
  return rows.map(({ id }) => id)
}
