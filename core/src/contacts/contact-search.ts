import {
  areaCodesOfStates,
  contactOrders,
  datumPatterns,
  isSearchable,
  minSearchLength,
  pastedPhone,
  Refusal,
  type ContactListed,
  type ContactPage,
  type ContactPageQuery,
  type ContactQuery,
  type ContactSegmentFilter,
  type ContactSummary,
  type Viewer,
  type YearDays,
} from '@recado/contracts'
import * as z from 'zod'
import { brazilianDocument } from '../credentials/brazilian-document.ts'
import { attributePredicate } from '../attributes/attribute-predicate.ts'
import { isSecond } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { pictureUrls } from './contact-picture.ts'
import { maskedSummary, tagsOf, walletsOf } from './contact-rows.ts'
import { canonicalEmail } from './identity-claims.ts'
import { canonicalPhone, spellingsOf } from './phone.ts'

/**
 * A search that finds more contacts than this is met by the first in order soon; one that finds fewer goes through
 * them.
 */
export const fewContacts = 1_000

/**
 * Equivalent of core.searchable, for `like`: without accents and case. A property test holds the two equal. Letter by
 * letter, because the database has no final sigma.
 */
const searchable = (text: string): string =>
  Array.from(text, (letter) => letter.toLowerCase())
    .join('')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\\%_]/g, '\\$&')
/**
 * Documents and numbers are looked for as they are stored, however they are written: a number whole with its country
 * code, or the digits of its end.
 */
function asStored(text: string): string {
  const pasted = pastedPhone(text)
  return (
    (/^(\+|55)/.test(pasted) && canonicalPhone(pasted)) ||
    brazilianDocument(text) ||
    (/^\(?\d[\d\s().-]{6,}$/.test(pasted) ? pasted.replace(/\D/g, '') : text)
  )
}
/** Two letters are looked for at word starts only, which has a trigram; three or more anywhere. */
export const contactPattern = (text: string): string =>
  text.length === 2 ? `% ${searchable(text)}%` : `%${searchable(asStored(text))}%`

/** The search text without surrounding blanks. Refuses a single character (S5-035, reading 72). */
export function searchText(given: string): string {
  const text = given.trim()
  if (text !== '' && !isSearchable(text))
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'searchParam', message: `at least ${minSearchLength} characters` }],
    })
  return text
}

/** The contacts that a search finds; undefined when they are more than `most`. */
export async function contactsFound(
  db: Database,
  tenantId: string,
  search: string,
  most: number,
): Promise<string[] | undefined> {
  const [[found]] = await db.read(tenantId, (sql) => [
    sql<{ ids: string[] | null }>`
    select case when count(*) <= ${most} then coalesce(array_agg(f.id), '{}') end as ids
      from core.search_contacts(${tenantId}, ${contactPattern(search)}, ${most + 1}) f (id)`,
  ])
  return found!.ids ?? undefined
}

/** Filters of the list, and those that only plugins ask for. */
export type ContactFilter = ContactSegmentFilter & Pick<ContactPageQuery, 'birthdays' | 'states' | 'numbers'>
type ListOrder = NonNullable<ContactPageQuery['order']>
/** A page of a list: where it begins, how long it is, and in which order. */
export type ContactListQuery = ContactFilter &
  Pick<z.output<typeof ContactQuery>, 'limit'> & { readonly order: ListOrder; readonly cursor?: string | undefined }

const Position = z.tuple([
  z.enum([...contactOrders, 'birthday']),
  z.string().refine((key) => !key.includes('\0')),
  z.uuid(),
])
/**
 * Position in a list. Without a key it is the row's own name, which a reader who sees it masked neither gets nor may
 * guess at.
 */
interface Cursor {
  readonly key: string | undefined
  readonly id: string
}
/** A position belongs to its order: the key of the last row that was shown. */
function writeCursor(order: ListOrder, row: ListedRow, masked: boolean): string {
  const key =
    order === 'birthday'
      ? String(row.birthday_key)
      : !order.endsWith('name')
        ? row.created_key
        : masked
          ? ''
          : row.name_key
  return Buffer.from(JSON.stringify([order, key, row.id])).toString('base64url')
}
function readCursor(text: string | undefined, order: ListOrder, masked: boolean): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    const [known, key, id] = Position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    const isKey = order === 'birthday' ? /^\d{3,4}$/.test(key) : order.endsWith('name') || isInstant(key)
    if (known === order && isKey) return { key: masked && order.endsWith('name') ? undefined : key, id }
  } catch {
    /* Refused below, like a position of another order. */
  }
  throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'cursor', message: 'unknown position' }] })
}
const isInstant = (key: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key) && isSecond(key.slice(0, -8))

