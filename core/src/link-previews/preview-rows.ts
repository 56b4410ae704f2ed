import type { Database, Query, SqlBuilder } from '../db/database.ts'

/** What is kept of the page behind an address. */
export interface PreviewFields {
  readonly final_host: string | null
  readonly site_name: string | null
  readonly title: string
  readonly description: string | null
  readonly picture: string | null
}

/** `fetching`: a node reads the page; it is to be asked again. Without fields there is nothing to show. */
export type StoredPreview =
  | ({ readonly state: 'found' } & PreviewFields)
  | { readonly state: 'none' | 'failed' | 'fetching' }

const instant = (at: Date): string => at.toISOString()

/** The preview of an address that has not expired. `address` is the digest of the address. */
export const storedPreview = (
  sql: SqlBuilder,
  tenantId: string,
  address: Buffer,
  now: Date,
): Query<StoredPreview> => sql`
  select state, final_host, site_name, title, description, picture from core.link_preview
   where tenant_id = ${tenantId} and address = ${address} and expires_at > ${instant(now)}::timestamptz`

/** Answers a row for the one who is to read the page, until `until`; none while somebody does or a preview stands. */
export const claimedPreview = (
  sql: SqlBuilder,
  tenantId: string,
  address: Buffer,
  now: Date,
  until: Date,
): Query => sql`
  insert into core.link_preview as l (tenant_id, address, state, expires_at)
    values (${tenantId}, ${address}, 'fetching', ${instant(until)}::timestamptz)
  on conflict (tenant_id, address) do update
    set state = 'fetching', final_host = null, site_name = null, title = null, description = null,
        expires_at = excluded.expires_at
  where l.expires_at <= ${instant(now)}::timestamptz
  returning true as claimed`

/** Keeps what came of it; the picture of before, if it is another one, is left to the sweep of uploads. */
export const keptPreview = (
  sql: SqlBuilder,
  tenantId: string,
  address: Buffer,
  { state, ...fields }: StoredPreview,
  until: Date,
): Query => {
  const { final_host, site_name, title, description, picture } = { ...noFields, ...fields }
  return sql`
    with kept as (
      insert into core.link_preview as l
        (tenant_id, address, state, final_host, site_name, title, description, picture, expires_at)
        values (${tenantId}, ${address}, ${state}, ${final_host}, ${site_name}, ${title}, ${description}, ${picture},
                ${instant(until)}::timestamptz)
      on conflict (tenant_id, address) do update
        set state = excluded.state, final_host = excluded.final_host, site_name = excluded.site_name,
            title = excluded.title, description = excluded.description, picture = excluded.picture,
            expires_at = excluded.expires_at
      returning old.picture as before
    )
    insert into core.upload (tenant_id, media_id) select ${tenantId}::uuid, before from kept where before is not null
    on conflict (tenant_id, media_id) do nothing`
}
const noFields = { final_host: null, site_name: null, title: null, description: null, picture: null }

/** Deletes some previews that have expired; answers how many. Their pictures are left to the sweep of uploads. */
export async function deleteExpired(db: Database, tenantId: string, before: Date, atOnce: number): Promise<number> {
  const [[row]] = await db.write(tenantId, (sql) => [
    sql<{ count: number }>`
      with gone as (
        delete from core.link_preview where tenant_id = ${tenantId} and address in (
          select l.address from core.link_preview l
           where l.tenant_id = ${tenantId} and l.expires_at < ${instant(before)}::timestamptz
           order by l.address limit ${atOnce} for update skip locked)
        returning picture
      ), pictures as (
        insert into core.upload (tenant_id, media_id)
        select ${tenantId}::uuid, picture
          from gone
         where picture is not null
        on conflict (tenant_id, media_id) do nothing
      )
      select count(*)::integer as count from gone`,
  ])
  return row!.count
}
