import { Refusal, type PluginContext } from '@recado/sdk'
import { drizzleOn, unlessTaken } from '@recado/sdk/server'
import { and, asc, eq, isNotNull, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Cursor } from './cursor.ts'
import type { Category, TemplateStatus } from './template-kinds.ts'
import { templates, type TemplateRow } from './template.table.ts'

export type Tx = ReturnType<typeof drizzleOn>
/** Parts of the plugin's context that stores use. */
export type Home = Pick<PluginContext, 'tenant' | 'db'>

/** One transaction on the plugin's own tables. */
export const within = <T>(home: Home, work: (tx: Tx) => Promise<T>): Promise<T> =>
  home.db.transaction((raw) => work(drizzleOn(raw)))

const ofTenant = ({ tenant }: Pick<Home, 'tenant'>): SQL => eq(templates.tenantId, tenant)
const one = (home: Pick<Home, 'tenant'>, id: string): SQL => and(ofTenant(home), eq(templates.id, id))!

export interface ListQuery {
  readonly search: string
  readonly connectionId?: string | undefined
  readonly status?: TemplateStatus | undefined
  readonly category?: Category | undefined
  readonly language?: string | undefined
  readonly after?: Cursor | undefined
  readonly limit: number
}

/**
 * In the name or the body, case aside. Positions instead of patterns, so that `_`, which every name has, is just a
 * character.
 */
const matching = (search: string): SQL | undefined =>
  search === ''
    ? undefined
    : or(
        sql`position(lower(${search}) in lower(${templates.name})) > 0`,
        sql`position(lower(${search}) in lower(${templates.body})) > 0`,
      )
const following = (after: Cursor | undefined): SQL | undefined =>
  after &&
  sql`
    (${templates.name}, ${templates.language}, ${templates.id}) > (${after.name}, ${after.language}, ${after.id}::uuid)`

/** By name, language and id; at most `limit`. */
export const listTemplateRows = (
  home: Home,
  { search, connectionId, status, category, language, after, limit }: ListQuery,
): Promise<TemplateRow[]> =>
  within(home, (tx) =>
    tx
      .select()
      .from(templates)
      .where(
        and(
          ofTenant(home),
          connectionId === undefined ? undefined : eq(templates.connectionId, connectionId),
          status && eq(templates.status, status),
          category && eq(templates.category, category),
          language === undefined ? undefined : eq(templates.language, language),
          matching(search),
          following(after),
        ),
      )
      .orderBy(asc(templates.name), asc(templates.language), asc(templates.id))
      .limit(limit),
  )

interface TemplateName {
  readonly name: string
  readonly language: string
}

/** Those that the provider has approved, by name, language and id; of `named` alone where it is given. */
export const listApproved = (
  home: Home,
  { search, named, limit }: { search: string; named: readonly TemplateName[] | undefined; limit: number },
): Promise<TemplateRow[]> =>
  within(home, (tx) =>
    tx
      .select()
      .from(templates)
      .where(
        and(
          ofTenant(home),
          eq(templates.status, 'APPROVED'),
          matching(search),
          named && (or(...named.map(ofName)) ?? sql`false`),
        ),
      )
      .orderBy(asc(templates.name), asc(templates.language), asc(templates.id))
      .limit(limit),
  )

/** An approved template of a connection; undefined where it has none of this name and language. */
export async function readApproved(
  home: Home,
  { connectionId, ...named }: TemplateName & { readonly connectionId: string },
): Promise<TemplateRow | undefined> {
  const [row] = await within(home, (tx) =>
    tx
      .select()
      .from(templates)
      .where(
        and(ofTenant(home), eq(templates.connectionId, connectionId), ofName(named), eq(templates.status, 'APPROVED')),
      ),
  )
  return row
}

const ofName = ({ name, language }: TemplateName): SQL =>
  and(eq(templates.name, name), eq(templates.language, language))!

/** @throws Refusal ERR_NOT_FOUND */
export async function readRow(home: Home, id: string): Promise<TemplateRow> {
  const [row] = await within(home, (tx) => tx.select().from(templates).where(one(home, id)))
  if (!row) throw new Refusal('ERR_NOT_FOUND')
  return row
}

const nameTaken = (because: ErrorOptions) =>
  new Refusal('ERR_VALIDATION', { issues: [{ path: 'name', message: 'nameTaken' }] }, because)