interface ListedRow extends Omit<ContactListed, 'createdAt'> {
  created_at: Date
  created_key: string
  name_key: string
  birthday_key: number | null
}

/**
 * GET /contacts: one page. A user who sees numbers and addresses masked finds contacts by them only when they are given
 * whole.
 */
export async function listContacts(
  { db, media }: { db: Database; media: Pick<MediaStore, 'sign'> },
  viewer: Pick<Viewer, 'tenantId'>,
  query: ContactListQuery,
  masked: boolean,
): Promise<ContactPage> {
  const { tenantId } = viewer
  const { order, limit } = query
  const cursor = readCursor(query.cursor, order, masked)
  const fitting = await fittingContacts(db, tenantId, query, masked)
  const [rows] = await db.read(tenantId, (sql) => {
    const page = sql`
      select c.*
        from core.contact c
       where ${fitting(sql)} and ${beyond(sql, query, cursor, tenantId)}
       order by ${ordered(sql, query)} limit ${limit + 1}`
    return [
      sql<ListedRow>`
      with page as materialized (${page})
      select c.id, c.name, c.number, c.email, c.profile_pic_url as "profilePicUrl", c.business_name as "businessName",
             c.document, c.category, c.source, to_char(c.birthday, 'YYYY-MM-DD') as "birthdayDate",
             c.whatsapp_validated as "whatsappValidated", ${kindsOf(sql)} as kinds, ${tagsOf(sql)} as tags,
             ${walletsOf(sql)} as wallets,
             c.created_at, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_key,
             c.name_key,
             (${birthdayPlace(sql, query.birthdays)})::integer as birthday_key
        from page c order by ${ordered(sql, query)}`,
    ]
  })
  const hasMore = rows.length > limit
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const picture = pictureUrls(media, tenantId)
  const listed = ({
    created_at,
    created_key: _createdKey,
    name_key: _nameKey,
    birthday_key: _birthdayKey,
    ...row
  }: ListedRow): ContactListed => ({
    ...row,
    profilePicUrl: picture(row.profilePicUrl),
    createdAt: created_at.toISOString(),
  })
  return {
    contacts: page.map((row) => (masked ? maskedSummary(listed(row)) : listed(row))),
    hasMore,
    nextCursor: hasMore && last ? writeCursor(order, last, masked) : null,
  }
}

/** Number of contacts that fit a filter, counted up to `most`. The same for a reader as their list. */
export async function countContacts(
  db: Database,
  tenantId: string,
  filter: ContactSegmentFilter,
  masked: boolean,
  most: number,
): Promise<number> {
  const fitting = await fittingContacts(db, tenantId, filter, masked)
  const [[row]] = await db.read(tenantId, (sql) => [
    sql<{
      count: number
    }>`select count(*)::integer as count from (select 1 from core.contact c where ${fitting(sql)} limit ${most}) found`,
  ])
  return row!.count
}

/**
 * Source and conditions of a filter on `core.contact c`. Words and values of attributes are looked up in their indexes
 * first: if they select few contacts the query reads those, and if they select many it finds some soon in any order.
 */
async function fittingContacts(
  db: Database,
  tenantId: string,
  filter: ContactFilter,
  masked: boolean,
): Promise<(sql: SqlBuilder) => Query> {
  const search = searchText(filter.searchParam)
  const values = attributePredicate(filter.attributes)
  const [found, having] =
    search === '' && !values?.needsValue
      ? [[], []]
      : await db.read(tenantId, (sql) => [
          sql<{
            id: string
          }>`
            select core.search_contacts(${tenantId}, ${contactPattern(search)}, ${fewContacts + 1}) as id
             where ${search !== ''}`,
          sql<{
            id: string
          }>`
            select core.contacts_by_attributes(${tenantId}, ${values?.path ?? 'false'}, ${fewContacts + 1}) as id
             where ${values?.needsValue === true}`,
        ])
  const few = (rows: readonly { id: string }[]): string[] | undefined =>
    rows.length > fewContacts ? undefined : rows.map(({ id }) => id)
  return fits(tenantId, filter, masked, {
    ...(search !== '' && { found: few(found) }),
    ...(values?.needsValue && { having: few(having) }),
  })
}

/** Contacts that are known to fit words and values, where these are few. */
interface Ways {
  readonly found?: readonly string[] | undefined
  readonly having?: readonly string[] | undefined
}

