import {
  Refusal,
  seesMasked,
  type ContactDuplicateGroup,
  type ContactDuplicateMerge,
  type ContactDuplicatePage,
  type ContactDuplicatesMerged,
  type ContactMerge,
  type ContactSummary,
  type Viewer,
} from '@recado/contracts'
import * as z from 'zod'
import type { Database, Query, SqlBuilder } from '../../db/database.ts'
import type { MediaStore } from '../../media/media.ts'
import type { SettingsReader } from '../../settings/settings-reader.ts'
import type { ContactMerges } from '../contact-merges.ts'
import { pictureUrls } from '../contact-picture.ts'
import { toSummary } from '../contact-rows.ts'
import { listedContacts } from '../contact-search.ts'

/** More in one group are shown when the first ones are one. */
const mostOfGroup = 20

export interface ContactDuplicatesDeps {
  readonly db: Database
  readonly media: Pick<MediaStore, 'sign'>
  readonly settings: SettingsReader
  readonly merges: Pick<ContactMerges, 'merge'>
}

interface GroupRow {
  key: string
  ids: string[]
  same: ContactDuplicateGroup['same']
  groups: number
}

/**
 * Position in a list: by the members of a group and not by their common value, which the reader may see masked and
 * could guess at.
 */
const Position = z.tuple([z.uuid(), z.hash('md5')])
type Position = z.infer<typeof Position>
const writeCursor = ({ ids, key }: GroupRow): string => Buffer.from(JSON.stringify([ids[0], key])).toString('base64url')
function readCursor(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined
  try {
    return Position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'cursor', message: 'unknown position' }] })
  }
}

/**
 * Finding contacts that are the same person, as far as numbers, addresses and documents tell, and making one of them.
 * Nothing is deleted: every merge can be undone.
 */
export class ContactDuplicates {
  readonly #deps: ContactDuplicatesDeps
  constructor(deps: ContactDuplicatesDeps) {
    this.#deps = deps
  }

  /** GET /contact-duplicates. Two that somebody set apart by undoing their merge are not shown again. */
  async list(
    viewer: Viewer,
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<ContactDuplicatePage> {
    const { db, settings } = this.#deps
    const { tenantId } = viewer
    const after = readCursor(cursor)
    const [rows] = await db.read(tenantId, (sql) => [groups(sql, tenantId, after, limit + 1)])
    const shown = rows.slice(0, limit)
    const ids = shown.flatMap((row) => row.ids.slice(0, mostOfGroup))
    const [people] = await db.read(tenantId, (sql) => [
      listedContacts(
        sql,
        sql`select c.* from core.contact c where c.tenant_id = ${tenantId} and c.id = any (${ids}::uuid[])`,
      ),
    ])
    const masked = seesMasked(viewer, await settings.visibility(tenantId))
    const picture = pictureUrls(this.#deps.media, tenantId)
    const byId = new Map(people.map((row): [string, ContactSummary] => [row.id, toSummary(row, masked, picture)]))
    const duplicates = shown.flatMap(({ same, ids: members }): ContactDuplicateGroup[] => {
      const [keep, ...others] = members.slice(0, mostOfGroup).flatMap((id) => byId.get(id) ?? [])
      return keep && others.length > 0 ? [{ same, keep, others }] : []
    })
    return {
      duplicates,
      groups: rows[0]?.groups ?? 0,
      nextCursor: rows.length > limit ? writeCursor(shown.at(-1)!) : null,
    }
  }

  /**
   * POST /contact-duplicates/merge. A group of which a contact is gone meanwhile is left as it is from there on; the
   * others go on.
   */
  async merge(viewer: Viewer, { groups: wanted }: ContactDuplicateMerge): Promise<ContactDuplicatesMerged> {
    const merges: ContactMerge[] = []
    let failed = 0
    for (const { keep, others } of wanted) {
      try {
        for (const other of others) merges.push(await this.#deps.merges.merge(viewer, keep, other))
      } catch (error) {
        if (!Refusal.is(error)) throw error
        failed++
      }
    }
    return { merges, failed }
  }
}

/**
 * By the id of their oldest one, a page at a time; the oldest of each group first. Contacts that share number and
 * address are one group.
 */
const groups = (sql: SqlBuilder, tenantId: string, after: Position | undefined, limit: number): Query<GroupRow> => sql`
  with living as materialized (
    select c.id, c.number, c.email, c.document, c.created_at
      from core.contact c
     where c.tenant_id = ${tenantId} and c.merged_into is null and c.erased_at is null and not c.is_group
  ), known as (
    select 'phone' as kind, core.with_ninth_digit('+' || ltrim(l.number, '+')) as value, l.id, l.created_at
      from living l
     where l.number is not null
    union select 'email', lower(l.email), l.id, l.created_at from living l where l.email is not null
    union select 'document', regexp_replace(l.document, '\\D', '', 'g'), l.id, l.created_at
      from living l
     where l.document ~ '\\d'
    union select i.kind, i.value, l.id, l.created_at
      from core.contact_identity i
      join living l on l.id = i.contact_id
     where i.tenant_id = ${tenantId} and i.kind in ('phone', 'email')
  ), sharing as (
    select k.kind, k.value, array_agg(k.id order by k.created_at, k.id) as ids
      from known k
     group by k.kind, k.value
     having count(*) > 1
  ), found as (
    select md5(s.ids::text) as key, s.ids, array_agg(distinct s.kind) as same from sharing s
     where not (cardinality(s.ids) = 2 and exists (
       select 1
         from core.contact_merge m
        where m.tenant_id = ${tenantId}
          and m.undone_at is not null
          and m.from_id = any (s.ids)
          and m.into_id = any (s.ids)))
     group by s.ids
  )
  select f.key, f.ids, f.same, (select count(*)::integer from found) as groups from found f
   where ${after ? sql`(f.ids[1], f.key) > (${after[0]}::uuid, ${after[1]}::text)` : sql`true`}
   order by f.ids[1], f.key limit ${limit}`