type Values = Omit<typeof templates.$inferInsert, 'tenantId'>

/** @throws Refusal ERR_VALIDATION `nameTaken` where the connection has one of this name and language */
export async function insertRow(home: Home, values: Values): Promise<TemplateRow> {
  const [row] = await unlessTaken(
    within(home, (tx) =>
      tx
        .insert(templates)
        .values({ tenantId: home.tenant, ...values })
        .returning(),
    ),
    nameTaken,
  )
  return row!
}

/** @throws Refusal ERR_NOT_FOUND, or ERR_VALIDATION `nameTaken` */
export async function updateRow(home: Home, id: string, changes: Partial<Values>): Promise<TemplateRow> {
  const row = await change(home, changes, one(home, id))
  if (!row) throw new Refusal('ERR_NOT_FOUND')
  return row
}

/** Undefined where it is no draft any more. @throws Refusal ERR_VALIDATION `nameTaken` */
export const updateDraft = (home: Home, id: string, changes: Partial<Values>): Promise<TemplateRow | undefined> =>
  change(home, changes, and(one(home, id), eq(templates.status, 'DRAFT')))

async function change(home: Home, changes: Partial<Values>, where: SQL | undefined): Promise<TemplateRow | undefined> {
  const [row] = await unlessTaken(
    within(home, (tx) =>
      tx
        .update(templates)
        .set({ ...changes, updatedAt: sql`now()` })
        .where(where)
        .returning(),
    ),
    nameTaken,
  )
  return row
}

export const deleteRow = (home: Home, id: string): Promise<unknown> =>
  within(home, (tx) => tx.delete(templates).where(one(home, id)))

/** Marks a draft as on its way, and answers whether it had been before: then the provider may have it already. */
export async function markSubmitted(home: Home, id: string): Promise<boolean> {
  return within(home, async (tx) => {
    const [row] = await tx
      .select({ submittedAt: templates.submittedAt })
      .from(templates)
      .where(one(home, id))
      .for('update')
    await tx
      .update(templates)
      .set({ submittedAt: sql`now()` })
      .where(one(home, id))
    return row?.submittedAt != null
  })
}

/** Everywhere the provider's template is known; answers those rows. Connections of one account share it. */
export async function updateByWabaId(home: Home, wabaId: string, changes: Partial<Values>): Promise<string[]> {
  const rows = await within(home, (tx) =>
    tx
      .update(templates)
      .set({ ...changes, syncedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(ofTenant(home), eq(templates.wabaId, wabaId)))
      .returning({ id: templates.id }),
  )
  return rows.map(({ id }) => id)
}

const replaced = [
  'wabaId',
  'category',
  'status',
  'rejectedReason',
  'quality',
  'parameterFormat',
  'headerFormat',
  'headerText',
  'headerExamples',
  'body',
  'bodyExamples',
  'footer',
  'buttons',
  'syncedAt',
] as const
const columnName = (key: (typeof replaced)[number]): string => templates[key].name
const excluded = Object.fromEntries(replaced.map((key) => [key, sql.raw(`excluded.${columnName(key)}`)]))

/**
 * Stores what the provider has, a page at once. A draft of the same name that was never submitted stays as its author
 * left it: submitting it says that the name is taken.
 */
export async function storeFromProvider(tx: Tx, home: Pick<Home, 'tenant'>, rows: readonly Values[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(templates)
    .values(rows.map((row) => ({ tenantId: home.tenant, ...row, syncedAt: sql`now()` })))
    .onConflictDoUpdate({
      target: [templates.tenantId, templates.connectionId, templates.name, templates.language],
      set: { ...excluded, updatedAt: sql`now()` },
      setWhere: or(ne(templates.status, 'DRAFT'), isNotNull(templates.submittedAt))!,
    })
}

/** A template that a complete import did not find is deleted at the provider. */
export const markMissing = (tx: Tx, home: Pick<Home, 'tenant'>, connectionId: string, since: Date): Promise<unknown> =>
  tx
    .update(templates)
    .set({ status: 'DELETED', updatedAt: sql`now()` })
    .where(
      and(
        ofTenant(home),
        eq(templates.connectionId, connectionId),
        isNotNull(templates.wabaId),
        ne(templates.status, 'DELETED'),
        or(isNull(templates.syncedAt), lt(templates.syncedAt, since)),
      ),
    )