/** A filter over `core.contact c`. */
function fits(
  tenantId: string,
  filter: ContactFilter,
  masked: boolean,
  { found, having }: Ways = {},
): (sql: SqlBuilder) => Query {
  const search = searchText(filter.searchParam)
  const values = attributePredicate(filter.attributes)
  return (sql) => sql`
    c.tenant_id = ${tenantId}
    and c.merged_into is null
    and c.erased_at is null
    and ${filtered(sql, filter)}
    and ${onlyForPlugins(sql, tenantId, filter)}
    and ${search === '' ? sql`true` : found ? amongContacts(sql, found) : sql`c.search like ${contactPattern(search)}`}
    and ${
      values === undefined
        ? sql`true`
        : having
          ? amongContacts(sql, having)
          : sql`c.attributes @@ ${values.path}::text::jsonpath`
    }
    and ${masked && search !== '' ? foundAsShown(sql, search) : sql`true`}`
}

const amongContacts = (sql: SqlBuilder, ids: readonly string[]): Query => sql`c.id = any (${ids}::uuid[])`

/** Those of these contacts that fit a filter. A merged contact is represented by the one it is part of. */
export async function contactsAmong(
  db: Database,
  tenantId: string,
  filter: ContactSegmentFilter,
  ids: readonly string[],
  masked: boolean,
): Promise<string[]> {
  const fitting = fits(tenantId, filter, masked)
  const [rows] = await db.read(tenantId, (sql) => [
    sql<{ id: string }>`
    select g.id
      from unnest(${ids}::uuid[]) g (id)
      join core.contact c on c.tenant_id = ${tenantId} and c.id = core.surviving_contact(${tenantId}, g.id)
     where ${fitting(sql)}`,
  ])
  return rows.map(({ id }) => id)
}

/** Month and day in one number, as the index of birthdays has them. */
const monthDay = (sql: SqlBuilder): Query => sql`(extract(month from c.birthday) * 100 + extract(day from c.birthday))`
/** `12-20` as 1220. */
const dayNumber = (day: string): number => Number(day.replace('-', ''))
/** Days before the first one stand behind the end of the year. */
const birthdayPlace = (sql: SqlBuilder, days: YearDays | undefined): Query =>
  sql`${monthDay(sql)} + case when ${monthDay(sql)} < ${days ? dayNumber(days.from) : 0}::integer then 1300 else 0 end`

function onlyForPlugins(sql: SqlBuilder, tenantId: string, { birthdays, states, numbers }: ContactFilter): Query {
  const day = monthDay(sql)
  const [from, until] = birthdays ? [dayNumber(birthdays.from), dayNumber(birthdays.until)] : [0, 0]
  const born = !birthdays
    ? sql`true`
    : from <= until
      ? sql`c.birthday is not null and ${day} between ${from}::integer and ${until}::integer`
      : sql`c.birthday is not null and (${day} >= ${from}::integer or ${day} <= ${until}::integer)`
  const codes = (states ?? []).flatMap((state) => areaCodesOfStates[state])
  const lives =
    codes.length === 0
      ? sql`true`
      : sql`c.number ~ '^[+]55[0-9]{10,11}$' and substring(c.number from 4 for 2) = any (${codes}::text[])`
  const numbered =
    numbers === undefined
      ? sql`true`
      : sql`c.id = any (array(
          select i.contact_id
            from core.contact_identity i
           where i.tenant_id = ${tenantId} and i.kind = 'phone' and i.value = any (${numbers}::text[])))`
  return sql`${born} and ${lives} and ${numbered}`
}

type Ordered = Pick<ContactListQuery, 'order' | 'birthdays'>

const ordered = (sql: SqlBuilder, { order, birthdays }: Ordered): Query => {
  switch (order) {
    case 'birthday':
      return sql`${birthdayPlace(sql, birthdays)}, c.id`
    case 'name':
      return sql`c.name_key, c.id`
    case '-name':
      return sql`c.name_key desc, c.id desc`
    case 'createdAt':
      return sql`c.created_at, c.id`
    case '-createdAt':
      return sql`c.created_at desc, c.id desc`
  }
}

function beyond(sql: SqlBuilder, { order, birthdays }: Ordered, cursor: Cursor | undefined, tenantId: string): Query {
  if (!cursor) return sql`true`
  const { key, id } = cursor
  const name =
    key === undefined
      ? sql`(select k.name_key from core.contact k where k.tenant_id = ${tenantId} and k.id = ${id}::uuid)`
      : sql`${key}`
  switch (order) {
    case 'birthday':
      return sql`(${birthdayPlace(sql, birthdays)}, c.id) > (${Number(key)}::integer, ${id}::uuid)`
    case 'name':
      return sql`(c.name_key, c.id) > (${name}, ${id}::uuid)`
    case '-name':
      return sql`(c.name_key, c.id) < (${name}, ${id}::uuid)`
    case 'createdAt':
      return sql`(c.created_at, c.id) > (${key!}::text::timestamptz, ${id}::uuid)`
    case '-createdAt':
      return sql`(c.created_at, c.id) < (${key!}::text::timestamptz, ${id}::uuid)`
  }
}

/** The filters of a list, over `core.contact c`. */
const filtered = (
  sql: SqlBuilder,
  { tagIds, walletUserIds, channels, withoutTicket, newForDays, silentForDays, birthdayMonth }: ContactSegmentFilter,
): Query => sql`
  ${
    tagIds.length === 0
      ? sql`true`
      : sql`
        exists (select 1
                  from core.contact_tag f
                 where f.tenant_id = c.tenant_id and f.contact_id = c.id and f.tag_id = any (${tagIds}::uuid[]))`
  }
  and ${
    walletUserIds.length === 0
      ? sql`true`
      : sql`
        exists (select 1
                  from core.contact_wallet f
                 where f.tenant_id = c.tenant_id
                   and f.contact_id = c.id
                   and f.user_id = any (${walletUserIds}::uuid[]))`
  }
  and ${
    channels.length === 0
      ? sql`true`
      : sql`
        exists (select 1
                  from core.ticket f
                 where f.tenant_id = c.tenant_id and f.contact_id = c.id and f.channel = any (${channels}::text[]))`
  }
  and ${
    withoutTicket
      ? sql`not exists (select 1 from core.ticket f where f.tenant_id = c.tenant_id and f.contact_id = c.id)`
      : sql`true`
  }
  and ${newForDays === null ? sql`true` : sql`c.created_at > now() - make_interval(days => ${newForDays})`}
  and ${birthdayMonth === null ? sql`true` : sql`extract(month from c.birthday) = ${birthdayMonth}::integer`}
  and ${
    silentForDays === null
      ? sql`true`
      : sql`
        exists (select 1 from core.ticket f where f.tenant_id = c.tenant_id and f.contact_id = c.id)
       and not exists (
         select 1
           from core.ticket f
          where f.tenant_id = c.tenant_id
            and f.contact_id = c.id
            and f.last_message_at > now() - make_interval(days => ${silentForDays}))`
  }`

/**
 * Over `core.contact c`: found by what the masked row shows, or by somebody who knows the whole number or address
 * already.
 */
export function foundAsShown(sql: SqlBuilder, search: string): Query {
  const phone = canonicalPhone(search)
  const { hidden, number, address } = datumPatterns
  const shown = (words: Query): Query => sql`
    (' ' || core.searchable(${words}) like ${contactPattern(search)} and (
      select d.plain !~ ${number} and d.plain !~ ${address}
        from (select regexp_replace(normalize(${words}, NFKC), ${hidden}, '', 'g')) d (plain)))`
  return sql`
    (${shown(sql`c.name`)} or ${shown(sql`c.business_name`)} or c.document = ${brazilianDocument(search) ?? null}
    or ${phone === undefined ? sql`false` : hasNumber(sql, spellingsOf(phone))}
    or c.email = ${canonicalEmail(search) ?? null})`
}

/** A number that is shown, or that somebody had who was merged into the contact. */
const hasNumber = (sql: SqlBuilder, spellings: readonly string[]): Query => sql`
  (c.number = any (${spellings}::text[])
    or exists (
      select 1
        from core.contact_identity i
       where i.tenant_id = c.tenant_id
         and i.contact_id = c.id
         and i.kind = 'phone'
         and i.value = any (${spellings}::text[])))`

const kindsOf = (sql: SqlBuilder): Query => sql`
  array(select distinct i.kind
          from core.contact_identity i
         where i.tenant_id = c.tenant_id and i.contact_id = c.id
         order by i.kind)`

/** Contacts to be chosen from. `page` selects from `core.contact c` and is already limited. */
export const listedContacts = (sql: SqlBuilder, page: Query): Query<ContactSummary> => sql`
  with page as materialized (${page})
  select c.id, c.name, c.number, c.email, c.profile_pic_url as "profilePicUrl",
         ${kindsOf(sql)} as kinds
    from page c order by c.name_key, c.id`
